/*
 * scratch.c - what a run holds, set aside while something is tried.
 *
 * A run's scratch is arrays that grow, and words in an arena. What is made
 * later is forgotten by its number; what was there is copied, since a trial
 * goes on with the same events, frames and tasks.
 */
#include "play/compare/checkpoint.h"

#include "play/execution/event.h"
#include "play/execution/frame.h"
#include "play/index/applied_sets.h"

#include <string.h>

static size_t event_word_count(const st_execution *run, const st_event *event) {
  return st_event_type_get(run->rules, event->type)->field_count;
}

/* The names of the one that judges are lent to it, each time anew. */
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

/* Copy the words of all events and frames, one behind the other, or back. */
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
  s->riders =
      copy_array(s, run->follow_ups, run->follow_up_count, sizeof *s->riders);
  s->used = copy_array(s, run->used_started, run->used_started_count,
                       sizeof *s->used);
  s->matches =
      copy_array(s, run->matches, run->match_count, sizeof *s->matches);
  s->passes =
      copy_array(s, run->chain_walks, run->chain_walk_count, sizeof *s->passes);
  s->words =
      st_arena_alloc(&s->arena, count_saved_words(run), sizeof *s->words);
  if (!s->events || !s->frames || !s->batches || !s->tasks || !s->shares ||
      !s->riders || !s->used || !s->matches || !s->passes || !s->words) {
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

/* What is only counted: later ones are forgotten. */
static void restore_counts(const st_execution *was, st_execution *run) {
  run->event_count = was->event_count;
  run->frame_count = was->frame_count;
  run->batch_count = was->batch_count;
  run->task_count = was->task_count;
  run->share_count = was->share_count;
  run->follow_up_count = was->follow_up_count;
  run->used_started_count = was->used_started_count;
  run->preview_count = was->preview_count;
  run->own_candidate_count = was->own_candidate_count;
  run->match_count = was->match_count;
  run->chain_walk_count = was->chain_walk_count;
  run->leave_rows_count = was->leave_rows_count;
  run->listeners.item_count = was->listeners.item_count;
  st_applied_sets_truncate(&run->applied_sets, was->applied_sets.set_count,
                           was->applied_sets.count);
  st_arena_rewind(&run->arena, st_arena_tell(&was->arena));
}

void st_checkpoint_restore(const st_checkpoint *s, st_execution *run) {
  const st_execution *was = &s->saved;
  restore_counts(was, run);
  restore_array(run->events, s->events, was->event_count, sizeof *s->events);
  restore_array(run->frames, s->frames, was->frame_count, sizeof *s->frames);
  restore_array(run->batches, s->batches, was->batch_count, sizeof *s->batches);
  restore_array(run->tasks, s->tasks, was->task_count, sizeof *s->tasks);
  restore_array(run->shares, s->shares, was->share_count, sizeof *s->shares);
  restore_array(run->follow_ups, s->riders, was->follow_up_count,
                sizeof *s->riders);
  restore_array(run->used_started, s->used, was->used_started_count,
                sizeof *s->used);
  restore_array(run->matches, s->matches, was->match_count, sizeof *s->matches);
  restore_array(run->chain_walks, s->passes, was->chain_walk_count,
                sizeof *s->passes);
  run->innermost_walk = was->innermost_walk;
  run->chain_result = was->chain_result;
  run->condition_frame = was->condition_frame;
  copy_saved_words(run, s->words, true);
  run->fast_event = was->fast_event;
  run->fast_frame = was->fast_frame;
  run->turn_frame = was->turn_frame;
  run->previews_performed = was->previews_performed;
  run->is_irreversible = was->is_irreversible;
  run->failed_status = was->failed_status;
  run->handler_fault.is_not_handlers = was->handler_fault.is_not_handlers;
  run->steps = was->steps;
  run->max_steps = was->max_steps;
  run->max_events = was->max_events;
  run->host = was->host;
  run->trace = was->trace;
  run->attempt = was->attempt;
  *run->error = s->error;
  run->candidate_count = 0; /* the index may have other numbers by now */
  run->candidates_batch = 0;
  run->candidates_last_event = 0;
  run->candidates_index_serial = 0;
  run->equal_candidates.event = 0;
}

void st_checkpoint_fini(st_checkpoint *s) {
  st_arena_fini(&s->arena);
}
