/*
 * expr_intern.c - expressions by their texts while rules are frozen.
 *
 * An expression without a frame depends on the rules alone, so equal texts
 * with equal wanted types give equal expressions. A pack of ten thousand cards
 * has some hundred different ones.
 */
#include "rules/expr/expr_intern.h"

#include "base/hash.h"

#include <string.h>

#define INTERN_FIRST_CAPACITY ((size_t)64)

/* The index of the entry, or of the empty entry where it belongs. The table is
 * never full. */
static size_t find_intern_slot(const st_expr_intern *pool, const char *text,
                               strata_type want) {
  size_t mask = pool->capacity - 1;
  size_t at = (size_t)st_hash_bytes(text, strlen(text), (uint64_t)want) & mask;
  while (pool->entries[at].text &&
         (pool->entries[at].type != want ||
          strcmp(pool->entries[at].text, text) != 0)) {
    at = (at + 1) & mask;
  }
  return at;
}

strata_expr *st_expr_intern_find(const st_expr_intern *pool, const char *text,
                                 strata_type want) {
  if (pool->count == 0) return NULL;
  const st_expr_intern_entry *found =
      &pool->entries[find_intern_slot(pool, text, want)];
  return found->text ? st_expr_retain(found->expr) : NULL;
}

static bool grow_intern_table(st_expr_intern *pool) {
  size_t capacity = pool->capacity ? 2 * pool->capacity : INTERN_FIRST_CAPACITY;
  st_expr_intern grown = {
      .mem = pool->mem,
      .entries = st_mem_zeroed(pool->mem, capacity, sizeof grown.entries[0]),
      .count = pool->count,
      .capacity = capacity};
  if (!grown.entries) return false;
  for (size_t i = 0; i < pool->capacity; i++) {
    const st_expr_intern_entry *item = &pool->entries[i];
    if (!item->text) continue;
    grown.entries[find_intern_slot(&grown, item->text, item->type)] = *item;
  }
  st_mem_free(pool->mem, pool->entries, pool->capacity,
              sizeof pool->entries[0]);
  *pool = grown;
  return true;
}

bool st_expr_intern_add(st_expr_intern *pool, const char *text,
                        strata_type want, strata_expr *expr) {
  if (2 * (pool->count + 1) > pool->capacity && !grow_intern_table(pool))
    return false;
  st_expr_intern_entry *place =
      &pool->entries[find_intern_slot(pool, text, want)];
  assert(!place->text);
  *place = (st_expr_intern_entry){
      .text = text, .type = want, .expr = st_expr_retain(expr)};
  pool->count++;
  return true;
}

void st_expr_intern_fini(st_expr_intern *pool) {
  for (size_t i = 0; i < pool->capacity; i++) {
    if (pool->entries[i].text) st_expr_free(pool->entries[i].expr);
  }
  st_mem_free(pool->mem, pool->entries, pool->capacity,
              sizeof pool->entries[0]);
}
