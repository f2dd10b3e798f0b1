/*
 * apply_candidate.c - one replacement or prevention effect applied to one
 * event.
 *
 * Applying an effect only pushes its program as a task; the program runs before
 * the next step of the batch. Before that the effect is added to the applied
 * set of the event, so that it is not applied to that event again (614.5), nor
 * to the events that take its place, which inherit the set.
 *
 * An applied set is shared between an event and its parts until one of them is
 * written: add_to_applied_set copies it then.
 */
#include "play/replace/apply_candidate.h"

#include "play/execution/applicability.h"
#include "play/execution/can_happen.h"
#include "play/execution/decisions.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/prevention.h"
#include "play/execution/task.h"
#include "play/execution/trace.h"
#include "play/execution/use_limits.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_buckets.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index.h"
#include "play/replace/candidates.h"
#include "play/replace/equal_candidates.h"
#include "play/replace/used_watchers.h"
#include "world/tables/started_watchers.h"

#include <string.h>

static strata_status push_replacement_program(st_execution *run, uint32_t frame,
                                              uint32_t at, uint32_t end) {
  st_task task = {
      .kind = ST_TASK_INSTRUCTIONS, .frame = frame, .at = at, .end = end};
  return st_task_push(run, task) ? STRATA_OK : STRATA_ENOMEM;
}

/* Add a watcher to the applied set of an event. A shared set is copied first.
 */
