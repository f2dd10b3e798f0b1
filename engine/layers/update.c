/*
 * update.c - effects that come and go under a finished pass.
 *
 * An effect is a leaf if nothing in force reads what it changes, and all that
 * it reads was settled in layers before its own. A leaf decides nothing for
 * anybody else, and finds on the finished board what it would have found in its
 * place. So it is put in, or taken out, and the rest of the pass stays as it
 * is. Everything else asks for a new pass.
 */
#include "layers/update.h"

#include "layers/profile.h"
#include "layers/step.h"

#include <string.h>

/* After so many changes a pass is run anew: what they leave behind in the arena
 * and in the lists is given back then. */
static size_t patience(const st_pass *pass) {
  return 256 + pass->unit_count / 4;
}

/* -- Leaves -- */

static uint64_t layer_bits(strata_layer layer) {
  return (uint64_t)((uint32_t)layer ^ UINT32_C(0x80000000)) << 32;
}

/* True if nothing that happened in a layer, or later, changes what an
 * expression reads. */
static bool is_settled(const st_pass *pass, const strata_expr *expr,
                       strata_layer layer) {
  for (uint32_t i = 0; expr && i < expr->read_count; i++) {
    const st_applied_to *to = &pass->of_attr[expr->reads[i].attr - 1];
    if (to->count == 0) continue;
    const st_applied *last = &pass->applied[to->at[to->count - 1]];
    if (last->place.high >= layer_bits(layer)) return false;
  }
  return true;
}

/* True if nobody reads what a part changes, and it needs nobody else's value.
 */
static bool is_unread(const st_plan *plan, const st_clause_part *part) {
  strata_attr attr = st_verb_attr(part->verb);
  if (plan->kept[attr - 1] || plan->switched[attr - 1] != 0) return false;
  switch (st_verb_op(part->verb)) {
  case STRATA_OP_COPY:
  case STRATA_OP_SWITCH:
  case STRATA_OP_SUBSTITUTE:
  case STRATA_OP_BORROW:
  case STRATA_OP_FORBID:
  case STRATA_OP_STRIP:
    return false;
  case STRATA_OP_SET:
  case STRATA_OP_ADD:
  case STRATA_OP_SUB:
  case STRATA_OP_MUL:
  case STRATA_OP_DIV:
  case STRATA_OP_MIN:
  case STRATA_OP_MAX:
  case STRATA_OP_AND:
  case STRATA_OP_OR:
  case STRATA_OP_XOR:
  case STRATA_OP_SCALE:
  case STRATA_OP_REMOVE:
  case STRATA_OP_CLEAR:
    break;
  }
  return true;
}

static bool changes_nobodys_reads(const st_plan *plan,
                                  const st_clause_code *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    if (!is_unread(plan, &code->parts[i])) return false;
  }
  return true;
}

/* Parts are in the order of layers, so the first has the first one. */
static bool is_leaf(const st_pass *pass, const st_clause_code *code) {
  strata_layer first = st_verb_layer(code->parts[0].verb);
  if (!changes_nobodys_reads(pass->plan, code) ||
      !is_settled(pass, code->subject, first) ||
      !is_settled(pass, code->condition, first)) {
    return false;
  }
  for (uint32_t i = 0; i < code->part_count; i++) {
    strata_layer layer = st_verb_layer(code->parts[i].verb);
    if (!is_settled(pass, code->parts[i].operand, layer)) return false;
    if (st_layer_order(pass->rules, layer) != STRATA_BY_TIMESTAMP) return false;
  }
  return true;
}

/* -- Cells and sums -- */

/* Values of the members are no longer known. */
static void drop_members(st_eval *eval, strata_attr attr, const st_unit *unit) {
  const st_members *members = &unit->members;
  const st_classes *classes = &eval->classes;
  if (!unit->holds) return;
  uint32_t slot = members->bits ? 0 : st_class_slot(classes, members->one);
  if (slot != 0) {
    st_cells_drop(&eval->cells, attr, slot);
  } else if (members->bits || members->one != 0) {
    st_cells_drop_attr(&eval->cells, attr);
  }
}

/* -- Putting in -- */

/* Move something new to where its place puts it; what is new before it has been
 * moved. False if that hangs on how others waited. */
static bool sort_in(st_pass *pass, strata_attr attr, uint32_t applied) {
  st_applied_to *to = &pass->of_attr[attr - 1];
  st_place place = pass->applied[applied].place;
  size_t from = to->count - 1;
  while (to->at[from] != applied) {
    from--;
  }
  size_t at = from;
  for (; at > 0; at--) {
    const st_applied *other = &pass->applied[to->at[at - 1]];
    if (!st_place_before(place, other->place)) break;
    if (other->because == STRATA_BECAUSE_DEPENDS ||
        other->because == STRATA_BECAUSE_LOOP) {
      return false;
    }
    to->at[at] = to->at[at - 1];
  }
  to->at[at] = applied;
  if (at < from) st_apply_unlink(pass, attr);
  return true;
}

