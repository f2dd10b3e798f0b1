/*
 * checkpoint.c - an execution, saved before an attempt and restored after it.
 *
 * An execution consists of arrays that grow and of words in an arena. Entries
 * that an attempt adds are dropped by restoring the counts. Entries that were
 * there before are copied, since the attempt changes the same events, frames
 * and tasks. Buffers that are recomputed on demand are not saved: restoring
 * marks them as out of date.
 */
#include "play/compare/checkpoint.h"

#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/index/applied_sets.h"

#include <string.h>

static size_t event_word_count(const st_execution *run, const st_event *event) {
  return st_event_type_get(run->rules, event->type)->field_count;
}

/* The variables of the condition frame belong to the watcher that is being
 * tested; the frame owns none. */
static size_t frame_variable_count(const st_execution *run,
                                   const st_frame *frame) {
  bool lent = run->condition_frame == (uint32_t)(frame - run->frames) + 1;
  return lent ? 0 : frame->program->variables.count;
}

static size_t count_saved_words(const st_execution *run) {
  size_t count = 0;
  for (size_t i = 0; i < run->event_count; i++) {
    count += event_word_count(run, &run->events[i]);
  }
  for (size_t i = 0; i < run->frame_count; i++) {
    count += frame_variable_count(run, &run->frames[i]);
  }
  return count;
}

size_t st_checkpoint_size(const st_execution *run) {
  return run->event_count + run->frame_count + run->batch_count;
}

static void *copy_array(st_checkpoint *s, const void *from, size_t count,
                        size_t size) {
  void *to = st_arena_alloc(&s->arena, count, size);
  if (to && count > 0) memcpy(to, from, count * size);
  return to;
}

/* Copy the words of all events and the variables of all frames to `kept`, or
 * back from it. */
static void copy_saved_words(const st_execution *run, int64_t *kept,
                             bool back) {
  for (size_t i = 0; i < run->event_count + run->frame_count; i++) {
    bool is_event = i < run->event_count;
    const st_frame *frame =
        is_event ? NULL : &run->frames[i - run->event_count];
    size_t count = frame ? frame_variable_count(run, frame)
                         : event_word_count(run, &run->events[i]);
    int64_t *words = frame ? frame->variables : run->events[i].words;
    if (count > 0) {
      memcpy(back ? words : kept, back ? kept : words, count * sizeof *words);
    }
    kept += count;
  }
}

bool st_checkpoint_save(st_checkpoint *s, st_execution *run) {
  *s = (st_checkpoint){.saved = *run, .error = *run->error};
  st_arena_init(&s->arena, run->mem);
  s->events = copy_array(s, run->events, run->event_count, sizeof *s->events);
  s->frames = copy_array(s, run->frames, run->frame_count, sizeof *s->frames);
  s->batches =
      copy_array(s, run->batches, run->batch_count, sizeof *s->batches);
  s->tasks = copy_array(s, run->tasks, run->task_count, sizeof *s->tasks);
  s->shares = copy_array(s, run->shares, run->share_count, sizeof *s->shares);
  s->follow_ups = copy_array(s, run->follow_ups, run->follow_up_count,
                             sizeof *s->follow_ups);
  s->used = copy_array(s, run->used_started, run->used_started_count,
                       sizeof *s->used);
  s->matches =
      copy_array(s, run->matches, run->match_count, sizeof *s->matches);
  s->walks =
      copy_array(s, run->chain_walks, run->chain_walk_count, sizeof *s->walks);
  s->words =
      st_arena_alloc(&s->arena, count_saved_words(run), sizeof *s->words);
  if (!s->events || !s->frames || !s->batches || !s->tasks || !s->shares ||
      !s->follow_ups || !s->used || !s->matches || !s->walks || !s->words) {
    st_arena_fini(&s->arena);
    return false;
  }
  copy_saved_words(run, s->words, false);
  return true;
}

static void restore_array(void *to, const void *from, size_t count,
                          size_t size) {
  if (count > 0) memcpy(to, from, count * size);
}

/* Restore the arrays that need no copies: later entries are dropped. */
static void restore_counts(const st_execution *saved, st_execution *run) {
  run->event_count = saved->event_count;
  run->frame_count = saved->frame_count;
  run->batch_count = saved->batch_count;
  run->task_count = saved->task_count;
  run->share_count = saved->share_count;
  run->follow_up_count = saved->follow_up_count;
  run->used_started_count = saved->used_started_count;
  run->preview_count = saved->preview_count;
  run->own_candidate_count = saved->own_candidate_count;
  run->match_count = saved->match_count;
  run->chain_walk_count = saved->chain_walk_count;
  run->leave_rows_count = saved->leave_rows_count;
  run->listeners.item_count = saved->listeners.item_count;
  st_applied_sets_truncate(&run->applied_sets, saved->applied_sets.set_count,
                           saved->applied_sets.count);
  st_arena_rewind(&run->arena, st_arena_tell(&saved->arena));
}

void st_checkpoint_restore(const st_checkpoint *s, st_execution *run) {
  const st_execution *saved = &s->saved;
  restore_counts(saved, run);
  restore_array(run->events, s->events, saved->event_count, sizeof *s->events);
  restore_array(run->frames, s->frames, saved->frame_count, sizeof *s->frames);
  restore_array(run->batches, s->batches, saved->batch_count,
                sizeof *s->batches);
  restore_array(run->tasks, s->tasks, saved->task_count, sizeof *s->tasks);
  restore_array(run->shares, s->shares, saved->share_count, sizeof *s->shares);
  restore_array(run->follow_ups, s->follow_ups, saved->follow_up_count,
                sizeof *s->follow_ups);
  restore_array(run->used_started, s->used, saved->used_started_count,
                sizeof *s->used);
  restore_array(run->matches, s->matches, saved->match_count,
                sizeof *s->matches);
  restore_array(run->chain_walks, s->walks, saved->chain_walk_count,
                sizeof *s->walks);
  run->innermost_walk = saved->innermost_walk;
  run->chain_result = saved->chain_result;
  run->condition_frame = saved->condition_frame;
  copy_saved_words(run, s->words, true);
  run->fast_event = saved->fast_event;
  run->fast_frame = saved->fast_frame;
  run->turn_frame = saved->turn_frame;
  run->previews_performed = saved->previews_performed;
  run->is_irreversible = saved->is_irreversible;
  run->failed_status = saved->failed_status;
  run->handler_fault.is_not_handlers = saved->handler_fault.is_not_handlers;
  run->steps = saved->steps;
  run->max_steps = saved->max_steps;
  run->max_events = saved->max_events;
  run->host = saved->host;
  run->trace = saved->trace;
  run->attempt = saved->attempt;
  *run->error = s->error;
  /* candidates may have other index numbers after the attempt */
  run->candidate_count = 0;
  run->candidates_batch = 0;
  run->candidates_last_event = 0;
  run->candidates_index_serial = 0;
  run->equal_candidates.event = 0;
}

void st_checkpoint_fini(st_checkpoint *s) {
  st_arena_fini(&s->arena);
}
