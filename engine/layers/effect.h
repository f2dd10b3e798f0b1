/* effect.h - continuous effects as state: what can apply, to whom, how long.
 * Nothing here evaluates. */
#ifndef STRATA_EFFECT_H
#define STRATA_EFFECT_H

#include "world/entity.h"

#define ST_PARTS_LIMIT 64

/* Flags of a part's verb. A part with none is plain: its operand is a constant
 * and it applies to whatever it is locked to. */
enum {
  ST_PART_OPEN = 1,        /* of an effect with a subject: in no chain */
  ST_PART_CONDITIONAL = 2, /* of an effect with a condition */
  ST_PART_COMPUTED = 4,    /* PART_TEXT is the operand's expression */
  ST_PART_GROUPED = 8,     /* of an effect in a stacking group */
  ST_PART_ROUND_UP = 16,
  ST_PART_SWITCH = 32 /* exchanges: its value hangs on another attribute's */
};

/* Not plain because something must be worked out for the whole world first. */
#define ST_PART_PLANNED                                                        \
  (ST_PART_OPEN | ST_PART_CONDITIONAL | ST_PART_COMPUTED | ST_PART_SWITCH)
#define ST_PART_SPECIAL (ST_PART_PLANNED | ST_PART_GROUPED)

typedef struct st_new_part {
  uint64_t verb;
  uint64_t value; /* number or handle; SCALE: divisor << 32 | numerator */
  uint32_t symbol;
  uint32_t text; /* id of the expression, the set, or the text */
  uint32_t other;
} st_new_part;

/* An effect about to be: everything is checked and interned. */
typedef struct st_new_effect {
  strata_entity source;
  uint32_t name, subject, condition, while_on; /* text ids */
  strata_clock clock;
  uint32_t ticks;
  strata_group group;
  int32_t priority;
  bool while_source;
  const st_new_part *parts;
  uint32_t part_count;
  const uint32_t *targets; /* slots, no two equal; none with a subject */
  size_t target_count;
} st_new_effect;

/* Where a part stands in a pass: layer, priority, timestamp, ordinal. */
typedef struct st_place {
  uint64_t high, low;
} st_place;

static inline bool st_place_before(st_place a, st_place b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static inline strata_layer st_place_layer(st_place place) {
  return (strata_layer)((uint32_t)(place.high >> 32) ^ UINT32_C(0x80000000));
}

st_place st_part_place(const st_store *store, uint32_t part, uint64_t verb);

/* The first parts of an effect and of a chain; 0 ends either. */
static inline uint32_t st_effect_parts(const st_store *store, uint32_t effect) {
  return st_get32(store, ST_COLUMN_EFFECT_PARTS, effect);
}

/* The slot that a handle names, 0 if it is stale. */
uint32_t st_effect_slot(const st_store *store, strata_effect effect);
strata_effect st_effect_handle(const st_store *store, uint32_t slot);

/* True if a slot is in use: a row with a timestamp. */
static inline bool st_effect_used(const st_store *store, uint32_t slot) {
  return st_get64(store, ST_COLUMN_EFFECT_STAMP, slot) != 0;
}

static inline uint32_t st_effect_top(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_EFFECT_TOP);
}

/* True if some part of it needs the plan. */
bool st_effect_is_planned(const st_store *store, uint32_t slot);

/* Each of these writes only through the journal: on failure the caller undoes.
 * Cost O(parts * targets). */
strata_status st_effect_add(st_store *store, const st_new_effect *desc,
                            uint32_t *out);
strata_status st_effect_remove(st_store *store, uint32_t slot);

/* Take one entity out of all effects that are locked to it; those left with
 * nobody end. */
strata_status st_effect_release(st_store *store, uint32_t entity);

strata_status st_effect_set_ticks(st_store *store, uint32_t slot,
                                  uint32_t ticks);

/* Entities that an effect is locked to. Cost O(targets). */
uint32_t st_effect_target_count(const st_store *store, uint32_t slot);

#endif
