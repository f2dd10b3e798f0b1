/*
 * step.c - one unit in one layer.
 *
 * The parts go one after the other: each operand is worked out for all members
 * before the part changes anybody, and sees what the parts before it left.
 */
#include "layers/step.h"

#include <string.h>

/* A run in progress. */
typedef struct runner {
  st_pass *pass;
  uint32_t unit;
  strata_layer layer;
  const st_members *members;
  const st_reason *reason;
  st_run run;
  st_vector *out;
} runner;

/* What a part's operand is: one word, a word for each member, or a SET's. */
typedef struct operand {
  size_t at; /* in the vector */
  bool each, is_set;
  bool none; /* a constant of the part itself */
} operand;

/* Calls `visit` for each member, in order. */
typedef strata_status (*visit_fn)(runner *r, const st_clause_part *part,
                                  const operand *op, uint32_t slot, size_t n);

static strata_status for_members(runner *r, const st_clause_part *part,
                                 const operand *op, visit_fn visit) {
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

static uint32_t object_of(const runner *r) {
  return r->pass->units[r->unit].object;
}

/* -- Operands -- */

static uint64_t pack(const st_clause_part *part, int64_t value) {
  if (st_verb_op(part->verb) != STRATA_OP_SCALE) return (uint64_t)value;
  int64_t numerator = st_clamp(value, INT32_MIN, INT32_MAX);
  return part->value >> 32 << 32 | (uint32_t)(int32_t)numerator;
}

static strata_status compute(runner *r, const st_clause_part *part,
                             uint32_t slot, uint64_t *out) {
  st_expr_env env = st_pass_env(r->pass, slot, object_of(r));
  int64_t result = 0;
  strata_status status = st_expr_eval(part->operand, &env, &result);
  *out = pack(part, result);
  return status;
}

static strata_status compute_each(runner *r, const st_clause_part *part,
                                  const operand *op, uint32_t slot, size_t n) {
  (void)op;
  (void)n;
  uint64_t value;
  strata_status status = compute(r, part, slot, &value);
  if (status) return status;
  return st_push(r->pass->mem, r->out, value) ? STRATA_OK : STRATA_ENOMEM;
}

/* The abilities of all that satisfy the predicate, `outer` being `slot`. */
static strata_status collect(runner *r, const st_clause_part *part,
                             uint32_t slot, uint64_t *out) {
  st_pass *pass = r->pass;
  strata_attr attr = pass->rules->ability_attr;
  st_expr_env env = st_pass_env(pass, 0, object_of(r));
  env.outer = slot;
  uint32_t list = 0;
  strata_status status = STRATA_OK;
  for (uint32_t w = 0; !status && w < env.word_count; w++) {
    uint64_t live = st_get_word(pass->store, ST_COLUMN_ENTITY_LIVE, w);
    uint64_t found = 0;
    if (live != 0) status = st_expr_match(part->operand, &env, w, live, &found);
    for (; !status && found != 0; found &= found - 1) {
      uint64_t from;
      status = st_board_get(&pass->board, attr, w * 64 + st_lowest_bit(found),
                            &from);
      if (!status) {
        status = st_list_collect(&pass->lists, list, (uint32_t)from, part->kind,
                                 &list);
      }
    }
  }
  *out = list;
  return status;
}

static strata_status collect_each(runner *r, const st_clause_part *part,
                                  const operand *op, uint32_t slot, size_t n) {
  (void)op;
  (void)n;
  uint64_t list;
  strata_status status = collect(r, part, slot, &list);
  if (status) return status;
  return st_push(r->pass->mem, r->out, list) ? STRATA_OK : STRATA_ENOMEM;
}

/* Somebody's value of an attribute: of what a copy effect took, what was kept;
 * of nobody, the default. A static ability does not know what was (604.7). */
static strata_status copied_value(runner *r, strata_attr attr, strata_entity of,
                                  bool taken) {
  st_pass *pass = r->pass;
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint32_t slot = st_entity_slot(pass->store, of);
  uint32_t gone = taken ? st_entity_gone_slot(pass->store, of) : 0;
  if (a->type == STRATA_SET) {
    memset(pass->set, 0, a->words * sizeof pass->set[0]);
    if (slot) st_board_get_set(&pass->board, attr, slot, pass->set);
    if (gone) st_entity_base_set(pass->store, a, gone, pass->set);
    for (uint32_t i = 0; i < a->words; i++) {
      if (!st_push(pass->mem, r->out, pass->set[i])) return STRATA_ENOMEM;
    }
    return STRATA_OK;
  }
  uint64_t value = a->type == STRATA_ABILITIES ? 0 : (uint64_t)a->default_value;
  strata_status status = STRATA_OK;
  if (slot) status = st_board_get(&pass->board, attr, slot, &value);
  if (gone) value = (uint64_t)st_entity_base(pass->store, a, gone);
  if (gone && a->type == STRATA_ABILITIES) {
    uint32_t list = 0;
    status = st_list_of_text(&pass->lists, pass->compiled, pass->store,
                             (uint32_t)value, &list);
    value = list;
  }
  if (status) return status;
  return st_push(pass->mem, r->out, value) ? STRATA_OK : STRATA_ENOMEM;
}

static strata_status find_copied(runner *r, const st_clause_part *part) {
  uint64_t of = part->value;
  if (part->operand) {
    strata_status status = compute(r, part, 0, &of);
    if (status) return status;
  }
  return copied_value(r, st_verb_attr(part->verb), of, !part->operand);
}

static strata_status find_operand(runner *r, const st_clause_part *part,
                                  operand *op) {
  const st_attr *a = &r->pass->rules->attrs[st_verb_attr(part->verb) - 1];
  strata_op what = st_verb_op(part->verb);
  *op = (operand){.at = r->out->count};
  if (what == STRATA_OP_COPY) {
    op->is_set = a->type == STRATA_SET;
    return find_copied(r, part);
  }
  if (!part->operand) {
    op->none = true;
    return STRATA_OK;
  }
  bool borrow = what == STRATA_OP_BORROW;
  op->each = part->operand->uses_it;
  if (op->each) {
    return for_members(r, part, op, borrow ? collect_each : compute_each);
  }
  uint64_t value = 0;
  strata_status status =
      borrow ? collect(r, part, 0, &value) : compute(r, part, 0, &value);
  if (status) return status;
  return st_push(r->pass->mem, r->out, value) ? STRATA_OK : STRATA_ENOMEM;
}

static uint64_t value_of(const runner *r, const st_clause_part *part,
                         const operand *op, size_t n) {
  if (op->none) return part->value;
  return r->out->at[op->at + (op->each ? n : 0)];
}

/* -- Changing the board -- */

static st_entry entry_of(const runner *r, const st_clause_part *part,
                         const operand *op, size_t n) {
  return (st_entry){.verb = part->verb,
                    .value = op->is_set ? 0 : value_of(r, part, op, n),
                    .effect = r->pass->units[r->unit].effect};
}

static strata_status write_number(runner *r, const st_clause_part *part,
                                  const operand *op, uint32_t slot, size_t n) {
  st_board *board = &r->pass->board;
  strata_attr attr = st_verb_attr(part->verb);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  uint64_t value;
  strata_status status = st_board_get(board, attr, slot, &value);
  if (status) return status;
  st_entry entry = entry_of(r, part, op, n);
  strata_op what = st_verb_op(part->verb);
  if (what == STRATA_OP_SUBSTITUTE) {
    if (value == part->from) value = part->to;
  } else if (what == STRATA_OP_COPY || a->type == STRATA_REF ||
             a->type == STRATA_SYM || a->type == STRATA_TEXT) {
    value = entry.value;
  } else {
    value = (uint64_t)st_apply_int(a, part->verb, (int64_t)value, entry.value);
  }
  return st_board_put(board, attr, slot, value);
}

static strata_status write_switch(runner *r, const st_clause_part *part,
                                  const operand *op, uint32_t slot, size_t n) {
  (void)op;
  (void)n;
  st_board *board = &r->pass->board;
  strata_attr attr = st_verb_attr(part->verb);
  uint64_t a = 0;
  uint64_t b = 0;
  strata_status status = st_board_get(board, attr, slot, &a);
  if (!status) status = st_board_get(board, part->other, slot, &b);
  if (!status) status = st_board_put(board, attr, slot, b);
  if (!status) status = st_board_put(board, part->other, slot, a);
  return status;
}

/* Clauses that have started go on with the text that their ability has, and
 * should it be lost now, had. */
static void remember_texts(st_pass *pass, uint32_t slot, uint64_t list) {
  if (pass->lists.subst_count == 0) return;
  uint32_t n = pass->first_of_object[slot];
  for (; n != 0; n = pass->units[n - 1].next_of_object) {
    st_instance *own = &pass->units[n - 1].instance;
    const st_instance *found = st_list_find(&pass->lists, list, own);
    if (found) own->subst = found->subst;
  }
}

static strata_status write_list(runner *r, const st_clause_part *part,
                                const operand *op, uint32_t slot, size_t n) {
  st_pass *pass = r->pass;
  strata_attr attr = st_verb_attr(part->verb);
  uint64_t old;
  strata_status status = st_board_get(&pass->board, attr, slot, &old);
  if (status) return status;
  st_list_op list_op =
      st_apply_list_op(pass, r->unit, part, value_of(r, part, op, n));
  uint32_t list;
  status = st_list_apply(&pass->lists, &list_op, (uint32_t)old, &list);
  if (status || list == old) return status;
  status = st_board_put(&pass->board, attr, slot, list);
  if (status || r->run != ST_RUN_APPLY) return status;
  remember_texts(pass, slot, old);
  return st_units_appear(pass, slot, list, r->layer);
}

/* One symbol of a set for the members of one word. */
static strata_status put_symbol(runner *r, strata_attr attr, uint32_t index,
                                uint32_t word, uint64_t members, bool on) {
  st_board *board = &r->pass->board;
  uint64_t bits = st_board_plane(board, attr, index, word);
  bits = on ? bits | members : bits & ~members;
  return st_board_put_plane(board, attr, index, word, bits);
}

/* The members of one word of slots. */
static uint64_t members_word(const st_members *members, uint32_t word) {
  if (members->bits) return members->bits[word];
  return members->one != 0 && members->one / 64 == word
             ? (uint64_t)1 << (members->one % 64)
             : 0;
}

static void word_range(const runner *r, uint32_t *first, uint32_t *end) {
  *first = r->members->bits ? 0 : r->members->one / 64;
  *end = r->members->bits ? r->pass->words : *first + 1;
}

/* A set operand that is the same for all, a word of members at a time. */
static strata_status write_planes(runner *r, const st_clause_part *part,
                                  const uint64_t *symbols) {
  strata_attr attr = st_verb_attr(part->verb);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  strata_op what = st_verb_op(part->verb);
  bool all = what != STRATA_OP_ADD && what != STRATA_OP_REMOVE;
  uint32_t first;
  uint32_t end;
  word_range(r, &first, &end);
  for (uint32_t i = 0; i < a->domain_count; i++) {
    bool named = symbols && st_bit_test(symbols, i);
    if (!named && !all) continue;
    bool on = named && what != STRATA_OP_REMOVE;
    if (!on && st_board_plane_is_empty(&r->pass->board, attr, i)) continue;
    for (uint32_t w = first; w < end; w++) {
      uint64_t members = members_word(r->members, w);
      if (members == 0) continue;
      strata_status status = put_symbol(r, attr, i, w, members, on);
      if (status) return status;
    }
  }
  return STRATA_OK;
}

static strata_status write_substitute(runner *r, const st_clause_part *part) {
  strata_attr attr = st_verb_attr(part->verb);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  uint32_t from = st_attr_domain_index(a, part->from);
  uint32_t to = st_attr_domain_index(a, part->to);
  if (from == UINT32_MAX || from == to) return STRATA_OK;
  uint32_t first;
  uint32_t end;
  word_range(r, &first, &end);
  for (uint32_t w = first; w < end; w++) {
    uint64_t members = members_word(r->members, w) &
                       st_board_plane(&r->pass->board, attr, from, w);
    if (members == 0) continue;
    strata_status status = put_symbol(r, attr, from, w, members, false);
    if (!status && to != UINT32_MAX) {
      status = put_symbol(r, attr, to, w, members, true);
    }
    if (status) return status;
  }
  return STRATA_OK;
}

/* A set operand that is one symbol, which may differ between members. */
static strata_status write_symbol(runner *r, const st_clause_part *part,
                                  const operand *op, uint32_t slot, size_t n) {
  strata_attr attr = st_verb_attr(part->verb);
  const st_attr *a = &r->pass->rules->attrs[attr - 1];
  strata_op what = st_verb_op(part->verb);
  uint64_t bit = (uint64_t)1 << (slot % 64);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; what == STRATA_OP_SET && !status && i < a->domain_count;
       i++) {
    status = put_symbol(r, attr, i, slot / 64, bit, false);
  }
  uint32_t index =
      st_attr_domain_index(a, (strata_symbol)value_of(r, part, op, n));
  if (status || index == UINT32_MAX) return status;
  return put_symbol(r, attr, index, slot / 64, bit, what != STRATA_OP_REMOVE);
}

