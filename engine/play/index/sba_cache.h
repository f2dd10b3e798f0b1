/* sba_cache.h - the entities that match the subject of each state-based
 * action. */
#ifndef STRATA_PLAY_INDEX_SBA_CACHE_H
#define STRATA_PLAY_INDEX_SBA_CACHE_H

#include "base/arena.h"
#include "layers/mutate/mutator.h"
#include "play/index/sba_reads.h"

#define ST_SBA_CLOSED 8 /* the most parts that are the same for all */

/*
 * Settling asks for the subjects of all state-based actions (704) after each
 * action, and an action changes few entities. So the cache keeps one bit per
 * entity and subject, and tests again only subjects that read what has changed,
 * and of each only the entities that have changed, and those that a subject
 * judges by an entity that has. Where a subject depends on more than can be
 * told (sba_reads.h), it is asked again of all entities that satisfy its first
 * conditions. It is a cache and no state.
 */
typedef struct st_sba_cache_entry {
  st_sba_reads reads;
  uint32_t lead;  /* its first condition, its place in `leads` + 1; 0: none */
  uint64_t attrs; /* what it reads, and what tells equal entities (704.5j) */
  bool valid;     /* what is kept was true at the last refresh */
  /* no two entities that match are equal: the action applies to none of them */
  bool all_kept;
  /* by slot: satisfies the first conditions, if there are others; matches */
  uint64_t *near, *bits;
  /* By slot and link: where the link of an entity that is near led to when it
   * was tested; and by slot: one that is near led there. */
  uint32_t *targets;
  uint64_t *led_to;
  size_t near_capacity, capacity, target_capacity, led_capacity;
  uint32_t count, near_count; /* how many bits are set */
  int64_t closed[ST_SBA_CLOSED];
  bool closed_known;
} st_sba_cache_entry;

typedef enum st_sba_asked {
  ST_SBA_ASKED_NOBODY,
  ST_SBA_ASKED_DIRTY, /* the entities that are dirty */
  ST_SBA_ASKED_ALL
} st_sba_asked;

/* The first condition of some subjects. Many begin alike, as with "zone =
 * 'battlefield'", which few of the entities that have changed satisfy; so a
 * refresh asks each such condition once. */
typedef struct st_sba_lead {
  const strata_expr *subject; /* one that begins with it */
  uint32_t end;               /* the node behind its root */
  st_sba_asked asked;         /* in this refresh */
  uint64_t *bits;             /* by slot, of those asked: satisfies it */
  size_t capacity;
} st_sba_lead;

/* An attribute that returns to its default after each round. */
typedef struct st_sba_reset {
  strata_attr attr;
  uint64_t *bits; /* by slot: has another base value */
  size_t capacity;
} st_sba_reset;

typedef struct st_sba_cache {
  st_mutator *change;
  /* by number - 1; NULL before the first refresh */
  st_sba_cache_entry *entries;
  uint32_t entry_count;
  st_sba_lead *leads; /* room for as many as there are entries */
  uint32_t lead_count;
  bool is_refreshed;    /* all entries are as the last refresh has left them */
  st_sba_reset *resets; /* of all state-based actions, in their order */
  uint32_t reset_count;
  bool resets_valid;
  uint64_t notices_read; /* entries of the value change log that were read */
  uint64_t *dirty;       /* by slot: must be tested again */
  uint32_t *dirty_words; /* those of `dirty` that are not 0 */
  uint32_t dirty_count;
  uint64_t dirty_attrs;  /* attributes of which any value may have changed */
  uint64_t logged_attrs; /* those of which some value may have */
  bool all_dirty;
  uint32_t tested; /* how many entities the last refresh has tested again */
  size_t dirty_capacity, word_capacity;
} st_sba_cache;

void st_sba_cache_init(st_sba_cache *cache, st_mutator *change);
void st_sba_cache_fini(st_sba_cache *cache);

/* Free all memory; the next refresh tests all entities. */
void st_sba_cache_release(st_sba_cache *cache);

/* Let the next refresh test all entities. */
void st_sba_cache_forget(st_sba_cache *cache);

size_t st_sba_cache_bytes(const st_sba_cache *cache);

/*
 * Read the change log and test what may have changed. Cost O(log entries), and
 * for each subject the entities that have changed or are judged by one that
 * has; O(entities that satisfy the first conditions) where a subject depends on
 * more, and O(entities) where any value of an attribute may have changed.
 * Errors: ENOMEM, and those of an evaluation.
 */
strata_status st_sba_cache_refresh(st_sba_cache *cache);

/* Whether a find would find nothing. Nothing was written since the refresh. */
static inline bool st_sba_cache_is_empty(const st_sba_cache *cache,
                                         uint32_t number) {
  const st_sba_cache_entry *entry = &cache->entries[number - 1];
  if (entry->all_kept) return true;
  return entry->reads.reach == ST_SBA_REACH_UNTOLD ? entry->near_count == 0
                                                   : entry->count == 0;
}

/* Note that of the entities that match now all are kept, until one changes. */
static inline void st_sba_cache_note_all_kept(st_sba_cache *cache,
                                              uint32_t number) {
  st_sba_cache_entry *entry = &cache->entries[number - 1];
  entry->all_kept = entry->reads.reach != ST_SBA_REACH_UNTOLD;
}

/* Find the entities that match the subject of a state-based action, in the
 * order of their slots; *who lies in the arena. Nothing may have been written
 * since the refresh. `env` is the context of the subject's predicate. Cost
 * O(entities / 64), and that of the subject for each entity that satisfies its
 * first conditions if no log tells of what it depends on. */
strata_status st_sba_cache_find(st_sba_cache *cache, uint32_t number,
                                const st_expr_env *env, st_arena *arena,
                                strata_entity **who, uint32_t *count);

#endif
