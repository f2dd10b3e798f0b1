/*
 * step_write.c - what one part of a unit does to the values on the board.
 *
 * Only attributes that the board has are written: others have no reader in the
 * pass and are computed when they are asked for. Values of a SET are written a
 * symbol at a time for 64 classes, all others a member at a time. Where an
 * attribute has stacking groups, a later part can switch an earlier one off,
 * so the value is evaluated again from all recorded parts.
 */
#include "layers/order/step_write.h"

/* -- Values that are one word -- */

static st_value_part value_part_of_member(const st_step_runner *r,
                                          const st_clause_part *part,
                                          const st_step_operand *op, size_t n) {
  return (st_value_part){
      .verb = part->flags,
      .value = op->is_set ? 0 : st_step_operand_of_member(r, part, op, n)};
}

static strata_status write_number_value(st_step_runner *r,
                                        const st_clause_part *part,
                                        const st_step_operand *op,
                                        uint32_t class, size_t n) {
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

static strata_status write_switched_values(st_step_runner *r,
                                           const st_clause_part *part,
                                           const st_step_operand *op,
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

/* JOIN: set *differs if the abilities with effects that the class now has are
 * not those of its base value. */
static strata_status check_joiner_abilities(st_step_runner *r, uint32_t class,
                                            uint64_t list) {
  st_pass *pass = r->pass;
  uint64_t own;
  st_value_owner owner = {st_class_sole_slot(pass->classes, class), class};
  strata_status status =
      st_apply_base(pass, pass->rules->ability_attr, owner, &own);
  if (!status && !st_ability_list_acts_alike(&pass->lists, own, list)) {
    *r->differs = true;
  }
  return status;
}

/* After an ability list has changed: make units for new abilities. Units that
 * have started go on with the text of their ability, or with its last text if
 * the ability is lost (613.6). */
static strata_status on_ability_list_changed(st_step_runner *r, uint32_t class,
                                             uint64_t list) {
  st_pass *pass = r->pass;
  if (r->mode == ST_UNIT_STEP_JOIN) {
    return check_joiner_abilities(r, class, list);
  }
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

static strata_status write_ability_list(st_step_runner *r,
                                        const st_clause_part *part,
                                        const st_step_operand *op,
                                        uint32_t class, size_t n) {
  st_pass *pass = r->pass;
  strata_attr attr = st_part_header_attr(part->flags);
  uint64_t old;
  strata_status status = st_board_get(&pass->board, attr, class, &old);
  if (status) return status;
  uint32_t list = (uint32_t)r->list_after;
  if (old != r->list_before || op->each) {
    st_ability_list_op list_op = st_apply_list_op(
        pass, r->unit, part, st_step_operand_of_member(r, part, op, n));
    status =
        st_ability_list_apply(&pass->lists, &list_op, (uint32_t)old, &list);
    r->list_before = old;
    r->list_after = list;
  }
  if (status || list == old) return status;
  status = st_board_put(&pass->board, attr, class, list);
  return status ? status : on_ability_list_changed(r, class, list);
}

/* Give or take one symbol of a SET for `members`, classes of one word. */
static strata_status put_symbol_for_members(st_step_runner *r, strata_attr attr,
                                            uint32_t index, uint32_t word,
                                            uint64_t members, bool on) {
  st_board_class_words slots = {&members, word, 1};
  return st_board_put_symbol(&r->pass->board, attr, index, slots, on);
}

static void members_word_range(const st_step_runner *r, uint32_t *first,
                               uint32_t *end) {
  *first = r->members->bits ? 0 : r->members->one / 64;
  *end = r->members->bits ? r->pass->words : *first + 1;
}

/* Write a SET operand that is the same for some classes, one symbol at a time.
 * `symbols` is NULL for no symbols. */
static strata_status write_set_planes(st_step_runner *r,
                                      const st_clause_part *part,
                                      const uint64_t *symbols,
                                      st_board_class_words slots) {
  strata_attr attr = st_part_header_attr(part->flags);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  st_board *board = &r->pass->board;
  strata_op what = st_part_header_op(part->flags);
  const uint64_t *filled = st_board_used_symbols(board, attr);
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

/* Write a SET operand that is the same for all members. */
static strata_status write_shared_set(st_step_runner *r,
                                      const st_clause_part *part,
                                      const uint64_t *symbols) {
  uint64_t one = (uint64_t)1 << (r->members->one % 64);
  st_board_class_words slots = {&one, r->members->one / 64, 1};
  if (r->members->bits) {
    slots = (st_board_class_words){r->members->bits, 0, r->pass->words};
  }
  return write_set_planes(r, part, symbols, slots);
}

/* Write a SET operand that each member has of its own. */
static strata_status write_member_set(st_step_runner *r,
                                      const st_clause_part *part,
                                      const st_step_operand *op, uint32_t class,
                                      size_t n) {
  const st_attr *a =
      &r->pass->rules->attrs[st_part_header_attr(part->flags) - 1];
  uint64_t one = (uint64_t)1 << (class % 64);
  return write_set_planes(r, part,
                          r->operands->at + op->offset + n * a->word_count,
                          (st_board_class_words){&one, class / 64, 1});
}

static strata_status write_set_substitution(st_step_runner *r,
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
    uint64_t members = st_members_word(r->members, w) &
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

/* Write a SET operand that is one symbol, which may differ between members. */
static strata_status write_set_symbol(st_step_runner *r,
                                      const st_clause_part *part,
                                      const st_step_operand *op, uint32_t class,
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
  uint32_t index = st_attr_domain_index(
      a, (strata_symbol)st_step_operand_of_member(r, part, op, n));
  if (status || index == UINT32_MAX) return status;
  return put_symbol_for_members(r, attr, index, class / 64, bit,
                                what != STRATA_OP_REMOVE);
}

static strata_status write_set_value(st_step_runner *r,
                                     const st_clause_part *part,
                                     const st_step_operand *op) {
  if (r->members->one == 0 && !r->members->bits) return STRATA_OK;
  if (st_part_header_op(part->flags) == STRATA_OP_SUBSTITUTE) {
    return write_set_substitution(r, part);
  }
  if (op->is_set && op->each) {
    return st_step_for_each_member(r, part, op, write_member_set);
  }
  if (op->is_set) {
    return write_shared_set(r, part, r->operands->at + op->offset);
  }
  if (op->none) return write_shared_set(r, part, part->words);
  return st_step_for_each_member(r, part, op, write_set_symbol);
}

/* -- Values with stacking groups -- */

/* The parts that apply to one value; `spare` is the sort's second buffer. */
typedef struct gathered_parts {
  st_value_part *at, *spare;
  size_t count, capacity;
} gathered_parts;

static void free_gathered_parts(const st_pass *pass, gathered_parts *g) {
  st_mem_free(pass->mem, g->at, g->capacity, sizeof g->at[0]);
  st_mem_free(pass->mem, g->spare, g->spare ? g->count : 0, sizeof g->at[0]);
}

/* Append the parts applied to one attribute that affect the class, newest
 * first. */
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

/* Gather the parts applied to an attribute and to the attributes that it is
 * switched with, sorted by place, which is the order of application. */
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

/* Write the evaluated value, which is in value_scratch, to the board. */
static strata_status put_evaluated_value(st_step_runner *r, strata_attr attr,
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

static strata_status reevaluate_member(st_step_runner *r,
                                       const st_clause_part *part,
                                       const st_step_operand *op,
                                       uint32_t class, size_t n) {
  (void)op;
  (void)n;
  st_pass *pass = r->pass;
  strata_attr attr = st_part_header_attr(part->flags);
  gathered_parts g = {0};
  strata_status status = gather_switched_parts(pass, attr, class, &g);
  if (!status) {
    st_apply_stacking(pass, g.at, g.count);
    st_value_owner owner = {st_class_sole_slot(pass->classes, class), class};
    status = st_apply_parts(pass, attr, owner, (st_value_parts){g.at, g.count},
                            NULL, pass->value_scratch);
  }
  if (!status) status = put_evaluated_value(r, attr, class);
  free_gathered_parts(pass, &g);
  return status;
}

/* -- One part -- */

bool st_step_is_second_switch_half(const st_clause *clause, uint32_t i) {
  return i > 0 &&
         st_part_header_op(clause->parts[i].flags) == STRATA_OP_SWITCH &&
         st_part_header_op(clause->parts[i - 1].flags) == STRATA_OP_SWITCH &&
         st_part_header_ordinal(clause->parts[i - 1].flags) ==
             st_part_header_ordinal(clause->parts[i].flags);
}

strata_status st_step_write_part(st_step_runner *r, const st_clause *clause,
                                 uint32_t i, const st_step_operand *op) {
  const st_clause_part *part = &clause->parts[i];
  strata_attr attr = st_part_header_attr(part->flags);
  const st_in_force *in_force = r->pass->in_force;
  if (!in_force->is_on_board[attr - 1]) return STRATA_OK;
  if (in_force->has_stacking[attr - 1]) {
    return st_step_for_each_member(r, part, op, reevaluate_member);
  }
  if (st_part_header_op(part->flags) == STRATA_OP_SWITCH) {
    return st_step_is_second_switch_half(clause, i)
               ? STRATA_OK
               : st_step_for_each_member(r, part, op, write_switched_values);
  }
  strata_type type = r->pass->rules->attrs[attr - 1].type;
  if (type == STRATA_SET) return write_set_value(r, part, op);
  r->list_before = UINT64_MAX;
  return st_step_for_each_member(r, part, op,
                                 type == STRATA_ABILITIES ? write_ability_list
                                                          : write_number_value);
}