static strata_status write_set(runner *r, const st_clause_part *part,
                               const operand *op) {
  if (r->members->one == 0 && !r->members->bits) return STRATA_OK;
  if (st_verb_op(part->verb) == STRATA_OP_SUBSTITUTE) {
    return write_substitute(r, part);
  }
  if (op->is_set) return write_planes(r, part, r->out->at + op->at);
  if (op->none) return write_planes(r, part, part->words);
  return for_members(r, part, op, write_symbol);
}

/* -- Values on which stacking groups are: folded anew from all applied -- */

/* All that was applied to an attribute, or to one that is switched with it, and
 * that takes the slot in; in the order of application. */
static bool gather(const st_pass *pass, strata_attr attr, uint32_t slot,
                   st_entry **entries, size_t *count, size_t *capacity) {
  uint32_t together = pass->plan->switched[attr - 1];
  *count = 0;
  for (uint32_t i = 0; i < pass->applied_count; i++) {
    strata_attr own = st_verb_attr(pass->applied[i].part->verb);
    if (own != attr &&
        (together == 0 || pass->plan->switched[own - 1] != together)) {
      continue;
    }
    st_entry entry = st_apply_entry(pass, i, slot);
    if (entry.step != STRATA_STEP_APPLIED) continue;
    if (!st_mem_reserve(pass->mem, entries, capacity, *count + 1,
                        sizeof entry)) {
      return false;
    }
    (*entries)[(*count)++] = entry;
  }
  return true;
}