static strata_status add_to_applied_set(st_execution *run, uint32_t event,
                                        const st_watcher_id *id) {
  st_event *e = st_event_get(run, event);
  e->last_applied_hash = id->hash;
  if (e->applied_set == 0 || e->shares_applied_set) {
    e->applied_set = st_applied_sets_new(&run->applied_sets, e->applied_set);
    e->shares_applied_set = false;
  }
  bool done = e->applied_set != 0 &&
              st_applied_sets_add(&run->applied_sets, e->applied_set, id);
  return done ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_apply_self_replacement(st_execution *run, uint32_t batch,
                                        bool *again) {
  *again = false;
  uint32_t at = st_batch_get(run, batch)->self_done_until;
  uint32_t e =
      at != 0 ? st_event_get(run, at)->next : st_batch_get(run, batch)->first;
  for (; e != 0; e = st_event_get(run, e)->next) {
    st_event *event = st_event_get(run, e);
    if (event->self_frame == 0 || !st_event_is_proposed(event)) {
      st_batch_get(run, batch)->self_done_until = e;
      continue;
    }
    strata_status status = st_can_happen_update_matters(run, e);
    event = st_event_get(run, e);
    if (status || !st_event_is_proposed(event)) return status;
    uint32_t frame = event->self_frame;
    event->self_frame = 0;
    *again = true;
    if (st_trace_is_on(run)) status = st_trace_begin_applied(run, e, NULL);
    if (status) return status;
    event = st_event_get(run, e);
    return push_replacement_program(run, frame, event->self_at,
                                    event->self_end);
  }
  return STRATA_OK;
}

/* Do not apply a watcher to an event, and never ask about it again: its player
 * declined, or its share is 0. */
static strata_status skip_candidate(st_execution *run, uint32_t event,
                                    const st_watcher_candidate *watcher,
                                    st_trace_note_type what) {
  strata_status status = STRATA_OK;
  if (st_trace_is_on(run))
    status = st_trace_add_watcher(run, what, event, watcher);
  return status ? status : add_to_applied_set(run, event, &watcher->id);
}

/* Divide a limited amount of prevention among events (615.7), and skip the
 * events that get no share. */
static strata_status share_prevention(st_execution *run,
                                      const st_replacement_candidate *candidate,
                                      const st_watcher_candidate *watcher) {
  uint32_t slot = st_started_watcher_slot(run->store, watcher->started_handle);
  int64_t left;
  if (slot == 0 || !st_started_watcher_amount_left(run->store, slot, &left))
    return STRATA_OK;
  uint32_t all = st_candidates_events_of(run, candidate, NULL);
  uint32_t *events = st_arena_alloc(&run->arena, all, sizeof events[0]);
  if (!events) return STRATA_ENOMEM;
  st_candidates_events_of(run, candidate, events);
  uint32_t count = 0;
  for (uint32_t i = 0; i < all; i++) {
    if (st_prevention_amount(run, watcher->watcher_def, events[i]) > 0) {
      events[count++] = events[i];
    }
  }
  strata_status status =
      st_prevention_ask_shares(run, watcher, candidate->decider, events, count);
  for (uint32_t i = 0; !status && i < count; i++) {
    int64_t amount;
    bool shared = st_prevention_find_share(run, watcher->started_handle,
                                           events[i], &amount);
    if (!shared || amount > 0 || events[i] == candidate->event) continue;
    status =
        skip_candidate(run, events[i], watcher, ST_TRACE_NOTHING_PREVENTED);
    st_candidates_mark_dirty(run, events[i]);
  }
  return status;
}

/* A new frame for the program of a watcher, with the variables that the watcher
 * was started with. */
static uint32_t new_replacement_frame(st_execution *run,
                                      const st_watcher_candidate *watcher,
                                      uint32_t event) {
  const st_program *program =
      &st_watcher_def_get(run->rules, watcher->watcher_def)->program;
  uint32_t frame =
      st_frame_new(run, program, watcher->self, watcher->you, event);
  if (frame == 0) return 0;
  st_frame *f = st_frame_get(run, frame);
  memcpy(f->variables, watcher->variables,
         program->variables.count * sizeof f->variables[0]);
  f->watcher_def = watcher->watcher_def;
  f->started_handle = watcher->started_handle;
  f->uses_preview = true;
  return frame;
}

/* Record the application in the applied set, the use limits and the log. None
 * of these is watched, so the index stays current. */
static strata_status record_application(st_execution *run,
                                        const st_watcher_candidate *watcher,
                                        uint32_t event) {
  bool was_current = st_watcher_index_is_current(&run->index);
  st_equal_candidates_applied(run, event);
  strata_status status = add_to_applied_set(run, event, &watcher->id);
  if (!status) status = st_used_watchers_add(run, watcher->started_handle);
  if (!status) status = st_use_limits_count_use(run, watcher);
  const st_watcher_def *def =
      st_watcher_def_get(run->rules, watcher->watcher_def);
  if (!status && def->role == STRATA_ROLE_REPLACE) {
    status = st_event_log_write_outcome(
        run, event, ST_LOGGED_REPLACED, watcher->watcher_def,
        st_entity_unless_preview(watcher->self), 0);
  }
  st_watcher_index_stay_current(&run->index, was_current);
  return status;
}

strata_status st_apply_candidate(st_execution *run, uint32_t batch,
                                 const st_replacement_candidate *candidate) {
  st_watcher_candidate watcher =
      *st_execution_candidate(run, candidate->candidate);
  uint32_t event = candidate->event;
  bool yes;
  st_candidates_mark_dirty(run, event);
  if (st_trace_is_on(run)) run->trace->decided_event = event;
  strata_status status = st_decisions_ask_optional(
      run, watcher.watcher_def, st_entity_unless_preview(watcher.self),
      watcher.you ? watcher.you : candidate->decider, &yes);
  if (status) return status;
  if (!yes) return skip_candidate(run, event, &watcher, ST_TRACE_DECLINED);
  status = share_prevention(run, candidate, &watcher);
  if (status) return status;
  int64_t shared;
  if (st_prevention_find_share(run, watcher.started_handle, event, &shared) &&
      shared == 0 &&
      st_prevention_amount(run, watcher.watcher_def, event) > 0) {
    return skip_candidate(run, event, &watcher, ST_TRACE_NOTHING_PREVENTED);
  }
  status = record_application(run, &watcher, event);
  if (!status && st_trace_is_on(run))
    status = st_trace_begin_applied(run, event, &watcher);
  uint32_t frame = status ? 0 : new_replacement_frame(run, &watcher, event);
  if (frame == 0) return status ? status : STRATA_ENOMEM;
  st_batch_get(run, batch)->replaced_event = event;
  st_batch_get(run, batch)->applied_candidate = candidate->candidate;
  st_batch_get(run, batch)->event_count_before = (uint32_t)run->event_count;
  const st_watcher_def *def =
      st_watcher_def_get(run->rules, watcher.watcher_def);
  if (def->program.instruction_count == 0)
    return st_prevention_prevent(run, frame, NULL);
  return push_replacement_program(run, frame, 0,
                                  def->program.instruction_count);
}

/* Mark the events of a watcher that has no uses left: it is no candidate for
 * them any more. */
static void mark_spent_events_dirty(st_execution *run, uint32_t watcher) {
  bool was_current = st_watcher_index_is_current(&run->index);
  if (!was_current || run->candidates_index_serial != run->index.serial) return;
  if (st_use_limits_left(run, st_execution_candidate(run, watcher)) > 0) return;
  for (size_t i = 0; i < run->candidate_count; i++) {
    if (run->candidates[i].candidate == watcher)
      st_candidates_mark_dirty(run, run->candidates[i].event);
  }
}

void st_apply_candidate_finish(st_execution *run, uint32_t batch) {
  st_batch *b = st_batch_get(run, batch);
  uint32_t event = b->replaced_event;
  b->replaced_event = 0;
  if (event == 0) return;
  mark_spent_events_dirty(run, b->applied_candidate);
  if (run->event_count != b->event_count_before + 1u) return;
  st_event *made = st_event_get(run, b->event_count_before + 1);
  if (made->parent == event && made->batch == batch)
    made->shares_applied_set = false;
}
