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

/* The event of which a row of the log tells, in a run that is over and was
 * traced; 0: none. */
uint32_t st_event_explanation_find_event(const st_execution *run, uint64_t row);

/* A copy in the account; NULL: no memory. */
const char *st_event_explanation_copy_text(strata_event_why *why,
                                           const st_text *text);

/* Add an empty row; NULL: no memory. */
strata_event_why_row *st_event_explanation_add_row(strata_event_why *why,
                                                   strata_event_why_step step);

/* Those that are others than before; without `before` those that are not 0. */
strata_status st_event_explanation_set_fields(strata_event_why *why,
                                              const st_execution *run,
                                              strata_event_why_row *row,
                                              const int64_t *before,
                                              const int64_t *after);

/* Whose program it is, as "Alms, pack:alms.1". */
strata_status st_event_explanation_set_name(strata_event_why *why,
                                            st_execution *run,
                                            strata_event_why_row *row);

/* Set what a row says, and free the text. */
strata_status st_event_explanation_set_says(strata_event_why *why,
                                            strata_event_why_row *row,
                                            st_text *text);

/* The events of which one took the place of another, the first one first. */
typedef struct st_event_ancestry {
  uint32_t *events;
  uint32_t count;
} st_event_ancestry;

strata_status st_event_ancestry_find(st_execution *run, uint32_t event,
                                     st_event_ancestry *ancestry);
bool st_event_ancestry_has(const st_event_ancestry *ancestry, uint32_t event);

#endif