/* Put what a fold gave onto the board. */
static strata_status put_folded(runner *r, strata_attr attr, uint32_t slot) {
  st_pass *pass = r->pass;
  const st_attr *a = &pass->rules->attrs[attr - 1];
  uint32_t together = pass->plan->switched[attr - 1];
  strata_status status = STRATA_OK;
  if (together != 0) {
    for (strata_attr k = 1; !status && k <= st_attr_count(pass->rules); k++) {
      if (pass->plan->switched[k - 1] != together) continue;
      status = st_board_put(&pass->board, k, slot, pass->set[k - 1]);
    }
    return status;
  }
  if (a->type != STRATA_SET) {
    status = st_board_put(&pass->board, attr, slot, pass->set[0]);
    if (status || a->type != STRATA_ABILITIES || r->run != ST_RUN_APPLY) {
      return status;
    }
    return st_units_appear(pass, slot, pass->set[0], r->layer);
  }
  uint64_t bit = (uint64_t)1 << (slot % 64);
  for (uint32_t i = 0; !status && i < a->domain_count; i++) {
    status = put_symbol(r, attr, i, slot / 64, bit, st_bit_test(pass->set, i));
  }
  return status;
}

static strata_status refold(runner *r, const st_clause_part *part,
                            const operand *op, uint32_t slot, size_t n) {
  (void)op;
  (void)n;
  st_pass *pass = r->pass;
  strata_attr attr = st_verb_attr(part->verb);
  st_entry *entries = NULL;
  size_t count;
  size_t capacity = 0;
  strata_status status = STRATA_ENOMEM;
  if (gather(pass, attr, slot, &entries, &count, &capacity)) {
    st_apply_stacking(pass->store, entries, count);
    status = st_apply_all(pass, attr, slot, (st_entries){entries, count}, NULL,
                          pass->set);
  }
  if (!status) status = put_folded(r, attr, slot);
  st_mem_free(pass->mem, entries, capacity, sizeof *entries);
  return status;
}

