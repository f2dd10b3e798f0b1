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

void st_candidates_mark_dirty(st_execution *run, uint32_t event) {
  run->candidates_stale_count += st_event_get(run, event)->candidates_known;
  st_event_get(run, event)->candidates_known = false;
}

bool st_candidates_are_equivalent(const st_execution *run,
                                  const st_watcher_candidate *a,
                                  const st_watcher_candidate *b) {
  if (!st_watcher_index_is_equivalent(&run->index, a, b)) return false;
  return a->started_handle == 0 ||
         st_candidate_limits_equal(st_candidate_limits_get(run, a),
                                   st_candidate_limits_get(run, b));
}

static strata_status add_replacement_candidate(st_execution *run,
                                               uint32_t event, uint32_t watcher,
                                               strata_entity decider) {
  if (!st_mem_reserve(run->mem, &run->candidates, &run->candidate_capacity,
                      run->candidate_count + 1, sizeof run->candidates[0])) {
    return STRATA_ENOMEM;
  }
  const st_watcher_candidate *f = st_execution_candidate(run, watcher);
  uint32_t class =
      st_watcher_def_get(run->rules, f->watcher_def)->replacement_class;
  st_event *e = st_event_get(run, event);
  if (class < e->lowest_class) e->lowest_class = class;
  run->candidates[run->candidate_count++] = (st_replacement_candidate){
      .event = event, .candidate = watcher, .class = class, .decider = decider};
  return STRATA_OK;
}

/* Whether one watcher can represent its equivalents: the batch has only one
 * event, or they have no limits. Then it makes no difference which of them is
 * applied. */
static bool represents_its_equals(const st_execution *run,
                                  st_candidate_limits limits, uint32_t event) {
  if (run->batches[run->events[event - 1].batch - 1].count == 1) return true;
  return limits.uses_left == UINT32_MAX && limits.amount_left == -1;
}

static bool is_replacing_role(const st_watcher_def *def) {
  return def->role == STRATA_ROLE_REPLACE || def->role == STRATA_ROLE_PREVENT;
}

/* Candidates from the entering object's own abilities (614.12). They are not in
 * the index yet. */
static strata_status collect_from_entering(st_execution *run, uint32_t event,
                                           strata_entity decider) {
  const st_entry_preview *preview = st_event_entry_preview(run, event);
  if (preview && preview->event_type != st_event_get(run, event)->type)
    preview = NULL;
  uint32_t first = preview ? preview->own_first : 0;
  uint32_t count = preview ? preview->own_count : 0;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t number = ST_OWN_CANDIDATE | (first + i);
    const st_watcher_candidate *watcher = st_execution_candidate(run, number);
    bool applies = false;
    if (!is_replacing_role(
            st_watcher_def_get(run->rules, watcher->watcher_def)) ||
        !st_use_limits_allow(run, watcher, event)) {
      continue;
    }
    status = st_applicability_test(run, watcher, event, &applies);
    if (!status && applies)
      status = add_replacement_candidate(run, event, number, decider);
  }
  return status;
}

#define REPLACING_ROLES                                                        \
  (ST_WATCHER_INDEX_ROLE(REPLACE) | ST_WATCHER_INDEX_ROLE(PREVENT))

/* Candidates from a list of the index. A watcher equal to the previous one is
 * skipped, or reuses the result of its condition. */
static strata_status collect_from_index(st_execution *run, uint32_t event,
                                        uint32_t n, strata_entity decider) {
  const st_watcher_candidate *last = NULL;
  st_candidate_limits last_limits = {0};
  bool last_says = false;
  strata_status status = STRATA_OK;
  st_equal_candidates_begin(run, event);
  while (!status && n != 0) {
    uint32_t number = n;
    const st_watcher_candidate *watcher = st_execution_candidate(run, number);
    const st_watcher_def *def =
        st_watcher_def_get(run->rules, watcher->watcher_def);
    n = watcher->next;
    if (!st_use_limits_allow(run, watcher, event)) continue;
    st_candidate_limits limits = st_candidate_limits_get(run, watcher);
    bool like = last && st_candidate_limits_equal(last_limits, limits) &&
                st_watcher_index_is_equivalent(&run->index, last, watcher);
    bool joins = like && !def->always_ask;
    bool passed = joins && represents_its_equals(run, limits, event);
    if (!st_equal_candidates_add(run, number, joins)) return STRATA_ENOMEM;
    if (passed || (like && !last_says)) continue;
    if (!like) status = st_applicability_test(run, watcher, event, &last_says);
    last = watcher;
    last_limits = limits;
    if (!status && last_says)
      status = add_replacement_candidate(run, event, number, decider);
  }
  if (!status) st_equal_candidates_end(run);
  return status;
}

/* The same from the equal groups of the last evaluation, which are still valid:
 * one candidate of each group. */
static strata_status collect_from_groups(st_execution *run, uint32_t event,
                                         strata_entity decider) {
  strata_status status = STRATA_OK;
  size_t group = 0;
  uint32_t n = st_equal_candidates_next(run, &group);
  for (; !status && n != 0; n = st_equal_candidates_next(run, &group)) {
    bool applies = false;
    status = st_applicability_test(run, st_execution_candidate(run, n), event,
                                   &applies);
    if (!status && applies)
      status = add_replacement_candidate(run, event, n, decider);
  }
  return status;
}

