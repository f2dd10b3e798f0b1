/*
 * step.c - one unit in one layer.
 *
 * The parts go one after the other: each operand is worked out for all members
 * before the part changes anybody, and sees what the parts before it left.
 */
#include "layers/order/unit_step.h"

#include "layers/values/class_sums.h"

#include <string.h>

/* A run in progress. */
typedef struct step_runner {
  st_pass *pass;
  const st_members *members;
  st_u64_vec *operands;
  const st_order_reason *reason;
  bool *differs;
  uint32_t unit;
  st_unit_step_mode mode;
  strata_layer layer;
  uint32_t next_applied; /* for JOIN and RENEW: what the next part was written
                            down as */
  /* The list that a member had before, and what became of it; of a part that
   * does the same to all. */
  uint64_t list_before, list_after;
} step_runner;

/* What a part's operand is: one word, a word for each member, or a SET's. */
typedef struct step_operand {
  size_t offset; /* in the vector */
  bool each, is_set;
  bool none; /* a constant of the part itself */
} step_operand;

/* Calls `visit` for each member, in order. */
typedef strata_status (*member_visit_fn)(step_runner *r,
                                         const st_clause_part *part,
                                         const step_operand *op, uint32_t class,
                                         size_t n);

static strata_status for_each_member(step_runner *r, const st_clause_part *part,
                                     const step_operand *op,
                                     member_visit_fn visit) {
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

/* -- Operands -- */

static uint64_t pack_operand(const st_clause_part *part, int64_t value) {
  if (st_part_header_op(part->flags) != STRATA_OP_SCALE) return (uint64_t)value;
  int64_t numerator = st_clamp(value, INT32_MIN, INT32_MAX);
  return part->value >> 32 << 32 | (uint32_t)(int32_t)numerator;
}

/* An operand as it is compared: all symbols that a SET cannot have do the same.
 */
static uint64_t normalize_operand(const step_runner *r,
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

static strata_status compute_operand(step_runner *r, const st_clause_part *part,
                                     uint32_t class, uint64_t *out) {
  st_expr_env env = st_layer_unit_env(r->pass, &r->pass->units[r->unit], class);
  int64_t result = 0;
  strata_status status = st_expr_eval(part->operand, &env, &result);
  *out = pack_operand(part, result);
  if (r->mode == ST_UNIT_STEP_PROBE) *out = normalize_operand(r, part, *out);
  return status;
}

static strata_status push_computed_operand(step_runner *r,
                                           const st_clause_part *part,
                                           const step_operand *op,
                                           uint32_t class, size_t n) {
  (void)op;
  (void)n;
  uint64_t value;
  strata_status status = compute_operand(r, part, class, &value);
  if (status) return status;
  return st_u64_vec_push(r->pass->mem, r->operands, value) ? STRATA_OK
                                                           : STRATA_ENOMEM;
}

/* The abilities of all that satisfy the predicate, `outer` being `class`. */
static strata_status collect_borrowed_list(step_runner *r,
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

static strata_status push_borrowed_list(step_runner *r,
                                        const st_clause_part *part,
                                        const step_operand *op, uint32_t class,
                                        size_t n) {
  (void)op;
  (void)n;
  uint64_t list;
  strata_status status = collect_borrowed_list(r, part, class, &list);
  if (status) return status;
  return st_u64_vec_push(r->pass->mem, r->operands, list) ? STRATA_OK
                                                          : STRATA_ENOMEM;
}

/* Somebody's value of an attribute: of what a copy effect took, what was kept;
 * of nobody, the default. A static ability does not know what was (604.7). */
static strata_status push_copied_value(step_runner *r, strata_attr attr,
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
      if (!st_u64_vec_push(pass->mem, r->operands, pass->value_scratch[i]))
        return STRATA_ENOMEM;
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
  return st_u64_vec_push(pass->mem, r->operands, value) ? STRATA_OK
                                                        : STRATA_ENOMEM;
}

static strata_status push_copied_operand(step_runner *r,
                                         const st_clause_part *part) {
  uint64_t of = part->value;
  if (part->operand) {
    strata_status status = compute_operand(r, part, 0, &of);
    if (status) return status;
  }
  return push_copied_value(r, st_part_header_attr(part->flags), of,
                           !part->operand);
}

static strata_status
evaluate_operand(step_runner *r, const st_clause_part *part, step_operand *op) {
  const st_attr *a =
      &r->pass->rules->attrs[st_part_header_attr(part->flags) - 1];
  strata_op what = st_part_header_op(part->flags);
  *op = (step_operand){.offset = r->operands->count};
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
  if (op->each) {
    return for_each_member(r, part, op,
                           borrow ? push_borrowed_list : push_computed_operand);
  }
  uint64_t value = 0;
  strata_status status = borrow ? collect_borrowed_list(r, part, 0, &value)
                                : compute_operand(r, part, 0, &value);
  if (status) return status;
  return st_u64_vec_push(r->pass->mem, r->operands, value) ? STRATA_OK
                                                           : STRATA_ENOMEM;
}

static uint64_t operand_of_member(const step_runner *r,
                                  const st_clause_part *part,
                                  const step_operand *op, size_t n) {
  if (op->none) return part->value;
  return r->operands->at[op->offset + (op->each ? n : 0)];
}

/* -- Changing the board -- */

static st_value_part value_part_of_member(const step_runner *r,
                                          const st_clause_part *part,
                                          const step_operand *op, size_t n) {
  return (st_value_part){
      .verb = part->flags,
      .value = op->is_set ? 0 : operand_of_member(r, part, op, n)};
}

static strata_status write_number_value(step_runner *r,
                                        const st_clause_part *part,
                                        const step_operand *op, uint32_t class,
                                        size_t n) {
  st_board *board = &r->pass->board;
  strata_attr attr = st_part_header_attr(part->flags);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  uint64_t value;
  strata_status status = st_board_get(board, attr, class, &value);
  if (status) return status;
  st_value_part entry = value_part_of_member(r, part, op, n);
  strata_op what = st_part_header_op(part->flags);
  if (what == STRATA_OP_SUBSTITUTE) {
    if (value == part->from) value = part->to;
  } else if (what == STRATA_OP_COPY || a->type == STRATA_REF ||
             a->type == STRATA_SYM || a->type == STRATA_TEXT) {
    value = entry.value;
  } else {
    value = (uint64_t)st_number_apply_op(a, part->flags, (int64_t)value,
                                         entry.value);
  }
  return st_board_put(board, attr, class, value);
}

static strata_status write_switched_values(step_runner *r,
                                           const st_clause_part *part,
                                           const step_operand *op,
                                           uint32_t class, size_t n) {
  (void)op;
  (void)n;
  st_board *board = &r->pass->board;
  strata_attr attr = st_part_header_attr(part->flags);
  uint64_t a = 0;
  uint64_t b = 0;
  strata_status status = st_board_get(board, attr, class, &a);
  if (!status) status = st_board_get(board, part->switched_attr, class, &b);
  if (!status) status = st_board_put(board, attr, class, b);
  if (!status) status = st_board_put(board, part->switched_attr, class, a);
  return status;
}

/* Whether one who joins has other abilities that act than he has by himself. */
static strata_status check_joiner_abilities(step_runner *r, uint32_t class,
                                            uint64_t list) {
  st_pass *pass = r->pass;
  uint64_t own;
  st_value_owner whom = {st_class_sole_slot(pass->classes, class), class};
  strata_status status =
      st_apply_base(pass, pass->rules->ability_attr, whom, &own);
  if (!status && !st_ability_list_acts_alike(&pass->lists, own, list)) {
    *r->differs = true;
  }
  return status;
}

/* An object's list has changed. Clauses that have started go on with the text
 * that their ability has or, should it be lost, had. */
static strata_status on_ability_list_changed(step_runner *r, uint32_t class,
                                             uint64_t list) {
  st_pass *pass = r->pass;
  if (r->mode == ST_UNIT_STEP_JOIN)
    return check_joiner_abilities(r, class, list);
  if (r->mode != ST_UNIT_STEP_APPLY) return STRATA_OK;
  strata_status status =
      st_layer_units_add_abilities(pass, class, list, r->layer);
  if (status || pass->lists.text_change_count == 0) return status;
  uint32_t n = pass->first_of_object[class];
  for (; n != 0; n = pass->units[n - 1].next_of_object) {
    if (pass->units[n - 1].kind != ST_LAYER_UNIT_ABILITY) continue;
    st_ability_instance *own = &pass->units[n - 1].instance;
    const st_ability_instance *found =
        st_ability_list_find(&pass->lists, list, own);
    if (found) own->text_change = found->text_change;
  }
  return STRATA_OK;
}

static strata_status write_ability_list(step_runner *r,
                                        const st_clause_part *part,
                                        const step_operand *op, uint32_t class,
                                        size_t n) {
  st_pass *pass = r->pass;
  strata_attr attr = st_part_header_attr(part->flags);
  uint64_t old;
  strata_status status = st_board_get(&pass->board, attr, class, &old);
  if (status) return status;
  uint32_t list = (uint32_t)r->list_after;
  if (old != r->list_before || op->each) {
    st_ability_list_op list_op = st_apply_list_op(
        pass, r->unit, part, operand_of_member(r, part, op, n));
    status =
        st_ability_list_apply(&pass->lists, &list_op, (uint32_t)old, &list);
    r->list_before = old;
    r->list_after = list;
  }
  if (status || list == old) return status;
  status = st_board_put(&pass->board, attr, class, list);
  return status ? status : on_ability_list_changed(r, class, list);
}

/* One symbol of a set for the members of one word. */
static strata_status put_symbol_for_members(step_runner *r, strata_attr attr,
                                            uint32_t index, uint32_t word,
                                            uint64_t members, bool on) {
  st_board_class_words slots = {&members, word, 1};
  return st_board_put_symbol(&r->pass->board, attr, index, slots, on);
}

/* The members of one word of slots. */
static uint64_t members_word(const st_members *members, uint32_t word) {
  if (members->bits) return members->bits[word];
  return members->one != 0 && members->one / 64 == word
             ? (uint64_t)1 << (members->one % 64)
             : 0;
}

static void members_word_range(const step_runner *r, uint32_t *first,
                               uint32_t *end) {
  *first = r->members->bits ? 0 : r->members->one / 64;
  *end = r->members->bits ? r->pass->words : *first + 1;
}

/* A set operand that is the same for all, a symbol at a time. */
static strata_status write_set_planes(step_runner *r,
                                      const st_clause_part *part,
                                      const uint64_t *symbols) {
  strata_attr attr = st_part_header_attr(part->flags);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  st_board *board = &r->pass->board;
  strata_op what = st_part_header_op(part->flags);
  const uint64_t *filled = st_board_used_symbols(board, attr);
  uint64_t one = (uint64_t)1 << (r->members->one % 64);
  st_board_class_words slots = {&one, r->members->one / 64, 1};
  if (r->members->bits) {
    slots = (st_board_class_words){r->members->bits, 0, r->pass->words};
  }
  for (uint32_t k = 0; k < a->word_count; k++) {
    uint64_t named = symbols ? symbols[k] : 0;
    uint64_t on = what == STRATA_OP_REMOVE ? 0 : named;
    uint64_t off = filled[k] & ~on;
    if (what == STRATA_OP_ADD) off = 0;
    if (what == STRATA_OP_REMOVE) off &= named;
    for (uint64_t left = on | off; left != 0; left &= left - 1) {
      uint32_t bit = st_lowest_bit(left);
      strata_status status = st_board_put_symbol(board, attr, k * 64 + bit,
                                                 slots, (on >> bit & 1) != 0);
      if (status) return status;
    }
  }
  return STRATA_OK;
}

static strata_status write_set_substitution(step_runner *r,
                                            const st_clause_part *part) {
  strata_attr attr = st_part_header_attr(part->flags);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  uint32_t from = st_attr_domain_index(a, part->from);
  uint32_t to = st_attr_domain_index(a, part->to);
  if (from == UINT32_MAX || from == to) return STRATA_OK;
  uint32_t first;
  uint32_t end;
  members_word_range(r, &first, &end);
  for (uint32_t w = first; w < end; w++) {
    uint64_t members = members_word(r->members, w) &
                       st_board_get_plane(&r->pass->board, attr, from, w);
    if (members == 0) continue;
    strata_status status =
        put_symbol_for_members(r, attr, from, w, members, false);
    if (!status && to != UINT32_MAX) {
      status = put_symbol_for_members(r, attr, to, w, members, true);
    }
    if (status) return status;
  }
  return STRATA_OK;
}

/* A set operand that is one symbol, which may differ between members. */
static strata_status write_set_symbol(step_runner *r,
                                      const st_clause_part *part,
                                      const step_operand *op, uint32_t class,
                                      size_t n) {
  strata_attr attr = st_part_header_attr(part->flags);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  strata_op what = st_part_header_op(part->flags);
  uint64_t bit = (uint64_t)1 << (class % 64);
  strata_status status = STRATA_OK;
  const uint64_t *filled = st_board_used_symbols(&r->pass->board, attr);
  for (uint32_t k = 0; what == STRATA_OP_SET && k < a->word_count; k++) {
    for (uint64_t left = filled[k]; !status && left != 0; left &= left - 1) {
      status = put_symbol_for_members(r, attr, k * 64 + st_lowest_bit(left),
                                      class / 64, bit, false);
    }
  }
  uint32_t index =
      st_attr_domain_index(a, (strata_symbol)operand_of_member(r, part, op, n));
  if (status || index == UINT32_MAX) return status;
  return put_symbol_for_members(r, attr, index, class / 64, bit,
                                what != STRATA_OP_REMOVE);
}

static strata_status write_set_value(step_runner *r, const st_clause_part *part,
                                     const step_operand *op) {
  if (r->members->one == 0 && !r->members->bits) return STRATA_OK;
  if (st_part_header_op(part->flags) == STRATA_OP_SUBSTITUTE) {
    return write_set_substitution(r, part);
  }
  if (op->is_set)
    return write_set_planes(r, part, r->operands->at + op->offset);
  if (op->none) return write_set_planes(r, part, part->words);
  return for_each_member(r, part, op, write_set_symbol);
}

/* -- Values on which stacking groups are: folded anew from all applied -- */

/* What was gathered for one fold. */
typedef struct gathered_parts {
  st_value_part *at, *spare;
  size_t count, capacity;
} gathered_parts;

static void free_gathered_parts(const st_pass *pass, gathered_parts *g) {
  st_mem_free(pass->mem, g->at, g->capacity, sizeof g->at[0]);
  st_mem_free(pass->mem, g->spare, g->spare ? g->count : 0, sizeof g->at[0]);
}

/* What was applied to one attribute and takes a class in, newest first. */
static strata_status gather_attr_parts(st_pass *pass, strata_attr attr,
                                       uint32_t class, gathered_parts *g) {
  st_applied_iter walk;
  strata_status status = st_applied_iter_begin(pass, attr, class, &walk);
  if (status) return status;
  for (uint32_t at = st_applied_iter_next(pass, &walk); at != 0;
       at = st_applied_iter_next(pass, &walk)) {
    if (!st_mem_reserve(pass->mem, &g->at, &g->capacity, g->count + 1,
                        sizeof g->at[0])) {
      return STRATA_ENOMEM;
    }
    g->at[g->count++] = st_apply_value_part(pass, at - 1, class);
  }
  return STRATA_OK;
}

/* All that was applied to an attribute, or to one that is switched with it, in
 * the order of application, which is that of places. */
static strata_status gather_switched_parts(st_pass *pass, strata_attr attr,
                                           uint32_t class, gathered_parts *g) {
  uint32_t together = pass->in_force->switch_group[attr - 1];
  strata_attr first = together ? 1 : attr;
  strata_attr last = together ? st_attr_count(pass->rules) : attr;
  for (strata_attr a = first; a <= last; a++) {
    if (together && pass->in_force->switch_group[a - 1] != together) continue;
    strata_status status = gather_attr_parts(pass, a, class, g);
    if (status) return status;
  }
  g->spare = st_mem_zeroed(pass->mem, g->count, sizeof g->at[0]);
  if (g->count > 0 && !g->spare) return STRATA_ENOMEM;
  st_value_parts_sort(g->at, g->spare, g->count);
  return STRATA_OK;
}

/* Put what a fold gave onto the board. */
static strata_status put_evaluated_value(step_runner *r, strata_attr attr,
                                         uint32_t class) {
  st_pass *pass = r->pass;
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint32_t together = pass->in_force->switch_group[attr - 1];
  strata_status status = STRATA_OK;
  if (together != 0) {
    for (strata_attr k = 1; !status && k <= st_attr_count(pass->rules); k++) {
      if (pass->in_force->switch_group[k - 1] != together) continue;
      status = st_board_put(&pass->board, k, class, pass->value_scratch[k - 1]);
    }
    return status;
  }
  if (a->type != STRATA_SET) {
    status = st_board_put(&pass->board, attr, class, pass->value_scratch[0]);
    if (status || a->type != STRATA_ABILITIES) return status;
    return on_ability_list_changed(r, class, pass->value_scratch[0]);
  }
  uint64_t bit = (uint64_t)1 << (class % 64);
  for (uint32_t i = 0; !status && i < a->domain_count; i++) {
    status = put_symbol_for_members(r, attr, i, class / 64, bit,
                                    st_bit_test(pass->value_scratch, i));
  }
  return status;
}

static strata_status reevaluate_member(step_runner *r,
                                       const st_clause_part *part,
                                       const step_operand *op, uint32_t class,
                                       size_t n) {
  (void)op;
  (void)n;
  st_pass *pass = r->pass;
  strata_attr attr = st_part_header_attr(part->flags);
  gathered_parts g = {0};
  strata_status status = gather_switched_parts(pass, attr, class, &g);
  if (!status) {
    st_apply_stacking(pass, g.at, g.count);
    st_value_owner whom = {st_class_sole_slot(pass->classes, class), class};
    status = st_apply_parts(pass, attr, whom, (st_value_parts){g.at, g.count},
                            NULL, pass->value_scratch);
  }
  if (!status) status = put_evaluated_value(r, attr, class);
  free_gathered_parts(pass, &g);
  return status;
}

/* -- Writing down -- */

/* The second half of a switch, which happens at the first. */
static bool is_second_switch_half(const st_clause *code, uint32_t i) {
  return i > 0 && st_part_header_op(code->parts[i].flags) == STRATA_OP_SWITCH &&
         st_part_header_op(code->parts[i - 1].flags) == STRATA_OP_SWITCH &&
         st_part_header_ordinal(code->parts[i - 1].flags) ==
             st_part_header_ordinal(code->parts[i].flags);
}

/* Where the unit stands: at its own place, or where it was let go. The two
 * halves of a switch stand at one place. */
static void find_applied_place(const step_runner *r, const st_clause_part *part,
                               bool second_half, st_sort_key *out) {
  st_pass *pass = r->pass;
  st_sort_key own = st_layer_unit_place(pass, &pass->units[r->unit], r->layer);
  uint64_t low = own.low | st_part_header_ordinal(part->flags);
  bool late = own.high < pass->last_place.high ||
              (own.high == pass->last_place.high && low < pass->last_place.low);
  if (!late) {
    pass->last_place.high = own.high;
    pass->last_place.low = low;
  }
  if (!second_half) pass->applied_in_layer++;
  out->high = pass->last_place.high;
  out->low = pass->last_place.low;
  out->sequence = pass->applied_in_layer;
}

static strata_status store_operand(step_runner *r, const step_operand *op,
                                   st_applied_part *out) {
  if (op->none) {
    out->value = out->part->value;
    return STRATA_OK;
  }
  size_t count = r->operands->count - op->offset;
  if (!op->each && !op->is_set) {
    out->value = count > 0 ? r->operands->at[op->offset] : 0;
    return STRATA_OK;
  }
  bool dense = op->each && r->members->bits;
  size_t room = dense ? (size_t)r->pass->words * 64 : count + 1;
  out->values = st_arena_alloc(&r->pass->arena, room, sizeof out->values[0]);
  if (!out->values) return STRATA_ENOMEM;
  if (!dense) {
    if (count == 0) return STRATA_OK;
    for (size_t i = 0; i < count; i++) {
      out->values[i] = r->operands->at[op->offset + i];
    }
    return STRATA_OK;
  }
  size_t n = op->offset;
  for (uint32_t w = 0; w < r->pass->words; w++) {
    for (uint64_t left = r->members->bits[w]; left != 0; left &= left - 1) {
      out->values[w * 64 + st_lowest_bit(left)] = r->operands->at[n++];
    }
  }
  return STRATA_OK;
}

static strata_status record_applied_part(step_runner *r, const st_clause *code,
                                         uint32_t i, const step_operand *op) {
  st_pass *pass = r->pass;
  const st_clause_part *part = &code->parts[i];
  st_attr_applied *to =
      &pass->applied_to_attr[st_part_header_attr(part->flags) - 1];
  if (!st_mem_reserve(pass->mem, &pass->applied, &pass->applied_capacity,
                      pass->applied_count + 1, sizeof pass->applied[0]) ||
      !st_mem_reserve(pass->mem, &to->at, &to->capacity, to->count + 1,
                      sizeof to->at[0])) {
    return STRATA_ENOMEM;
  }
  /* Written where it stays: a copy would stall on its own stores. */
  st_applied_part *applied = &pass->applied[pass->applied_count];
  *applied = (st_applied_part){.unit = r->unit, .part = part};
  find_applied_place(r, part, is_second_switch_half(code, i), &applied->place);
  if (r->reason) {
    applied->because = (uint8_t)r->reason->because;
    applied->dependency = (uint8_t)r->reason->dependency;
    applied->waited_for = r->reason->waited_for;
    applied->witness_class = r->reason->witness_class;
  }
  strata_status status = store_operand(r, op, applied);
  if (status) return status;
  to->at[to->count++] = (uint32_t)pass->applied_count++;
  return STRATA_OK;
}

void st_unit_step_undo(st_pass *pass, size_t applied_count) {
  while (pass->applied_count > applied_count) {
    st_applied_pop(pass);
  }
}

/* -- The run -- */

static strata_status write_part_to_board(step_runner *r, const st_clause *code,
                                         uint32_t i, const step_operand *op) {
  const st_clause_part *part = &code->parts[i];
  strata_attr attr = st_part_header_attr(part->flags);
  const st_in_force *plan = r->pass->in_force;
  if (!plan->is_on_board[attr - 1]) return STRATA_OK;
  if (plan->has_stacking[attr - 1])
    return for_each_member(r, part, op, reevaluate_member);
  if (st_part_header_op(part->flags) == STRATA_OP_SWITCH) {
    return is_second_switch_half(code, i)
               ? STRATA_OK
               : for_each_member(r, part, op, write_switched_values);
  }
  strata_type type = r->pass->rules->attrs[attr - 1].type;
  if (type == STRATA_SET) return write_set_value(r, part, op);
  r->list_before = UINT64_MAX; /* no list */
  return for_each_member(r, part, op,
                         type == STRATA_ABILITIES ? write_ability_list
                                                  : write_number_value);
}

static bool has_later_operand(const st_clause *code, uint32_t i,
                              strata_layer layer) {
  for (uint32_t k = i + 1; k < code->part_count; k++) {
    if (st_part_header_layer(code->parts[k].flags) != layer) return false;
    if (code->parts[k].operand) return true;
  }
  return false;
}

/* -- Under a finished pass -- */

/* The operand of a part that is the same for all is the one that was written
 * down; others are worked out for the one who joins, and kept beside them. */
static strata_status operand_for_joiner(step_runner *r,
                                        const st_clause_part *part,
                                        st_applied_part *applied,
                                        step_operand *op) {
  bool copies = st_part_header_op(part->flags) == STRATA_OP_COPY;
  const st_attr *a =
      &r->pass->rules->attrs[st_part_header_attr(part->flags) - 1];
  *op = (step_operand){.offset = r->operands->count,
                       .none = !part->operand && !copies};
  if (op->none) return STRATA_OK;
  op->is_set = copies && a->type == STRATA_SET;
  for (uint32_t k = 0; op->is_set && k < a->word_count; k++) {
    if (!st_u64_vec_push(r->pass->mem, r->operands, applied->values[k])) {
      return STRATA_ENOMEM;
    }
  }
  if (op->is_set) return STRATA_OK;
  if (!copies && part->operand->uses_it) {
    strata_status status = evaluate_operand(r, part, op);
    if (status) return status;
    uint32_t at = r->pass->units[r->unit].members.bits ? r->members->one : 0;
    applied->values[at] = r->operands->at[op->offset];
    return STRATA_OK;
  }
  return st_u64_vec_push(r->pass->mem, r->operands, applied->value)
             ? STRATA_OK
             : STRATA_ENOMEM;
}

static strata_status apply_part_to_joiner(step_runner *r, const st_clause *code,
                                          uint32_t i) {
  st_applied_part *applied = &r->pass->applied[r->next_applied++];
  assert(applied->unit == r->unit && applied->part == &code->parts[i]);
  step_operand op;
  strata_status status = operand_for_joiner(r, &code->parts[i], applied, &op);
  return status ? status : write_part_to_board(r, code, i, &op);
}

/* Whether two of what one part applies, with the same members, are the same. */
static bool is_same_operand(const step_runner *r, const st_applied_part *a,
                            const st_applied_part *b) {
  if (!a->values || !b->values) return a->value == b->value;
  const st_members *m = r->members;
  if (!m->bits) return m->one == 0 || a->values[0] == b->values[0];
  for (uint32_t w = 0; w < r->pass->words; w++) {
    for (uint64_t left = m->bits[w]; left != 0; left &= left - 1) {
      uint32_t class = w * 64 + st_lowest_bit(left);
      if (a->values[class] != b->values[class]) return false;
    }
  }
  return true;
}

static strata_status renew_part_operand(step_runner *r, const st_clause *code,
                                        uint32_t i) {
  st_applied_part *applied = &r->pass->applied[r->next_applied++];
  assert(applied->unit == r->unit && applied->part == &code->parts[i]);
  step_operand op;
  strata_status status = evaluate_operand(r, &code->parts[i], &op);
  if (status || op.none) return status;
  st_applied_part fresh = *applied;
  fresh.values = NULL;
  fresh.value = 0;
  status = store_operand(r, &op, &fresh);
  if (status || is_same_operand(r, applied, &fresh)) return status;
  *r->differs = true;
  st_pass *pass = r->pass;
  strata_attr attr = st_part_header_attr(applied->part->flags);
  uint32_t at = (uint32_t)(applied - pass->applied);
  st_class_sums_change(pass, attr, at, false);
  applied->value = fresh.value;
  applied->values = fresh.values;
  st_class_sums_change(pass, attr, at, true);
  return STRATA_OK;
}

/* -- All parts -- */

static strata_status run_unit_part(step_runner *r, const st_clause *code,
                                   uint32_t i) {
  const st_clause_part *part = &code->parts[i];
  const st_in_force *plan = r->pass->in_force;
  if (r->mode == ST_UNIT_STEP_JOIN) return apply_part_to_joiner(r, code, i);
  if (r->mode == ST_UNIT_STEP_RENEW) return renew_part_operand(r, code, i);
  step_operand op;
  strata_status status = evaluate_operand(r, part, &op);
  if (status) return status;
  if (r->mode == ST_UNIT_STEP_PROBE && !has_later_operand(code, i, r->layer)) {
    return STRATA_OK;
  }
  bool note = r->mode == ST_UNIT_STEP_APPLY ||
              plan->has_stacking[st_part_header_attr(part->flags) - 1];
  if (note) status = record_applied_part(r, code, i, &op);
  if (!status) status = write_part_to_board(r, code, i, &op);
  return status;
}

/* What is done in this layer is found again by its step. */
static bool record_pass_step(st_pass *pass, const step_runner *r) {
  if (!st_mem_reserve(pass->mem, &pass->steps, &pass->step_capacity,
                      pass->step_count + 1, sizeof pass->steps[0])) {
    return false;
  }
  st_layer_unit *unit = &pass->units[r->unit];
  pass->steps[pass->step_count++] =
      (st_pass_step){.unit = r->unit,
                     .layer = r->layer,
                     .first = (uint32_t)pass->applied_count,
                     .previous = unit->last_step};
  unit->last_step = (uint32_t)pass->step_count;
  return true;
}

strata_status st_unit_step_run(st_pass *pass, const st_unit_step *running,
                               st_u64_vec *out) {
  const st_clause *code = running->clause;
  step_runner r = {.pass = pass,
                   .unit = running->unit,
                   .layer = running->layer,
                   .members = running->members,
                   .reason = running->reason,
                   .mode = running->mode,
                   .operands = out,
                   .next_applied = running->first_applied,
                   .differs = running->differs};
  if (r.mode == ST_UNIT_STEP_APPLY && !record_pass_step(pass, &r))
    return STRATA_ENOMEM;
  for (uint32_t i = 0; i < code->part_count; i++) {
    if (st_part_header_layer(code->parts[i].flags) != r.layer) continue;
    strata_status status = run_unit_part(&r, code, i);
    if (status) return status;
  }
  return STRATA_OK;
}
