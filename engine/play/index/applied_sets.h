/* applied_sets.h - which watchers have been applied to an event. */
#ifndef STRATA_PLAY_INDEX_APPLIED_SETS_H
#define STRATA_PLAY_INDEX_APPLIED_SETS_H

#include "base/mem.h"
#include "play/index/watcher_id.h"

/*
 * Sets of watchers that were applied to an event: each begins as what its
 * parent has, and goes on by itself. Sets have numbers from 1; 0 is empty.
 */
typedef struct st_applied_entry {
  st_watcher_id id;
  uint32_t set;
} st_applied_entry;

typedef struct st_applied_sets {
  st_mem *mem;
  uint32_t *parent_of_set; /* by set - 1 */
  size_t set_count, set_capacity;
  st_applied_entry *items;
  size_t count, capacity;
  uint32_t *table; /* of items, their place + 1; open addressing */
  size_t table_size;
} st_applied_sets;

void st_applied_sets_init(st_applied_sets *sets, st_mem *mem);
void st_applied_sets_fini(st_applied_sets *sets);
void st_applied_sets_clear(st_applied_sets *sets);

/* Forget the sets and what was added after there were so many of either. */
void st_applied_sets_truncate(st_applied_sets *sets, size_t set_count,
                              size_t item_count);

/* A new set; 0 if there is no memory. The parent gets no more from now on. */
uint32_t st_applied_sets_new(st_applied_sets *sets, uint32_t parent);

/* False if there is no memory. */
bool st_applied_sets_add(st_applied_sets *sets, uint32_t set,
                         const st_watcher_id *id);

/* Cost O(sets on the way to the first one). */
bool st_applied_sets_has(const st_applied_sets *sets, uint32_t set,
                         const st_watcher_id *id);

#endif