/* -- Writing down -- */

/* The second half of a switch, which happens at the first. */
static bool is_second_half(const st_clause_code *code, uint32_t i) {
  return i > 0 && st_verb_op(code->parts[i].verb) == STRATA_OP_SWITCH &&
         st_verb_op(code->parts[i - 1].verb) == STRATA_OP_SWITCH &&
         st_verb_ordinal(code->parts[i - 1].verb) ==
             st_verb_ordinal(code->parts[i].verb);
}

/* Where the unit stands: at its own place, or where it was let go. The two
 * halves of a switch stand at one place. */
static st_place place_of(const runner *r, const st_clause_part *part,
                         bool second_half) {
  st_pass *pass = r->pass;
  st_place own = st_unit_place(pass, &pass->units[r->unit], r->layer);
  own.low |= st_verb_ordinal(part->verb);
  bool late = own.high < pass->last.high ||
              (own.high == pass->last.high && own.low < pass->last.low);
  if (late) own = pass->last;
  pass->last = own;
  if (!second_half) pass->applied_in_layer++;
  own.sequence = pass->applied_in_layer;
  return own;
}

static strata_status keep_operand(runner *r, const operand *op,
                                  st_applied *out) {
  if (op->none) {
    out->value = out->part->value;
    return STRATA_OK;
  }
  size_t count = r->out->count - op->at;
  if (!op->each && !op->is_set) {
    out->value = count > 0 ? r->out->at[op->at] : 0;
    return STRATA_OK;
  }
  bool dense = op->each && r->members->bits;
  size_t room = dense ? (size_t)r->pass->words * 64 : count + 1;
  out->values = st_arena_take(&r->pass->arena, room, sizeof out->values[0]);
  if (!out->values) return STRATA_ENOMEM;
  if (!dense) {
    if (count == 0) return STRATA_OK;
    for (size_t i = 0; i < count; i++) {
      out->values[i] = r->out->at[op->at + i];
    }
    return STRATA_OK;
  }
  size_t n = op->at;
  for (uint32_t w = 0; w < r->pass->words; w++) {
    for (uint64_t left = r->members->bits[w]; left != 0; left &= left - 1) {
      out->values[w * 64 + st_lowest_bit(left)] = r->out->at[n++];
    }
  }
  return STRATA_OK;
}

