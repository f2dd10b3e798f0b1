/* fault.h - handlers that are disabled, and why: each has a row, in the order
 * in which that came. */
#ifndef STRATA_WORLD_OBJECTS_DISABLED_HANDLERS_H
#define STRATA_WORLD_OBJECTS_DISABLED_HANDLERS_H

#include "world/store/store.h"

typedef struct st_disabled_handler {
  strata_handler handler;
  strata_watcher_def watcher_def; /* whose program ran it, or 0 */
  uint32_t reason;                /* strata_fault_kind */
  uint64_t action; /* the number of that in which it was, from 1 */
} st_disabled_handler;

static inline uint32_t st_disabled_handler_count(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_DISABLED_TOP);
}

/* The n-th row, from 1. */
st_disabled_handler st_disabled_handler_get(const st_store *store, uint32_t n);

/* The row of a handler, 0: it is not disabled. Cost O(rows), and O(1) if there
 * is none. */
uint32_t st_disabled_handler_find(const st_store *store,
                                  strata_handler handler);

/* Disable one that is not, in the action that is going on or comes next; its
 * number is not read. Journaled: on failure the caller undoes. */
strata_status st_disabled_handler_add(st_store *store,
                                      const st_disabled_handler *row);

/* Take a row away; those behind it move up, so nothing tells that it was there.
 * Cost O(rows). */
strata_status st_disabled_handler_remove(st_store *store, uint32_t n);

/* Whether loaded rows fit together. */
bool st_disabled_handler_rows_valid(const st_store *store);

#endif
