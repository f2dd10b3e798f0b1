/* entity.h - entities, their base values, and last-known information. */
#ifndef STRATA_WORLD_OBJECTS_ENTITY_H
#define STRATA_WORLD_OBJECTS_ENTITY_H

#include "world/store/store.h"

/* A slot that is not in use and has at least this generation is never used
 * again. */
#define ST_GENERATION_EXHAUSTED (UINT32_MAX - 1)

/* Take the next timestamp. Entities, counters, effects, watchers and triggers
 * share one sequence (613.7). */
strata_status st_next_stamp(st_store *store, uint64_t *out);

/* Make an entity with a new timestamp and default base values. */
strata_status st_entity_spawn(st_store *store, strata_entity *out);

/* Make an entity whose base values are those of a template. */
strata_status st_entity_spawn_with(st_store *store,
                                   const st_row_template *row_template,
                                   strata_entity *out);

/* Clear all cells of a live slot and what it owns: notes, chain overrides, the
 * trigger that it holds. Then free the slot. The entity must be in no zone and
 * no effect may be locked to it: asserted. */
strata_status st_entity_despawn(st_store *store, uint32_t slot);

/* Give a live slot a new timestamp. */
strata_status st_entity_restamp(st_store *store, uint32_t slot);

/*
 * Last-known slots: the handle is stale, but the slot is not free, and its
 * cells hold the last-known information of the entity. Such a slot is in no
 * zone, so its zone links have other uses: ENTITY_ABOVE is the last-known slot
 * that holds its copiable values, 0 if it holds them itself; ENTITY_BELOW is
 * the effect whose snapshot (of a COPY) the slot is, or 0.
 */

/* Make the handle of a live slot stale and keep its cells and notes as
 * last-known information. The conditions are those of st_entity_despawn. */
strata_status st_entity_keep_last_known(st_store *store, uint32_t slot);

/* Take a last-known slot that never was a live entity, to keep values in. */
strata_status st_entity_spawn_last_known(st_store *store, uint32_t *out);

/* Clear all cells of a last-known slot and free it. */
strata_status st_entity_free_last_known(st_store *store, uint32_t slot);

/* Free a pending trigger that is not in the queue, and its variables. It is
 * here because an object on the stack may hold such a row, which ends with the
 * object's slot; world/tables/pending_triggers.h has the rest. */
strata_status st_pending_trigger_free(st_store *store, uint32_t row);

/* The last-known slot of an entity, by the handle that the entity had; 0 if
 * there is no last-known information of it. */
static inline uint32_t st_entity_last_known_slot(const st_store *store,
                                                 strata_entity entity) {
  uint32_t slot = st_slot_of(entity);
  if (slot >= store->capacity[ST_TABLE_ENTITY]) return 0;
  if (!st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot)) return 0;
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  return st_generation_of(entity) == generation - 1 ? slot : 0;
}

/* The handle that the entity of a last-known slot had. */
static inline strata_entity st_entity_last_known_handle(const st_store *store,
                                                        uint32_t slot) {
  assert(st_get_bit(store, ST_COLUMN_ENTITY_LAST_KNOWN, slot));
  uint32_t generation = st_get32(store, ST_COLUMN_ENTITY_GENERATION, slot);
  return st_handle(slot, generation - 1);
}

static inline uint32_t st_entity_top(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_ENTITY_TOP);
}

/* The slot of a live entity, 0 if the handle is stale or of another world. */
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

/* The base value that a cell of an attribute's column stands for. */
static inline int64_t st_entity_base_of_cell(const st_attr *attr,
                                             uint64_t cell) {
  uint64_t default_value = (uint64_t)attr->default_value;
  if (attr->narrow) cell = st_narrow_number(attr->bias, (uint32_t)cell);
  return (int64_t)(attr->type == STRATA_INT ? cell + default_value
                                            : cell ^ default_value);
}

/* The base value as one number: of an INT, a FLAG (0 or 1), a REF (handle), a
 * SYM, a TEXT (text id) or ABILITIES (id of a text with a name on each line).
 * Not for a SET. */
static inline int64_t st_entity_base(const st_store *store, const st_attr *attr,
                                     uint32_t slot) {
  uint64_t default_value = (uint64_t)attr->default_value;
  if (attr->type != STRATA_INT) {
    /* The widths are known here, which saves the switch of st_get_any: an
     * evaluation pass reads the texts of all entities. */
    bool text = attr->type == STRATA_ABILITIES || attr->type == STRATA_TEXT;
    if (text) {
      return (int64_t)(st_get32(store, attr->base_column, slot) ^
                       default_value);
    }
    return (int64_t)(st_get_any(store, attr->base_column, slot) ^
                     default_value);
  }
  uint64_t number =
      attr->narrow ? st_narrow_number(attr->bias,
                                      st_get32(store, attr->base_column, slot))
                   : st_get64(store, attr->base_column, slot);
  return (int64_t)(number + default_value);
}

/* The base values of slots 64 * word to 64 * word + 63, for an INT, REF or SYM:
 * 64 numbers, written to `room`, or in place if the cells are the numbers. */
const int64_t *st_entity_base64(const st_store *store, const st_attr *attr,
                                uint32_t word, int64_t *room);

/* The base values of a FLAG for slots 64 * word to 64 * word + 63, a bit each.
 */
static inline uint64_t st_entity_base_flags64(const st_store *store,
                                              const st_attr *attr,
                                              uint32_t word) {
  assert(attr->type == STRATA_FLAG);
  return st_get_bits64(store, attr->base_column, word) ^
         (attr->default_value != 0 ? UINT64_MAX : 0);
}

/* Write a base value, given as one number that suits the type. Only the cell is
 * written: timestamps are up to the caller. */
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

/* Write how many counters of one kind an entity has. They get a new timestamp
 * if their number grows, and lose it with the last one (613.7c). */
strata_status st_entity_set_counter(st_store *store, const st_attr *attr,
                                    uint32_t slot, int64_t count);

/* How many columns hold a base value: for a SET one column of bits for each
 * symbol of its domain, else one. */
static inline uint32_t st_attr_column_count(const st_attr *attr) {
  return attr->type == STRATA_SET ? attr->domain_count : 1;
}

/* The base value of a SET as bits: writes attr->word_count words. */
void st_entity_base_symbols(const st_store *store, const st_attr *attr,
                            uint32_t slot, uint64_t *words);

/* Write the base value of a SET, given as such bits. */
strata_status st_entity_set_base_symbols(st_store *store, const st_attr *attr,
                                         uint32_t slot, const uint64_t *words);

/* Word `k` of the bits of a SET for each of slots 64 * word to 64 * word + 63.
 * The words of slots that are not live are unspecified. */
void st_entity_base_symbols64(const st_store *store, const st_attr *attr,
                              uint32_t k, uint32_t word, uint64_t *words);

#endif
