/*
 * clause_variant.c - copies of clauses in which text changes have replaced
 * words (612).
 *
 * Variants are found by a linear search: text changes are rare, and all objects
 * under the same change share one variant for each clause.
 *
 * Invariant: every expression of a finished variant is its own copy, so a
 * variant can be freed after its base clause is gone. In a variant whose making
 * failed, expressions that are still those of the base clause are not its own.
 */
#include "layers/pass/clause_variant.h"

#include <string.h>

static strata_status substitute_text_set(const strata_rules *rules,
                                         st_arena *arena, strata_attr attr,
                                         const strata_symbol *pairs,
                                         uint32_t count,
                                         const uint64_t **words) {
  const st_attr *a = &rules->attrs[attr - 1];
  uint64_t *out = st_arena_alloc(arena, a->word_count, sizeof *out);
  if (!out) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < a->domain_count; i++) {
    if (!st_bit_test(*words, i)) continue;
    uint32_t to = i;
    for (uint32_t p = 0; p < count; p++) {
      if (pairs[2 * (size_t)p] != a->domain[i]) continue;
      to = st_attr_domain_index(a, pairs[2 * (size_t)p + 1]);
    }
    if (to != UINT32_MAX) st_bit_set(out, to, true);
  }
  *words = out;
  return STRATA_OK;
}

static strata_symbol substitute_text_symbol(strata_symbol symbol,
                                            const strata_symbol *pairs,
                                            uint32_t count) {
  for (uint32_t p = 0; p < count; p++) {
    if (pairs[2 * (size_t)p] == symbol) return pairs[2 * (size_t)p + 1];
  }
  return symbol;
}

static strata_status substitute_text_expr(st_clause_variants *variants,
                                          const strata_expr **expr,
                                          const strata_symbol *pairs,
                                          uint32_t count) {
  if (!*expr) return STRATA_OK;
  strata_expr *changed;
  strata_status status =
      st_expr_substitute(*expr, pairs, count, variants->mem, &changed);
  if (!status) *expr = changed;
  return status;
}

/* Free an expression unless it is the one of the base clause. */
static void free_variant_expr(const strata_expr *expr,
                              const strata_expr *base) {
  union {
    const strata_expr *in;
    strata_expr *out;
  } own = {.in = expr};
  if (expr != base) st_expr_free(own.out);
}

static void free_partial_variant(st_clause *clause, const st_clause *base) {
  free_variant_expr(clause->subject, base->subject);
  free_variant_expr(clause->condition, base->condition);
  for (uint32_t i = 0; i < base->part_count; i++) {
    free_variant_expr(clause->parts[i].operand, base->parts[i].operand);
  }
}

/* The base clause may be gone by now. */
static void free_variant(st_clause *clause) {
  free_variant_expr(clause->subject, NULL);
  free_variant_expr(clause->condition, NULL);
  for (uint32_t i = 0; i < clause->part_count; i++) {
    free_variant_expr(clause->parts[i].operand, NULL);
  }
}

static strata_status substitute_text_abilities(const strata_rules *rules,
                                               st_arena *arena,
                                               st_clause_part *part,
                                               const strata_symbol *pairs,
                                               uint32_t count) {
  if (part->ability_count == 0) return STRATA_OK;
  uint32_t *out = st_arena_alloc(arena, part->ability_count, sizeof *out);
  if (!out) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < part->ability_count; i++) {
    out[i] = part->abilities[i];
    strata_symbol old = rules->abilities[out[i]].symbol;
    out[i] = st_ability_list_rename_ability(
        rules, out[i], old, substitute_text_symbol(old, pairs, count));
  }
  part->abilities = out;
  return STRATA_OK;
}

strata_status st_clause_part_change_words(const strata_rules *rules,
                                          st_arena *arena, st_clause_part *part,
                                          const strata_symbol *pairs,
                                          uint32_t count) {
  strata_attr attr = st_part_header_attr(part->flags);
  const st_attr *a = &rules->attrs[attr - 1];
  part->from = substitute_text_symbol(part->from, pairs, count);
  part->to = substitute_text_symbol(part->to, pairs, count);
  if (a->type == STRATA_SYM && !part->operand) {
    part->value =
        substitute_text_symbol((strata_symbol)part->value, pairs, count);
  }
  if (part->words) {
    strata_status status =
        substitute_text_set(rules, arena, attr, pairs, count, &part->words);
    if (status) return status;
  }
  return substitute_text_abilities(rules, arena, part, pairs, count);
}

static strata_status substitute_text_part(st_clause_variants *variants,
                                          st_clause_part *part,
                                          const strata_symbol *pairs,
                                          uint32_t count) {
  strata_status status = st_clause_part_change_words(
      variants->rules, variants->arena, part, pairs, count);
  return status ? status
                : substitute_text_expr(variants, &part->operand, pairs, count);
}

static strata_status fill_variant(st_clause_variants *variants,
                                  st_clause_variant *variant) {
  enum { ROOM = 64 };
  strata_symbol pairs[2 * ROOM];
  const st_clause *base = variant->base_clause;
  uint32_t count =
      st_text_change_pairs(variants->lists, variant->text_change, pairs, ROOM);
  st_clause *clause = variant->clause;
  memcpy(clause->parts, base->parts, base->part_count * sizeof *clause->parts);
  strata_status status =
      substitute_text_expr(variants, &clause->subject, pairs, count);
  if (!status) {
    status = substitute_text_expr(variants, &clause->condition, pairs, count);
  }
  for (uint32_t i = 0; !status && i < base->part_count; i++) {
    status = substitute_text_part(variants, &clause->parts[i], pairs, count);
  }
  return status;
}

/* -- The variants of a pass -- */

void st_clause_variants_init(st_clause_variants *variants, st_mem *mem,
                             const strata_rules *rules, st_arena *arena,
                             const st_ability_lists *lists) {
  *variants = (st_clause_variants){
      .mem = mem, .rules = rules, .arena = arena, .lists = lists};
}

void st_clause_variants_clear(st_clause_variants *variants) {
  for (size_t i = 0; i < variants->count; i++) {
    free_variant(variants->at[i].clause);
  }
  variants->count = 0;
}

void st_clause_variants_fini(st_clause_variants *variants) {
  st_clause_variants_clear(variants);
  st_mem_free(variants->mem, variants->at, variants->capacity,
              sizeof variants->at[0]);
  variants->at = NULL;
  variants->capacity = 0;
}

strata_status st_clause_variants_find(st_clause_variants *variants,
                                      const st_clause *base,
                                      uint16_t text_change,
                                      const st_clause **out) {
  for (size_t i = 0; i < variants->count; i++) {
    const st_clause_variant *v = &variants->at[i];
    if (v->base_clause == base && v->text_change == text_change) {
      *out = v->clause;
      return STRATA_OK;
    }
  }
  st_clause *clause = st_arena_alloc(variants->arena, 1, sizeof *clause);
  st_clause_part *parts =
      st_arena_alloc(variants->arena, base->part_count, sizeof *parts);
  if (!clause || !parts ||
      !st_mem_reserve(variants->mem, &variants->at, &variants->capacity,
                      variants->count + 1, sizeof variants->at[0])) {
    return STRATA_ENOMEM;
  }
  *clause = *base;
  clause->parts = parts;
  st_clause_variant variant = {base, text_change, clause};
  strata_status status = fill_variant(variants, &variant);
  if (status) {
    free_partial_variant(clause, base);
    return status;
  }
  variants->at[variants->count++] = variant;
  *out = clause;
  return STRATA_OK;
}
