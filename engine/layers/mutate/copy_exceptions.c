/*
 * copy_exceptions.c - how a copy differs from what it copies.
 *
 * The exceptions are an ability of the rules, so that rules know all that a
 * copy can differ in. Its parts are made into parts of created effects, whose
 * operands are constants.
 */
#include "layers/mutate/copy_exceptions.h"

#include "layers/mutate/effect_builder.h"

/* Evaluate the operand of a part for the copy. */
static strata_status
evaluate_for_copy(void *context, const st_clause_part *part, int64_t *out) {
  const st_effect_builder *builder = context;
  st_mutator *mutator = builder->mutator;
  if (!st_clause_part_takes_set(part)) {
    return st_eval_expr(mutator->eval, part->operand, 0, builder->slot, out);
  }
  const st_attr *attr =
      &mutator->rules->attrs[st_part_header_attr(part->flags) - 1];
  uint64_t *words =
      st_mem_zeroed(mutator->mem, attr->word_count, sizeof *words);
  if (!words) return STRATA_ENOMEM;
  strata_status status =
      st_eval_set(mutator->eval, part->operand, builder->slot, attr, words);
  if (!status) status = st_effect_builder_set_text(mutator, attr, words, out);
  st_mem_free(mutator->mem, words, attr->word_count, sizeof *words);
  return status;
}

static strata_status add_exception_part(st_effect_builder *builder,
                                        const st_clause_part *part) {
  strata_op op = (strata_op)st_part_header_op(part->flags);
  if (op == STRATA_OP_SWITCH || op == STRATA_OP_COPY ||
      op == STRATA_OP_BORROW || builder->count == ST_PARTS_LIMIT) {
    return STRATA_EINVAL;
  }
  st_new_part made = {0};
  strata_status status = st_effect_builder_operand(builder, part, &made);
  if (!status) {
    st_effect_builder_push_part(builder, part, builder->count, 0, made);
  }
  return status;
}

static strata_status add_exception_clauses(st_effect_builder *builder,
                                           const st_ability *ability,
                                           bool judged) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < ability->clause_count; i++) {
    const st_clause *clause = &ability->clauses[i];
    int64_t holds = !judged;
    if (judged != (clause->condition != NULL)) continue;
    if (judged) {
      status = st_eval_expr(builder->mutator->eval, clause->condition, 0,
                            builder->slot, &holds);
    }
    for (uint32_t p = 0; !status && holds && p < clause->part_count; p++) {
      status = add_exception_part(builder, &clause->parts[p]);
    }
  }
  return status;
}

strata_status st_copy_exceptions_add(st_mutator *mutator, uint32_t slot,
                                     const st_ability *ability) {
  strata_status status = STRATA_OK;
  for (int judged = 0; !status && judged < 2; judged++) {
    st_effect_builder builder = {
        .mutator = mutator, .slot = slot, .evaluate = evaluate_for_copy};
    builder.context = &builder;
    uint32_t effect;
    status = add_exception_clauses(&builder, ability, judged != 0);
    if (status || builder.count == 0) continue;
    const st_new_effect desc = {.parts = builder.parts,
                                .part_count = builder.count,
                                .targets = &slot,
                                .target_count = 1};
    status = st_mutator_add_effect(mutator, &desc, &effect);
  }
  return status;
}
