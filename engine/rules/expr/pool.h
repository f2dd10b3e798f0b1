/* pool.h - expressions by their texts, while rules are frozen: thousands of
 * cards say "controller = this.controller", and all have one. */
#ifndef STRATA_POOL_H
#define STRATA_POOL_H

#include "rules/expr/expr.h"

typedef struct st_pooled {
  const char *text; /* borrowed, as it was declared; NULL: none is here */
  strata_type want; /* as what it was read */
  strata_expr *expr;
} st_pooled;

/* Open addressing; it holds what is in it. */
typedef struct st_pool {
  st_mem *mem;
  st_pooled *items;
  size_t count, capacity; /* a power of two, or none */
} st_pool;

/* The expression of a text that was read as of a type, held for the caller;
 * NULL if there is none. Cost O(the text). */
strata_expr *st_pool_find(const st_pool *pool, const char *text,
                          strata_type want);

/* Put in what there is none of; the text outlives the pool. False if there is
 * no memory. Cost O(the text), amortised. */
bool st_pool_add(st_pool *pool, const char *text, strata_type want,
                 strata_expr *expr);

void st_pool_fini(st_pool *pool);

#endif
