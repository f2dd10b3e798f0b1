/* sba_cache.h - the entities that match the subject of each state-based
 * action. */
#ifndef STRATA_PLAY_INDEX_SBA_CACHE_H
#define STRATA_PLAY_INDEX_SBA_CACHE_H

#include "base/arena.h"
#include "layers/mutate/mutator.h"

/*
 * Most state-based actions (704) test a condition of each entity that depends
 * on nothing else: is its damage at least its toughness? For such an action the
 * cache keeps one bit per entity, and tests again only the 64-bit words in
 * which an entity may have changed. All other actions are tested for all
 * entities each time. It is a cache and no state.
 */
typedef struct st_sba_cache_entry {
  /* the subject reads nothing but the entity tested */
  bool depends_on_it_alone;
  bool valid;              /* `bits` were true at the last refresh */
  bool used_since_refresh; /* a find has used it since the last refresh */
  uint64_t *bits;          /* one for each entity slot */
  size_t capacity;         /* of `bits`, in words */
  uint32_t count;          /* how many bits are set */
} st_sba_cache_entry;

typedef struct st_sba_cache {
  st_mutator *change;
  /* by number - 1; NULL before the first refresh */
  st_sba_cache_entry *entries;
  uint32_t entry_count;
  uint64_t notices_read; /* entries of the value change log that were read */
  uint64_t *dirty;       /* words that must be tested again, one bit for each */
  size_t dirty_capacity;
} st_sba_cache;

void st_sba_cache_init(st_sba_cache *cache, st_mutator *change);
void st_sba_cache_fini(st_sba_cache *cache);

/* Free all memory; the next find tests all entities. */
void st_sba_cache_release(st_sba_cache *cache);

size_t st_sba_cache_bytes(const st_sba_cache *cache);

/* Read the change log, and mark the words that must be tested again. Cost O(log
 * entries). Errors: ENOMEM, and those of an evaluation. */
strata_status st_sba_cache_refresh(st_sba_cache *cache);

/* Find the entities that match the subject of a state-based action, in the
 * order of their slots; *who lies in the arena. Nothing may have been written
 * since the refresh. `env` is the context of the subject's predicate. Cost
 * O(entities / 64), and O(entities) if the subject reads other entities. */
strata_status st_sba_cache_find(st_sba_cache *cache, uint32_t number,
                                const st_expr_env *env, st_arena *arena,
                                strata_entity **who, uint32_t *count);

#endif
