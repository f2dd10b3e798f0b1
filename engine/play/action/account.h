/* account.h - how an event came, and why somebody did nothing about it. */
#ifndef STRATA_PLAY_ACCOUNT_H
#define STRATA_PLAY_ACCOUNT_H

#include "base/arena.h"
#include "play/execution/tracer.h"

struct strata_account {
  st_mem *mem;
  st_arena arena; /* of all that the rows point to */
  strata_account_row *rows;
  size_t count, capacity;
  strata_event_kind kind; /* of the event that it is about */
  st_text text, json;
};

/* One without rows; NULL: no memory. */
strata_account *st_account_new(st_mem *mem);

/* The event of which a row of the log tells, in a run that is over and was
 * traced; 0: none. */
uint32_t st_account_find(const st_run *run, uint64_t row);

/* Add the rows of how an event came. */
strata_status st_account_event(strata_account *account, st_run *run,
                               uint32_t event);

/* Add the one row of why whom the tracer is asked about did nothing about it.
 * *triggered: it has triggered, and nothing was said of what came of that. */
strata_status st_account_doubt(strata_account *account, st_run *run,
                               uint32_t event, bool *triggered);

/* What came of one that has triggered: of the row DROPPED that this run has
 * written. *found: there is such a thing. */
strata_status st_account_undone(strata_account *account, st_run *run,
                                uint64_t row, bool *found);

/* Write all rows as text and as JSON. `row` is what was asked about, of this
 * action. */
strata_status st_account_write(strata_account *account, st_run *run,
                               uint64_t row, uint64_t action);

/* A copy in the account; NULL: no memory. */
const char *st_account_keep(strata_account *account, const st_text *text);

#endif
