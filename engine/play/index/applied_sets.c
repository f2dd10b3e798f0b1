/*
 * applied_sets.c - the sets of watchers that were applied to events.
 *
 * All sets share one open-addressing table, keyed by set number and watcher
 * identity; a lookup walks the chain of parents, which is as long as the event
 * was split or replaced. So 10,000 replacements of one event cost one table
 * lookup each, and not a walk over 10,000 members.
 *
 * Invariant: items are never removed but from the end, newest first, so no
 * probe sequence passes through a slot that is emptied.
 */
#include "play/index/applied_sets.h"

#include "base/hash.h"

#include <string.h>

void st_applied_sets_init(st_applied_sets *sets, st_mem *mem) {
  *sets = (st_applied_sets){.mem = mem};
}

void st_applied_sets_fini(st_applied_sets *sets) {
  st_mem *mem = sets->mem;
  st_mem_free(mem, sets->parent_of_set, sets->set_capacity,
              sizeof sets->parent_of_set[0]);
  st_mem_free(mem, sets->items, sets->capacity, sizeof sets->items[0]);
  st_mem_free(mem, sets->table, sets->table_size, sizeof sets->table[0]);
  *sets = (st_applied_sets){0};
}

void st_applied_sets_clear(st_applied_sets *sets) {
  sets->set_count = 0;
  sets->count = 0;
  if (sets->table) {
    memset(sets->table, 0, sets->table_size * sizeof sets->table[0]);
  }
}

uint32_t st_applied_sets_new(st_applied_sets *sets, uint32_t parent) {
  if (sets->set_count >= UINT32_MAX - 1 ||
      !st_mem_reserve(sets->mem, &sets->parent_of_set, &sets->set_capacity,
                      sets->set_count + 1, sizeof sets->parent_of_set[0])) {
    return 0;
  }
  sets->parent_of_set[sets->set_count++] = parent;
  return (uint32_t)sets->set_count;
}

/* The slot of the table where a member is, or the empty slot where it would
 * be. */
static size_t applied_table_place(const st_applied_sets *sets, uint32_t set,
                                  const st_watcher_id *id) {
  size_t mask = sets->table_size - 1;
  size_t at = (size_t)st_mix(id->hash, set) & mask;
  for (; sets->table[at] != 0; at = (at + 1) & mask) {
    const st_applied_entry *item = &sets->items[sets->table[at] - 1];
    if (item->set == set && st_watcher_id_same(&item->id, id)) break;
  }
  return at;
}

/* An item was inserted when no later one was there, so no older item's probe
 * sequence passes its slot: emptying slots newest first is safe. */
void st_applied_sets_truncate(st_applied_sets *sets, size_t set_count,
                              size_t item_count) {
  assert(set_count <= sets->set_count && item_count <= sets->count);
  while (sets->count > item_count) {
    const st_applied_entry *item = &sets->items[sets->count - 1];
    sets->table[applied_table_place(sets, item->set, &item->id)] = 0;
    sets->count--;
  }
  sets->set_count = set_count;
}

/* Make room for one more item and keep at least half of the table empty. */
static bool grow_applied_table(st_applied_sets *sets) {
  size_t old = sets->table_size;
  if (2 * (sets->count + 1) <= old) return true;
  size_t size = old ? 2 * old : 16;
  uint32_t *table = st_mem_zeroed(sets->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(sets->mem, sets->table, old, sizeof *table);
  sets->table = table;
  sets->table_size = size;
  for (size_t i = 0; i < sets->count; i++) {
    const st_applied_entry *item = &sets->items[i];
    table[applied_table_place(sets, item->set, &item->id)] = (uint32_t)i + 1;
  }
  return true;
}

bool st_applied_sets_add(st_applied_sets *sets, uint32_t set,
                         const st_watcher_id *id) {
  assert(set - 1u < sets->set_count);
  if (!grow_applied_table(sets) ||
      !st_mem_reserve(sets->mem, &sets->items, &sets->capacity, sets->count + 1,
                      sizeof sets->items[0])) {
    return false;
  }
  size_t at = applied_table_place(sets, set, id);
  if (sets->table[at] != 0) return true;
  sets->items[sets->count++] = (st_applied_entry){.id = *id, .set = set};
  sets->table[at] = (uint32_t)sets->count;
  return true;
}

bool st_applied_sets_has(const st_applied_sets *sets, uint32_t set,
                         const st_watcher_id *id) {
  if (sets->count == 0) return false;
  for (; set != 0; set = sets->parent_of_set[set - 1]) {
    if (sets->table[applied_table_place(sets, set, id)] != 0) return true;
  }
  return false;
}
