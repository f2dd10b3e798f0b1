/*
 * unit_step.c - one unit in one layer.
 *
 * The unit's parts in the layer run one after the other: evaluate the operand
 * (step_operand.h), record the applied part, change the board (step_write.h).
 * A record has the part's place in the order: the place that its timestamp
 * gives, or the place of the unit before it if it was applied later than that.
 * So the records of one attribute are in the order of application when they
 * are sorted by place.
 *
 * A finished pass is updated by two modes that make no records: JOIN applies
 * the recorded parts to one more member, RENEW computes their operands again.
 */
#include "layers/order/unit_step.h"

#include "layers/order/step_write.h"
#include "layers/values/class_sums.h"

#include <string.h>

/* -- Recording -- */

/* The place of a part: the unit's own, or the last place of the layer if the
 * unit had to wait beyond its own. Both halves of a switch have one place. */
static void find_applied_place(const st_step_runner *r,
                               const st_clause_part *part, bool second_half,
                               st_sort_key *out) {
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

/* How many words the operand has for one member. */
static size_t operand_stride(const st_step_runner *r,
                             const st_clause_part *part,
                             const st_step_operand *op) {
  strata_attr attr = st_part_header_attr(part->flags);
  return op->is_set ? r->pass->rules->attrs[attr - 1].word_count : 1;
}

/* Store the operand in the part's record: one word if all members share it,
 * otherwise an array, by class where the members are a bitmap. */
static strata_status store_operand(st_step_runner *r, const st_step_operand *op,
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
  size_t stride = operand_stride(r, out->part, op);
  size_t room = dense ? (size_t)r->pass->words * 64 * stride : count + 1;
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
      size_t class = w * 64 + st_lowest_bit(left);
      memcpy(out->values + class * stride, r->operands->at + n,
             stride * sizeof out->values[0]);
      n += stride;
    }
  }
  return STRATA_OK;
}

