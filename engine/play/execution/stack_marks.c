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

st_stack_marks st_stack_marks_get(const st_execution *exec) {
  return (st_stack_marks){.events = exec->event_count,
                          .frames = exec->frame_count,
                          .batches = exec->batch_count,
                          .previews = exec->preview_count,
                          .own_candidates = exec->own_candidate_count,
                          .follow_ups = exec->follow_up_count,
                          .arena = st_arena_tell(&exec->arena),
                          .decisions_met = exec->decisions_met};
}

st_stack_marks *st_stack_marks_new(st_execution *exec) {
  st_stack_marks *marks = st_arena_alloc(&exec->arena, 1, sizeof *marks);
  if (marks) *marks = st_stack_marks_get(exec);
  return marks;
}

/* Numbers that are kept from one batch to the next must not point behind the
 * ends of the arrays. */
static void forget_stale_numbers(st_execution *exec) {
  if (exec->condition_frame > exec->frame_count) exec->condition_frame = 0;
  if (exec->turn_frame > exec->frame_count) exec->turn_frame = 0;
  if (exec->fast_event > exec->event_count ||
      exec->fast_frame > exec->frame_count) {
    exec->fast_event = 0;
    exec->fast_frame = 0;
  }
  exec->candidate_count = 0;
  exec->candidates_batch = 0;
  exec->candidates_last_event = 0;
  exec->candidates_stale_count = 0;
  exec->share_count = 0;
}

void st_stack_marks_forget_done(st_execution *exec, st_stack_marks *marks) {
  size_t frames = exec->frame_count - marks->frames;
  size_t events = exec->event_count - marks->events;
  if (exec->decisions_met != marks->decisions_met) {
    *marks = st_stack_marks_get(exec);
    return;
  }
  /* An attempt is rolled back as a whole, which frees all of it. The answers
   * with which an execution goes on lie behind marks that are older than its
   * question. */
  bool needs_answers =
      exec->is_resumed && exec->decisions_met < exec->known_count;
  if (exec->attempt || needs_answers || exec->innermost_call ||
      (frames < FORGET_THRESHOLD && events < FORGET_THRESHOLD) ||
      st_execution_event_total(exec) + KEEP_NEAR_LIMIT > exec->max_events) {
    return;
  }
  exec->forgotten_events += events;
  exec->event_count = marks->events;
  exec->frame_count = marks->frames;
  exec->batch_count = marks->batches;
  exec->preview_count = marks->previews;
  exec->own_candidate_count = marks->own_candidates;
  exec->follow_up_count = marks->follow_ups;
  st_arena_rewind(&exec->arena, marks->arena);
  forget_stale_numbers(exec);
}

bool st_stack_marks_go_back(st_execution *exec, const st_stack_marks *marks) {
  bool nothing = exec->event_count == marks->events &&
                 exec->batch_count == marks->batches &&
                 exec->frame_count == marks->frames &&
                 exec->preview_count == marks->previews &&
                 exec->own_candidate_count == marks->own_candidates &&
                 exec->follow_up_count == marks->follow_ups &&
                 exec->decisions_met == marks->decisions_met && !exec->trace;
  if (nothing) st_arena_rewind(&exec->arena, marks->arena);
  return nothing;
}
