/* mutator.h - every write to a game that the evaluator must be notified of:
 * other floors change a game only through here. */
#ifndef STRATA_LAYERS_MUTATE_MUTATOR_H
#define STRATA_LAYERS_MUTATE_MUTATOR_H

#include "layers/update/sight.h"
#include "world/objects/knowledge.h"
#include "world/objects/object_values.h"
#include "world/objects/zone.h"

/*
 * All writes go through the journal. If a call fails, its caller takes back
 * what it has written, by undo or to a savepoint, and the rollback notifies
 * the evaluator. Arguments are trusted: slots and ids are good, and values
 * suit their types.
 */
typedef struct st_mutator {
  st_mem *mem;
  const strata_rules *rules;
  st_store *store;
  st_strings *strings;
  st_eval *eval;
  size_t value_words; /* the words of one value of each attribute */
  st_text text;       /* spare memory: names of a list */
  uint64_t *snapshot; /* spare memory: one snapshot */
  size_t snapshot_capacity;
  uint32_t *ended; /* spare memory: effects that end together */
  size_t ended_capacity;
  bool *reveals; /* borrowed: set where a write shows somebody a face that was
                    hidden; NULL: nobody asks */
  bool base_abilities_only; /* all writes will be taken back: snapshots have the
                               abilities of base values, because texts of other
                               lists would make the in-force set stale */
} st_mutator;

/* Store, strings and evaluator are borrowed, and must outlive the mutator. */
void st_mutator_init(st_mutator *mutator, st_store *store, st_strings *strings,
                     st_eval *eval);
void st_mutator_fini(st_mutator *mutator);

/* Show the face of a live entity to a player, or to ST_ALL_PLAYERS: who does
 * not see it yet is noted as one who knows it. Cost O(its rows). */
strata_status st_mutator_disclose(st_mutator *mutator, uint32_t slot,
                                  strata_entity player);

/* -- Base values -- */

/*
 * Write a base value given as words, of an attribute that does not tell where
 * an entity is. Counters get their timestamp and the entity a new one where
 * 613.7c and 613.7e-g ask for it. ERANGE, and nothing is written, for an INT
 * or FLAG out of its range.
 */
strata_status st_mutator_set_base(st_mutator *mutator, strata_attr attr,
                                  uint32_t slot, const uint64_t *words);

/* Write one symbol of a SET, by its index in the domain. */
strata_status st_mutator_set_symbol(st_mutator *mutator, strata_attr attr,
                                    uint32_t slot, uint32_t index,
                                    bool present);

/*
 * Write a base value in place: for attributes that are plain cells, as their
 * `direct_write` tells, and values in range. False, and nothing is done, where
 * the store would have to grow. For callers that write millions of values: the
 * store and the evaluator are arguments, since loading them from st_mutator
 * makes a write a tenth slower.
 */
static inline bool
st_mutator_put_number_in_place(st_store *store, st_eval *eval, strata_attr attr,
                               uint32_t slot, int64_t value) {
  const st_attr *a = &store->rules->attrs[attr - 1];
  assert(a->direct_write == ST_DIRECT_NUMBER && value >= a->min &&
         value <= a->max);
  uint64_t cell = (uint64_t)value - (uint64_t)a->default_value;
  if (!st_put64_in_place(store, a->base_column, slot, cell)) return false;
  st_eval_base_changed(eval, attr, slot);
  return true;
}

static inline bool st_mutator_put_short_in_place(st_store *store, st_eval *eval,
                                                 strata_attr attr,
                                                 uint32_t slot, int64_t value) {
  const st_attr *a = &store->rules->attrs[attr - 1];
  assert(a->direct_write == ST_DIRECT_NARROW && value >= a->min &&
         value <= a->max);
  uint64_t number = (uint64_t)value - (uint64_t)a->default_value;
  if (!st_put_narrow_in_place(store, a->base_column, a->bias, slot, number)) {
    return false;
  }
  st_eval_base_changed(eval, attr, slot);
  return true;
}

static inline bool st_mutator_put_flag_in_place(st_store *store, st_eval *eval,
                                                strata_attr attr, uint32_t slot,
                                                bool value) {
  const st_attr *a = &store->rules->attrs[attr - 1];
  assert(a->direct_write == ST_DIRECT_FLAG);
  bool bit = value != (a->default_value != 0);
  if (!st_put_bit_in_place(store, a->base_column, slot, bit)) return false;
  st_eval_base_changed(eval, attr, slot);
  return true;
}

