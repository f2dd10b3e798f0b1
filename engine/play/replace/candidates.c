/*
 * candidates.c - which replacement effects are applicable to which events.
 *
 * Candidates are pairs of an event and a watcher, in one array
 * (st_execution.candidates) in the order of the events. After a program has
 * run, only the events that it changed or made are evaluated again (616.1f), as
 * long as the index of watchers is current; else all are.
 *
 * Equivalent watchers, which differ in nothing that could be observed, are
 * represented by one candidate, so that no player is asked which of them is
 * first.
 *
 * Invariant: after st_candidates_refresh the array holds exactly the candidates
 * of the proposed events of the batch, and `candidates_known` is set for each;
 * candidates_stale_count counts the events that have lost that flag since.
 */
#include "play/replace/candidates.h"

#include "play/execution/applicability.h"
#include "play/execution/can_happen.h"
#include "play/execution/event.h"
#include "play/execution/turn_order.h"
#include "play/execution/use_limits.h"
#include "play/execution/why_not.h"
#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"
#include "play/perform/entry_preview.h"
#include "play/replace/equal_candidates.h"

#include <string.h>

void st_candidates_mark_dirty(st_execution *exec, uint32_t event) {
  exec->candidates_stale_count += st_event_get(exec, event)->candidates_known;
  st_event_get(exec, event)->candidates_known = false;
}

bool st_candidates_are_equivalent(const st_execution *exec,
                                  const st_watcher_candidate *a,
                                  const st_watcher_candidate *b) {
  if (!st_watcher_index_is_equivalent(&exec->index, a, b)) return false;
  return a->started_handle == 0 ||
         st_candidate_limits_equal(st_candidate_limits_get(exec, a),
                                   st_candidate_limits_get(exec, b));
}

static strata_status add_replacement_candidate(st_execution *exec,
                                               uint32_t event, uint32_t watcher,
                                               strata_entity decider) {
  if (!st_mem_reserve(exec->mem, &exec->candidates, &exec->candidate_capacity,
                      exec->candidate_count + 1, sizeof exec->candidates[0])) {
    return STRATA_ENOMEM;
  }
  const st_watcher_candidate *f = st_execution_candidate(exec, watcher);
  uint32_t class =
      st_watcher_def_get(exec->rules, f->watcher_def)->replacement_class;
  st_event *e = st_event_get(exec, event);
  if (class < e->lowest_class) e->lowest_class = class;
  exec->candidates[exec->candidate_count++] = (st_replacement_candidate){
      .event = event, .candidate = watcher, .class = class, .decider = decider};
  return STRATA_OK;
}

/* Whether one watcher can represent its equivalents: the batch has only one
 * event, or they have no limits. Then it makes no difference which of them is
 * applied. */
static bool represents_its_equals(const st_execution *exec,
                                  st_candidate_limits limits, uint32_t event) {
  if (exec->batches[exec->events[event - 1].batch - 1].count == 1) return true;
  return limits.uses_left == UINT32_MAX && limits.amount_left == -1;
}

static bool is_replacing_role(const st_watcher_def *def) {
  return def->role == STRATA_ROLE_REPLACE || def->role == STRATA_ROLE_PREVENT;
}

/* Candidates from the entering object's own abilities (614.12). They are not in
 * the index yet. */
static strata_status collect_from_entering(st_execution *exec, uint32_t event,
                                           strata_entity decider) {
  const st_entry_preview *preview = st_event_entry_preview(exec, event);
  if (preview && preview->event_type != st_event_get(exec, event)->type) {
    preview = NULL;
  }
  uint32_t first = preview ? preview->own_first : 0;
  uint32_t count = preview ? preview->own_count : 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t number = ST_OWN_CANDIDATE | (first + i);
    const st_watcher_candidate *watcher = st_execution_candidate(exec, number);
    bool applies = false;
    if (!is_replacing_role(
            st_watcher_def_get(exec->rules, watcher->watcher_def)) ||
        !st_use_limits_allow(exec, watcher, event)) {
      continue;
    }
    status = st_applicability_test(exec, watcher, event, &applies);
    if (!status && applies) {
      status = add_replacement_candidate(exec, event, number, decider);
    }
  }
  return status;
}

