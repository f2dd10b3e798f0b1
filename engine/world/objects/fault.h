/* fault.h - handlers that are disabled, and why: each has a row, in the order
 * in which that came. */
#ifndef STRATA_WORLD_FAULT_H
#define STRATA_WORLD_FAULT_H

#include "world/store/store.h"

typedef struct st_fault_row {
  strata_handler handler;
  strata_code code; /* whose program ran it, or 0 */
  uint32_t kind;    /* strata_fault_kind */
  uint64_t action;  /* the number of that in which it was, from 1 */
} st_fault_row;

static inline uint32_t st_fault_count(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_FAULT_TOP);
}

/* The n-th row, from 1. */
st_fault_row st_fault_at(const st_store *store, uint32_t n);

/* The row of a handler, 0: it is not disabled. Cost O(rows), and O(1) if there
 * is none. */
uint32_t st_fault_find(const st_store *store, strata_handler handler);

/* Disable one that is not, in the action that is going on or comes next; its
 * number is not read. Journaled: on failure the caller undoes. */
strata_status st_fault_add(st_store *store, const st_fault_row *row);

/* Take a row away; those behind it move up, so nothing tells that it was there.
 * Cost O(rows). */
strata_status st_fault_take(st_store *store, uint32_t n);

/* Whether loaded rows fit together. */
bool st_faults_valid(const st_store *store);

#endif
