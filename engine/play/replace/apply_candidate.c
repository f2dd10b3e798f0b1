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

static strata_status push_replacement_program(st_execution *exec,
                                              uint32_t frame, uint32_t at,
                                              uint32_t end) {
  st_task task = {
      .kind = ST_TASK_INSTRUCTIONS, .frame = frame, .at = at, .end = end};
  return st_task_push(exec, task) ? STRATA_OK : STRATA_ENOMEM;
}

/* Add a watcher to the applied set of an event. A shared set is copied first.
 */
static strata_status add_to_applied_set(st_execution *exec, uint32_t event,
                                        const st_watcher_id *id) {
  st_event *e = st_event_get(exec, event);
  e->last_applied_hash = id->hash;
  if (e->applied_set == 0 || e->shares_applied_set) {
    e->applied_set = st_applied_sets_new(&exec->applied_sets, e->applied_set);
    e->shares_applied_set = false;
  }
  bool done = e->applied_set != 0 &&
              st_applied_sets_add(&exec->applied_sets, e->applied_set, id);
  return done ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_apply_self_replacement(st_execution *exec, uint32_t batch,
                                        bool *again) {
  *again = false;
  uint32_t at = st_batch_get(exec, batch)->self_done_until;
  uint32_t e =
      at != 0 ? st_event_get(exec, at)->next : st_batch_get(exec, batch)->first;
  for (; e != 0; e = st_event_get(exec, e)->next) {
    st_event *event = st_event_get(exec, e);
    if (event->self_frame == 0 || !st_event_is_proposed(event)) {
      st_batch_get(exec, batch)->self_done_until = e;
      continue;
    }
    strata_status status = st_can_happen_update_matters(exec, e);
    event = st_event_get(exec, e);
    if (status || !st_event_is_proposed(event)) return status;
    uint32_t frame = event->self_frame;
    event->self_frame = 0;
    *again = true;
    if (st_trace_is_on(exec)) status = st_trace_begin_applied(exec, e, NULL);
    if (status) return status;
    event = st_event_get(exec, e);
    return push_replacement_program(exec, frame, event->self_at,
                                    event->self_end);
  }
  return STRATA_OK;
}

/* Do not apply a watcher to an event, and never ask about it again: its player
 * declined, or its share is 0. */
static strata_status skip_candidate(st_execution *exec, uint32_t event,
                                    const st_watcher_candidate *watcher,
                                    st_trace_note_type what) {
  strata_status status = STRATA_OK;
  if (st_trace_is_on(exec)) {
    status = st_trace_add_watcher(exec, what, event, watcher);
  }
  return status ? status : add_to_applied_set(exec, event, &watcher->id);
}

/* Before a prevention effect is applied: whether the event can be prevented. */
static strata_status find_bar(st_execution *exec, strata_watcher_def def,
                              uint32_t event) {
  bool prevents =
      st_watcher_def_get(exec->rules, def)->role == STRATA_ROLE_PREVENT;
  return prevents ? st_prevention_find_bar(exec, event) : STRATA_OK;
}

/* Divide a limited amount of prevention among events (615.7), and skip the
 * events that get no share. */
static strata_status share_prevention(st_execution *exec,
                                      const st_replacement_candidate *candidate,
                                      const st_watcher_candidate *watcher) {
  uint32_t slot = st_started_watcher_slot(exec->store, watcher->started_handle);
  int64_t left;
  if (slot == 0 || !st_started_watcher_amount_left(exec->store, slot, &left)) {
    return STRATA_OK;
  }
  uint32_t all = st_candidates_events_of(exec, candidate, NULL);
  uint32_t *events = st_arena_alloc(&exec->arena, all, sizeof events[0]);
  if (!events) return STRATA_ENOMEM;
  st_candidates_events_of(exec, candidate, events);
  uint32_t count = 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < all; i++) {
    status = find_bar(exec, watcher->watcher_def, events[i]);
    if (st_prevention_amount(exec, watcher->watcher_def, events[i]) > 0) {
      events[count++] = events[i];
    }
  }
  if (!status) {
    status = st_prevention_ask_shares(exec, watcher, candidate->decider, events,
                                      count);
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    int64_t amount;
    bool shared = st_prevention_find_share(exec, watcher->started_handle,
                                           events[i], &amount);
    if (!shared || amount > 0 || events[i] == candidate->event) continue;
    status =
        skip_candidate(exec, events[i], watcher, ST_TRACE_NOTHING_PREVENTED);
    st_candidates_mark_dirty(exec, events[i]);
  }
  return status;
}

/* A new frame for the program of a watcher, with the variables that the watcher
 * was started with. */
