/* pool.h - expressions by their texts, while rules are frozen: thousands of
 * cards say "controller = this.controller", and all have one. */
#ifndef STRATA_RULES_EXPR_EXPR_INTERN_H
#define STRATA_RULES_EXPR_EXPR_INTERN_H

#include "rules/expr/expr.h"

typedef struct st_expr_intern_entry {
  const char *text; /* borrowed, as it was declared; NULL: none is here */
  strata_type type; /* as what it was read */
  strata_expr *expr;
} st_expr_intern_entry;

/* Open addressing; it holds what is in it. */
typedef struct st_expr_intern {
  st_mem *mem;
  st_expr_intern_entry *entries;
  size_t count, capacity; /* a power of two, or none */
} st_expr_intern;

/* The expression of a text that was read as of a type, held for the caller;
 * NULL if there is none. Cost O(the text). */
strata_expr *st_expr_intern_find(const st_expr_intern *pool, const char *text,
                                 strata_type want);

/* Put in what there is none of; the text outlives the pool. False if there is
 * no memory. Cost O(the text), amortised. */
bool st_expr_intern_add(st_expr_intern *pool, const char *text,
                        strata_type want, strata_expr *expr);

void st_expr_intern_fini(st_expr_intern *pool);

#endif
