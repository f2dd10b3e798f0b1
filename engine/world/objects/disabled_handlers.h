/* disabled_handlers.h - the handlers that are disabled, and why: a row each, in
 * the order in which they were disabled. */
#ifndef STRATA_WORLD_OBJECTS_DISABLED_HANDLERS_H
#define STRATA_WORLD_OBJECTS_DISABLED_HANDLERS_H

#include "world/store/store.h"

typedef struct st_disabled_handler {
  strata_handler handler;
  strata_watcher_def watcher_def; /* whose program called the handler, or 0 */
  uint32_t reason;                /* strata_fault_kind */
  uint64_t action; /* number of the action in which it failed, from 1 */
} st_disabled_handler;

static inline uint32_t st_disabled_handler_count(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_DISABLED_TOP);
}

/* The n-th row, from 1. */
st_disabled_handler st_disabled_handler_get(const st_store *store, uint32_t n);

/* The row of a handler, 0 if it is not disabled. Cost O(rows). */
uint32_t st_disabled_handler_find(const st_store *store,
                                  strata_handler handler);

/* Disable a handler that is not disabled. The row gets the number of the action
 * that is going on, or comes next; row->action is not read. On failure the
 * caller undoes to its savepoint. */
strata_status st_disabled_handler_add(st_store *store,
                                      const st_disabled_handler *row);

/* Remove a row. Later rows move up, so the state is as if it had never been
 * there. Cost O(rows). */
strata_status st_disabled_handler_remove(st_store *store, uint32_t n);

/* Whether loaded rows fit together. */
bool st_disabled_handler_rows_valid(const st_store *store);

#endif
