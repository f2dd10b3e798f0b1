/* value_cache.h - the cache of computed values. */
#ifndef STRATA_LAYERS_VALUES_VALUE_CACHE_H
#define STRATA_LAYERS_VALUES_VALUE_CACHE_H

#include "rules/catalog/rules.h"

#define ST_VALUE_BLOCK_ROWS  64 /* entities of a block */
#define ST_VALUE_EPOCH_NEVER UINT32_MAX

struct st_number_program;

/*
 * The values of one attribute: a row for each entity, [key, words of the
 * value], in blocks of 64 rows that are made when a value in them is first
 * computed. A row holds a value if its key is made of the generation of the
 * entity and the epoch of the attribute. So one comparison tells both that a
 * handle is good and that the value is fresh, and a new epoch drops all values
 * of the attribute.
 *
 * Held by test unit.value_cache.
 */
typedef struct st_value_cache_attr {
  uint64_t **rows; /* block_count blocks; empty_block where none was made */
  uint32_t epoch;
  uint32_t int_epoch; /* `epoch` of an INT or FLAG, else ST_VALUE_EPOCH_NEVER */
  uint32_t stride;    /* the words of a row */
  /* no pass changes it: only constant parts locked to an entity do */
  bool is_independent;
  /* other values or readers of the change logs depend on it */
  bool has_dependents;
  /* block_count blocks of programs, or NULL */
  struct st_number_program ***programs;
} st_value_cache_attr;

typedef struct st_value_cache {
  st_value_cache_attr *attrs; /* by attribute - 1 */
  uint32_t attr_count;
  /* the blocks of each attribute; the number is the same for all, so a write
   * needs no branch on the attribute */
  uint32_t block_count;
  /* a block of rows without values, which stands for blocks that were not made
   * and spares writers of base values a branch */
  uint64_t *empty_block;
  uint32_t widest_stride; /* the largest stride of an attribute */
  /* the arrays `rows` of all attributes, one after the other */
  uint64_t **blocks;
  st_mem *mem;
  uint32_t next_epoch; /* no epoch is used twice, not even after a rollback */
  size_t bytes;        /* memory of rows and programs */
  /* attributes whose values passes can change: not is_independent */
  uint32_t *computed_attrs;
  uint32_t computed_attr_count;
} st_value_cache;

strata_status st_value_cache_init(st_value_cache *cache, st_mem *mem,
                                  const strata_rules *rules);
void st_value_cache_fini(st_value_cache *cache);

static inline uint64_t st_value_cache_key(const st_value_cache_attr *attr,
                                          uint32_t generation) {
  return (uint64_t)generation << 32 | attr->epoch;
}

/* The row of a value, made if need be; NULL if there is no memory for its
 * block. `rows` is the number of entities that the store has room for. */
uint64_t *st_value_cache_row(st_value_cache *cache, strata_attr attr,
                             uint32_t slot, uint32_t rows);

/* The key of a dropped row: of no generation, in no epoch. It tells dropped
 * rows from rows that never had a value. */
#define ST_VALUE_KEY_DROPPED UINT64_MAX

/* Drop one value. */
static inline void st_value_cache_drop(st_value_cache *cache, strata_attr attr,
                                       uint32_t slot) {
  const st_value_cache_attr *a = &cache->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (block >= cache->block_count) return;
  a->rows[block][(size_t)(slot % ST_VALUE_BLOCK_ROWS) * a->stride] =
      ST_VALUE_KEY_DROPPED;
}

/* Whether a row ever had a value. */
static inline bool st_value_cache_was_known(const st_value_cache *cache,
                                            strata_attr attr, uint32_t slot) {
  const st_value_cache_attr *a = &cache->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  if (block >= cache->block_count) return false;
  return a->rows[block][(size_t)(slot % ST_VALUE_BLOCK_ROWS) * a->stride] != 0;
}

void st_value_cache_drop_entity(st_value_cache *cache, uint32_t slot);

/* Drop the values of an entity that passes can change. */
static inline void st_value_cache_drop_computed(st_value_cache *cache,
                                                uint32_t slot) {
  for (uint32_t i = 0; i < cache->computed_attr_count; i++) {
    st_value_cache_drop(cache, cache->computed_attrs[i], slot);
  }
}

/* Collect computed_attrs; call it when is_independent of an attribute has
 * changed. */
void st_value_cache_list_computed(st_value_cache *cache);
void st_value_cache_drop_attr(st_value_cache *cache, strata_attr attr);
void st_value_cache_drop_all(st_value_cache *cache);

/* Free all blocks and programs. */
void st_value_cache_clear(st_value_cache *cache);

/* The program of a value, or NULL. A caller that grows it adds to `bytes`. */
static inline struct st_number_program *
st_value_cache_find_program(const st_value_cache *cache, strata_attr attr,
                            uint32_t slot) {
  const st_value_cache_attr *a = &cache->attrs[attr - 1];
  uint32_t block = slot / ST_VALUE_BLOCK_ROWS;
  bool has_any =
      a->programs && block < cache->block_count && a->programs[block];
  return has_any ? a->programs[block][slot % ST_VALUE_BLOCK_ROWS] : NULL;
}

/* The place of the program of a value, made if need be; NULL if there is no
 * memory, or the value never had a row. */
struct st_number_program **st_value_cache_make_program(st_value_cache *cache,
                                                       strata_attr attr,
                                                       uint32_t slot);

#endif
