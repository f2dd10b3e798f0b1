/* entity.h - entities and their base values. */
#ifndef STRATA_ENTITY_H
#define STRATA_ENTITY_H

#include "world/store.h"

/* A free slot of this generation has had its last use. */
#define ST_GENERATION_WORN (UINT32_MAX - 1)

/* Take a slot. Its cells are all 0, which is every default. */
strata_status st_entity_spawn(st_store *store, strata_entity *out);

/* Set all base values of a live slot to their defaults and free it. What
 * other floors keep of it must be gone. */
strata_status st_entity_despawn(st_store *store, uint32_t slot);

static inline uint32_t st_entity_top(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_ENTITY_TOP);
}

/* The slot that a handle names, 0 if it is stale or foreign. Generations are
 * odd while the slot is in use, so one comparison tells. */
static inline uint32_t st_entity_slot(const st_store *store,
                                      strata_entity entity) {
  uint32_t slot = st_slot_of(entity);
  uint32_t generation = st_generation_of(entity);
  if (slot >= store->capacity[ST_TABLE_ENTITY]) return 0;
  bool named = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot) == generation;
  return named && (generation & 1) ? slot : 0;
}

static inline strata_entity st_entity_handle(const st_store *store,
                                             uint32_t slot) {
  if (slot == 0) return 0;
  return st_handle(slot, st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot));
}

/* The base value as a word: the number, 0 or 1, handle, symbol, text id. Not
 * for a SET. */
static inline int64_t st_entity_base(const st_store *store, const st_attr *attr,
                                     uint32_t slot) {
  uint64_t cell;
  if (attr->type == STRATA_INT) {
    cell = st_get64(store, attr->column, slot);
    return (int64_t)(cell + (uint64_t)attr->default_value);
  }
  cell = st_get_any(store, attr->column, slot);
  return (int64_t)(cell ^ (uint64_t)attr->default_value);
}

/* Write a base value given as a word, which must suit the type. */
static inline strata_status st_entity_set_base(st_store *store,
                                               const st_attr *attr,
                                               uint32_t slot, int64_t value) {
  uint64_t origin = (uint64_t)attr->default_value;
  if (attr->type == STRATA_INT) {
    return st_put64(store, attr->column, slot, (uint64_t)value - origin);
  }
  return st_put_any(store, attr->column, slot, (uint64_t)value ^ origin);
}

/* The base value of a SET: attr->words words, all written. */
void st_entity_base_set(const st_store *store, const st_attr *attr,
                        uint32_t slot, uint64_t *words);

#endif
