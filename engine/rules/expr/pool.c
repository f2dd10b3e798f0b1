/*
 * pool.c - expressions by their texts, while rules are frozen.
 *
 * Expressions of no frame hang on the rules alone, so those that were declared
 * with the same text, and read as the same type, are the same. A pack of ten
 * thousand cards has some hundred of them.
 */
#include "rules/expr/pool.h"

#include "base/hash.h"

#include <string.h>

#define FIRST_CAPACITY ((size_t)64)

/* Where it is, or where it would be. There is room. */
static size_t find_place(const st_pool *pool, const char *text,
                         strata_type want) {
  size_t mask = pool->capacity - 1;
  size_t at = (size_t)st_hash_bytes(text, strlen(text), (uint64_t)want) & mask;
  while (pool->items[at].text && (pool->items[at].want != want ||
                                  strcmp(pool->items[at].text, text) != 0)) {
    at = (at + 1) & mask;
  }
  return at;
}

strata_expr *st_pool_find(const st_pool *pool, const char *text,
                          strata_type want) {
  if (pool->count == 0) return NULL;
  const st_pooled *found = &pool->items[find_place(pool, text, want)];
  return found->text ? st_expr_hold(found->expr) : NULL;
}

static bool grow(st_pool *pool) {
  size_t capacity = pool->capacity ? 2 * pool->capacity : FIRST_CAPACITY;
  st_pool grown = {
      .mem = pool->mem,
      .items = st_mem_zeroed(pool->mem, capacity, sizeof grown.items[0]),
      .count = pool->count,
      .capacity = capacity};
  if (!grown.items) return false;
  for (size_t i = 0; i < pool->capacity; i++) {
    const st_pooled *item = &pool->items[i];
    if (!item->text) continue;
    grown.items[find_place(&grown, item->text, item->want)] = *item;
  }
  st_mem_free(pool->mem, pool->items, pool->capacity, sizeof pool->items[0]);
  *pool = grown;
  return true;
}

bool st_pool_add(st_pool *pool, const char *text, strata_type want,
                 strata_expr *expr) {
  if (2 * (pool->count + 1) > pool->capacity && !grow(pool)) return false;
  st_pooled *place = &pool->items[find_place(pool, text, want)];
  assert(!place->text);
  *place = (st_pooled){.text = text, .want = want, .expr = st_expr_hold(expr)};
  pool->count++;
  return true;
}

void st_pool_fini(st_pool *pool) {
  for (size_t i = 0; i < pool->capacity; i++) {
    if (pool->items[i].text) st_expr_free(pool->items[i].expr);
  }
  st_mem_free(pool->mem, pool->items, pool->capacity, sizeof pool->items[0]);
}
