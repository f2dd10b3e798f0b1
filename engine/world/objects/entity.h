/* entity.h - entities, their base values, and what is kept of those gone. */
#ifndef STRATA_WORLD_OBJECTS_ENTITY_H
#define STRATA_WORLD_OBJECTS_ENTITY_H

#include "world/store/raw_writer.h"

/* A free slot of this generation has had its last use. */
#define ST_GENERATION_EXHAUSTED (UINT32_MAX - 1)

/* The next number of the one sequence of timestamps: of entities, counters and
 * effects (613.7). */
strata_status st_next_stamp(st_store *store, uint64_t *out);

/* Take a slot, with a timestamp. All base values are defaults. */
strata_status st_entity_spawn(st_store *store, strata_entity *out);

/* The same with cells of its base values. */
strata_status st_entity_spawn_with(st_store *store,
                                   const st_row_template *row_template,
                                   strata_entity *out);

/* Clear all cells of a live slot, its notes too, and free it. It is in no zone,
 * and what other floors keep of it is gone. */
strata_status st_entity_despawn(st_store *store, uint32_t slot);

/* Give a live slot a new timestamp. */
strata_status st_entity_restamp(st_store *store, uint32_t slot);

/*
 * Somebody gone: the handle is stale, but the slot is not free and its cells
 * hold what is known of it. In no zone, it has other uses for its links: above
 * is the gone slot with its copiable values, 0 if they are its own; below is
 * the effect that took it as a snapshot, 0 if it is none.
 */

/* Let a live slot go and keep its cells and notes, under the conditions of
 * st_entity_despawn. */
strata_status st_entity_keep_last_known(st_store *store, uint32_t slot);

/* Take a slot of somebody who never was: for values to be kept in. */
strata_status st_entity_spawn_last_known(st_store *store, uint32_t *out);

/* Clear all cells of a gone slot and free it. */
strata_status st_entity_free_last_known(st_store *store, uint32_t slot);

/*
 * An object on the stack may hold a row of what has triggered: it ends with the
 * slot. All else about these rows is for world/tables/pending_triggers.h.
 */
/* Free a row that is in no queue, and its notes. */
strata_status st_pending_trigger_free(st_store *store, uint32_t row);

/* The slot of somebody gone by the handle of when it was not; 0 if nothing is
 * known of it. */
static inline uint32_t st_entity_last_known_slot(const st_store *store,
                                                 strata_entity entity) {
  uint32_t slot = st_slot_of(entity);
  if (slot >= store->capacity[ST_TABLE_ENTITY]) return 0;
  if (!st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot)) return 0;
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  return st_generation_of(entity) == generation - 1 ? slot : 0;
}

/* The handle that a gone slot had. */
static inline strata_entity st_entity_last_known_handle(const st_store *store,
                                                        uint32_t slot) {
  assert(st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot));
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  return st_handle(slot, generation - 1);
}

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

/* The base value that a cell of an attribute's column says. */
static inline int64_t st_entity_base_of_cell(const st_attr *attr,
                                             uint64_t cell) {
  uint64_t default_value = (uint64_t)attr->default_value;
  if (attr->narrow) cell = st_narrow_number(attr->bias, (uint32_t)cell);
  return (int64_t)(attr->type == STRATA_INT ? cell + default_value
                                            : cell ^ default_value);
}

/* The base value as a word: the number, 0 or 1, handle, symbol, text id (also
 * of ABILITIES: their names, one on each line). Not for a SET. */
static inline int64_t st_entity_base(const st_store *store, const st_attr *attr,
                                     uint32_t slot) {
  uint64_t default_value = (uint64_t)attr->default_value;
  if (attr->type != STRATA_INT) {
    /* A pass asks for the texts of all who are there. */
    bool text = attr->type == STRATA_ABILITIES || attr->type == STRATA_TEXT;
    if (text)
      return (int64_t)(st_get32(store, attr->base_column, slot) ^
                       default_value);
    return (int64_t)(st_get_any(store, attr->base_column, slot) ^
                     default_value);
  }
  uint64_t number =
      attr->narrow ? st_narrow_number(attr->bias,
                                      st_get32(store, attr->base_column, slot))
                   : st_get64(store, attr->base_column, slot);
  return (int64_t)(number + default_value);
}

/* The base values of slots 64*word .. +63: 64 numbers, in `room` or where they
 * lie. Of an INT, REF or SYM. */
const int64_t *st_entity_base64(const st_store *store, const st_attr *attr,
                                uint32_t word, int64_t *room);

/* Which of slots 64*word .. +63 have a FLAG as their base value. */
static inline uint64_t st_entity_base_flags64(const st_store *store,
                                              const st_attr *attr,
                                              uint32_t word) {
  assert(attr->type == STRATA_FLAG);
  return st_get_bits64(store, attr->base_column, word) ^
         (attr->default_value != 0 ? UINT64_MAX : 0);
}

/* Write a base value given as a word, which must suit the type. The cell alone:
 * stamps are the caller's. */
static inline strata_status st_entity_set_base(st_store *store,
                                               const st_attr *attr,
                                               uint32_t slot, int64_t value) {
  uint64_t default_value = (uint64_t)attr->default_value;
  if (attr->type != STRATA_INT) {
    return st_put_any(store, attr->base_column, slot,
                      (uint64_t)value ^ default_value);
  }
  uint64_t number = (uint64_t)value - default_value;
  if (!attr->narrow) return st_put64(store, attr->base_column, slot, number);
  assert(st_narrow_fits(attr->bias, number));
  return st_put32(store, attr->base_column, slot, (uint32_t)number);
}

/* Write how many counters of a kind a slot has: they get a timestamp if they
 * become more, and lose it with the last (613.7c). */
strata_status st_entity_set_counter(st_store *store, const st_attr *attr,
                                    uint32_t slot, int64_t count);

/* Columns that hold the base value: of a SET one for each symbol. */
static inline uint32_t st_attr_column_count(const st_attr *attr) {
  return attr->type == STRATA_SET ? attr->domain_count : 1;
}

/* The base value of a SET: attr->words words, all written. */
void st_entity_base_symbols(const st_store *store, const st_attr *attr,
                            uint32_t slot, uint64_t *words);

/* The word at `k` of each of slots 64*word .. +63; of those that do not live it
 * may be anything. */
void st_entity_base_symbols64(const st_store *store, const st_attr *attr,
                              uint32_t k, uint32_t word, uint64_t *words);

#endif