static strata_status record_applied_part(st_step_runner *r,
                                         const st_clause *clause, uint32_t i,
                                         const st_step_operand *op) {
  st_pass *pass = r->pass;
  const st_clause_part *part = &clause->parts[i];
  st_attr_applied *to =
      &pass->applied_to_attr[st_part_header_attr(part->flags) - 1];
  if (!st_mem_reserve(pass->mem, &pass->applied, &pass->applied_capacity,
                      pass->applied_count + 1, sizeof pass->applied[0]) ||
      !st_mem_reserve(pass->mem, &to->at, &to->capacity, to->count + 1,
                      sizeof to->at[0])) {
    return STRATA_ENOMEM;
  }
  /* Written in place: a copy from the stack would stall on its own stores. */
  st_applied_part *applied = &pass->applied[pass->applied_count];
  *applied = (st_applied_part){.unit = r->unit, .part = part};
  find_applied_place(r, part, st_step_is_second_switch_half(clause, i),
                     &applied->place);
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

static bool has_later_operand(const st_clause *clause, uint32_t i,
                              strata_layer layer) {
  for (uint32_t k = i + 1; k < clause->part_count; k++) {
    if (st_part_header_layer(clause->parts[k].flags) != layer) return false;
    if (clause->parts[k].operand) return true;
  }
  return false;
}

/* -- On a finished pass -- */

/* The operand for a member that joins. An operand that all members share is
 * read from the part's record; one that each member has is computed and stored
 * there. */
static strata_status operand_for_joiner(st_step_runner *r,
                                        const st_clause_part *part,
                                        st_applied_part *applied,
                                        st_step_operand *op) {
  bool copies = st_part_header_op(part->flags) == STRATA_OP_COPY;
  const st_attr *a =
      &r->pass->rules->attrs[st_part_header_attr(part->flags) - 1];
  *op = (st_step_operand){.offset = r->operands->count,
                          .none = !part->operand && !copies};
  if (op->none) return STRATA_OK;
  if (!copies && part->operand->uses_it) {
    strata_status status = st_step_operand_evaluate(r, part, op);
    if (status) return status;
    size_t at = r->pass->units[r->unit].members.bits ? r->members->one : 0;
    size_t stride = operand_stride(r, part, op);
    memcpy(applied->values + at * stride, r->operands->at + op->offset,
           stride * sizeof applied->values[0]);
    return STRATA_OK;
  }
  op->is_set =
      (copies && a->type == STRATA_SET) || st_clause_part_takes_set(part);
  for (uint32_t k = 0; op->is_set && k < a->word_count; k++) {
    if (!st_u64_vec_push(r->pass->mem, r->operands, applied->values[k])) {
      return STRATA_ENOMEM;
    }
  }
  if (op->is_set) return STRATA_OK;
  return st_u64_vec_push(r->pass->mem, r->operands, applied->value)
             ? STRATA_OK
             : STRATA_ENOMEM;
}

static strata_status apply_part_to_joiner(st_step_runner *r,
                                          const st_clause *clause, uint32_t i) {
  st_applied_part *applied = &r->pass->applied[r->next_applied++];
  assert(applied->unit == r->unit && applied->part == &clause->parts[i]);
  st_step_operand op;
  strata_status status = operand_for_joiner(r, &clause->parts[i], applied, &op);
  return status ? status : st_step_write_part(r, clause, i, &op);
}

/* True if two records of one part, which have the same members, have equal
 * operands. */
static bool is_same_operand(const st_step_runner *r, const st_applied_part *a,
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

static strata_status renew_part_operand(st_step_runner *r,
                                        const st_clause *clause, uint32_t i) {
  st_applied_part *applied = &r->pass->applied[r->next_applied++];
  assert(applied->unit == r->unit && applied->part == &clause->parts[i]);
  st_step_operand op;
  strata_status status = st_step_operand_evaluate(r, &clause->parts[i], &op);
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

static strata_status run_unit_part(st_step_runner *r, const st_clause *clause,
                                   uint32_t i) {
  const st_clause_part *part = &clause->parts[i];
  const st_in_force *in_force = r->pass->in_force;
  if (r->mode == ST_UNIT_STEP_JOIN) return apply_part_to_joiner(r, clause, i);
  if (r->mode == ST_UNIT_STEP_RENEW) return renew_part_operand(r, clause, i);
  st_step_operand op;
  strata_status status = st_step_operand_evaluate(r, part, &op);
  if (status) return status;
  if (r->mode == ST_UNIT_STEP_PROBE &&
      !has_later_operand(clause, i, r->layer)) {
    return STRATA_OK;
  }
  bool records = r->mode == ST_UNIT_STEP_APPLY ||
                 in_force->has_stacking[st_part_header_attr(part->flags) - 1];
  if (records) status = record_applied_part(r, clause, i, &op);
  if (!status) status = st_step_write_part(r, clause, i, &op);
  return status;
}

/* Record the step, so that an update finds the unit's parts of this layer. */
static bool record_pass_step(st_pass *pass, const st_step_runner *r) {
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
  const st_clause *clause = running->clause;
  st_step_runner r = {.pass = pass,
                      .unit = running->unit,
                      .layer = running->layer,
                      .members = running->members,
                      .reason = running->reason,
                      .mode = running->mode,
                      .operands = out,
                      .next_applied = running->first_applied,
                      .differs = running->differs};
  if (r.mode == ST_UNIT_STEP_APPLY && !record_pass_step(pass, &r)) {
    return STRATA_ENOMEM;
  }
  for (uint32_t i = 0; i < clause->part_count; i++) {
    if (st_part_header_layer(clause->parts[i].flags) != r.layer) continue;
    if (!st_mem_work(pass->mem, 1 + 4 * pass->words)) return STRATA_ENOMEM;
    strata_status status = run_unit_part(&r, clause, i);
    if (status) return status;
  }
  return STRATA_OK;
}
