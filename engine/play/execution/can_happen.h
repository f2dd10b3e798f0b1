/* can_happen.h - whether there is an event at all (614.7a), and whether it can
 * happen (614.17). */
#ifndef STRATA_PLAY_EXECUTION_CAN_HAPPEN_H
#define STRATA_PLAY_EXECUTION_CAN_HAPPEN_H

#include "play/execution/execution.h"

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
                                   strata_watcher_def def,
                                   strata_entity source);

/* True if a condition of an event's kind holds of it. */
strata_status st_can_happen_condition(st_execution *run, uint32_t event,
                                      const strata_expr *condition, bool *out);

/* A frame for what an event's kind says. 0: no memory. */
uint32_t st_can_happen_new_frame(st_execution *run, uint32_t number,
                                 const st_program *program);

#endif
