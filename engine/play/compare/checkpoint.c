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

static size_t event_word_count(const st_execution *exec,
                               const st_event *event) {
  return st_event_type_get(exec->rules, event->type)->field_count;
}

/* The variables of the condition frame belong to the watcher that is being
 * tested; the frame owns none. */
static size_t frame_variable_count(const st_execution *exec,
                                   const st_frame *frame) {
  bool lent = exec->condition_frame == (uint32_t)(frame - exec->frames) + 1;
  return lent ? 0 : frame->program->variables.count;
}

static size_t count_saved_words(const st_execution *exec) {
  size_t count = 0;
  for (size_t i = 0; i < exec->event_count; i++) {
    count += event_word_count(exec, &exec->events[i]);
  }
  for (size_t i = 0; i < exec->frame_count; i++) {
    count += frame_variable_count(exec, &exec->frames[i]);
  }
  return count;
}

size_t st_checkpoint_size(const st_execution *exec) {
  return exec->event_count + exec->frame_count + exec->batch_count;
}

static void *copy_array(st_checkpoint *s, const void *from, size_t count,
                        size_t size) {
  void *to = st_arena_alloc(&s->arena, count, size);
  if (to && count > 0) memcpy(to, from, count * size);
  return to;
}

/* Copy the words of all events and the variables of all frames to `kept`, or
 * back from it. */
static void copy_saved_words(const st_execution *exec, int64_t *kept,
                             bool back) {
  for (size_t i = 0; i < exec->event_count + exec->frame_count; i++) {
    bool is_event = i < exec->event_count;
    const st_frame *frame =
        is_event ? NULL : &exec->frames[i - exec->event_count];
    size_t count = frame ? frame_variable_count(exec, frame)
                         : event_word_count(exec, &exec->events[i]);
    int64_t *words = frame ? frame->variables : exec->events[i].words;
    if (count > 0) {
      memcpy(back ? words : kept, back ? kept : words, count * sizeof *words);
    }
    kept += count;
  }
}

bool st_checkpoint_save(st_checkpoint *s, st_execution *exec) {
  *s = (st_checkpoint){.saved = *exec, .error = *exec->error};
  st_arena_init(&s->arena, exec->mem);
  s->events = copy_array(s, exec->events, exec->event_count, sizeof *s->events);
  s->frames = copy_array(s, exec->frames, exec->frame_count, sizeof *s->frames);
  s->batches =
      copy_array(s, exec->batches, exec->batch_count, sizeof *s->batches);
  s->tasks = copy_array(s, exec->tasks, exec->task_count, sizeof *s->tasks);
  s->shares = copy_array(s, exec->shares, exec->share_count, sizeof *s->shares);
  s->follow_ups = copy_array(s, exec->follow_ups, exec->follow_up_count,
                             sizeof *s->follow_ups);
  s->used = copy_array(s, exec->used_started, exec->used_started_count,
                       sizeof *s->used);
  s->matches =
      copy_array(s, exec->matches, exec->match_count, sizeof *s->matches);
  s->walks = copy_array(s, exec->chain_walks, exec->chain_walk_count,
                        sizeof *s->walks);
  s->words =
      st_arena_alloc(&s->arena, count_saved_words(exec), sizeof *s->words);
  if (!s->events || !s->frames || !s->batches || !s->tasks || !s->shares ||
      !s->follow_ups || !s->used || !s->matches || !s->walks || !s->words) {
    st_arena_fini(&s->arena);
    return false;
  }
  copy_saved_words(exec, s->words, false);
  return true;
}

static void restore_array(void *to, const void *from, size_t count,
                          size_t size) {
  if (count > 0) memcpy(to, from, count * size);
}

/* Restore the arrays that need no copies: later entries are dropped. */
static void restore_counts(const st_execution *saved, st_execution *exec) {
  exec->event_count = saved->event_count;
  exec->frame_count = saved->frame_count;
  exec->batch_count = saved->batch_count;
  exec->task_count = saved->task_count;
  exec->share_count = saved->share_count;
  exec->follow_up_count = saved->follow_up_count;
  exec->used_started_count = saved->used_started_count;
  exec->preview_count = saved->preview_count;
  exec->own_candidate_count = saved->own_candidate_count;
  exec->match_count = saved->match_count;
  exec->chain_walk_count = saved->chain_walk_count;
  exec->leave_rows_count = saved->leave_rows_count;
  exec->listeners.item_count = saved->listeners.item_count;
  st_applied_sets_truncate(&exec->applied_sets, saved->applied_sets.set_count,
                           saved->applied_sets.count);
  st_arena_rewind(&exec->arena, st_arena_tell(&saved->arena));
}

void st_checkpoint_restore(const st_checkpoint *checkpoint,
                           st_execution *exec) {
  const st_execution *saved = &checkpoint->saved;
  restore_counts(saved, exec);
  restore_array(exec->events, checkpoint->events, saved->event_count,
                sizeof *checkpoint->events);
  restore_array(exec->frames, checkpoint->frames, saved->frame_count,
                sizeof *checkpoint->frames);
  restore_array(exec->batches, checkpoint->batches, saved->batch_count,
                sizeof *checkpoint->batches);
  restore_array(exec->tasks, checkpoint->tasks, saved->task_count,
                sizeof *checkpoint->tasks);
  restore_array(exec->shares, checkpoint->shares, saved->share_count,
                sizeof *checkpoint->shares);
  restore_array(exec->follow_ups, checkpoint->follow_ups,
                saved->follow_up_count, sizeof *checkpoint->follow_ups);
  restore_array(exec->used_started, checkpoint->used, saved->used_started_count,
                sizeof *checkpoint->used);
  restore_array(exec->matches, checkpoint->matches, saved->match_count,
                sizeof *checkpoint->matches);
  restore_array(exec->chain_walks, checkpoint->walks, saved->chain_walk_count,
                sizeof *checkpoint->walks);
  exec->innermost_walk = saved->innermost_walk;
  exec->chain_result = saved->chain_result;
  exec->condition_frame = saved->condition_frame;
  copy_saved_words(exec, checkpoint->words, true);
  exec->fast_event = saved->fast_event;
  exec->fast_frame = saved->fast_frame;
  exec->turn_frame = saved->turn_frame;
  exec->previews_performed = saved->previews_performed;
  exec->is_irreversible = saved->is_irreversible;
  exec->failed_status = saved->failed_status;
  exec->handler_fault.is_not_handlers = saved->handler_fault.is_not_handlers;
  exec->fast_events = saved->fast_events;
  exec->steps = saved->steps;
  exec->max_steps = saved->max_steps;
  exec->max_events = saved->max_events;
  exec->host = saved->host;
  exec->trace = saved->trace;
  exec->attempt = saved->attempt;
  *exec->error = checkpoint->error;
  /* candidates may have other index numbers after the attempt */
  exec->candidate_count = 0;
  exec->candidates_batch = 0;
  exec->candidates_last_event = 0;
  exec->candidates_index_serial = 0;
  exec->equal_candidates.event = 0;
}

void st_checkpoint_fini(st_checkpoint *checkpoint) {
  st_arena_fini(&checkpoint->arena);
}
