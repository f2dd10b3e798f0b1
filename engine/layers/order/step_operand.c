/*
 * step_operand.c - the operands of one unit's parts in one layer.
 *
 * An operand is computed for all members before the part changes any of them,
 * and reads the board as the parts before it have left it. The operands of all
 * parts of a step lie one after the other in one vector, so two probes of a
 * unit are compared word by word.
 */
#include "layers/order/step_operand.h"

#include <string.h>

strata_status st_step_for_each_member(st_step_runner *r,
                                      const st_clause_part *part,
                                      const st_step_operand *op,
                                      st_step_member_fn visit) {
  const st_members *m = r->members;
  if (!m->bits) return m->one ? visit(r, part, op, m->one, 0) : STRATA_OK;
  size_t n = 0;
  for (uint32_t w = 0; w < r->pass->words; w++) {
    for (uint64_t left = m->bits[w]; left != 0; left &= left - 1) {
      strata_status status =
          visit(r, part, op, w * 64 + st_lowest_bit(left), n++);
      if (status) return status;
    }
  }
  return STRATA_OK;
}

static strata_status push_operand(st_step_runner *r, uint64_t word) {
  return st_u64_vec_push(r->pass->mem, r->operands, word) ? STRATA_OK
                                                          : STRATA_ENOMEM;
}

static uint64_t pack_operand(const st_clause_part *part, int64_t value) {
  if (st_part_header_op(part->flags) != STRATA_OP_SCALE) return (uint64_t)value;
  int64_t numerator = st_clamp(value, INT32_MIN, INT32_MAX);
  return part->value >> 32 << 32 | (uint32_t)(int32_t)numerator;
}

/* The operand in the form in which probes are compared: symbols outside of a
 * SET's domain are all 0, because they all do nothing. */
static uint64_t normalize_operand(const st_step_runner *r,
                                  const st_clause_part *part, uint64_t value) {
  const st_attr *a =
      &r->pass->rules->attrs[st_part_header_attr(part->flags) - 1];
  if (a->type != STRATA_SET ||
      st_part_header_op(part->flags) == STRATA_OP_COPY) {
    return value;
  }
  bool known = st_attr_domain_index(a, (strata_symbol)value) != UINT32_MAX;
  return known ? value : 0;
}

static strata_status compute_operand(st_step_runner *r,
                                     const st_clause_part *part, uint32_t class,
                                     uint64_t *out) {
  st_expr_env env = st_layer_unit_env(r->pass, &r->pass->units[r->unit], class);
  int64_t result = 0;
  strata_status status = st_expr_eval(part->operand, &env, &result);
  *out = pack_operand(part, result);
  if (r->mode == ST_UNIT_STEP_PROBE) *out = normalize_operand(r, part, *out);
  return status;
}

static strata_status push_computed_operand(st_step_runner *r,
                                           const st_clause_part *part,
                                           const st_step_operand *op,
                                           uint32_t class, size_t n) {
  (void)op;
  (void)n;
  uint64_t value;
  strata_status status = compute_operand(r, part, class, &value);
  if (status) return status;
  return push_operand(r, value);
}

static strata_status push_taken_set(st_step_runner *r,
                                    const st_clause_part *part,
                                    const st_step_operand *op, uint32_t class,
                                    size_t n) {
  (void)op;
  (void)n;
  const st_attr *a =
      &r->pass->rules->attrs[st_part_header_attr(part->flags) - 1];
  size_t at = r->operands->count;
  for (uint32_t i = 0; i < a->word_count; i++) {
    strata_status status = push_operand(r, 0);
    if (status) return status;
  }
  st_expr_env env = st_layer_unit_env(r->pass, &r->pass->units[r->unit], class);
  return st_expr_eval_set(part->operand, &env, a, r->operands->at + at);
}

/* The list of the abilities of every entity that satisfies the part's
 * predicate, in which `class` is the outer entity. */
static strata_status collect_borrowed_list(st_step_runner *r,
                                           const st_clause_part *part,
                                           uint32_t class, uint64_t *out) {
  st_pass *pass = r->pass;
  strata_attr attr = pass->rules->ability_attr;
  st_expr_env env = st_layer_unit_env(pass, &pass->units[r->unit], 0);
  env.outer_slot = class;
  if (!pass->borrow_scratch) {
    pass->borrow_scratch =
        st_arena_alloc(&pass->arena, pass->words, sizeof(uint64_t));
  }
  if (!pass->borrow_scratch) return STRATA_ENOMEM;
  uint32_t list = 0;
  strata_status status =
      st_expr_match_live(part->operand, &env, pass->borrow_scratch);
  for (uint32_t w = 0; !status && w < env.word_count; w++) {
    for (uint64_t left = pass->borrow_scratch[w]; !status && left != 0;
         left &= left - 1) {
      uint64_t from;
      uint32_t of = w * 64 + st_lowest_bit(left);
      status = st_board_get(&pass->board, attr, of, &from);
      if (!status) {
        status = st_ability_list_collect(&pass->lists, list, (uint32_t)from,
                                         part->ability_kind, &list);
      }
    }
  }
  *out = list;
  return status;
}

