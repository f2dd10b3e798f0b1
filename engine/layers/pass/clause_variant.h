/* clause_variant.h - clauses whose words a text change has replaced (612). */
#ifndef STRATA_LAYERS_PASS_CLAUSE_VARIANT_H
#define STRATA_LAYERS_PASS_CLAUSE_VARIANT_H

#include "base/arena.h"
#include "layers/inforce/ability_lists.h"
#include "rules/model/clause.h"

/* A clause under one text change. */
typedef struct st_clause_variant {
  const st_clause *base_clause;
  uint16_t text_change;
  st_clause *clause;
} st_clause_variant;

/* The variants that one pass has made. */
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

/* Free all variants; call it before the arena is reset. */
void st_clause_variants_clear(st_clause_variants *variants);

/* The variant of a clause under a text change that is not 0. */
strata_status st_clause_variants_find(st_clause_variants *variants,
                                      const st_clause *base,
                                      uint16_t text_change,
                                      const st_clause **out);

#endif