static strata_status write_down(runner *r, const st_clause_code *code,
                                uint32_t i, const operand *op) {
  st_pass *pass = r->pass;
  const st_clause_part *part = &code->parts[i];
  st_numbers *numbers = &pass->of_attr[st_verb_attr(part->verb) - 1];
  if (!st_mem_reserve(pass->mem, &pass->applied, &pass->applied_capacity,
                      pass->applied_count + 1, sizeof pass->applied[0]) ||
      !st_mem_reserve(pass->mem, &numbers->at, &numbers->capacity,
                      numbers->count + 1, sizeof numbers->at[0])) {
    return STRATA_ENOMEM;
  }
  st_applied applied = {.unit = r->unit,
                        .part = part,
                        .place = place_of(r, part, is_second_half(code, i))};
  if (r->reason) {
    applied.because = (uint8_t)r->reason->because;
    applied.difference = (uint8_t)r->reason->difference;
    applied.waited_for = r->reason->waited_for;
    applied.difference_slot = r->reason->slot;
  }
  strata_status status = keep_operand(r, op, &applied);
  if (status) return status;
  numbers->at[numbers->count++] = (uint32_t)pass->applied_count;
  pass->applied[pass->applied_count++] = applied;
  return STRATA_OK;
}

void st_unit_forget(st_pass *pass, size_t applied_count) {
  while (pass->applied_count > applied_count) {
    const st_applied *last = &pass->applied[--pass->applied_count];
    pass->of_attr[st_verb_attr(last->part->verb) - 1].count--;
  }
}

/* -- The run -- */

static strata_status write_part(runner *r, const st_clause_code *code,
                                uint32_t i, const operand *op) {
  const st_clause_part *part = &code->parts[i];
  strata_attr attr = st_verb_attr(part->verb);
  const st_plan *plan = r->pass->plan;
  if (!plan->kept[attr - 1]) return STRATA_OK;
  if (plan->grouped[attr - 1]) return for_members(r, part, op, refold);
  if (st_verb_op(part->verb) == STRATA_OP_SWITCH) {
    return is_second_half(code, i) ? STRATA_OK
                                   : for_members(r, part, op, write_switch);
  }
  strata_type type = r->pass->rules->attrs[attr - 1].type;
  if (type == STRATA_SET) return write_set(r, part, op);
  return for_members(r, part, op,
                     type == STRATA_ABILITIES ? write_list : write_number);
}

static bool computes_later(const st_clause_code *code, uint32_t i,
                           strata_layer layer) {
  for (uint32_t k = i + 1; k < code->part_count; k++) {
    if (st_verb_layer(code->parts[k].verb) != layer) return false;
    if (code->parts[k].operand) return true;
  }
  return false;
}

static strata_status run_part(runner *r, const st_clause_code *code,
                              uint32_t i) {
  const st_clause_part *part = &code->parts[i];
  const st_plan *plan = r->pass->plan;
  operand op;
  strata_status status = find_operand(r, part, &op);
  if (status) return status;
  if (r->run == ST_RUN_PROBE && !computes_later(code, i, r->layer)) {
    return STRATA_OK;
  }
  bool note =
      r->run == ST_RUN_APPLY || plan->grouped[st_verb_attr(part->verb) - 1];
  if (note) status = write_down(r, code, i, &op);
  if (!status) status = write_part(r, code, i, &op);
  return status;
}

strata_status st_unit_run(st_pass *pass, const st_running *running,
                          st_vector *out) {
  const st_clause_code *code = running->code;
  runner r = {.pass = pass,
              .unit = running->unit,
              .layer = running->layer,
              .members = running->members,
              .reason = running->reason,
              .run = running->run,
              .out = out};
  for (uint32_t i = 0; i < code->part_count; i++) {
    if (st_verb_layer(code->parts[i].verb) != r.layer) continue;
    strata_status status = run_part(&r, code, i);
    if (status) return status;
  }
  return STRATA_OK;
}
