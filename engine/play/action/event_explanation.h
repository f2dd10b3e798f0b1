/* account.h - how an event came, and why somebody did nothing about it. */
#ifndef STRATA_PLAY_ACTION_EVENT_EXPLANATION_H
#define STRATA_PLAY_ACTION_EVENT_EXPLANATION_H

#include "base/arena.h"
#include "play/execution/trace.h"

struct strata_event_why {
  st_mem *mem;
  st_arena arena; /* of all that the rows point to */
  strata_event_why_row *rows;
  size_t count, capacity;
  strata_event_type event_type; /* of the event that it is about */
  st_text text, json;
};

/* One without rows; NULL: no memory. */
strata_event_why *st_event_explanation_new(st_mem *mem);

/* As strata_event_why_free. */
void st_event_why_free(strata_event_why *account);

/* The event of which a row of the log tells, in a run that is over and was
 * traced; 0: none. */
uint32_t st_event_explanation_find_event(const st_execution *run, uint64_t row);

/* Add the rows of how an event came. */
strata_status st_event_explanation_add_event(strata_event_why *account,
                                             st_execution *run, uint32_t event);

/* Add the one row of why whom the tracer is asked about did nothing about it.
 * *triggered: it has triggered, and nothing was said of what came of that. */
strata_status st_event_explanation_add_why_not(strata_event_why *account,
                                               st_execution *run,
                                               uint32_t event, bool *triggered);

/* What came of one that has triggered: of the row DROPPED that this run has
 * written. *found: there is such a thing. */
strata_status st_event_explanation_add_undone(strata_event_why *account,
                                              st_execution *run, uint64_t row,
                                              bool *found);

/* Write all rows as text and as JSON. `row` is what was asked about, of this
 * action. */
strata_status st_explanation_text_write(strata_event_why *account,
                                        st_execution *run, uint64_t row,
                                        uint64_t action);

/* A copy in the account; NULL: no memory. */
const char *st_event_explanation_copy_text(strata_event_why *account,
                                           const st_text *text);

#endif
