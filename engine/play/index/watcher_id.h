/* watcher_id.h - who a watcher is, for as long as there is one. */
#ifndef STRATA_PLAY_INDEX_WATCHER_ID_H
#define STRATA_PLAY_INDEX_WATCHER_ID_H

#include "layers/update/evaluator.h"

/*
 * What a watcher is called, the same in every pass, fork and save: what an
 * object has by its own ability, by somebody else's, and what was started are
 * told apart, and so are two equal abilities of one object.
 */
typedef struct st_watcher_id {
  uint64_t object; /* handle of whose it is, or of the watch; 0: of all */
  uint64_t giver;  /* 0: it is printed, or was started */
  strata_watcher_def watcher_def; /* what it says */
  uint32_t ordinal;          /* of the ability, among what its giver gave */
  uint32_t place_in_ability; /* of the code, among what the ability says */
  bool started;              /* `object` is a watch */
  uint64_t hash;             /* of all this, for tables of one run; not 0 */
} st_watcher_id;

/* `instance` is in the current list of the slot, and says `code` at `place`. */
st_watcher_id st_watcher_id_of_ability(const st_eval *eval, uint32_t slot,
                                       const st_ability_instance *instance,
                                       strata_watcher_def def, uint32_t place);
st_watcher_id st_watcher_id_of_law(const st_eval *eval, uint32_t law,
                                   uint32_t holder, strata_watcher_def def,
                                   uint32_t place);
st_watcher_id st_watcher_id_of_started(uint64_t started,
                                       strata_watcher_def def);
/* Of what a program of somebody's lets trigger (603.12). */
st_watcher_id st_watcher_id_of_instruction(strata_entity self,
                                           strata_watcher_def def);

/* The same of another object: of one that is as that one is. */
st_watcher_id st_watcher_id_with_object(const st_watcher_id *id,
                                        uint64_t object);

static inline bool st_watcher_id_same(const st_watcher_id *a,
                                      const st_watcher_id *b) {
  return a->hash == b->hash && a->object == b->object && a->giver == b->giver &&
         a->watcher_def == b->watcher_def && a->ordinal == b->ordinal &&
         a->place_in_ability == b->place_in_ability && a->started == b->started;
}

/* For what is kept in saves: it goes by the names of what the rules say, not by
 * their numbers. Never 0. */
uint64_t st_watcher_id_save_key(const st_watcher_id *id,
                                const strata_rules *rules);

#endif
