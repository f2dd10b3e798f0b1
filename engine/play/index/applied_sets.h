/* applied_sets.h - the sets of watchers that were applied to events (614.5). */
#ifndef STRATA_PLAY_INDEX_APPLIED_SETS_H
#define STRATA_PLAY_INDEX_APPLIED_SETS_H

#include "base/mem.h"
#include "play/index/watcher_id.h"

/*
 * Each event names a set of the watchers that were applied to it. A new set
 * starts with all that its parent set has and grows by itself: parts of an
 * event and events that take its place inherit what was applied to it. Sets
 * have numbers from 1; number 0 is the empty set.
 *
 * Invariant: a set that is a parent gets no more members.
 */
typedef struct st_applied_entry {
  st_watcher_id id;
  uint32_t set;
} st_applied_entry;

typedef struct st_applied_sets {
  st_mem *mem;
  uint32_t *parent_of_set; /* by set number - 1 */
  size_t set_count, set_capacity;
  st_applied_entry *items;
  size_t count, capacity;
  uint32_t *table; /* open addressing; index of an item + 1, or 0 */
  size_t table_size;
} st_applied_sets;

void st_applied_sets_init(st_applied_sets *sets, st_mem *mem);
void st_applied_sets_fini(st_applied_sets *sets);
void st_applied_sets_clear(st_applied_sets *sets);

/* Forget all sets beyond the first `set_count` and all items beyond the first
 * `item_count`: what was added since a checkpoint. */
void st_applied_sets_truncate(st_applied_sets *sets, size_t set_count,
                              size_t item_count);

/* Make a set whose members are those of `parent`, which may be 0. Returns 0 if
 * there is no memory. */
uint32_t st_applied_sets_new(st_applied_sets *sets, uint32_t parent);

/* Add a watcher to a set; false if there is no memory. */
bool st_applied_sets_add(st_applied_sets *sets, uint32_t set,
                         const st_watcher_id *id);

/* Whether a watcher is in a set or in one of its ancestors. Cost
 * O(ancestors). */
bool st_applied_sets_has(const st_applied_sets *sets, uint32_t set,
                         const st_watcher_id *id);

#endif
