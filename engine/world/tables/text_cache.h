/* text_cache.h - the texts of a state in compiled form, by text id:
 * expressions, sets of symbols, lists of abilities. A cache beside the state.
 */
#ifndef STRATA_WORLD_TABLES_TEXT_CACHE_H
#define STRATA_WORLD_TABLES_TEXT_CACHE_H

#include "rules/expr/expr.h"
#include "world/store/strings.h"

/* A text as a set of symbols, for one attribute. */
typedef struct st_text_cache_set {
  struct st_text_cache_set *next;
  strata_attr attr;
  uint64_t *words;
} st_text_cache_set;

typedef struct st_text_cache_entry {
  strata_expr *expr;        /* NULL: not compiled yet */
  strata_expr *expr_within; /* compiled as an inner predicate; NULL: not yet */
  st_text_cache_set *symbol_sets; /* one for each attribute in use */
  uint32_t *abilities; /* domain indexes, in the order of the lines */
  uint32_t ability_count;
} st_text_cache_entry;

typedef struct st_text_cache {
  st_mem *mem;
  const strata_rules *rules;
  st_text_cache_entry *texts; /* by text id */
  size_t capacity;
  size_t bytes; /* memory of the compiled forms */
} st_text_cache;

/* A text as an expression, borrowed until the text is rolled back. ECORRUPT if
 * the text is not an expression, which only a damaged save can cause. */
strata_status st_text_cache_expr(st_text_cache *cache, const st_store *store,
                                 uint32_t text, const strata_expr **out);

/* A text as an inner predicate, as BORROW has it: see st_expr_parse_inner. */
strata_status st_text_cache_expr_within(st_text_cache *cache,
                                        const st_store *store, uint32_t text,
                                        const strata_expr **out);

/* A text that lists symbols, one on each line, as bits in the domain of one
 * attribute. ECORRUPT if a symbol is not in the domain. */
strata_status st_text_cache_symbol_set(st_text_cache *cache,
                                       const st_store *store, uint32_t text,
                                       strata_attr attr, const uint64_t **out);

/* A text that lists abilities, one on each line, as domain indexes. A name that
 * the rules lack is left out. */
strata_status st_text_cache_abilities(st_text_cache *cache,
                                      const st_store *store, uint32_t text,
                                      const uint32_t **out, uint32_t *count);

/* The two symbols of the text of a SUBSTITUTE, one on each line. */
strata_status st_text_cache_substitution(st_text_cache *cache,
                                         const st_store *store, uint32_t text,
                                         strata_symbol *from,
                                         strata_symbol *to);

/* Drop the texts from an id on, because they were rolled back. */
void st_text_cache_forget(st_text_cache *cache, uint32_t from);
void st_text_cache_fini(st_text_cache *cache);

#endif
