/*
 * equal_candidates.c - the groups of equal watchers of the last event that was
 * evaluated.
 *
 * The groups are one array of candidates and one of ranges in it. Each range
 * has the place of its first watcher that was not applied yet; that place only
 * moves forward, so ten thousand equal watchers are looked at once for all
 * their applications.
 *
 * Invariants: st_equal_candidates.event is 0 unless the groups are complete and
 * were recorded with the index as it is numbered by index_serial; and no
 * watcher, in a group or left out, can become applicable again (recording stops
 * if one could).
 */
#include "play/replace/equal_candidates.h"

#include "play/execution/equal_candidates_state.h"
#include "play/execution/event.h"
#include "play/execution/use_limits.h"
#include "play/index/watcher_index.h"
#include "world/tables/started_watchers.h"

#include <string.h>

st_candidate_limits
st_candidate_limits_get(const st_execution *exec,
                        const st_watcher_candidate *watcher) {
  st_candidate_limits limits = {.amount_left = -1,
                                .uses_left = st_use_limits_left(exec, watcher)};
  uint32_t slot =
      watcher->started_handle != 0
          ? st_started_watcher_slot(exec->store, watcher->started_handle)
          : 0;
  if (slot != 0 &&
      !st_started_watcher_amount_left(exec->store, slot, &limits.amount_left)) {
    limits.amount_left = -1;
  }
  return limits;
}

void st_equal_candidates_begin(st_execution *exec, uint32_t event) {
  st_equal_candidates *a = &exec->equal_candidates;
  const st_event *e = st_event_get(exec, event);
  a->event = 0;
  a->item_count = 0;
  a->group_count = 0;
  a->recorded_event = event;
  if (st_batch_get(exec, e->batch)->count != 1 ||
      st_event_entry_preview(exec, event)) {
    a->recorded_event = 0;
  }
}

bool st_equal_candidates_add(st_execution *exec, uint32_t watcher, bool joins) {
  st_equal_candidates *a = &exec->equal_candidates;
  const st_watcher_candidate *f = st_execution_candidate(exec, watcher);
  if (a->recorded_event == 0) return true;
  if (st_watcher_def_get(exec->rules, f->watcher_def)->may_apply_again ||
      st_candidate_limits_get(exec, f).amount_left != -1) {
    /* it may become applicable again, or depends on the shares of other events
     */
    a->recorded_event = 0;
    return true;
  }
  if (!st_mem_reserve(exec->mem, &a->items, &a->item_capacity,
                      a->item_count + 1, sizeof a->items[0]) ||
      !st_mem_reserve(exec->mem, &a->groups, &a->group_capacity,
                      a->group_count + 1, sizeof a->groups[0])) {
    return false;
  }
  if (!joins) {
    a->groups[a->group_count++] =
        (st_equal_group){.first_free = a->item_count, .end = a->item_count};
  }
  a->items[a->item_count++] = watcher;
  a->groups[a->group_count - 1].end = a->item_count;
  return true;
}

void st_equal_candidates_leave_out(st_execution *exec, uint32_t watcher) {
  strata_watcher_def def = st_execution_candidate(exec, watcher)->watcher_def;
  if (st_watcher_def_get(exec->rules, def)->may_apply_again) {
    exec->equal_candidates.recorded_event = 0;
  }
}

void st_equal_candidates_end(st_execution *exec) {
  st_equal_candidates *a = &exec->equal_candidates;
  if (a->recorded_event == 0 || !st_watcher_index_is_current(&exec->index)) {
    return;
  }
  const st_event *e = st_event_get(exec, a->recorded_event);
  size_t count = st_event_type_get(exec->rules, e->type)->field_count;
  assert(count <= ST_COUNT_OF(a->words));
  memcpy(a->words, e->words, count * sizeof a->words[0]);
  a->index_serial = exec->index.serial;
  a->event = a->recorded_event;
}

bool st_equal_candidates_is_valid(const st_execution *exec, uint32_t event) {
  const st_equal_candidates *a = &exec->equal_candidates;
  if (a->event != event || a->index_serial != exec->index.serial ||
      !st_watcher_index_is_current(&exec->index)) {
    return false;
  }
  const st_event *e = &exec->events[event - 1];
  if (exec->batches[e->batch - 1].count != 1) return false;
  for (uint64_t left = exec->index.key_places[e->type]; left != 0;
       left &= left - 1) {
    uint32_t place = st_lowest_bit(left);
    if (e->words[place] != a->words[place]) return false;
  }
  return true;
}

uint32_t st_equal_candidates_next(st_execution *exec, size_t *group) {
  st_equal_candidates *a = &exec->equal_candidates;
  for (; *group < a->group_count; ++*group) {
    st_equal_group *g = &a->groups[*group];
    while (g->first_free < g->end &&
           !st_use_limits_allow(
               exec, st_execution_candidate(exec, a->items[g->first_free]),
               a->event)) {
      g->first_free++;
    }
    if (g->first_free < g->end) {
      return a->items[a->groups[(*group)++].first_free];
    }
  }
  return 0;
}

void st_equal_candidates_applied(st_execution *exec, uint32_t event) {
  if (exec->equal_candidates.event != event) exec->equal_candidates.event = 0;
}
