/* bulk.h - one number of many entities, a word of slots at a time. */
#ifndef STRATA_BULK_H
#define STRATA_BULK_H

#include "layers/values/fold.h"

typedef enum st_bulk_from {
  ST_BULK_NOTHING, /* each value is found by itself */
  ST_BULK_BASE,
  ST_BULK_SUMS,
  ST_BULK_BOARD
} st_bulk_from;

/* Where the values of an INT or FLAG are until something changes. */
typedef struct st_bulk {
  const st_eval *eval;
  const st_attr *attr;
  st_bulk_from from;
  bool chained; /* parts may be locked to an entity */
  const st_sums *sums;
  const int64_t *numbers; /* of the board: by class */
} st_bulk;

/* The pass must be up to date. */
strata_status st_bulk_begin(st_eval *eval, strata_attr attr, st_bulk *out);

/* How many of the first entities have slots that follow one another, in one
 * word of them; `count` is not 0. Handles are not looked at otherwise. */
size_t st_bulk_run(const strata_entity *entities, size_t count);

/*
 * The values of such a run. False if they must be found one by one, as some
 * handle is stale or parts are locked to somebody, or if that is as fast; then
 * `out` may have been written to.
 */
bool st_bulk_read(const st_bulk *bulk, const strata_entity *run, size_t count,
                  int64_t *out);

#endif
