/* watched_values.h - values of all entities as they were, to tell whose have
 * changed where a new pass says that any may have. */
#ifndef STRATA_PLAY_INDEX_WATCHED_VALUES_H
#define STRATA_PLAY_INDEX_WATCHED_VALUES_H

#include "rules/model/rw_mask.h"

typedef enum st_watched_kind {
  ST_WATCHED_NUMBER, /* of an INT, REF or SYM */
  ST_WATCHED_FLAG,
  ST_WATCHED_HAS, /* whether a list has the symbol at `index` */
  ST_WATCHED_ANY  /* whether a list has anything */
} st_watched_kind;

typedef struct st_watched_value {
  strata_attr attr;
  uint32_t index;
  uint8_t kind;     /* st_watched_kind */
  int64_t *numbers; /* by slot; of NUMBER */
  uint64_t *bits;   /* by slot; of the others */
  size_t capacity;  /* of either, in words of 64 slots */
} st_watched_value;

/* Only layered attributes are watched: all others change by writes, which the
 * change log tells one by one. */
typedef struct st_watched_values {
  st_mem *mem;
  st_watched_value *items;
  size_t count, capacity;
} st_watched_values;

void st_watched_values_init(st_watched_values *watched, st_mem *mem);
void st_watched_values_fini(st_watched_values *watched);
size_t st_watched_values_bytes(const st_watched_values *watched);

/* Watch the layered values that an expression reads. False if there is no
 * memory. */
bool st_watched_values_add(st_watched_values *watched, const strata_expr *expr);

/*
 * Compare the values of the slots 64*word .. +63 with what they were, and take
 * over what they are; *changed gets a bit for each that has changed. `attrs`:
 * of which attributes, as in st_rw_mask. `live`: the slots that count. Errors:
 * ENOMEM, and those of the environment.
 */
strata_status st_watched_values_compare(st_watched_values *watched,
                                        const st_expr_env *env, uint32_t word,
                                        uint64_t attrs, uint64_t live,
                                        uint64_t *changed);

#endif
