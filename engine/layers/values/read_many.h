/* bulk.h - one number of many entities, a word of slots at a time. */
#ifndef STRATA_LAYERS_VALUES_READ_MANY_H
#define STRATA_LAYERS_VALUES_READ_MANY_H

#include "layers/values/evaluate_value.h"

typedef enum st_read_many_source {
  ST_READ_MANY_NOTHING, /* each value is found by itself */
  ST_READ_MANY_BASE,
  ST_READ_MANY_SUMS,
  ST_READ_MANY_BOARD
} st_read_many_source;

/* Where the values of an INT or FLAG are until something changes. */
typedef struct st_read_many {
  const st_eval *eval;
  const st_attr *attr;
  st_read_many_source source;
  bool may_have_locked_parts; /* parts may be locked to an entity */
  const st_class_sums *sums;
  const int64_t *numbers; /* of the board: by class */
} st_read_many;

/* The pass must be up to date. */
strata_status st_read_many_begin(st_eval *eval, strata_attr attr,
                                 st_read_many *out);

/* How many of the first entities have slots that follow one another, in one
 * word of them; `count` is not 0. Handles are not looked at otherwise. */
size_t st_read_many_run_length(const strata_entity *entities, size_t count);

/*
 * The values of such a run. False if they must be found one by one, as some
 * handle is stale or parts are locked to somebody, or if that is as fast; then
 * `out` may have been written to.
 */
bool st_read_many_values(const st_read_many *reader, const strata_entity *run,
                         size_t count, int64_t *out);

#endif
