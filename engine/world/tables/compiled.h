/* compiled.h - the cache of what texts of the state mean: expressions and sets
 * of symbols. */
#ifndef STRATA_COMPILED_H
#define STRATA_COMPILED_H

#include "rules/expr/expr.h"
#include "world/store/strings.h"

typedef struct st_compiled_set {
  struct st_compiled_set *next;
  strata_attr attr;
  uint64_t *words;
} st_compiled_set;

typedef struct st_compiled_text {
  strata_expr *expr;     /* NULL until asked for */
  strata_expr *within;   /* likewise: asked of others, as in a BORROW */
  st_compiled_set *sets; /* one for each attribute it was asked for */
  uint32_t *abilities;   /* places in the domain, in the order of the lines */
  uint32_t ability_count;
} st_compiled_text;

typedef struct st_compiled {
  st_mem *mem;
  const strata_rules *rules;
  st_compiled_text *texts; /* by text id */
  size_t capacity;
  size_t bytes; /* of what they mean */
} st_compiled;

/* The expression that a text says. Borrowed until the text is rolled back.
 * ECORRUPT if it says none: only a damaged save can bring that about. */
strata_status st_compiled_expr(st_compiled *compiled, const st_store *store,
                               uint32_t text, const strata_expr **out);

/* The same of a predicate that is asked of others: see st_expr_parse_within. */
strata_status st_compiled_within(st_compiled *compiled, const st_store *store,
                                 uint32_t text, const strata_expr **out);

/* The words of a set operand: symbols, one on each line, for one attribute. */
strata_status st_compiled_words(st_compiled *compiled, const st_store *store,
                                uint32_t text, strata_attr attr,
                                const uint64_t **out);

/* The abilities that a text lists, one on each line, as places in the domain;
 * a name that the rules lack is left out. */
strata_status st_compiled_abilities(st_compiled *compiled,
                                    const st_store *store, uint32_t text,
                                    const uint32_t **out, uint32_t *count);

/* The two symbols of a substitution's text, one on each line. */
strata_status st_compiled_pair(st_compiled *compiled, const st_store *store,
                               uint32_t text, strata_symbol *from,
                               strata_symbol *to);

/* Forget all texts from an id on: they have been rolled back. */
void st_compiled_forget(st_compiled *compiled, uint32_t from);
void st_compiled_fini(st_compiled *compiled);

#endif
