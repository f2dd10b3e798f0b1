/*
 * stack_marks.c - freeing what is done.
 *
 * Without it, an action of a million events in a series would keep all of them
 * until its end.
 */
#include "play/execution/stack_marks.h"

/* Fewer events and frames than the threshold are not worth freeing. Near the
 * event limit nothing is freed, as the report of an endless loop reads the last
 * events. */
enum { FORGET_THRESHOLD = 256, KEEP_NEAR_LIMIT = 4096 };

st_stack_marks st_stack_marks_get(const st_execution *run) {
  return (st_stack_marks){.events = run->event_count,
                          .frames = run->frame_count,
                          .batches = run->batch_count,
                          .previews = run->preview_count,
                          .own_candidates = run->own_candidate_count,
                          .follow_ups = run->follow_up_count,
                          .arena = st_arena_tell(&run->arena),
                          .decisions_met = run->decisions_met};
}

st_stack_marks *st_stack_marks_new(st_execution *run) {
  st_stack_marks *marks = st_arena_alloc(&run->arena, 1, sizeof *marks);
  if (marks) *marks = st_stack_marks_get(run);
  return marks;
}

/* Numbers that are kept from one batch to the next must not point behind the
 * ends of the arrays. */
static void forget_stale_numbers(st_execution *run) {
  if (run->condition_frame > run->frame_count) run->condition_frame = 0;
  if (run->turn_frame > run->frame_count) run->turn_frame = 0;
  if (run->fast_event > run->event_count) run->fast_event = 0;
  if (run->fast_frame > run->frame_count) run->fast_event = 0;
  run->candidate_count = 0;
  run->candidates_batch = 0;
  run->candidates_last_event = 0;
  run->candidates_stale_count = 0;
  run->share_count = 0;
}

void st_stack_marks_forget_done(st_execution *run, st_stack_marks *marks) {
  size_t frames = run->frame_count - marks->frames;
  size_t events = run->event_count - marks->events;
  if (run->decisions_met != marks->decisions_met) {
    *marks = st_stack_marks_get(run);
    return;
  }
  /* An attempt is rolled back as a whole, which frees all of it. */
  if (run->attempt || run->innermost_call ||
      (frames < FORGET_THRESHOLD && events < FORGET_THRESHOLD) ||
      st_execution_event_total(run) + KEEP_NEAR_LIMIT > run->max_events) {
    return;
  }
  run->forgotten_events += events;
  run->event_count = marks->events;
  run->frame_count = marks->frames;
  run->batch_count = marks->batches;
  run->preview_count = marks->previews;
  run->own_candidate_count = marks->own_candidates;
  run->follow_up_count = marks->follow_ups;
  st_arena_rewind(&run->arena, marks->arena);
  forget_stale_numbers(run);
}

void st_stack_marks_drop_frame(st_execution *run, const st_stack_marks *marks) {
  bool nothing = run->event_count == marks->events &&
                 run->batch_count == marks->batches &&
                 run->frame_count == marks->frames + 1 &&
                 run->preview_count == marks->previews &&
                 run->own_candidate_count == marks->own_candidates &&
                 run->follow_up_count == marks->follow_ups &&
                 run->decisions_met == marks->decisions_met;
  if (!nothing || run->trace) return;
  run->frame_count = marks->frames;
  st_arena_rewind(&run->arena, marks->arena);
}