#define REPLACING_ROLES                                                        \
  (ST_WATCHER_INDEX_ROLE(REPLACE) | ST_WATCHER_INDEX_ROLE(PREVENT))

/* Candidates from a list of the index. A watcher equal to the previous one is
 * skipped, or reuses the result of its condition. */
static strata_status collect_from_index(st_execution *exec, uint32_t event,
                                        uint32_t n, strata_entity decider) {
  const st_watcher_candidate *last = NULL;
  st_candidate_limits last_limits = {0};
  bool last_says = false;
  strata_status status = STRATA_OK;
  st_equal_candidates_begin(exec, event);
  while (!status && n != 0) {
    uint32_t number = n;
    const st_watcher_candidate *watcher = st_execution_candidate(exec, number);
    const st_watcher_def *def =
        st_watcher_def_get(exec->rules, watcher->watcher_def);
    n = watcher->next;
    if (!st_use_limits_allow(exec, watcher, event)) {
      st_equal_candidates_leave_out(exec, number);
      continue;
    }
    st_candidate_limits limits = st_candidate_limits_get(exec, watcher);
    bool like = last && st_candidate_limits_equal(last_limits, limits) &&
                st_watcher_index_is_equivalent(&exec->index, last, watcher);
    bool joins = like && !def->always_ask;
    bool passed = joins && represents_its_equals(exec, limits, event);
    if (!st_equal_candidates_add(exec, number, joins)) return STRATA_ENOMEM;
    if (passed || (like && !last_says)) continue;
    if (!like) status = st_applicability_test(exec, watcher, event, &last_says);
    last = watcher;
    last_limits = limits;
    if (!status && last_says) {
      status = add_replacement_candidate(exec, event, number, decider);
    }
  }
  if (!status) st_equal_candidates_end(exec);
  return status;
}

/* The same from the equal groups of the last evaluation, which are still valid:
 * one candidate of each group. */
static strata_status collect_from_groups(st_execution *exec, uint32_t event,
                                         strata_entity decider) {
  strata_status status = STRATA_OK;
  size_t group = 0;
  uint32_t n = st_equal_candidates_next(exec, &group);
  for (; !status && n != 0; n = st_equal_candidates_next(exec, &group)) {
    bool applies = false;
    status = st_applicability_test(exec, st_execution_candidate(exec, n), event,
                                   &applies);
    if (!status && applies) {
      status = add_replacement_candidate(exec, event, n, decider);
    }
  }
  return status;
}

/* Collect all candidates of one event. */
static strata_status collect_for_event(st_execution *exec, uint32_t event) {
  strata_entity decider = 0;
  uint32_t n = 0;
  st_event *e = st_event_get(exec, event);
  e->lowest_class = UINT32_MAX;
  if (st_equal_candidates_is_valid(exec, event)) {
    strata_status status = st_turn_order_decider(exec, event, &decider);
    return status ? status : collect_from_groups(exec, event, decider);
  }
  strata_status status = st_watcher_index_find(&exec->index, e->type,
                                               st_event_key_words(exec, event),
                                               REPLACING_ROLES, &n);
  if (!status && (n != 0 || st_event_entry_preview(exec, event))) {
    status = st_turn_order_decider(exec, event, &decider);
  }
  if (!status) status = collect_from_index(exec, event, n, decider);
  return status ? status : collect_from_entering(exec, event, decider);
}

/* Collect the candidates of an event that has changed, if it still can happen
 * (614.7a, 614.17). */
static strata_status reevaluate_event(st_execution *exec, uint32_t event) {
  st_event_get(exec, event)->candidates_known = true;
  if (!st_event_is_proposed(st_event_get(exec, event))) return STRATA_OK;
  strata_status status = st_entry_preview_refresh(exec, event);
  if (!status) status = st_why_not_at(exec, event, 0, ST_WHY_NOT_CANT);
  if (!status) status = st_can_happen_update(exec, event);
  if (status || !st_event_is_proposed(st_event_get(exec, event))) return status;
  status = st_why_not_at(exec, event, 0, ST_WHY_NOT_REPLACE);
  return status ? status : collect_for_event(exec, event);
}