/* Collect all candidates of one event. */
static strata_status collect_for_event(st_execution *run, uint32_t event) {
  strata_entity decider = 0;
  uint32_t n = 0;
  st_event *e = st_event_get(run, event);
  e->lowest_class = UINT32_MAX;
  if (st_equal_candidates_is_valid(run, event)) {
    strata_status status = st_turn_order_decider(run, event, &decider);
    return status ? status : collect_from_groups(run, event, decider);
  }
  strata_status status = st_watcher_index_find(&run->index, e->type,
                                               st_event_key_words(run, event),
                                               REPLACING_ROLES, &n);
  if (!status && (n != 0 || st_event_entry_preview(run, event))) {
    status = st_turn_order_decider(run, event, &decider);
  }
  if (!status) status = collect_from_index(run, event, n, decider);
  return status ? status : collect_from_entering(run, event, decider);
}

/* Collect the candidates of an event that has changed, if it still can happen
 * (614.7a, 614.17). */
static strata_status reevaluate_event(st_execution *run, uint32_t event) {
  st_event_get(run, event)->candidates_known = true;
  if (!st_event_is_proposed(st_event_get(run, event))) return STRATA_OK;
  strata_status status = st_entry_preview_refresh(run, event);
  if (!status) status = st_why_not_at(run, event, 0, ST_WHY_NOT_CANT);
  if (!status) status = st_can_happen_update(run, event);
  if (status || !st_event_is_proposed(st_event_get(run, event))) return status;
  status = st_why_not_at(run, event, 0, ST_WHY_NOT_REPLACE);
  return status ? status : collect_for_event(run, event);
}

static void swap_candidate_buffers(st_execution *run) {
  st_replacement_candidate *pairs = run->candidates;
  size_t capacity = run->candidate_capacity;
  run->candidates = run->old_candidates;
  run->candidate_capacity = run->old_candidate_capacity;
  run->old_candidates = pairs;
  run->old_candidate_capacity = capacity;
}

/* Refresh the first event of the array, where it alone is dirty: that is the
 * most frequent case. */
static strata_status refresh_first_event(st_execution *run) {
  size_t count = run->candidate_count;
  size_t old = 0;
  uint32_t event = run->candidates[0].event;
  while (old < count && run->candidates[old].event == event) {
    old++;
  }
  strata_status status = reevaluate_event(run, event);
  size_t made = run->candidate_count - count;
  size_t size = sizeof run->candidates[0];
  if (!status &&
      !st_mem_reserve(run->mem, &run->old_candidates,
                      &run->old_candidate_capacity, made + 1, size)) {
    status = STRATA_ENOMEM;
  }
  if (status) return status;
  memcpy(run->old_candidates, run->candidates + count, made * size);
  memmove(run->candidates + made, run->candidates + old, (count - old) * size);
  memcpy(run->candidates, run->old_candidates, made * size);
  run->candidate_count = count - old + made;
  run->candidates_stale_count = 0;
  return STRATA_OK;
}

/* Refresh all dirty events and keep the candidates of the others, merged in the
 * order of the events, whose numbers ascend in a batch. */
static strata_status refresh_dirty_events(st_execution *run, uint32_t batch) {
  bool none_new = run->candidates_last_event == st_batch_get(run, batch)->last;
  if (none_new && run->candidates_stale_count == 0) return STRATA_OK;
  if (none_new && run->candidates_stale_count == 1 &&
      run->candidate_count > 0 &&
      !st_event_get(run, run->candidates[0].event)->candidates_known) {
    return refresh_first_event(run);
  }
  size_t count = run->candidate_count;
  size_t at = 0;
  strata_status status = STRATA_OK;
  swap_candidate_buffers(run);
  run->candidate_count = 0;
  for (uint32_t e = st_batch_get(run, batch)->first; !status && e != 0;
       e = st_event_get(run, e)->next) {
    bool looked = st_event_get(run, e)->candidates_known;
    if (!looked) status = reevaluate_event(run, e);
    for (; !status && at < count && run->old_candidates[at].event == e; at++) {
      const st_replacement_candidate *old = &run->old_candidates[at];
      if (looked)
        status =
            add_replacement_candidate(run, e, old->candidate, old->decider);
    }
  }
  run->candidates_stale_count = 0;
  run->candidates_last_event = st_batch_get(run, batch)->last;
  return status;
}

strata_status st_candidates_refresh(st_execution *run, uint32_t batch) {
  bool was_current = st_watcher_index_is_current(&run->index);
  if (!was_current || run->candidates_batch != batch ||
      run->candidates_index_serial != run->index.serial) {
    run->candidate_count = 0;
    run->candidates_last_event = 0;
    for (uint32_t e = st_batch_get(run, batch)->first; e != 0;
         e = st_event_get(run, e)->next) {
      st_candidates_mark_dirty(run, e);
    }
  }
  strata_status status = refresh_dirty_events(run, batch);
  run->candidates_batch = batch;
  run->candidates_index_serial = run->index.serial;
  return status;
}

bool st_candidates_is_of_lowest_class(
    const st_execution *run, const st_replacement_candidate *candidate) {
  return candidate->class == run->events[candidate->event - 1].lowest_class;
}

uint32_t st_candidates_events_of(const st_execution *run,
                                 const st_replacement_candidate *candidate,
                                 uint32_t *events) {
  uint32_t count = 0;
  for (size_t i = 0; i < run->candidate_count; i++) {
    const st_replacement_candidate *p = &run->candidates[i];
    if (p->candidate != candidate->candidate ||
        p->decider != candidate->decider)
      continue;
    if (!st_candidates_is_of_lowest_class(run, p)) continue;
    if (events) events[count] = p->event;
    count++;
  }
  return count;
}
