/*
 * applied_sets.c - which watchers have been applied to an event.
 *
 * All sets are one table, keyed by set and watcher, and a chain of parents
 * that is as long as an event was split in several: so 10,000 replacements of
 * one event cost a look into the table each, not a walk.
 */
#include "play/index/applied_sets.h"

#include "base/hash.h"

#include <string.h>

void st_applied_sets_init(st_applied_sets *lineage, st_mem *mem) {
  *lineage = (st_applied_sets){.mem = mem};
}

void st_applied_sets_fini(st_applied_sets *lineage) {
  st_mem *mem = lineage->mem;
  st_mem_free(mem, lineage->parent_of_set, lineage->set_capacity,
              sizeof lineage->parent_of_set[0]);
  st_mem_free(mem, lineage->items, lineage->capacity, sizeof lineage->items[0]);
  st_mem_free(mem, lineage->table, lineage->table_size,
              sizeof lineage->table[0]);
  *lineage = (st_applied_sets){0};
}

void st_applied_sets_clear(st_applied_sets *lineage) {
  lineage->set_count = 0;
  lineage->count = 0;
  if (lineage->table) {
    memset(lineage->table, 0, lineage->table_size * sizeof lineage->table[0]);
  }
}

uint32_t st_applied_sets_new(st_applied_sets *lineage, uint32_t parent) {
  if (lineage->set_count >= UINT32_MAX - 1 ||
      !st_mem_reserve(lineage->mem, &lineage->parent_of_set,
                      &lineage->set_capacity, lineage->set_count + 1,
                      sizeof lineage->parent_of_set[0])) {
    return 0;
  }
  lineage->parent_of_set[lineage->set_count++] = parent;
  return (uint32_t)lineage->set_count;
}

/* Where it is in the table, or where it would be. */
static size_t applied_table_place(const st_applied_sets *lineage, uint32_t set,
                                  const st_watcher_id *id) {
  size_t mask = lineage->table_size - 1;
  size_t at = (size_t)st_mix(id->hash, set) & mask;
  for (; lineage->table[at] != 0; at = (at + 1) & mask) {
    const st_applied_entry *item = &lineage->items[lineage->table[at] - 1];
    if (item->set == set && st_watcher_id_same(&item->id, id)) break;
  }
  return at;
}

/* The newest is in no other's way: so they are taken out in that order. */
void st_applied_sets_truncate(st_applied_sets *lineage, size_t sets,
                              size_t items) {
  assert(sets <= lineage->set_count && items <= lineage->count);
  while (lineage->count > items) {
    const st_applied_entry *item = &lineage->items[lineage->count - 1];
    lineage->table[applied_table_place(lineage, item->set, &item->id)] = 0;
    lineage->count--;
  }
  lineage->set_count = sets;
}

/* At least half of the table is empty. */
static bool grow_applied_table(st_applied_sets *lineage) {
  size_t old = lineage->table_size;
  if (2 * (lineage->count + 1) <= old) return true;
  size_t size = old ? 2 * old : 16;
  uint32_t *table = st_mem_zeroed(lineage->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(lineage->mem, lineage->table, old, sizeof *table);
  lineage->table = table;
  lineage->table_size = size;
  for (size_t i = 0; i < lineage->count; i++) {
    const st_applied_entry *item = &lineage->items[i];
    table[applied_table_place(lineage, item->set, &item->id)] = (uint32_t)i + 1;
  }
  return true;
}

bool st_applied_sets_add(st_applied_sets *lineage, uint32_t set,
                         const st_watcher_id *id) {
  assert(set - 1u < lineage->set_count);
  if (!grow_applied_table(lineage) ||
      !st_mem_reserve(lineage->mem, &lineage->items, &lineage->capacity,
                      lineage->count + 1, sizeof lineage->items[0])) {
    return false;
  }
  size_t at = applied_table_place(lineage, set, id);
  if (lineage->table[at] != 0) return true;
  lineage->items[lineage->count++] = (st_applied_entry){.id = *id, .set = set};
  lineage->table[at] = (uint32_t)lineage->count;
  return true;
}

bool st_applied_sets_has(const st_applied_sets *lineage, uint32_t set,
                         const st_watcher_id *id) {
  if (lineage->count == 0) return false;
  for (; set != 0; set = lineage->parent_of_set[set - 1]) {
    if (lineage->table[applied_table_place(lineage, set, id)] != 0) return true;
  }
  return false;
}