static uint32_t new_replacement_frame(st_execution *exec,
                                      const st_watcher_candidate *watcher,
                                      uint32_t event) {
  const st_program *program =
      &st_watcher_def_get(exec->rules, watcher->watcher_def)->program;
  uint32_t frame =
      st_frame_new(exec, program, watcher->self, watcher->you, event);
  if (frame == 0) return 0;
  st_frame *f = st_frame_get(exec, frame);
  memcpy(f->variables, watcher->variables,
         program->variables.count * sizeof f->variables[0]);
  f->watcher_def = watcher->watcher_def;
  f->started_handle = watcher->started_handle;
  f->uses_preview = true;
  f->text = watcher->text;
  return frame;
}

/* Record the application in the applied set, the use limits and the log. None
 * of these is watched, so the index stays current. */
static strata_status record_application(st_execution *exec,
                                        const st_watcher_candidate *watcher,
                                        uint32_t event) {
  bool was_current = st_watcher_index_is_current(&exec->index);
  st_equal_candidates_applied(exec, event);
  strata_status status = add_to_applied_set(exec, event, &watcher->id);
  if (!status) status = st_used_watchers_add(exec, watcher->started_handle);
  if (!status) status = st_use_limits_count_use(exec, watcher);
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, watcher->watcher_def);
  if (!status && def->role == STRATA_ROLE_REPLACE) {
    status = st_event_log_write_outcome(
        exec, event, ST_LOGGED_REPLACED, watcher->watcher_def,
        st_entity_unless_preview(watcher->self), 0);
  }
  st_watcher_index_stay_current(&exec->index, was_current);
  return status;
}

strata_status st_apply_candidate(st_execution *exec, uint32_t batch,
                                 const st_replacement_candidate *candidate) {
  st_watcher_candidate watcher =
      *st_execution_candidate(exec, candidate->candidate);
  uint32_t event = candidate->event;
  bool yes;
  st_candidates_mark_dirty(exec, event);
  if (st_trace_is_on(exec)) exec->trace->decided_event = event;
  strata_status status = st_decisions_ask_optional(
      exec, watcher.watcher_def, st_entity_unless_preview(watcher.self),
      watcher.you ? watcher.you : candidate->decider, &yes);
  if (status) return status;
  if (!yes) return skip_candidate(exec, event, &watcher, ST_TRACE_DECLINED);
  status = find_bar(exec, watcher.watcher_def, event);
  if (!status) status = share_prevention(exec, candidate, &watcher);
  if (status) return status;
  int64_t shared;
  if (st_prevention_find_share(exec, watcher.started_handle, event, &shared) &&
      shared == 0 &&
      st_prevention_amount(exec, watcher.watcher_def, event) > 0) {
    return skip_candidate(exec, event, &watcher, ST_TRACE_NOTHING_PREVENTED);
  }
  status = record_application(exec, &watcher, event);
  if (!status && st_trace_is_on(exec)) {
    status = st_trace_begin_applied(exec, event, &watcher);
  }
  uint32_t frame = status ? 0 : new_replacement_frame(exec, &watcher, event);
  if (frame == 0) return status ? status : STRATA_ENOMEM;
  st_batch_get(exec, batch)->replaced_event = event;
  st_batch_get(exec, batch)->applied_candidate = candidate->candidate;
  st_batch_get(exec, batch)->event_count_before = (uint32_t)exec->event_count;
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, watcher.watcher_def);
  if (def->program.instruction_count == 0) {
    return st_prevention_prevent(exec, frame, NULL);
  }
  return push_replacement_program(exec, frame, 0,
                                  def->program.instruction_count);
}

/* Mark the events of a watcher that has no uses left: it is no candidate for
 * them any more. */
static void mark_spent_events_dirty(st_execution *exec, uint32_t watcher) {
  bool was_current = st_watcher_index_is_current(&exec->index);
  if (!was_current || exec->candidates_index_serial != exec->index.serial) {
    return;
  }
  if (st_use_limits_left(exec, st_execution_candidate(exec, watcher)) > 0) {
    return;
  }
  for (size_t i = 0; i < exec->candidate_count; i++) {
    if (exec->candidates[i].candidate == watcher) {
      st_candidates_mark_dirty(exec, exec->candidates[i].event);
    }
  }
}

void st_apply_candidate_finish(st_execution *exec, uint32_t batch) {
  st_batch *b = st_batch_get(exec, batch);
  uint32_t event = b->replaced_event;
  b->replaced_event = 0;
  if (event == 0) return;
  mark_spent_events_dirty(exec, b->applied_candidate);
  if (exec->event_count != b->event_count_before + 1u) return;
  st_event *made = st_event_get(exec, b->event_count_before + 1);
  if (made->parent == event && made->batch == batch) {
    made->shares_applied_set = false;
  }
}
