/*
 * can_happen.c - whether there is an event, and whether it can happen.
 */
#include "play/execution/can_happen.h"

#include "play/execution/applicability.h"
#include "play/execution/event.h"
#include "play/execution/event_log_write.h"
#include "play/execution/frame.h"
#include "play/execution/payment.h"
#include "play/execution/trace.h"
#include "play/execution/use_limits.h"
#include "play/index/watcher_index.h"
#include "play/index/watcher_index_update.h"
#include "rules/model/sba_def.h"
#include "world/tables/course_rows.h"

uint32_t st_can_happen_new_frame(st_execution *exec, uint32_t number,
                                 const st_program *program) {
  const strata_rules *rules = exec->rules;
  strata_entity cause =
      (strata_entity)st_event_word(exec, number, rules->common_fields.cause);
  strata_entity by =
      (strata_entity)st_event_word(exec, number, rules->common_fields.by);
  return st_frame_new(exec, program, cause, by, number);
}

strata_status st_can_happen_condition(st_execution *exec, uint32_t event,
                                      const strata_expr *condition, bool *out) {
  *out = true;
  if (!condition) return STRATA_OK;
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, event)->type);
  int64_t variables[ST_VARIABLE_FIRST_OWN] = {
      [ST_VARIABLE_YOU] =
          st_event_word(exec, event, exec->rules->common_fields.by)};
  strata_entity cause = (strata_entity)st_event_word(
      exec, event, exec->rules->common_fields.cause);
  strata_status status = st_applicability_borrow_frame(
      exec, &type->perform_program, variables, cause, event);
  if (status) return status;
  return st_frame_holds(exec, exec->condition_frame, condition, out);
}

static strata_status is_cant_effect(st_execution *exec,
                                    const st_watcher_candidate *candidate,
                                    uint32_t event, bool *out) {
  *out = false;
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, candidate->watcher_def);
  bool bans = def->role == STRATA_ROLE_CANT && !def->bars_prevention &&
              st_use_limits_left(exec, candidate) > 0;
  return bans ? st_applicability_test(exec, candidate, event, out) : STRATA_OK;
}

/* The first "can't" effect that forbids the event, or NULL: those of the state
 * first, then those of the entering object. */
static strata_status find_cant_effect(st_execution *exec, uint32_t event,
                                      const st_watcher_candidate **out) {
  uint32_t n;
  bool applies = false;
  *out = NULL;
  strata_status status = st_watcher_index_find(
      &exec->index, st_event_get(exec, event)->type,
      st_event_key_words(exec, event), ST_WATCHER_INDEX_ROLE(CANT), &n);
  while (!status && n != 0 && !applies) {
    *out = st_watcher_index_get(&exec->index, n);
    status = is_cant_effect(exec, *out, event, &applies);
    n = (*out)->next;
  }
  const st_entry_preview *preview = st_event_entry_preview(exec, event);
  if (preview && preview->event_type != st_event_get(exec, event)->type) {
    preview = NULL;
  }
  uint32_t own = preview ? preview->own_first : 0;
  uint32_t end = preview ? own + preview->own_count : 0;
  for (; !status && own < end && !applies; own++) {
    *out = st_execution_candidate(exec, ST_OWN_CANDIDATE | own);
    status = is_cant_effect(exec, *out, event, &applies);
  }
  if (!applies) *out = NULL;
  return status;
}

strata_status st_can_happen_refuse(st_execution *exec, uint32_t event,
                                   strata_watcher_def def,
                                   strata_entity source) {
  st_event_get(exec, event)->state = ST_EVENT_REFUSED;
  st_payment_note(exec, event);
  bool held = st_watcher_index_is_current(&exec->index);
  strata_status status = st_event_log_write_outcome(
      exec, event, ST_LOGGED_REFUSED, def, source, 0);
  st_watcher_index_stay_current(&exec->index, held);
  const st_watcher_candidate by = {.watcher_def = def, .self = source};
  if (!status && st_trace_is_on(exec)) {
    status = st_trace_add_watcher(exec, ST_TRACE_REFUSED, event, &by);
  }
  return status;
}

strata_status st_can_happen_update_matters(st_execution *exec, uint32_t event) {
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, event)->type);
  bool yes;
  strata_status status =
      st_can_happen_condition(exec, event, type->matters, &yes);
  if (status || yes) return status;
  st_event_get(exec, event)->state = ST_EVENT_DROPPED;
  st_payment_note(exec, event);
  return st_trace_is_on(exec)
             ? st_trace_add_dropped(exec, event, type->matters->text)
             : STRATA_OK;
}

strata_status st_can_happen_update(st_execution *exec, uint32_t event) {
  const st_event_type *type =
      st_event_type_get(exec->rules, st_event_get(exec, event)->type);
  bool yes;
  strata_status status = st_can_happen_update_matters(exec, event);
  if (status || !st_event_is_proposed(st_event_get(exec, event))) return status;
  status = st_can_happen_condition(exec, event, type->can, &yes);
  if (status) return status;
  bool begins_anew =
      st_event_get(exec, event)->type == exec->rules->play->starts &&
      st_course_state_get(exec->store) != ST_COURSE_NOT_BEGUN;
  if (!yes || begins_anew) return st_can_happen_refuse(exec, event, 0, 0);
  const st_watcher_candidate *ban;
  status = find_cant_effect(exec, event, &ban);
  if (status || !ban) return status;
  return st_can_happen_refuse(exec, event, ban->watcher_def,
                              st_entity_unless_preview(ban->self));
}
