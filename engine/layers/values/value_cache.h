/* cells.h - the cache of computed values. */
#ifndef STRATA_LAYERS_VALUES_VALUE_CACHE_H
#define STRATA_LAYERS_VALUES_VALUE_CACHE_H

#include "rules/catalog/rules.h"

#define ST_VALUE_BLOCK_ROWS  64 /* entities of one block */
#define ST_VALUE_EPOCH_NEVER UINT32_MAX

struct st_number_program;

/*
 * Of one attribute: a row per entity, [key, words of the value], in blocks that
 * are made when a value of theirs is first computed. A row counts if its key
 * is the entity's generation and the attribute's epoch; so one comparison
 * tells a good handle and a fresh value, and raising the epoch forgets all.
 */
typedef struct st_value_cache_attr {
  uint64_t **rows; /* `span` blocks; `nowhere` where there is none */
  uint32_t epoch;
  uint32_t
      int_epoch; /* epoch if it is an int or flag, else ST_VALUE_EPOCH_NEVER */
  uint32_t stride;     /* words of a row */
  bool is_independent; /* no part of it looks at anything else in the world */
  bool has_dependents; /* something else depends on it */
  struct st_number_program ***programs; /* blocks of programs, or NULL */
} st_value_cache_attr;

typedef struct st_value_cache {
  st_value_cache_attr *attrs; /* id - 1 */
  uint32_t attr_count;
  uint32_t block_count;  /* blocks of each: the same for all, so that no branch
                     hangs on which attribute is written */
  uint64_t *empty_block; /* a block that is nobody's: rows without values, which
                        spares the writers of base values a branch */
  uint32_t widest_stride; /* the largest stride */
  uint64_t **blocks;      /* the rows of all attributes, one after the other */
  st_mem *mem;
  uint32_t next_epoch; /* no epoch is used twice, not even after a rollback */
  size_t bytes;        /* of rows and programs */
  uint32_t
      *computed_attrs; /* attributes on which the pass has a say: not plain */
  uint32_t computed_attr_count;
} st_value_cache;

strata_status st_value_cache_init(st_value_cache *cache, st_mem *mem,
                                  const strata_rules *rules);
void st_value_cache_fini(st_value_cache *cache);

static inline uint64_t st_value_cache_key(const st_value_cache_attr *attr,
                                          uint32_t generation) {
  return (uint64_t)generation << 32 | attr->epoch;
}

/* The row of a value; NULL if there is no memory for its block. `rows` is how
 * many entities there is room for. */
uint64_t *st_value_cache_row(st_value_cache *cache, strata_attr attr,
                             uint32_t slot, uint32_t rows);

/* The key of a value that was known: one of nobody, in no epoch. */
#define ST_VALUE_KEY_DROPPED UINT64_MAX

/* Forget one value. */
static inline void st_value_cache_drop(st_value_cache *cache, strata_attr attr,
                                       uint32_t slot) {
  const st_value_cache_attr *a = &cache->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (block >= cache->block_count) return;
  a->rows[block][(size_t)(slot % ST_VALUE_BLOCK_ROWS) * a->stride] =
      ST_VALUE_KEY_DROPPED;
}

/* Whether a value, which has a row, was ever known. */
static inline bool st_value_cache_was_known(const st_value_cache *cache,
                                            strata_attr attr, uint32_t slot) {
  const st_value_cache_attr *a = &cache->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (block >= cache->block_count) return false;
  return a->rows[block][(size_t)(slot % ST_VALUE_BLOCK_ROWS) * a->stride] != 0;
}

void st_value_cache_drop_entity(st_value_cache *cache, uint32_t slot);

/* Forget those values of an entity on which the pass has a say. */
static inline void st_value_cache_drop_computed(st_value_cache *cache,
                                                uint32_t slot) {
  for (uint32_t i = 0; i < cache->computed_attr_count; i++) {
    st_value_cache_drop(cache, cache->computed_attrs[i], slot);
  }
}

/* To be called when it is known which are plain. */
void st_value_cache_list_computed(st_value_cache *cache);
void st_value_cache_drop_attr(st_value_cache *cache, strata_attr attr);
void st_value_cache_drop_all(st_value_cache *cache);

/* Give all blocks and programs back. */
void st_value_cache_clear(st_value_cache *cache);

/* Where the program of a value is kept; NULL if its block has none, and with
 * `make` if there is no memory. Whoever makes it larger counts its bytes. */
struct st_number_program **st_value_cache_program(st_value_cache *cache,
                                                  strata_attr attr,
                                                  uint32_t slot, bool make);

#endif
