/* change.h - every write of the engine's own that the evaluator must hear of:
 * what other floors do to a game, they do through here. */
#ifndef STRATA_LAYERS_MUTATE_MUTATOR_H
#define STRATA_LAYERS_MUTATE_MUTATOR_H

#include "layers/update/evaluator.h"
#include "world/objects/object_values.h"
#include "world/objects/zone.h"

/*
 * All of it writes through the journal: where a call fails, what it has
 * written so far is its caller's to take back, by undo or to a mark, and the
 * evaluator then knows no more than what is left. Arguments are trusted: slots
 * and ids are good, and values suit their types.
 */
typedef struct st_mutator {
  st_mem *mem;
  const strata_rules *rules;
  st_store *store;
  st_strings *strings;
  st_eval *eval;
  st_text text;       /* scratch: names of a list */
  uint64_t *snapshot; /* scratch: the values of one moment */
  size_t snapshot_capacity;
  uint32_t *ended; /* scratch: effects that end together */
  size_t ended_capacity;
  bool base_abilities_only; /* all of it will be taken back: what is kept of
                  those who go has the abilities of their base values, as to
                  make texts of others would cost a new plan */
} st_mutator;

/* What it works on is borrowed, and must outlive it. */
void st_mutator_init(st_mutator *mutator, st_store *store, st_strings *strings,
                     st_eval *eval);
void st_mutator_fini(st_mutator *mutator);

/* -- Base values -- */

/* Write a base value given as words. It may not be one that says where somebody
 * is. Counters get their stamp, and who has it a new one, where that is due
 * (613.7c, 613.7e-g). ERANGE, and nothing is written, for an INT or FLAG
 * outside of its range. */
strata_status st_mutator_set_base(st_mutator *mutator, strata_attr attr,
                                  uint32_t slot, const uint64_t *words);

/* Write one symbol of a SET, by its index in the domain. */
strata_status st_mutator_set_symbol(st_mutator *mutator, strata_attr attr,
                                    uint32_t slot, uint32_t index,
                                    bool present);

/*
 * The same for attributes that are cells and nothing else, as their `direct`
 * says, and values in range, where nothing must grow; false, and nothing is
 * done, where something must. For who writes millions: what they work on is
 * given, since to load it from st_mutator makes a write a tenth slower.
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

/* Give somebody a new timestamp. */
strata_status st_mutator_restamp(st_mutator *mutator, uint32_t slot);

/* Turn somebody to another face, with a new timestamp (712.8, 613.7g). */
strata_status st_mutator_turn_face(st_mutator *mutator, uint32_t slot,
                                   strata_definition face);

/* -- What somebody is at one moment -- */

/* Words of a row: all current values, then all copiable ones. */
size_t st_mutator_snapshot_words(const strata_rules *rules);

/* What a live slot is now. Names of abilities become texts of the state. */
strata_status st_mutator_take_snapshot(st_mutator *mutator, uint32_t slot,
                                       uint64_t *snapshot);

/* Take a slot of somebody gone whose cells are the copiable values of `of`, who
 * is alive, or gone and last known. */
strata_status st_mutator_spawn_copy_snapshot(st_mutator *mutator, uint32_t of,
                                             uint32_t *out);

/* -- Coming, moving, going -- */

/* What a new entity is: with its defaults, as a definition prints it, or with
 * the copiable values of a slot, alive, or gone and last known. Not both. */
typedef struct st_spawn_template {
  strata_definition definition; /* 0: none */
  uint32_t copied;              /* 0: nobody */
} st_spawn_template;

/* Spawn `count` of one model, looked at before the first of them is there; out
 * has room for them. */
strata_status st_mutator_spawn(st_mutator *mutator,
                               const st_spawn_template *model, uint32_t count,
                               strata_entity *out);

typedef struct st_zone_move {
  uint32_t slot;          /* who moves */
  uint32_t player;        /* slot, 0 if the zone is shared */
  const st_zone *zone;    /* NULL: to no zone */
  int32_t position;       /* as in strata_move_desc */
  bool stays_same_object; /* it stays the object that it is */
  const uint64_t
      *snapshot; /* what it was, if that was taken before others who go
               with it went (603.10, 704.8); NULL: it is taken now */
} st_zone_move;

/* Let somebody move: unless it stays the same, it goes, what it was is kept,
 * and a new object is there (400.7). ERANGE if the position is beyond the
 * zone's ends: who moves has left already then. */
strata_status st_mutator_move(st_mutator *mutator, const st_zone_move *move,
                              strata_entity *out);

/* Let somebody go for good. Cost O(all slots of effects) if some last as long
 * as their source, else what is locked to it. */
strata_status st_mutator_remove(st_mutator *mutator, strata_entity entity);

/* Forget all that is kept of those gone, but for what effects copy. */
strata_status st_mutator_forget_last_known(st_mutator *mutator);

/* Let somebody be a copy of another, alive, or gone and last known, by an
 * effect in a layer (707.2). */
strata_status st_mutator_become_copy(st_mutator *mutator, uint32_t slot,
                                     uint32_t of, strata_layer layer);

/* -- Created effects -- */

strata_status st_mutator_add_effect(st_mutator *mutator,
                                    const st_new_effect *desc, uint32_t *out);
strata_status st_mutator_end_effect(st_mutator *mutator, uint32_t effect);

/* Let a clock tick, and end what is due by it, oldest first. */
strata_status st_mutator_tick_clock(st_mutator *mutator, strata_clock clock,
                                    uint32_t *ended);

/* End the effects whose while_on is false, all of one look at once, until none
 * is (611.2b). */
strata_status st_mutator_end_expired(st_mutator *mutator);

#endif
