/* effect.h - continuous effects as state: what can apply, to whom, how long.
 * Nothing here evaluates. */
#ifndef STRATA_WORLD_TABLES_EFFECT_H
#define STRATA_WORLD_TABLES_EFFECT_H

#include "rules/model/clause.h"
#include "world/objects/entity.h"

#define ST_PARTS_LIMIT 64

/* Not plain because something must be worked out for the whole world first. */
#define ST_PART_GLOBAL                                                         \
  (ST_PART_OPEN | ST_PART_CONDITIONAL | ST_PART_COMPUTED | ST_PART_SWITCH)
#define ST_PART_NO_FAST_PATH (ST_PART_GLOBAL | ST_PART_GROUPED)

/* The same with the operations that look at more than one value. */
static inline bool st_part_is_global(uint64_t verb) {
  return (st_part_header_flags(verb) & ST_PART_GLOBAL) ||
         st_part_header_op(verb) >= STRATA_OP_COPY;
}

/*
 * One part of an effect. What `value` and `text` are depends on the operation
 * and the attribute's type; of lists, text has a name on each line:
 *
 *   computed   text: the expression; SCALE: value is divisor << 32
 *   SET        INT, FLAG, REF: value; SYM: symbol; TEXT, SET, ABILITIES: text
 *   SCALE      value: divisor << 32 | numerator
 *   ADD REMOVE FORBID of a SET or ABILITIES: text, the list
 *   SUBSTITUTE text: the old word and the new
 *   COPY       value: handle of the gone slot that is the effect's snapshot
 *   BORROW     computed: text, the predicate; value: the kind
 *   CLEAR STRIP: neither
 */
typedef struct st_new_part {
  uint64_t header;
  uint64_t value;
  uint32_t symbol;
  uint32_t text;
  uint32_t other_attr;
} st_new_part;

/* An effect about to be: everything is checked and interned. */
typedef struct st_new_effect {
  strata_entity source;
  uint32_t name, subject, condition, while_on; /* text ids */
  strata_clock clock;
  uint32_t ticks;
  strata_stacking_group group;
  int32_t priority;
  bool while_source;
  uint32_t snapshot; /* gone slot of the snapshot that COPY parts read, or 0 */
  const st_new_part *parts;
  uint32_t part_count;
  /* Slots, no two equal: those that parts which are not OPEN are locked to. */
  const uint32_t *targets;
  size_t target_count;
} st_new_effect;

/* Where a part stands in a pass: layer, priority, timestamp, ordinal; and for
 * parts that a pass has put there, the order in which it applied them. */
typedef struct st_sort_key {
  uint64_t high, low;
  uint32_t sequence; /* 0: the part of a chain */
} st_sort_key;

static inline bool st_sort_key_before(st_sort_key a, st_sort_key b) {
  if (a.high != b.high) return a.high < b.high;
  return a.low != b.low ? a.low < b.low : a.sequence < b.sequence;
}

static inline strata_layer st_sort_key_layer(st_sort_key place) {
  return (strata_layer)((uint32_t)(place.high >> 32) ^ UINT32_C(0x80000000));
}

st_sort_key st_part_sort_key(const st_store *store, uint32_t part,
                             uint64_t verb);

/* The first parts of an effect and of a chain; 0 ends either. */
static inline uint32_t st_effect_first_part(const st_store *store,
                                            uint32_t effect) {
  return st_get32(store, ST_COLUMN_EFFECT_PARTS, effect);
}

/* A slot in which so many have ended has its last one. */
#define ST_EFFECT_ENDED_MAX (UINT32_MAX - 1)

/* The slot that a handle names, 0 if it is stale. */
uint32_t st_effect_slot(const st_store *store, uint64_t effect);
uint64_t st_effect_handle(const st_store *store, uint32_t slot);

/* True if a slot is in use: a row with a timestamp. */
static inline bool st_effect_is_used(const st_store *store, uint32_t slot) {
  return st_get_split(store, ST_COLUMN_EFFECT_STAMP, slot) != 0;
}

static inline uint32_t st_effect_top(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_EFFECT_TOP);
}

/* True if some part of it needs the plan. */
bool st_effect_is_global(const st_store *store, uint32_t slot);

/* Each of these writes only through the journal: on failure the caller undoes.
 * Cost O(parts * targets). */
strata_status st_effect_add(st_store *store, const st_new_effect *desc,
                            uint32_t *out);
strata_status st_effect_remove(st_store *store, uint32_t slot);

/* Take one entity out of all effects that are locked to it; those left with
 * nobody end, unless they have open parts too. */
strata_status st_effect_release_target(st_store *store, uint32_t entity);

strata_status st_effect_set_ticks(st_store *store, uint32_t slot,
                                  uint32_t ticks);

/* Entities that an effect is locked to. Cost O(parts * targets). */
uint32_t st_effect_target_count(const st_store *store, uint32_t slot);

#endif
