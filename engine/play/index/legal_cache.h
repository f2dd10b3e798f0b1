/* legal_cache.h - what players could do when they were asked last. */
#ifndef STRATA_PLAY_INDEX_LEGAL_CACHE_H
#define STRATA_PLAY_INDEX_LEGAL_CACHE_H

#include "layers/mutate/mutator.h"
#include "play/index/action_reads.h"
#include "play/index/legal_tests.h"
#include "play/index/watched_values.h"
#include "play/index/watcher_index.h"

/*
 * For each player, and each law or object that has an action, the cache keeps
 * whether the action can be done: one bit for each object of a law's action, as
 * the cache of state-based actions does. Of an action that reads the player and
 * the object alone (action_reads.h), only objects that may have changed are
 * asked again; and what such actions of laws ask is asked once for all that ask
 * the same (legal_tests.h). It is a cache and no state.
 */

/* What the rules tell of an action. */
typedef struct st_legal_def {
  st_action_reads reads;
  /* numbers of tests: of its conditions, 0 if it has none; and of its cost, 0
   * if that can always be paid */
  uint32_t conditions, cost;
  bool has_cost_test; /* `cost` tells whether it can be paid */
} st_legal_def;

/* An action that a law or an object has. */
typedef struct st_legal_entry {
  strata_watcher_def def;
  strata_entity self; /* the object that has it; 0: a law */
  strata_entity you;  /* the controller of the object */
  uint64_t started_handle;
  uint32_t text;  /* the text change that its ability is under, or 0 */
  bool by_object; /* it is a law's, and done with objects */
  /* The tests of its conditions and of its cost, which tell with which objects
   * it can be done; the first is 0 if `bits` do, and the other if that cost
   * always can be paid or is not tested. */
  uint32_t tests[2];
  bool valid;      /* `bits` were true when the player was asked for last */
  bool paid_near;  /* `bits` include that the cost can be paid */
  bool may;        /* the player may do it at all, unless that hangs on the
                      object */
  bool may_known;  /* `may` is so still */
  bool is_plain;   /* what is listed of it are its bits, if `may` */
  bool changed;    /* its bits have changed since it was listed */
  uint32_t listed; /* how many actions of the list are of it */
  uint64_t *bits;  /* by slot of the object, or bit 0 */
  size_t capacity; /* of `bits`, in words */
} st_legal_entry;

/* What one player could do. */
typedef struct st_legal_of_player {
  strata_entity player;    /* 0: nobody is kept here */
  st_legal_entry *entries; /* in the order of the list */
  size_t count, capacity;
  /* of the index that the entries are of, and of the state: see
   * is_cost_watched */
  uint64_t candidate_changes;
  bool has_whiles;
  /* by slot: may have changed since the player was asked for */
  uint64_t *dirty;
  size_t dirty_capacity;
  bool all_dirty;   /* all may have */
  bool any_dirty;   /* `dirty` has a bit, or all are */
  uint64_t *values; /* hashes of the player's values, by place in
                       st_legal_cache.player_attrs */
  uint64_t changed; /* which of them have changed since, as in
                       st_action_reads.of_player */
  st_tests_of_player tests;
  strata_legal_action *list; /* in the order of the entries */
  size_t list_count, list_capacity;
  bool listed;         /* the list is that of the entries, as they were then */
  bool by_tests_alone; /* and will be so while no test has another answer and
                          judge_entries finds nothing to do */
  /* of the state and the rules that the list is of */
  uint64_t hash, rules_hash;
} st_legal_of_player;

/* Players that are kept; whoever was asked for longest ago makes room. */
#define ST_LEGAL_PLAYERS 8

typedef struct st_legal_cache {
  st_mutator *change;
  st_legal_def *defs; /* by definition - 1; NULL before the first find */
  uint32_t def_count;
  st_legal_tests tests;
  /* what any definition reads of the player, and room for all attributes */
  strata_attr *player_attrs;
  uint32_t player_attr_count, attr_count;
  st_legal_of_player players[ST_LEGAL_PLAYERS]; /* the last one first */
  uint64_t notices_read; /* entries of the value change log that were read */
  st_watched_values watched;
  /* by slot: the handle that was there last; 0: none */
  strata_entity *occupants;
  size_t occupant_capacity;
  uint64_t *fresh; /* scratch: by slot, what the log has */
  size_t fresh_capacity;
} st_legal_cache;

void st_legal_cache_init(st_legal_cache *cache, st_mutator *change);
void st_legal_cache_fini(st_legal_cache *cache);

/* Free all memory; the next list asks about all objects. */
void st_legal_cache_release(st_legal_cache *cache);

size_t st_legal_cache_bytes(const st_legal_cache *cache);

/*
 * Read the change log, and bring the entries of a player in line with the
 * actions that there are by the index. What may have changed is in of->dirty,
 * and entries that hold no more are invalid. `env`: current values. Errors:
 * ENOMEM, and those of an evaluation.
 */
strata_status st_legal_cache_refresh(st_legal_cache *cache,
                                     st_watcher_index *index,
                                     const st_expr_env *env,
                                     strata_entity player,
                                     st_legal_of_player **out);

/* All entries of a player were asked about, and the state is as it was at the
 * refresh: what was logged meanwhile is of payments that were taken back. */
strata_status st_legal_cache_settle(st_legal_cache *cache,
                                    st_legal_of_player *of);

/* The list of a player, if it is of the present state; else NULL. */
const st_legal_of_player *st_legal_cache_current(const st_legal_cache *cache,
                                                 strata_entity player);

/* Make room for a bit of each object; new ones are 0. */
bool st_legal_cache_reserve(st_legal_cache *cache, st_legal_entry *entry);

/* Forget what all players could do, after a failure. */
void st_legal_cache_forget(st_legal_cache *cache);

static inline const st_legal_def *
st_legal_cache_def(const st_legal_cache *cache, strata_watcher_def def) {
  return &cache->defs[def - 1];
}

/* Whether tests tell with which objects an action can be done. */
static inline bool st_legal_entry_is_by_tests(const st_legal_entry *entry) {
  return entry->tests[0] != 0;
}

/* What has changed since a player was asked for. */
static inline st_test_changes
st_legal_cache_changes(const st_legal_of_player *of) {
  return (st_test_changes){.slots = of->dirty,
                           .word_count = of->dirty_capacity,
                           .all = of->all_dirty,
                           .of_player = of->changed};
}

#endif
