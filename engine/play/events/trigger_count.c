/*
 * trigger_count.c - how often a trigger triggers on one event: once, more
 * often, or never.
 *
 * Watchers that multiply or block triggers are looked up when the first trigger
 * of an event asks, and kept for all triggers of that event, so each trigger
 * costs no lookup. Their conditions are tested for each trigger, as these may
 * read its source and controller.
 */
#include "play/events/trigger_count.h"

#include "base/hash.h"
#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/trace.h"
#include "play/execution/use_limits.h"
#include "play/execution/why_not.h"
#include "play/index/applied_sets.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index.h"
#include "play/replace/replacement.h"
#include "play/replace/used_watchers.h"

#include <string.h>

strata_status st_trigger_count_listen(const st_trigger_hearing *h,
                                      st_listener_group group) {
  const st_event *e = st_event_get(h->exec, h->event);
  return st_listeners_find(&h->exec->listeners, e->type, e->words, group);
}

/* Look up the watchers that multiply or block triggers of this event. */
static strata_status find_multipliers(st_trigger_hearing *h) {
  st_listeners *listen = &h->exec->listeners;
  if (h->has_multipliers) return STRATA_OK;
  h->has_multipliers = true;
  h->multipliers_start = listen->item_count;
  strata_status status = st_trigger_count_listen(h, ST_LISTENERS_TRIGGER_MORE);
  h->blockers_start = listen->item_count;
  if (!status) status = st_trigger_count_listen(h, ST_LISTENERS_TRIGGER_NEVER);
  h->blockers_end = listen->item_count;
  return status;
}

static void set_lent_variable(const st_watcher_def *def, const char *name,
                              strata_entity who, int64_t *variables) {
  uint32_t place = st_program_find_variable(&def->program, name);
  if (place != UINT32_MAX) variables[place] = (int64_t)who;
}

/* Whether such a watcher applies to a trigger. Its program reads the source and
 * the controller of the trigger as the variables `source` and `controller`, if
 * it has these. */
static strata_status does_multiplier_apply(const st_trigger_hearing *h,
                                           uint32_t item,
                                           const st_watcher_candidate *trigger,
                                           st_watcher_candidate *out,
                                           bool *yes) {
  st_execution *exec = h->exec;
  *out = *st_watcher_index_get(&exec->index, item);
  const st_watcher_def *def = st_trigger_def(exec, out);
  size_t count = def->program.variables.count;
  *yes = false;
  if (st_use_limits_left(exec, out) == 0) return STRATA_OK;
  if (!st_mem_reserve(exec->mem, &exec->scratch_variables,
                      &exec->scratch_variable_capacity, count,
                      sizeof exec->scratch_variables[0])) {
    return STRATA_ENOMEM;
  }
  memcpy(exec->scratch_variables, out->variables,
         count * sizeof exec->scratch_variables[0]);
  set_lent_variable(def, "source", trigger->self, exec->scratch_variables);
  set_lent_variable(def, "controller", trigger->you, exec->scratch_variables);
  out->variables = exec->scratch_variables;
  return st_applicability_test(exec, out, h->event, yes);
}

/* The use of a watcher is not observable, so the index stays current. */
strata_status st_trigger_count_record_use(st_execution *exec,
                                          const st_watcher_candidate *watcher) {
  bool was_current = st_watcher_index_is_current(&exec->index);
  strata_status status = st_use_limits_count_use(exec, watcher);
  if (!status) status = st_used_watchers_add(exec, watcher->started_handle);
  st_watcher_index_stay_current(&exec->index, was_current);
  return status;
}

uint32_t st_trigger_count_add(uint32_t count, int64_t more) {
  more = st_clamp(more, 0, UINT32_MAX);
  return (uint32_t)st_min((int64_t)count + more, UINT32_MAX);
}

/* Add a trigger, or a multiplier together with its trigger, to the set of those
 * that the batch allows once. */
strata_status st_trigger_count_add_once(const st_trigger_hearing *h,
                                        const st_watcher_id *id) {
  st_execution *exec = h->exec;
  st_batch *batch = st_batch_get(exec, h->batch);
  if (batch->triggered_once_set == 0) {
    batch->triggered_once_set = st_applied_sets_new(&exec->applied_sets, 0);
  }
  if (batch->triggered_once_set == 0) return STRATA_ENOMEM;
  bool added =
      st_applied_sets_add(&exec->applied_sets, batch->triggered_once_set, id);
  return added ? STRATA_OK : STRATA_ENOMEM;
}

bool st_trigger_count_has_once(const st_trigger_hearing *h,
                               const st_watcher_id *id) {
  const st_batch *batch = st_batch_get(h->exec, h->batch);
  return st_applied_sets_has(&h->exec->applied_sets, batch->triggered_once_set,
                             id);
}

/* The identity of a multiplier together with the trigger that it multiplies. */
static st_watcher_id multiplier_pair_id(const st_watcher_id *more,
                                        const st_watcher_id *of) {
  st_watcher_id id = *more;
  id.giver ^= of->hash;
  id.hash = st_mix(more->hash, of->hash);
  return id;
}

static strata_status add_multiplier(const st_trigger_hearing *h, uint32_t item,
                                    const st_watcher_candidate *trigger,
                                    uint32_t *count) {
  st_execution *exec = h->exec;
  st_watcher_candidate watcher;
  bool yes;
  int64_t more = 1;
  bool batch = st_trigger_def(exec, trigger)->once_per_batch;
  st_watcher_id candidate = multiplier_pair_id(
      &st_watcher_index_get(&exec->index, item)->id, &trigger->id);
  if (batch && st_trigger_count_has_once(h, &candidate)) return STRATA_OK;
  strata_status status =
      does_multiplier_apply(h, item, trigger, &watcher, &yes);
  if (status || !yes) return status;
  const strata_expr *amount = st_trigger_def(exec, &watcher)->amount;
  if (amount) {
    status = st_applicability_eval(exec, &watcher, h->event, amount, &more);
  }
  if (!status) status = st_trigger_count_record_use(exec, &watcher);
  if (!status && batch) status = st_trigger_count_add_once(h, &candidate);
  *count = st_trigger_count_add(*count, more);
  return status;
}

strata_status st_trigger_count_modify(st_trigger_hearing *h,
                                      const st_watcher_candidate *trigger,
                                      uint32_t *count) {
  st_execution *exec = h->exec;
  st_watcher_candidate watcher;
  bool yes;
  strata_status status = find_multipliers(h);
  for (size_t i = h->blockers_start; !status && i < h->blockers_end; i++) {
    status = does_multiplier_apply(h, exec->listeners.items[i], trigger,
                                   &watcher, &yes);
    if (status || !yes) continue;
    *count = 0;
    if (st_trace_is_on(exec)) {
      status = st_why_not_add_never(exec, trigger, h->event, &watcher);
    }
    return status ? status : st_trigger_count_record_use(exec, &watcher);
  }
  for (size_t i = h->multipliers_start; !status && i < h->blockers_start; i++) {
    if (trigger->started_handle != 0) break;
    status = add_multiplier(h, exec->listeners.items[i], trigger, count);
  }
  return status;
}