static strata_status push_borrowed_list(st_step_runner *r,
                                        const st_clause_part *part,
                                        const st_step_operand *op,
                                        uint32_t class, size_t n) {
  (void)op;
  (void)n;
  uint64_t list;
  strata_status status = collect_borrowed_list(r, part, class, &list);
  if (status) return status;
  return push_operand(r, list);
}

/*
 * Append the value of an attribute of entity `of`, or the attribute's default
 * if `of` is neither live nor last known. Only a copy effect, which has stored
 * a snapshot (`taken`), reads last-known values: a static ability does not
 * know what an object was (604.7).
 */
static strata_status push_copied_value(st_step_runner *r, strata_attr attr,
                                       strata_entity of, bool taken) {
  st_pass *pass = r->pass;
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint32_t class =
      st_class_of_slot(pass->classes, st_entity_slot(pass->store, of));
  uint32_t gone = taken ? st_entity_last_known_slot(pass->store, of) : 0;
  if (a->type == STRATA_SET) {
    memset(pass->value_scratch, 0,
           a->word_count * sizeof pass->value_scratch[0]);
    if (class) st_board_get_set(&pass->board, attr, class, pass->value_scratch);
    if (gone) st_entity_base_symbols(pass->store, a, gone, pass->value_scratch);
    for (uint32_t i = 0; i < a->word_count; i++) {
      if (!st_u64_vec_push(pass->mem, r->operands, pass->value_scratch[i])) {
        return STRATA_ENOMEM;
      }
    }
    return STRATA_OK;
  }
  uint64_t value = a->type == STRATA_ABILITIES ? 0 : (uint64_t)a->default_value;
  strata_status status = STRATA_OK;
  if (class) status = st_board_get(&pass->board, attr, class, &value);
  if (gone) value = (uint64_t)st_entity_base(pass->store, a, gone);
  if (gone && a->type == STRATA_ABILITIES) {
    uint32_t list = 0;
    status = st_ability_list_from_text(&pass->lists, pass->compiled,
                                       pass->store, (uint32_t)value, &list);
    value = list;
  }
  if (status) return status;
  return push_operand(r, value);
}

static strata_status push_copied_operand(st_step_runner *r,
                                         const st_clause_part *part) {
  uint64_t of = part->value;
  if (part->operand) {
    strata_status status = compute_operand(r, part, 0, &of);
    if (status) return status;
  }
  return push_copied_value(r, st_part_header_attr(part->flags), of,
                           !part->operand);
}

strata_status st_step_operand_evaluate(st_step_runner *r,
                                       const st_clause_part *part,
                                       st_step_operand *op) {
  const st_attr *a =
      &r->pass->rules->attrs[st_part_header_attr(part->flags) - 1];
  strata_op what = st_part_header_op(part->flags);
  *op = (st_step_operand){.offset = r->operands->count};
  if (what == STRATA_OP_COPY) {
    op->is_set = a->type == STRATA_SET;
    return push_copied_operand(r, part);
  }
  if (!part->operand) {
    op->none = true;
    return STRATA_OK;
  }
  bool borrow = what == STRATA_OP_BORROW;
  op->each = part->operand->uses_it;
  op->is_set = st_clause_part_takes_set(part);
  if (op->each) {
    return st_step_for_each_member(r, part, op,
                                   op->is_set ? push_taken_set
                                   : borrow   ? push_borrowed_list
                                              : push_computed_operand);
  }
  if (op->is_set) return push_taken_set(r, part, op, 0, 0);
  uint64_t value = 0;
  strata_status status = borrow ? collect_borrowed_list(r, part, 0, &value)
                                : compute_operand(r, part, 0, &value);
  if (status) return status;
  return push_operand(r, value);
}

uint64_t st_step_operand_of_member(const st_step_runner *r,
                                   const st_clause_part *part,
                                   const st_step_operand *op, size_t n) {
  if (op->none) return part->value;
  return r->operands->at[op->offset + (op->each ? n : 0)];
}
