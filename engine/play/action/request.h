/* request.h - what an action is, and how it is written down while it waits. */
#ifndef STRATA_REQUEST_H
#define STRATA_REQUEST_H

#include "play/execution/run.h"

/* An event that happens, or passes along a chain; the deeds of a code; or to
 * let the topmost object of the stack resolve; and what comes after it. */
typedef struct st_request {
  strata_event_kind kind; /* or 0 */
  strata_code code;       /* or 0 */
  bool resolve;           /* if both are 0 */
  bool passes;            /* the event does not happen, but passes a phase */
  bool whole;             /* ... whoever stops it */
  uint32_t phase;
  strata_settling settling;
  strata_entity self, you; /* of a code */
  const int64_t *words;    /* the event's, in the order of its kind's fields; or
                              what the code is given, in order */
} st_request;

/* How many words it has, and one of them, from 0. */
uint32_t st_request_count(const st_run *run, const st_request *r);
int64_t st_request_word(const st_request *r, uint32_t i);

/* Open an action in a store where none is: the run's, or a copy of it. */
strata_status st_request_write(st_run *run, const st_request *r,
                               st_store *store);

/* The open action; what it points to is in the arena. ECORRUPT if these rules
 * have no such kind or code, or not one with such words. */
strata_status st_request_read(st_run *run, st_request *out);

#endif
