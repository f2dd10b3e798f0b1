/*
 * entity.c - entities: slots with generations, and cells of base values.
 *
 * A cell holds the difference to the default (numbers: minus, the rest: xor),
 * so a new entity is all zeros and an attribute that it lacks costs nothing.
 *
 * A generation is raised when its slot is taken and when it is freed: it is odd
 * while the slot is in use, and no handle ever names two entities. A slot whose
 * generations are used up is not used again.
 *
 * Freezing is the first half of despawning: the handle is stale on every path
 * that looks for somebody alive, which needs no test of its own for that, and
 * the second half comes when nothing refers to the gone one any more.
 */
#include "world/entity.h"

#include <string.h>

static const st_rows entity_rows = {.table = ST_TABLE_ENTITY,
                                    .top = ST_SCALAR_ENTITY_TOP,
                                    .free = ST_SCALAR_ENTITY_FREE,
                                    .next = ST_COLUMN_ENTITY_NEXT_FREE};

strata_status st_next_stamp(st_store *store, uint64_t *out) {
  *out = st_scalar_get(store, ST_SCALAR_STAMP) + 1;
  return st_scalar_put(store, ST_SCALAR_STAMP, *out);
}

strata_status st_entity_restamp(st_store *store, uint32_t slot) {
  uint64_t stamp;
  strata_status status = st_next_stamp(store, &stamp);
  if (status) return status;
  return st_put64(store, ST_COLUMN_ENTITY_STAMP, slot, stamp);
}

/* Take a slot; its generation grows by `step`. */
static strata_status take(st_store *store, uint32_t step, uint32_t *slot,
                          uint32_t *generation) {
  strata_status status = st_rows_take(store, &entity_rows, slot);
  if (status) return status;
  *generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, *slot) + step;
  return st_put32(store, ST_COLUMN_ENTITY_GENERATION, *slot, *generation);
}

static strata_status count_live(st_store *store, int delta) {
  uint64_t count = st_scalar_get(store, ST_SCALAR_ENTITY_COUNT);
  return st_scalar_put(store, ST_SCALAR_ENTITY_COUNT,
                       count + (uint64_t)(int64_t)delta);
}

strata_status st_entity_spawn(st_store *store, strata_entity *out) {
  uint32_t slot;
  uint32_t generation;
  strata_status status = take(store, 1, &slot, &generation);
  if (status) return status;
  assert(generation % 2 == 1);
  status = st_put_bit(store, ST_COLUMN_ENTITY_LIVE, slot, true);
  if (!status) status = count_live(store, 1);
  if (!status) status = st_entity_restamp(store, slot);
  if (!status) *out = st_handle(slot, generation);
  return status;
}

strata_status st_entity_spawn_gone(st_store *store, uint32_t *out) {
  uint32_t generation;
  strata_status status = take(store, 2, out, &generation);
  if (status) return status;
  assert(generation % 2 == 0);
  return st_put_bit(store, ST_COLUMN_ENTITY_GONE, *out, true);
}

static strata_status clear_columns(st_store *store, uint32_t first,
                                   uint32_t count, uint32_t slot) {
  for (uint32_t i = 0; i < count; i++) {
    strata_status status = st_put_any(store, first + i, slot, 0);
    if (status) return status;
  }
  return STRATA_OK;
}

/* Set all cells to 0 but those that say whether the slot is in use. */
static strata_status clear(st_store *store, uint32_t slot) {
  strata_status status =
      clear_columns(store, ST_COLUMN_ENTITY_STAMP,
                    ST_COLUMN_ENTITY_BELOW - ST_COLUMN_ENTITY_STAMP + 1, slot);
  for (uint32_t i = 0; !status && i < st_attr_count(store->rules); i++) {
    const st_attr *attr = &store->rules->attrs[i];
    assert(!attr->layered || st_get32(store, attr->chain, slot) == 0);
    status = clear_columns(store, attr->column, st_attr_columns(attr), slot);
    if (!status && attr->counter) {
      status = st_put64(store, attr->counter_stamp, slot, 0);
    }
  }
  return status;
}

/* Make the handle stale. */
static strata_status let_go(st_store *store, uint32_t slot) {
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  assert(generation % 2 == 1);
  assert(st_get32(store, ST_COLUMN_ENTITY_ZONE_PLAYER, slot) == 0);
  assert(st_get32(store, ST_COLUMN_ENTITY_ABOVE, slot) == 0);
  assert(st_get32(store, ST_COLUMN_ENTITY_BELOW, slot) == 0);
  strata_status status = st_put_bit(store, ST_COLUMN_ENTITY_LIVE, slot, false);
  if (!status) status = count_live(store, -1);
  if (status) return status;
  return st_put32(store, ST_COLUMN_ENTITY_GENERATION, slot, generation + 1);
}

static strata_status give_back(st_store *store, uint32_t slot) {
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  if (generation >= ST_GENERATION_WORN) return STRATA_OK;
  return st_rows_give(store, &entity_rows, slot);
}

strata_status st_entity_despawn(st_store *store, uint32_t slot) {
  strata_status status = let_go(store, slot);
  if (!status) status = clear(store, slot);
  return status ? status : give_back(store, slot);
}

strata_status st_entity_freeze(st_store *store, uint32_t slot) {
  strata_status status = let_go(store, slot);
  if (status) return status;
  return st_put_bit(store, ST_COLUMN_ENTITY_GONE, slot, true);
}

strata_status st_entity_release(st_store *store, uint32_t slot) {
  assert(st_get_bit(store, ST_COLUMN_ENTITY_GONE, slot));
  strata_status status = clear(store, slot);
  if (!status) status = st_put_bit(store, ST_COLUMN_ENTITY_GONE, slot, false);
  return status ? status : give_back(store, slot);
}

strata_status st_entity_set_counter(st_store *store, const st_attr *attr,
                                    uint32_t slot, int64_t count) {
  assert(attr->counter && count >= 0);
  int64_t before = st_entity_base(store, attr, slot);
  strata_status status = st_entity_set_base(store, attr, slot, count);
  if (status || (count > 0 && count <= before)) return status;
  uint64_t stamp = 0;
  if (count > before) status = st_next_stamp(store, &stamp);
  if (status) return status;
  return st_put64(store, attr->counter_stamp, slot, stamp);
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
