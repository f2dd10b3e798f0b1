/* compiled.h - the cache of what texts of the state mean: expressions and sets
 * of symbols. */
#ifndef STRATA_WORLD_TABLES_TEXT_CACHE_H
#define STRATA_WORLD_TABLES_TEXT_CACHE_H

#include "rules/expr/expr.h"
#include "world/store/strings.h"

typedef struct st_text_cache_set {
  struct st_text_cache_set *next;
  strata_attr attr;
  uint64_t *words;
} st_text_cache_set;

typedef struct st_text_cache_entry {
  strata_expr *expr;        /* NULL until asked for */
  strata_expr *expr_within; /* likewise: asked of others, as in a BORROW */
  st_text_cache_set *symbol_sets; /* one for each attribute it was asked for */
  uint32_t *abilities; /* places in the domain, in the order of the lines */
  uint32_t ability_count;
} st_text_cache_entry;

typedef struct st_text_cache {
  st_mem *mem;
  const strata_rules *rules;
  st_text_cache_entry *texts; /* by text id */
  size_t capacity;
  size_t bytes; /* of what they mean */
} st_text_cache;

/* The expression that a text says. Borrowed until the text is rolled back.
 * ECORRUPT if it says none: only a damaged save can bring that about. */
strata_status st_text_cache_expr(st_text_cache *cache, const st_store *store,
                                 uint32_t text, const strata_expr **out);

/* The same of a predicate that is asked of others: see st_expr_parse_inner. */
strata_status st_text_cache_expr_within(st_text_cache *cache,
                                        const st_store *store, uint32_t text,
                                        const strata_expr **out);

/* The words of a set operand: symbols, one on each line, for one attribute. */
strata_status st_text_cache_symbol_set(st_text_cache *cache,
                                       const st_store *store, uint32_t text,
                                       strata_attr attr, const uint64_t **out);

/* The abilities that a text lists, one on each line, as places in the domain;
 * a name that the rules lack is left out. */
strata_status st_text_cache_abilities(st_text_cache *cache,
                                      const st_store *store, uint32_t text,
                                      const uint32_t **out, uint32_t *count);

/* The two symbols of a substitution's text, one on each line. */
strata_status st_text_cache_substitution(st_text_cache *cache,
                                         const st_store *store, uint32_t text,
                                         strata_symbol *from,
                                         strata_symbol *to);

/* Forget all texts from an id on: they have been rolled back. */
void st_text_cache_forget(st_text_cache *cache, uint32_t from);
void st_text_cache_fini(st_text_cache *cache);

#endif
