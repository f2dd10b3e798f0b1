/* explain_why_not.h - why a watcher did nothing about an event. */
#ifndef STRATA_PLAY_ACTION_EXPLAIN_WHY_NOT_H
#define STRATA_PLAY_ACTION_EXPLAIN_WHY_NOT_H

#include "play/action/event_explanation.h"

/* Add the one row that says why the watcher that the trace asks about did
 * nothing about an event. *triggered: it has triggered, and the trace does not
 * say what came of that. */
strata_status st_event_explanation_add_why_not(strata_event_why *why,
                                               st_execution *exec,
                                               uint32_t event, bool *triggered);

/* Add the row for a trigger that was dropped when it should resolve, which is
 * the given row of the log. *found is false if this execution did not write
 * that row. */
strata_status st_event_explanation_add_undone(strata_event_why *why,
                                              st_execution *exec, uint64_t row,
                                              bool *found);

#endif
