/*
 * entity.c - entities: slots with generations, and cells of base values.
 *
 * A cell holds the difference to the default (numbers: minus, the rest: xor),
 * so a new entity is all zeros and an attribute that it lacks costs nothing.
 *
 * A generation is raised when its slot is taken and when it is freed: it is odd
 * while the slot is in use, and no handle ever names two entities. A slot whose
 * generations are used up is not used again.
 */
#include "world/entity.h"

#include <string.h>

static const st_rows entity_rows = {.table = ST_TABLE_ENTITY,
                                    .top = ST_SCALAR_ENTITY_TOP,
                                    .free = ST_SCALAR_ENTITY_FREE,
                                    .next = ST_COLUMN_ENTITY_NEXT_FREE};

strata_status st_entity_spawn(st_store *store, strata_entity *out) {
  uint32_t slot;
  strata_status status = st_rows_take(store, &entity_rows, &slot);
  if (status) return status;
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot) + 1;
  assert(generation % 2 == 1);
  status = st_put32(store, ST_COLUMN_ENTITY_GENERATION, slot, generation);
  if (!status) status = st_put_bit(store, ST_COLUMN_ENTITY_LIVE, slot, true);
  if (!status) {
    uint64_t count = st_scalar_get(store, ST_SCALAR_ENTITY_COUNT);
    status = st_scalar_put(store, ST_SCALAR_ENTITY_COUNT, count + 1);
  }
  if (!status) *out = st_handle(slot, generation);
  return status;
}

static strata_status clear_base(st_store *store, const st_attr *attr,
                                uint32_t slot) {
  uint32_t columns = attr->type == STRATA_SET ? attr->domain_count : 1;
  for (uint32_t i = 0; i < columns; i++) {
    strata_status status = st_put_any(store, attr->column + i, slot, 0);
    if (status) return status;
  }
  return STRATA_OK;
}

strata_status st_entity_despawn(st_store *store, uint32_t slot) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    assert(!attr->layered || st_get32(store, attr->chain, slot) == 0);
    status = clear_base(store, attr, slot);
  }
  if (status) return status;
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  status = st_put_bit(store, ST_COLUMN_ENTITY_LIVE, slot, false);
  if (!status) {
    uint64_t count = st_scalar_get(store, ST_SCALAR_ENTITY_COUNT);
    status = st_scalar_put(store, ST_SCALAR_ENTITY_COUNT, count - 1);
  }
  if (!status) {
    status = st_put32(store, ST_COLUMN_ENTITY_GENERATION, slot, generation + 1);
  }
  if (status || generation + 1 >= ST_GENERATION_WORN) return status;
  return st_rows_give(store, &entity_rows, slot);
}

void st_entity_base_set(const st_store *store, const st_attr *attr,
                        uint32_t slot, uint64_t *words) {
  memset(words, 0, attr->words * sizeof *words);
  for (uint32_t i = 0; i < attr->domain_count; i++) {
    if (st_get_bit(store, attr->column + i, slot)) {
      words[i / 64] |= (uint64_t)1 << (i % 64);
    }
  }
}
