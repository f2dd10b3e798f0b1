/* clause_variant.h - copies of clauses in which text changes have replaced
 * words (612). */
#ifndef STRATA_LAYERS_PASS_CLAUSE_VARIANT_H
#define STRATA_LAYERS_PASS_CLAUSE_VARIANT_H

#include "base/arena.h"
#include "layers/inforce/ability_lists.h"
#include "rules/model/clause.h"

/* A clause under one text change, an st_text_change + 1. */
typedef struct st_clause_variant {
  const st_clause *base_clause;
  uint16_t text_change;
  st_clause *clause;
} st_clause_variant;

/* The variants of one pass. A variant lives in the arena of the pass, but its
 * expressions are on the heap and belong to it. */
typedef struct st_clause_variants {
  st_mem *mem;
  const strata_rules *rules;
  st_arena *arena;
  const st_ability_lists *lists;
  st_clause_variant *at;
  size_t count, capacity;
} st_clause_variants;

void st_clause_variants_init(st_clause_variants *variants, st_mem *mem,
                             const strata_rules *rules, st_arena *arena,
                             const st_ability_lists *lists);
void st_clause_variants_fini(st_clause_variants *variants);

/* Free all variants. It must come before the arena is reset. */
void st_clause_variants_clear(st_clause_variants *variants);

/* Replace the words of a part, but for those in its operand. What it points to
 * is copied into the arena. */
strata_status st_clause_part_change_words(const strata_rules *rules,
                                          st_arena *arena, st_clause_part *part,
                                          const strata_symbol *pairs,
                                          uint32_t count);

/* Find or make the variant of a clause under a text change that is not 0. */
strata_status st_clause_variants_find(st_clause_variants *variants,
                                      const st_clause *base,
                                      uint16_t text_change,
                                      const st_clause **out);

#endif
