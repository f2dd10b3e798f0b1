/* effect.h - continuous effects as rows of state: their parts, the entities
 * that they are locked to, their durations. Evaluation is in layers/. */
#ifndef STRATA_WORLD_TABLES_EFFECT_H
#define STRATA_WORLD_TABLES_EFFECT_H

#include "rules/model/clause.h"
#include "world/objects/entity.h"

#define ST_PARTS_LIMIT 64

/* Flags of a part that cannot be evaluated from the node list of one value
 * alone: something must be evaluated for the whole world first. */
#define ST_PART_GLOBAL                                                         \
  (ST_PART_OPEN | ST_PART_CONDITIONAL | ST_PART_COMPUTED | ST_PART_SWITCH)
#define ST_PART_NO_FAST_PATH (ST_PART_GLOBAL | ST_PART_GROUPED)

/* Whether a part is global: it has such a flag, or its operation reads more
 * than one value. */
static inline bool st_part_is_global(uint64_t header) {
  return (st_part_header_flags(header) & ST_PART_GLOBAL) ||
         st_part_header_op(header) >= STRATA_OP_COPY;
}

/*
 * One part of an effect. The meaning of `value` and `text` depends on the
 * operation and on the attribute's type. A text that is a list has a name on
 * each line.
 *
 *   computed   text: the expression; SCALE: value is divisor << 32
 *   SET        INT, FLAG, REF: value; SYM: symbol; TEXT, SET, ABILITIES: text
 *   SCALE      value: divisor << 32 | numerator
 *   ADD REMOVE FORBID of a SET or ABILITIES: text, the list
 *   SUBSTITUTE text: the old word and the new
 *   COPY       value: handle of the last-known slot that is the snapshot
 *   BORROW     computed: text, the predicate; value: the kind of ability
 *   CLEAR STRIP: neither
 */
typedef struct st_new_part {
  uint64_t header;
  uint64_t value;
  uint32_t symbol;
  uint32_t text;
  uint32_t other_attr;
} st_new_part;

/* An effect to add. The caller has checked it and interned its texts. */
typedef struct st_new_effect {
  strata_entity source;
  uint32_t name, subject, condition, while_on; /* text ids */
  strata_clock clock;
  uint32_t ticks;
  strata_stacking_group group;
  int32_t priority;
  bool while_source;
  uint32_t snapshot; /* last-known slot that COPY parts read, or 0 */
  const st_new_part *parts;
  uint32_t part_count;
  /* Slots of entities, no two equal: parts without OPEN are locked to them. */
  const uint32_t *targets;
  size_t target_count;
} st_new_effect;

/* The order of application of a part (613): layer, priority, timestamp, ordinal
 * within its effect; and for parts that an evaluation pass has applied, the
 * order in which it applied them. */
typedef struct st_sort_key {
  uint64_t high, low;
  uint32_t sequence; /* 0: a part in the node list of one value */
} st_sort_key;

static inline bool st_sort_key_before(st_sort_key a, st_sort_key b) {
  if (a.high != b.high) return a.high < b.high;
  return a.low != b.low ? a.low < b.low : a.sequence < b.sequence;
}

static inline strata_layer st_sort_key_layer(st_sort_key key) {
  return (strata_layer)((uint32_t)(key.high >> 32) ^ UINT32_C(0x80000000));
}

/* The sort key of a part of an effect, by the header of the part. */
static inline st_sort_key st_effect_sort_key(const st_store *store,
                                             uint32_t effect, uint64_t header) {
  strata_layer layer = st_part_header_layer(header);
  uint32_t priority = UINT32_C(0x80000000);
  if (st_layer_order(store->rules, layer) == STRATA_BY_PRIORITY) {
    priority ^= st_get32(store, ST_COLUMN_EFFECT_PRIORITY, effect);
  }
  uint64_t stamp = st_get_split(store, ST_COLUMN_EFFECT_STAMP, effect);
  return (st_sort_key){
      .high =
          (uint64_t)((uint32_t)layer ^ UINT32_C(0x80000000)) << 32 | priority,
      .low = stamp << 6 | st_part_header_ordinal(header)};
}

static inline st_sort_key st_part_sort_key(const st_store *store, uint32_t part,
                                           uint64_t header) {
  uint32_t effect = st_get32(store, ST_COLUMN_PART_EFFECT, part);
  return st_effect_sort_key(store, effect, header);
}

/* The first part of an effect. PART_NEXT leads to the next one; 0 at the end.
 */
static inline uint32_t st_effect_first_part(const st_store *store,
                                            uint32_t effect) {
  return st_get32(store, ST_COLUMN_EFFECT_PARTS, effect);
}

/* A slot in which so many effects have ended is not used again. */
#define ST_EFFECT_ENDED_MAX (UINT32_MAX - 1)

/* The slot of an effect, 0 if the handle is stale; and the reverse. */
uint32_t st_effect_slot(const st_store *store, uint64_t effect);
uint64_t st_effect_handle(const st_store *store, uint32_t slot);

/* Whether a slot is in use: its row has a timestamp. */
static inline bool st_effect_is_used(const st_store *store, uint32_t slot) {
  return st_get_split(store, ST_COLUMN_EFFECT_STAMP, slot) != 0;
}

static inline uint32_t st_effect_top(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_EFFECT_TOP);
}

/* Whether some part of an effect is global. */
bool st_effect_is_global(const st_store *store, uint32_t slot);

/* Add or remove an effect. On failure the caller undoes to its savepoint. Cost
 * O(parts * targets). */
strata_status st_effect_add(st_store *store, const st_new_effect *desc,
                            uint32_t *out);
strata_status st_effect_remove(st_store *store, uint32_t slot);

/* Unlock all effects from an entity. An effect that has no target left ends,
 * unless it has a subject. */
strata_status st_effect_release_target(st_store *store, uint32_t entity);

/* Let an effect end after `ticks` more ticks of its clock; 0: never. */
strata_status st_effect_set_ticks(st_store *store, uint32_t slot,
                                  uint32_t ticks);

/* How many entities an effect is locked to. Cost O(parts * targets). */
uint32_t st_effect_target_count(const st_store *store, uint32_t slot);

#endif
