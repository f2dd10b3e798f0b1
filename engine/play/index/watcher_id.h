/* watcher_id.h - the identity of a watcher, the same in every pass, fork and
 * save. */
#ifndef STRATA_PLAY_INDEX_WATCHER_ID_H
#define STRATA_PLAY_INDEX_WATCHER_ID_H

#include "layers/update/evaluator.h"

/*
 * The identity of a watcher tells its source apart: an ability that the object
 * has of its own, an ability that another object gave it, and a watcher that an
 * action started. Two equal abilities of one object differ in `ordinal`, two
 * definitions of one ability in `place_in_ability`. Rule 614.5 goes by it: one
 * watcher applies to one event once.
 */
typedef struct st_watcher_id {
  uint64_t object; /* handle of the object that has it, or of the started
                      watcher; 0: a law of no object */
  uint64_t giver;  /* hash of what gave the ability; 0: printed or started */
  strata_watcher_def watcher_def;
  uint32_t ordinal; /* of the ability, among those that its giver gave */
  uint32_t place_in_ability; /* of the definition, among those of the ability */
  bool started;              /* `object` is the handle of a started watcher */
  /* of all other fields, for tables within one process; never 0 */
  uint64_t hash;
} st_watcher_id;

/* The identity of definition `def`, which is at `place` of the ability
 * `instance` in the current ability list of `slot`. */
st_watcher_id st_watcher_id_of_ability(const st_eval *eval, uint32_t slot,
                                       const st_ability_instance *instance,
                                       strata_watcher_def def, uint32_t place);
st_watcher_id st_watcher_id_of_law(const st_eval *eval, uint32_t law,
                                   uint32_t holder, strata_watcher_def def,
                                   uint32_t place);
st_watcher_id st_watcher_id_of_started(uint64_t started,
                                       strata_watcher_def def);
/* The identity of a trigger that an instruction of a program of `self` sets off
 * (603.12). */
st_watcher_id st_watcher_id_of_instruction(strata_entity self,
                                           strata_watcher_def def);

/* The same watcher as another object would have it: for an object that is equal
 * to the first one. */
st_watcher_id st_watcher_id_with_object(const st_watcher_id *id,
                                        uint64_t object);

static inline bool st_watcher_id_same(const st_watcher_id *a,
                                      const st_watcher_id *b) {
  return a->hash == b->hash && a->object == b->object && a->giver == b->giver &&
         a->watcher_def == b->watcher_def && a->ordinal == b->ordinal &&
         a->place_in_ability == b->place_in_ability && a->started == b->started;
}

/* The key of the watcher in notes, which saves keep. It hashes names of the
 * rules and not their numbers, which change when rules are linked again. Never
 * 0. */
uint64_t st_watcher_id_save_key(const st_watcher_id *id,
                                const strata_rules *rules);

#endif
