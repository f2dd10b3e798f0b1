/* compiled.h - the cache of what texts of the state mean: expressions and sets
 * of symbols. */
#ifndef STRATA_COMPILED_H
#define STRATA_COMPILED_H

#include "world/expr.h"
#include "world/strings.h"

typedef struct st_compiled_set {
  struct st_compiled_set *next;
  strata_attr attr;
  uint64_t *words;
} st_compiled_set;

typedef struct st_compiled_text {
  strata_expr *expr;     /* NULL until asked for */
  st_compiled_set *sets; /* one for each attribute it was asked for */
} st_compiled_text;

typedef struct st_compiled {
  st_mem *mem;
  const strata_rules *rules;
  st_compiled_text *texts; /* by text id */
  size_t capacity;
} st_compiled;

/* The expression that a text says. Borrowed until the text is rolled back.
 * ECORRUPT if it says none: only a damaged save can bring that about. */
strata_status st_compiled_expr(st_compiled *compiled, const st_store *store,
                               uint32_t text, const strata_expr **out);

/* The words of a set operand: symbols, one on each line, for one attribute. */
strata_status st_compiled_words(st_compiled *compiled, const st_store *store,
                                uint32_t text, strata_attr attr,
                                const uint64_t **out);

/* Forget all texts from an id on: they have been rolled back. */
void st_compiled_forget(st_compiled *compiled, uint32_t from);
void st_compiled_fini(st_compiled *compiled);

#endif
