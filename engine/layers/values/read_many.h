/* read_many.h - reads one number of many entities, a word of slots at a
 * time. */
#ifndef STRATA_LAYERS_VALUES_READ_MANY_H
#define STRATA_LAYERS_VALUES_READ_MANY_H

#include "layers/values/evaluate_value.h"

typedef enum st_read_many_source {
  ST_READ_MANY_NOTHING, /* values are evaluated one by one */
  ST_READ_MANY_BASE,
  ST_READ_MANY_SUMS,
  ST_READ_MANY_BOARD
} st_read_many_source;

/* Where the values of an INT or FLAG are, until something changes. */
typedef struct st_read_many {
  const st_eval *eval;
  const st_attr *attr;
  st_read_many_source source;
  bool may_have_locked_parts; /* parts may be locked to an entity */
  const st_class_sums *sums;
  const int64_t *numbers; /* by class: the column of the board */
} st_read_many;

/* Find out where the values are. The pass must be up to date. */
strata_status st_read_many_begin(st_eval *eval, strata_attr attr,
                                 st_read_many *out);

/* The length of the first run: entities whose slots follow one another within
 * one word of slots. `count` is not 0. Handles are not checked otherwise. */
size_t st_read_many_run_length(const strata_entity *entities, size_t count);

/*
 * Read the values of a run. False if they must be evaluated one by one, because
 * a handle is stale, because parts are locked to an entity, or because that is
 * as fast; then `out` may have been written to.
 */
bool st_read_many_values(const st_read_many *reader, const strata_entity *run,
                         size_t count, int64_t *out);

#endif
