/* judge.h - whether a watcher applies to an event, and whether the event can
 * happen at all. */
#ifndef STRATA_PLAY_EXECUTION_APPLICABILITY_H
#define STRATA_PLAY_EXECUTION_APPLICABILITY_H

#include "play/execution/execution.h"

/* What it says is true of the event: key, alias, tests, condition. Of the event
 * alone: not whether it may apply once more. */
strata_status st_applicability_test(st_execution *run,
                                    const st_watcher_candidate *found,
                                    uint32_t event, bool *says);

/* What of it is not so: the first part, of whom, whom the event's field names;
 * NULL: all of it is. For accounts. */
typedef struct st_unmet_condition {
  const strata_expr *condition;
  strata_entity it;   /* or 0 */
  strata_field field; /* or 0 */
} st_unmet_condition;
strata_status st_applicability_find_unmet(st_execution *run,
                                          const st_watcher_candidate *found,
                                          uint32_t event,
                                          st_unmet_condition *out);

/* The value of an expression of its code, as it sees the event; of 0, how
 * things are. */
strata_status st_applicability_eval(st_execution *run,
                                    const st_watcher_candidate *found,
                                    uint32_t event, const strata_expr *expr,
                                    int64_t *out);

/* Whether what a code says is done now, in a frame of it: its player may let it
 * be, and what counts how often it is done is counted (603.2i). */
strata_status st_use_limits_try(st_execution *run, strata_watcher_def id,
                                uint32_t frame, bool *yes);

/* Whether a player wants what a code says, who is asked if it is optional. */
strata_status st_decisions_ask_optional(st_execution *run,
                                        strata_watcher_def code,
                                        strata_entity source,
                                        strata_entity player, bool *yes);

/* It may be applied to this event: it has not been to it or to what it came
 * from (614.5), and is not used up. */
bool st_use_limits_allow(const st_execution *run,
                         const st_watcher_candidate *found, uint32_t event);

/* Whether it matters how often it was applied. */
static inline bool st_use_limits_has_any(const st_watcher_def *code,
                                         const st_watcher_candidate *found) {
  return found->started_handle != 0 || code->uses != 0 ||
         code->uses_per_clock != 0;
}

/* How often it may still be applied; UINT32_MAX: there is no limit. */
uint32_t st_use_limits_left(const st_execution *run,
                            const st_watcher_candidate *found);

/* It was applied once more. Writes how often, if there is a limit. */
strata_status st_use_limits_count_use(st_execution *run,
                                      const st_watcher_candidate *found);

/*
 * Whether there is such an event (614.7a), and whether it can happen: here and
 * nowhere else (614.17). Its state says so, and the log if it cannot. To be
 * asked again whenever the event has changed.
 */
strata_status st_can_happen_update(st_execution *run, uint32_t event);

/* The first half of it: whether there is such an event. */
strata_status st_can_happen_update_matters(st_execution *run, uint32_t event);

/* It cannot happen: its state says so, and the log. `code` 0: its kind says it.
 */
strata_status st_can_happen_refuse(st_execution *run, uint32_t event,
                                   strata_watcher_def code,
                                   strata_entity source);

/* True if a condition of an event's kind holds of it. */
strata_status st_can_happen_condition(st_execution *run, uint32_t event,
                                      const strata_expr *condition, bool *out);

/* A frame for what an event's kind says. 0: no memory. */
uint32_t st_can_happen_new_frame(st_execution *run, uint32_t number,
                                 const st_program *program);

/* A row of the log about an event that it was not to be: who did that to it,
 * and `prevented` of its amount. Nothing for quiet kinds. */
strata_status st_event_log_write_outcome(st_execution *run, uint32_t number,
                                         st_logged what,
                                         strata_watcher_def code,
                                         strata_entity source,
                                         int64_t prevented);

/* A row that has all of its fields: it happened, or has passed. */
strata_status st_event_log_write_words(st_execution *run, uint32_t number,
                                       st_logged what, strata_watcher_def code,
                                       uint64_t *row);

static inline bool st_event_is_proposed(const st_event *event) {
  return event->state == ST_EVENT_PROPOSED;
}

#endif
