/* can_happen.h - whether there is an event at all (614.7a), and whether it can
 * happen (614.17). */
#ifndef STRATA_PLAY_EXECUTION_CAN_HAPPEN_H
#define STRATA_PLAY_EXECUTION_CAN_HAPPEN_H

#include "play/execution/execution.h"

/*
 * Decide whether there is such an event (614.7a) and whether it can happen:
 * this is the only place that decides it (614.17). If not, the event's state
 * says so, and the log if it cannot happen. To be called again whenever the
 * event has changed.
 */
strata_status st_can_happen_update(st_execution *exec, uint32_t event);

/* Decide only whether there is such an event. */
strata_status st_can_happen_update_matters(st_execution *exec, uint32_t event);

/* Refuse an event: set its state and log it. `def` 0: its type forbids it. */
strata_status st_can_happen_refuse(st_execution *exec, uint32_t event,
                                   strata_watcher_def def,
                                   strata_entity source);

/* *out is whether a condition of the event's type holds for the event. */
strata_status st_can_happen_condition(st_execution *exec, uint32_t event,
                                      const strata_expr *condition, bool *out);

/* Make a frame for a program of the event's type; 0 if there is no memory. */
uint32_t st_can_happen_new_frame(st_execution *exec, uint32_t number,
                                 const st_program *program);

#endif
