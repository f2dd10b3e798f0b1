/* expr_intern.h - expressions by their texts while rules are frozen: thousands
 * of cards contain "controller = this.controller", and all share one
 * expression. */
#ifndef STRATA_RULES_EXPR_EXPR_INTERN_H
#define STRATA_RULES_EXPR_EXPR_INTERN_H

#include "rules/expr/expr.h"

typedef struct st_expr_intern_entry {
  /* Borrowed: the text as declared; NULL: the entry is empty. */
  const char *text;
  strata_type type; /* the type that was wanted */
  strata_expr *expr;
} st_expr_intern_entry;

/* A hash table with open addressing. It owns one reference to each
 * expression. */
typedef struct st_expr_intern {
  st_mem *mem;
  st_expr_intern_entry *entries;
  size_t count, capacity; /* capacity: a power of two, or 0 */
} st_expr_intern;

/* The expression for a text and a wanted type, with a new reference for the
 * caller; NULL if there is none. Cost O(length of the text). */
strata_expr *st_expr_intern_find(const st_expr_intern *interned,
                                 const char *text, strata_type want);

/* Add an expression that is absent. The text must outlive the table. Returns
 * false if memory runs out. Cost O(length of the text), amortised. */
bool st_expr_intern_add(st_expr_intern *interned, const char *text,
                        strata_type want, strata_expr *expr);

void st_expr_intern_fini(st_expr_intern *interned);

#endif