/* Run the unit's parts of one layer on the finished board. */
static strata_status run_layer(st_eval *eval, uint32_t number,
                               strata_layer layer, bool *done) {
  st_pass *pass = st_eval_pass(eval);
  st_reason reason = {.because = STRATA_BECAUSE_TIMESTAMP};
  const st_unit *unit = &pass->units[number];
  st_members members = unit->holds ? unit->members : (st_members){0};
  size_t before = pass->applied_count;
  pass->last = (st_place){0};
  pass->applied_in_layer = 0;
  pass->scratch.count = 0;
  st_profile_at at =
      st_profile_enter_unit(pass, number, layer, ST_PROFILE_APPLY);
  strata_status status = st_unit_run(pass,
                                     &(st_running){.unit = number,
                                                   .layer = layer,
                                                   .code = unit->code,
                                                   .members = &members,
                                                   .run = ST_RUN_APPLY,
                                                   .reason = &reason},
                                     &pass->scratch);
  for (size_t i = before; !status && i < pass->applied_count; i++) {
    strata_attr attr = st_verb_attr(pass->applied[i].part->verb);
    *done = *done && sort_in(pass, attr, (uint32_t)i);
    st_sums_change(pass, attr, (uint32_t)i, true);
    st_masks_forget(pass, attr);
    drop_members(eval, attr, &pass->units[number]);
  }
  st_profile_applied(pass, &members);
  st_profile_leave(pass->profile, at);
  return status;
}

static strata_status start(st_pass *pass, uint32_t number, strata_layer layer) {
  st_unit *unit = &pass->units[number];
  st_members members;
  bool holds;
  st_profile_at before =
      st_profile_enter_unit(pass, number, layer, ST_PROFILE_SUBJECT);
  strata_status status =
      st_unit_members(pass, unit, unit->code, pass->bits, &members, &holds);
  st_profile_leave(pass->profile, before);
  return status ? status : st_unit_start(pass, unit, members, holds);
}

static strata_status add_clause(st_eval *eval, st_created *created,
                                bool *done) {
  st_pass *pass = st_eval_pass(eval);
  const st_clause_code *code = &created->code;
  if (!is_leaf(pass, code)) {
    *done = false;
    return STRATA_OK;
  }
  strata_status status = st_unit_add_effect(pass, created);
  uint32_t number = (uint32_t)pass->unit_count - 1;
  created->unit = number + 1;
  if (!status) status = start(pass, number, st_verb_layer(code->parts[0].verb));
  for (uint32_t i = 0; !status && *done && i < code->part_count; i++) {
    strata_layer layer = st_verb_layer(code->parts[i].verb);
    bool again = i > 0 && st_verb_layer(code->parts[i - 1].verb) == layer;
    if (!again) status = run_layer(eval, number, layer, done);
  }
  pass->updates++;
  return status;
}

strata_status st_update_add(st_eval *eval, bool *done) {
  st_pass *pass = st_eval_pass(eval);
  const st_plan *plan = &eval->plan;
  size_t first = plan->clause_count;
  while (first > 0 && plan->clauses[first - 1]->serial > pass->clause) {
    first--;
  }
  *done = eval->tune[STRATA_TUNE_UPDATES] != STRATA_TUNE_NEVER &&
          pass->updates + (plan->clause_count - first) <= patience(pass);
  strata_status status = STRATA_OK;
  for (size_t i = first; !status && *done && i < plan->clause_count; i++) {
    status = add_clause(eval, plan->clauses[i], done);
  }
  if (!status && *done) pass->clause = plan->next_serial;
  return status;
}

/* -- Taking out -- */

/* Take what a unit did to an attribute out of the list of that. */
static void remove_applied(st_eval *eval, strata_attr attr, uint32_t number) {
  st_pass *pass = st_eval_pass(eval);
  st_applied_to *to = &pass->of_attr[attr - 1];
  for (size_t i = to->count; i-- > 0;) {
    if (pass->applied[to->at[i]].unit != number) continue;
    st_sums_change(pass, attr, to->at[i], false);
    memmove(to->at + i, to->at + i + 1, (to->count - i - 1) * sizeof to->at[0]);
    to->count--;
    st_apply_unlink(pass, attr);
  }
  st_masks_forget(pass, attr);
  drop_members(eval, attr, &pass->units[number]);
}

/* Whether the clauses of an effect can be taken out, each by itself. */
static bool can_remove(const st_eval *eval, uint32_t effect) {
  const st_plan *plan = &eval->plan;
  const st_pass *pass = st_eval_pass_of(eval);
  if (plan->stale || eval->dirty ||
      eval->tune[STRATA_TUNE_UPDATES] == STRATA_TUNE_NEVER ||
      pass->updates >= patience(pass)) {
    return false;
  }
  for (size_t i = 0; i < plan->clause_count; i++) {
    const st_created *created = plan->clauses[i];
    if (created->effect == effect && created->serial <= pass->clause &&
        !changes_nobodys_reads(plan, &created->code)) {
      return false;
    }
  }
  return true;
}

bool st_update_remove(st_eval *eval, uint32_t effect) {
  if (!can_remove(eval, effect)) return false;
  st_pass *pass = st_eval_pass(eval);
  const st_plan *plan = &eval->plan;
  st_profile_at before =
      st_profile_enter(eval->profile, STRATA_PROFILE_UPDATE, 0);
  for (size_t i = 0; i < plan->clause_count; i++) {
    const st_created *created = plan->clauses[i];
    if (created->effect != effect || created->serial > pass->clause) continue;
    assert(created->unit != 0);
    const st_clause_code *code = &created->code;
    for (uint32_t k = 0; k < code->part_count; k++) {
      strata_attr attr = st_verb_attr(code->parts[k].verb);
      remove_applied(eval, attr, created->unit - 1);
    }
    pass->updates++;
  }
  st_profile_leave(eval->profile, before);
  return true;
}