static inline bool st_mutator_put_ref_in_place(st_store *store, st_eval *eval,
                                               strata_attr attr, uint32_t slot,
                                               strata_entity to) {
  const st_attr *a = &store->rules->attrs[attr - 1];
  assert(a->direct_write == ST_DIRECT_REF);
  uint64_t cell = to ^ (uint64_t)a->default_value;
  if (!st_put64_in_place(store, a->base_column, slot, cell)) return false;
  st_eval_base_changed(eval, attr, slot);
  return true;
}

static inline bool
st_mutator_put_symbol_in_place(st_store *store, st_eval *eval, strata_attr attr,
                               uint32_t slot, uint32_t index, bool present) {
  const st_attr *a = &store->rules->attrs[attr - 1];
  assert(a->direct_write == ST_DIRECT_SET && index < a->domain_count);
  if (!st_put_bit_in_place(store, a->base_column + index, slot, present)) {
    return false;
  }
  st_eval_base_changed(eval, attr, slot);
  return true;
}

/* Give an entity a new timestamp. */
strata_status st_mutator_restamp(st_mutator *mutator, uint32_t slot);

/* Turn an object to another face, with a new timestamp (712.8, 613.7g). */
strata_status st_mutator_turn_face(st_mutator *mutator, uint32_t slot,
                                   strata_definition face);

/* -- Snapshots: the values of an entity at one moment -- */

/* Words of a snapshot: all current values, then all copiable ones. */
static inline size_t st_mutator_snapshot_words(const st_mutator *mutator) {
  return 2 * mutator->value_words;
}

/* Take a snapshot of a live slot. Lists of abilities become texts of the
 * state. */
strata_status st_mutator_take_snapshot(st_mutator *mutator, uint32_t slot,
                                       uint64_t *snapshot);

/* Make a last-known slot whose cells are the copiable values of `of`, which is
 * live or last known. */
strata_status st_mutator_spawn_copy_snapshot(st_mutator *mutator, uint32_t of,
                                             uint32_t *out);

/* -- Entities are made, move and go -- */

/* What a new entity is: with default values, as a definition prints it, or with
 * the copiable values of a slot, live or last known. Not both. */
typedef struct st_spawn_template {
  strata_definition definition; /* 0: none */
  uint32_t copied;              /* 0: none */
} st_spawn_template;

/* Spawn `count` entities of one template. The copied values are read before the
 * first entity is there. `out` has room for the handles. */
strata_status st_mutator_spawn(st_mutator *mutator,
                               const st_spawn_template *model, uint32_t count,
                               strata_entity *out);

typedef struct st_zone_move {
  uint32_t slot;          /* the entity that moves */
  uint32_t player;        /* slot, 0 if the zone is shared */
  const st_zone *zone;    /* NULL: to no zone */
  int32_t position;       /* as in strata_move_desc */
  bool stays_same_object; /* it stays the same object and keeps its handle */
  /* The entity's snapshot, if that was taken before other entities went with it
   * (603.10, 704.8); NULL: it is taken now. */
  const uint64_t *snapshot;
} st_zone_move;

/* Move an entity: unless it stays the same object, it goes, its last-known
 * values are stored, and a new object is there (400.7). ERANGE if the position
 * is beyond the zone's ends: the entity has left its zone by then. */
strata_status st_mutator_move(st_mutator *mutator, const st_zone_move *move,
                              strata_entity *out);

/* Remove an entity for good. Cost O(all slots of effects) if some effects last
 * as long as their source, otherwise what is locked to the entity. */
strata_status st_mutator_remove(st_mutator *mutator, strata_entity entity);

/* Free all last-known slots except those that effects copy. */
strata_status st_mutator_forget_last_known(st_mutator *mutator);

/* Make an entity a copy of another one, live or last known, by an effect in a
 * layer (707.2). */
strata_status st_mutator_become_copy(st_mutator *mutator, uint32_t slot,
                                     uint32_t of, strata_layer layer);

/* -- Created effects -- */

/* Begin a created effect. *out is its slot. */
strata_status st_mutator_add_effect(st_mutator *mutator,
                                    const st_new_effect *desc, uint32_t *out);

/* End a created effect. */
strata_status st_mutator_end_effect(st_mutator *mutator, uint32_t effect);

/* Advance a clock by one tick, and end the effects that are due by it, oldest
 * first. */
strata_status st_mutator_tick_clock(st_mutator *mutator, strata_clock clock,
                                    uint32_t *ended);

/* End the effects whose while_on is false, all that one look finds at once,
 * until a look finds none (611.2b). */
strata_status st_mutator_end_expired(st_mutator *mutator);

#endif
