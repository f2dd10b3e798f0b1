/* event_explanation.h - an explanation of an event: its rows, and the ancestry
 * of the event. */
#ifndef STRATA_PLAY_ACTION_EVENT_EXPLANATION_H
#define STRATA_PLAY_ACTION_EVENT_EXPLANATION_H

#include "base/arena.h"
#include "play/execution/execution.h"

struct strata_event_why {
  st_mem *mem;
  st_arena arena; /* of all that the rows point to */
  strata_event_why_row *rows;
  size_t count, capacity;
  strata_explained_event event;
};

/* A new explanation without rows; NULL: no memory. */
strata_event_why *st_event_explanation_new(st_mem *mem);

/* As strata_event_why_free. */
void st_event_why_free(strata_event_why *why);

/* The event that a row of the log tells of, in a traced execution that is over;
 * 0: none. */
uint32_t st_event_explanation_find_event(const st_execution *exec,
                                         uint64_t row);

/* Add an empty row; NULL: no memory. */
strata_event_why_row *st_event_explanation_add_row(strata_event_why *why,
                                                   strata_event_why_step step);

/* Set the fields of a row to those whose words differ; without `before`, to
 * those that are not 0. Their texts name entities as the execution does. */
strata_status st_event_explanation_set_fields(strata_event_why *why,
                                              st_execution *exec,
                                              strata_event_why_row *row,
                                              const int64_t *before,
                                              const int64_t *after);

/* Set the name of a row: its object and watcher definition, as "Alms,
 * pack:alms.1". */
strata_status st_event_explanation_set_name(strata_event_why *why,
                                            st_execution *exec,
                                            strata_event_why_row *row);

/* Set the text of a row, and free `text`. */
strata_status st_event_explanation_set_says(strata_event_why *why,
                                            strata_event_why_row *row,
                                            st_text *text);

/* Events of which each took the place of the one before. */
typedef struct st_event_ancestry {
  uint32_t *events;
  uint32_t count;
} st_event_ancestry;

strata_status st_event_ancestry_find(st_execution *exec, uint32_t event,
                                     st_event_ancestry *ancestry);
bool st_event_ancestry_has(const st_event_ancestry *ancestry, uint32_t event);

#endif
