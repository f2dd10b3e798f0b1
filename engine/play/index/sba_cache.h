/* scan.h - whom state-based actions are about. */
#ifndef STRATA_PLAY_INDEX_SBA_CACHE_H
#define STRATA_PLAY_INDEX_SBA_CACHE_H

#include "base/arena.h"
#include "layers/mutate/mutator.h"

/*
 * Most of them ask of everybody what hangs on nobody else: is its damage as
 * much as its toughness? Whom such a one was about is kept, 64 in a word, and
 * asked again of those words in which somebody may be another since. The others
 * are asked of all, every time. It is a cache, of no state.
 */
typedef struct st_sba_cache_entry {
  bool depends_on_it_alone; /* it hangs on `it` alone */
  bool valid;               /* `bits` are what it said of all */
  bool used_since_refresh;  /* ... since the last look */
  uint64_t *bits;           /* by slot */
  size_t capacity;          /* words */
  uint32_t count;           /* bits that are set */
} st_sba_cache_entry;

typedef struct st_sba_cache {
  st_mutator *change;
  st_sba_cache_entry *entries; /* number - 1; NULL: nobody has asked yet */
  uint32_t entry_count;
  uint64_t notices_read; /* of the notices of values */
  uint64_t *dirty;       /* words that are to be asked again, as bits */
  size_t dirty_capacity;
} st_sba_cache;

void st_sba_cache_init(st_sba_cache *cache, st_mutator *change);
void st_sba_cache_fini(st_sba_cache *cache);

/* Give all memory back: whoever asks next asks everybody. */
void st_sba_cache_release(st_sba_cache *cache);

size_t st_sba_cache_bytes(const st_sba_cache *cache);

/* Bring what is known up to date with the state. Cost O(notices since). Errors
 * ENOMEM, and what an evaluation fails with. */
strata_status st_sba_cache_refresh(st_sba_cache *cache);

/* Whom a check is about, in the order of their slots, as long as nothing is
 * written since the look. They lie in the arena. `env` is what its predicate
 * sees. Cost O(words of entities), and O(entities) if it does not hang on `it`
 * alone. */
strata_status st_sba_cache_find(st_sba_cache *cache, uint32_t number,
                                const st_expr_env *env, st_arena *arena,
                                strata_entity **who, uint32_t *count);

#endif