static void swap_candidate_buffers(st_execution *exec) {
  st_replacement_candidate *pairs = exec->candidates;
  size_t capacity = exec->candidate_capacity;
  exec->candidates = exec->old_candidates;
  exec->candidate_capacity = exec->old_candidate_capacity;
  exec->old_candidates = pairs;
  exec->old_candidate_capacity = capacity;
}

/* Refresh the first event of the array, where it alone is dirty: that is the
 * most frequent case. */
static strata_status refresh_first_event(st_execution *exec) {
  size_t count = exec->candidate_count;
  size_t old = 0;
  uint32_t event = exec->candidates[0].event;
  while (old < count && exec->candidates[old].event == event) {
    old++;
  }
  strata_status status = reevaluate_event(exec, event);
  size_t made = exec->candidate_count - count;
  size_t size = sizeof exec->candidates[0];
  if (!status &&
      !st_mem_reserve(exec->mem, &exec->old_candidates,
                      &exec->old_candidate_capacity, made + 1, size)) {
    status = STRATA_ENOMEM;
  }
  if (status) return status;
  memcpy(exec->old_candidates, exec->candidates + count, made * size);
  memmove(exec->candidates + made, exec->candidates + old,
          (count - old) * size);
  memcpy(exec->candidates, exec->old_candidates, made * size);
  exec->candidate_count = count - old + made;
  exec->candidates_stale_count = 0;
  return STRATA_OK;
}

/* Refresh all dirty events and keep the candidates of the others, merged in the
 * order of the events, whose numbers ascend in a batch. */
static strata_status refresh_dirty_events(st_execution *exec, uint32_t batch) {
  bool none_new =
      exec->candidates_last_event == st_batch_get(exec, batch)->last;
  if (none_new && exec->candidates_stale_count == 0) return STRATA_OK;
  if (none_new && exec->candidates_stale_count == 1 &&
      exec->candidate_count > 0 &&
      !st_event_get(exec, exec->candidates[0].event)->candidates_known) {
    return refresh_first_event(exec);
  }
  size_t count = exec->candidate_count;
  size_t at = 0;
  strata_status status = STRATA_OK;
  swap_candidate_buffers(exec);
  exec->candidate_count = 0;
  for (uint32_t e = st_batch_get(exec, batch)->first; !status && e != 0;
       e = st_event_get(exec, e)->next) {
    bool looked = st_event_get(exec, e)->candidates_known;
    if (!looked) status = reevaluate_event(exec, e);
    for (; !status && at < count && exec->old_candidates[at].event == e; at++) {
      const st_replacement_candidate *old = &exec->old_candidates[at];
      if (looked) {
        status =
            add_replacement_candidate(exec, e, old->candidate, old->decider);
      }
    }
  }
  exec->candidates_stale_count = 0;
  exec->candidates_last_event = st_batch_get(exec, batch)->last;
  return status;
}

strata_status st_candidates_refresh(st_execution *exec, uint32_t batch) {
  bool was_current = st_watcher_index_is_current(&exec->index);
  if (!was_current || exec->candidates_batch != batch ||
      exec->candidates_index_serial != exec->index.serial) {
    exec->candidate_count = 0;
    exec->candidates_last_event = 0;
    for (uint32_t e = st_batch_get(exec, batch)->first; e != 0;
         e = st_event_get(exec, e)->next) {
      st_candidates_mark_dirty(exec, e);
    }
  }
  strata_status status = refresh_dirty_events(exec, batch);
  exec->candidates_batch = batch;
  exec->candidates_index_serial = exec->index.serial;
  return status;
}

bool st_candidates_is_of_lowest_class(
    const st_execution *exec, const st_replacement_candidate *candidate) {
  return candidate->class == exec->events[candidate->event - 1].lowest_class;
}

uint32_t st_candidates_events_of(const st_execution *exec,
                                 const st_replacement_candidate *candidate,
                                 uint32_t *events) {
  uint32_t count = 0;
  for (size_t i = 0; i < exec->candidate_count; i++) {
    const st_replacement_candidate *p = &exec->candidates[i];
    if (p->candidate != candidate->candidate ||
        p->decider != candidate->decider) {
      continue;
    }
    if (!st_candidates_is_of_lowest_class(exec, p)) continue;
    if (events) events[count] = p->event;
    count++;
  }
  return count;
}
