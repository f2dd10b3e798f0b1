/*
 * can_happen.c - whether there is an event, and whether it can happen.
 */
#include "play/execution/can_happen.h"

#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/trace.h"
#include "play/execution/use_limits.h"
#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"

uint32_t st_can_happen_new_frame(st_execution *run, uint32_t number,
                                 const st_program *program) {
  const strata_rules *rules = run->rules;
  strata_entity cause =
      (strata_entity)st_event_word(run, number, rules->common_fields.cause);
  strata_entity by =
      (strata_entity)st_event_word(run, number, rules->common_fields.by);
  return st_frame_new(run, program, cause, by, number);
}

/* `preview`: test an object that enters as it would be. */
static strata_status event_condition_holds(st_execution *run, uint32_t event,
                                           const strata_expr *condition,
                                           bool preview, bool *out) {
  *out = true;
  if (!condition) return STRATA_OK;
  const st_event_type *type =
      st_event_type_get(run->rules, st_event_get(run, event)->type);
  int64_t variables[ST_VARIABLE_FIRST_OWN] = {
      [ST_VARIABLE_YOU] =
          st_event_word(run, event, run->rules->common_fields.by)};
  strata_entity cause =
      (strata_entity)st_event_word(run, event, run->rules->common_fields.cause);
  strata_status status = st_applicability_borrow_frame(
      run, &type->perform_program, variables, cause, event);
  if (status) return status;
  st_frame_get(run, run->condition_frame)->uses_preview = preview;
  return st_frame_holds(run, run->condition_frame, condition, out);
}

strata_status st_can_happen_condition(st_execution *run, uint32_t event,
                                      const strata_expr *condition, bool *out) {
  return event_condition_holds(run, event, condition, false, out);
}

static strata_status is_cant_effect(st_execution *run,
                                    const st_watcher_candidate *candidate,
                                    uint32_t event, bool *out) {
  *out = false;
  bool bans = st_watcher_def_get(run->rules, candidate->watcher_def)->role ==
                  STRATA_ROLE_CANT &&
              st_use_limits_left(run, candidate) > 0;
  return bans ? st_applicability_test(run, candidate, event, out) : STRATA_OK;
}

/* The first "can't" effect that forbids the event, or NULL: those of the state
 * first, then those of the entering object. */
static strata_status find_cant_effect(st_execution *run, uint32_t event,
                                      const st_watcher_candidate **out) {
  uint32_t n;
  bool applies = false;
  *out = NULL;
  strata_status status = st_watcher_index_find(
      &run->index, st_event_get(run, event)->type,
      st_event_key_words(run, event), ST_WATCHER_INDEX_ROLE(CANT), &n);
  while (!status && n != 0 && !applies) {
    *out = st_watcher_index_get(&run->index, n);
    status = is_cant_effect(run, *out, event, &applies);
    n = (*out)->next;
  }
  const st_entry_preview *preview = st_event_entry_preview(run, event);
  if (preview && preview->event_type != st_event_get(run, event)->type)
    preview = NULL;
  uint32_t own = preview ? preview->own_first : 0;
  uint32_t end = preview ? own + preview->own_count : 0;
  for (; !status && own < end && !applies; own++) {
    *out = st_execution_candidate(run, ST_OWN_CANDIDATE | own);
    status = is_cant_effect(run, *out, event, &applies);
  }
  if (!applies) *out = NULL;
  return status;
}

strata_status st_can_happen_refuse(st_execution *run, uint32_t event,
                                   strata_watcher_def def,
                                   strata_entity source) {
  st_event_get(run, event)->state = ST_EVENT_REFUSED;
  bool held = st_watcher_index_is_current(&run->index);
  strata_status status =
      st_event_log_write_outcome(run, event, ST_LOGGED_REFUSED, def, source, 0);
  st_watcher_index_stay_current(&run->index, held);
  const st_watcher_candidate by = {.watcher_def = def, .self = source};
  if (!status && st_trace_is_on(run)) {
    status = st_trace_add_watcher(run, ST_TRACE_REFUSED, event, &by);
  }
  return status;
}

strata_status st_can_happen_update_matters(st_execution *run, uint32_t event) {
  const st_event_type *type =
      st_event_type_get(run->rules, st_event_get(run, event)->type);
  bool yes;
  strata_status status =
      event_condition_holds(run, event, type->matters, false, &yes);
  if (status || yes) return status;
  st_event_get(run, event)->state = ST_EVENT_DROPPED;
  return st_trace_is_on(run)
             ? st_trace_add_dropped(run, event, type->matters->text)
             : STRATA_OK;
}

strata_status st_can_happen_update(st_execution *run, uint32_t event) {
  const st_event_type *type =
      st_event_type_get(run->rules, st_event_get(run, event)->type);
  bool yes;
  strata_status status = st_can_happen_update_matters(run, event);
  if (status || !st_event_is_proposed(st_event_get(run, event))) return status;
  status = event_condition_holds(run, event, type->can, true, &yes);
  if (status) return status;
  if (!yes) return st_can_happen_refuse(run, event, 0, 0);
  const st_watcher_candidate *ban;
  status = find_cant_effect(run, event, &ban);
  if (status || !ban) return status;
  return st_can_happen_refuse(run, event, ban->watcher_def,
                              st_entity_unless_preview(ban->self));
}
