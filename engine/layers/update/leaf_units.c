/*
 * leaf_units.c - units that decide nothing for other units.
 *
 * The parts that a finished pass has applied stay, in their order, except for
 * those of leaf units: these are inserted at their place, removed, or
 * evaluated again where they are. Created effects begin and end that way if
 * all their units are leaves; any other effect needs a new pass. Each change
 * keeps class sums, set masks and cached values true.
 */
#include "layers/update/leaf_units.h"

#include "layers/order/unit_step.h"
#include "layers/pass/profile.h"

#include <string.h>

/* -- Which units are leaves -- */

static uint64_t layer_place_bits(strata_layer layer) {
  return (uint64_t)((uint32_t)layer ^ UINT32_C(0x80000000)) << 32;
}

bool st_leaf_unit_expr_is_settled(const st_pass *pass, const strata_expr *expr,
                                  strata_layer layer, bool far) {
  for (uint32_t i = 0; expr && i < expr->read_count; i++) {
    const st_expr_read *read = &expr->reads[i];
    const st_attr_applied *to = &pass->applied_to_attr[read->attr - 1];
    if (to->count == 0 || (far && !read->of_others)) continue;
    const st_applied_part *last = &pass->applied[to->at[to->count - 1]];
    if (last->place.high >= layer_place_bits(layer)) return false;
  }
  return true;
}

/* True if nothing reads what a part changes, and its operation needs no value
 * but the one that it changes. */
static bool is_part_unread(const st_in_force *in_force,
                           const st_clause_part *part) {
  strata_attr attr = st_part_header_attr(part->flags);
  if (in_force->is_on_board[attr - 1] ||
      in_force->switch_group[attr - 1] != 0 || st_clause_part_takes_set(part)) {
    return false;
  }
  switch (st_part_header_op(part->flags)) {
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

bool st_leaf_unit_is_unread(const st_in_force *in_force,
                            const st_clause *clause) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    if (!is_part_unread(in_force, &clause->parts[i])) return false;
  }
  return true;
}

/* Parts are in the order of layers: the first part has the unit's first
 * layer. */
bool st_leaf_unit_reads_settled(const st_pass *pass, const st_clause *clause) {
  strata_layer first = st_part_header_layer(clause->parts[0].flags);
  if (!st_leaf_unit_expr_is_settled(pass, clause->subject, first, false) ||
      !st_leaf_unit_expr_is_settled(pass, clause->condition, first, false)) {
    return false;
  }
  for (uint32_t i = 0; i < clause->part_count; i++) {
    strata_layer layer = st_part_header_layer(clause->parts[i].flags);
    if (!st_leaf_unit_expr_is_settled(pass, clause->parts[i].operand, layer,
                                      false)) {
      return false;
    }
  }
  return true;
}

static bool is_timestamp_ordered(const st_pass *pass, const st_clause *clause) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    strata_layer layer = st_part_header_layer(clause->parts[i].flags);
    if (st_layer_order(pass->rules, layer) != STRATA_BY_TIMESTAMP) return false;
  }
  return true;
}

bool st_leaf_unit_is(const st_pass *pass, const st_clause *clause) {
  return st_leaf_unit_is_unread(pass->in_force, clause) &&
         st_leaf_unit_reads_settled(pass, clause) &&
         is_timestamp_ordered(pass, clause);
}

/* -- Cached values -- */

/* Drop the members' cached values of an attribute. */
static void drop_member_values(st_eval *eval, strata_attr attr,
                               const st_layer_unit *unit) {
  const st_members *members = &unit->members;
  const st_classes *classes = &eval->classes;
  if (!unit->condition_holds) return;
  uint32_t slot = members->bits ? 0 : st_class_sole_slot(classes, members->one);
  if (slot != 0) {
    st_eval_drop_value(eval, attr, slot);
  } else if (members->bits || members->one != 0) {
    st_eval_drop_attr(eval, attr);
  }
}

/* -- Inserting -- */

/* True if `b`, which was there before, has the timestamp of `a`: then places do
 * not tell which of the two goes first. */
static bool is_timestamp_tie(const st_pass *pass, const st_applied_part *a,
                             const st_applied_part *b, uint32_t first) {
  const st_layer_unit *x = &pass->units[a->unit];
  return x->kind != ST_LAYER_UNIT_EFFECT && b->unit < first &&
         x->stamp == pass->units[b->unit].stamp;
}

/* Move a new record to where its place belongs in the attribute's list; new
 * records are those of units from `first` on. False if that depends on what
 * other units waited for. */
static bool insert_applied_sorted(st_pass *pass, strata_attr attr,
                                  uint32_t applied, uint32_t first) {
  st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  st_sort_key place = pass->applied[applied].place;
  size_t from = to->count - 1;
  while (to->at[from] != applied) {
    from--;
  }
  size_t at = from;
  for (; at > 0; at--) {
    const st_applied_part *other = &pass->applied[to->at[at - 1]];
    if (is_timestamp_tie(pass, &pass->applied[applied], other, first)) {
      return false;
    }
    if (!st_sort_key_before(place, other->place)) break;
    if (other->because == STRATA_REASON_DEPENDS ||
        other->because == STRATA_REASON_LOOP) {
      return false;
    }
    to->at[at] = to->at[at - 1];
  }
  to->at[at] = applied;
  if (at < from) st_applied_unlink(pass, attr);
  return true;
}

/* Apply the unit's parts of one layer to the finished board. `first` is the
 * first of the units that are inserted together. */
static strata_status run_leaf_layer(st_eval *eval, uint32_t number,
                                    uint32_t first, strata_layer layer,
                                    bool *done) {
  st_pass *pass = st_eval_pass(eval);
  const st_layer_unit *unit = &pass->units[number];
  st_order_reason reason = {.because = unit->phase == ST_LAYER_PHASE_CDA
                                           ? STRATA_REASON_CDA
                                           : STRATA_REASON_TIMESTAMP};
  st_members members = unit->condition_holds ? unit->members : (st_members){0};
  size_t before = pass->applied_count;
  pass->scratch.count = 0;
  st_profile_cursor at =
      st_profile_enter_unit(pass, number, layer, ST_PROFILE_APPLY);
  strata_status status =
      st_unit_step_run(pass,
                       &(st_unit_step){.unit = number,
                                       .layer = layer,
                                       .clause = unit->clause,
                                       .members = &members,
                                       .mode = ST_UNIT_STEP_APPLY,
                                       .reason = &reason},
                       &pass->scratch);
  for (size_t i = before; !status && i < pass->applied_count; i++) {
    strata_attr attr = st_part_header_attr(pass->applied[i].part->flags);
    *done = *done && insert_applied_sorted(pass, attr, (uint32_t)i, first);
    st_class_sums_change(pass, attr, (uint32_t)i, true);
    st_set_masks_drop(pass, attr);
    drop_member_values(eval, attr, &pass->units[number]);
  }
  st_profile_count_applied(pass, &members);
  st_profile_leave(pass->profile, at);
  return status;
}

static strata_status start_leaf_unit(st_pass *pass, uint32_t number) {
  st_layer_unit *unit = &pass->units[number];
  strata_layer layer = st_part_header_layer(unit->clause->parts[0].flags);
  st_members members;
  bool holds;
  st_profile_cursor before =
      st_profile_enter_unit(pass, number, layer, ST_PROFILE_SUBJECT);
  strata_status status = st_layer_unit_members(
      pass, unit, unit->clause, pass->bitmap_scratch, &members, &holds);
  st_profile_leave(pass->profile, before);
  return status ? status : st_layer_unit_start(pass, unit, members, holds);
}

/* The first layer of the clause after layer `after` (NULL: from the beginning);
 * false if there is none. */
static bool next_clause_layer(const st_clause *clause,
                              const strata_layer *after, strata_layer *out) {
  for (uint32_t i = 0; i < clause->part_count; i++) {
    *out = st_part_header_layer(clause->parts[i].flags);
    if (!after || *out > *after) return true;
  }
  return false;
}

/* The same for several units. */
static bool next_layer_of_units(const st_pass *pass, const uint32_t *units,
                                size_t count, const strata_layer *after,
                                strata_layer *out) {
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    strata_layer layer;
    if (!next_clause_layer(pass->units[units[i]].clause, after, &layer)) {
      continue;
    }
    if (!any || layer < *out) *out = layer;
    any = true;
  }
  return any;
}

strata_status st_leaf_units_insert(st_eval *eval, const uint32_t *units,
                                   size_t count, bool *done) {
  st_pass *pass = st_eval_pass(eval);
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < count; i++) {
    status = start_leaf_unit(pass, units[i]);
  }
  strata_layer layer = 0;
  strata_layer last = 0;
  const strata_layer *after = NULL;
  while (!status && *done &&
         next_layer_of_units(pass, units, count, after, &layer)) {
    pass->last_place = (st_sort_key){0};
    pass->applied_in_layer = 0;
    for (size_t i = 0; !status && *done && i < count; i++) {
      if (!st_clause_has_layer(pass->units[units[i]].clause, layer)) continue;
      status = run_leaf_layer(eval, units[i], units[0], layer, done);
    }
    last = layer;
    after = &last;
  }
  return status;
}

/* -- Removing -- */

/* Remove a unit's records from the list of an attribute. */
static void remove_applied_parts(st_eval *eval, strata_attr attr,
                                 uint32_t number) {
  st_pass *pass = st_eval_pass(eval);
  st_attr_applied *to = &pass->applied_to_attr[attr - 1];
  for (size_t i = to->count; i-- > 0;) {
    if (pass->applied[to->at[i]].unit != number) continue;
    st_class_sums_change(pass, attr, to->at[i], false);
    memmove(to->at + i, to->at + i + 1, (to->count - i - 1) * sizeof to->at[0]);
    to->count--;
    st_applied_unlink(pass, attr);
  }
  st_set_masks_drop(pass, attr);
  drop_member_values(eval, attr, &pass->units[number]);
}

void st_leaf_unit_remove(st_eval *eval, uint32_t number) {
  st_layer_unit *unit = &st_eval_pass(eval)->units[number];
  const st_clause *clause = unit->clause;
  for (uint32_t i = 0; i < clause->part_count; i++) {
    remove_applied_parts(eval, st_part_header_attr(clause->parts[i].flags),
                         number);
  }
  unit->removed = true;
}

/* -- Evaluating again -- */

static bool are_same_members(const st_pass *pass, const st_members *a,
                             const st_members *b) {
  if (!a->bits || !b->bits) return !a->bits && !b->bits && a->one == b->one;
  return memcmp(a->bits, b->bits, pass->words * sizeof a->bits[0]) == 0;
}

/* Visits one record of a unit: `at` is its index in pass->applied. */
typedef void (*applied_visit_fn)(st_eval *eval, strata_attr attr, uint32_t at);

static void for_each_applied_part(st_eval *eval, uint32_t number,
                                  applied_visit_fn visit) {
  const st_pass *pass = st_eval_pass(eval);
  const st_clause *clause = pass->units[number].clause;
  for (uint32_t s = pass->units[number].last_step; s != 0;
       s = pass->steps[s - 1].previous) {
    uint32_t at = pass->steps[s - 1].first;
    for (uint32_t i = 0; i < clause->part_count; i++) {
      if (st_part_header_layer(clause->parts[i].flags) !=
          pass->steps[s - 1].layer) {
        continue;
      }
      visit(eval, st_part_header_attr(clause->parts[i].flags), at++);
    }
  }
}

static void drop_applied_sums(st_eval *eval, strata_attr attr, uint32_t at) {
  (void)at;
  st_eval_pass(eval)->sums[attr - 1] = NULL;
}

static void drop_applied_values(st_eval *eval, strata_attr attr, uint32_t at) {
  st_pass *pass = st_eval_pass(eval);
  st_set_masks_drop(pass, attr);
  drop_member_values(eval, attr, &pass->units[pass->applied[at].unit]);
}

static void unlink_applied_part(st_eval *eval, strata_attr attr, uint32_t at) {
  (void)at;
  st_applied_unlink(st_eval_pass(eval), attr);
}

/* Compute a unit's operands again, for members that are up to date. */
static strata_status renew_unit_operands(st_pass *pass, uint32_t number,
                                         bool *differs) {
  const st_layer_unit *unit = &pass->units[number];
  st_members members = unit->condition_holds ? unit->members : (st_members){0};
  strata_status status = STRATA_OK;
  for (uint32_t s = unit->last_step; !status && s != 0;
       s = pass->steps[s - 1].previous) {
    pass->scratch.count = 0;
    status = st_unit_step_run(
        pass,
        &(st_unit_step){.unit = number,
                        .layer = pass->steps[s - 1].layer,
                        .clause = unit->clause,
                        .members = &members,
                        .mode = ST_UNIT_STEP_RENEW,
                        .first_applied = pass->steps[s - 1].first,
                        .differs = differs},
        &pass->scratch);
  }
  return status;
}

/* A unit's members now; *moved tells whether they are others than before. */
static strata_status find_current_members(st_pass *pass,
                                          const st_layer_unit *unit,
                                          st_members *members, bool *holds,
                                          bool *moved) {
  strata_status status = st_layer_unit_members(
      pass, unit, unit->clause, pass->bitmap_scratch, members, holds);
  if (status) return status;
  *moved = *holds != unit->condition_holds ||
           (*holds && !are_same_members(pass, members, &unit->members));
  return STRATA_OK;
}

strata_status st_leaf_unit_is_unchanged(st_eval *eval, uint32_t number,
                                        bool *same) {
  st_pass *pass = st_eval_pass(eval);
  st_members members;
  bool holds;
  bool differs = true;
  strata_status status = find_current_members(pass, &pass->units[number],
                                              &members, &holds, &differs);
  if (!status && !differs) {
    status = renew_unit_operands(pass, number, &differs);
    /* The records now hold what the next pass will find, so comparing the two
     * will not show the change: drop the values here. */
    if (differs) for_each_applied_part(eval, number, drop_applied_values);
  }
  *same = !differs;
  return status;
}

strata_status st_leaf_unit_renew(st_eval *eval, uint32_t number) {
  st_pass *pass = st_eval_pass(eval);
  st_layer_unit *unit = &pass->units[number];
  st_members members;
  bool holds;
  bool moved = true;
  strata_status status =
      find_current_members(pass, unit, &members, &holds, &moved);
  if (status) return status;
  bool differs = moved;
  if (moved) {
    for_each_applied_part(eval, number, drop_applied_sums);
    for_each_applied_part(eval, number, drop_applied_values);
    for_each_applied_part(eval, number, unlink_applied_part);
    status = st_layer_unit_start(pass, unit, members, holds);
  }
  if (!status) status = renew_unit_operands(pass, number, &differs);
  if (status) return status;
  if (differs) for_each_applied_part(eval, number, drop_applied_values);
  return STRATA_OK;
}

/* -- Effects that begin -- */

static strata_status add_new_clause(st_eval *eval, st_created_clause *created,
                                    bool *done) {
  st_pass *pass = st_eval_pass(eval);
  if (!st_leaf_unit_is(pass, &created->clause)) {
    *done = false;
    return STRATA_OK;
  }
  strata_status status = st_layer_unit_add_effect(pass, created);
  uint32_t number = (uint32_t)pass->unit_count - 1;
  created->unit = number + 1;
  if (!status) status = st_leaf_units_insert(eval, &number, 1, done);
  pass->updates++;
  return status;
}

strata_status st_leaf_units_add_new_clauses(st_eval *eval, bool *done) {
  st_pass *pass = st_eval_pass(eval);
  const st_in_force *in_force = &eval->in_force;
  size_t first = in_force->clause_count;
  while (first > 0 &&
         in_force->clauses[first - 1]->serial > pass->last_clause) {
    first--;
  }
  *done = eval->tune[STRATA_TUNE_UPDATES] != STRATA_TUNE_NEVER &&
          pass->updates + (in_force->clause_count - first) <=
              st_pass_max_updates(pass);
  strata_status status = STRATA_OK;
  for (size_t i = first; !status && *done && i < in_force->clause_count; i++) {
    status = add_new_clause(eval, in_force->clauses[i], done);
  }
  if (!status && *done) pass->last_clause = in_force->next_serial;
  return status;
}

/* -- Effects that end -- */

/* Whether the clauses of an effect can be taken out, each by itself. */
static bool can_remove_effect(const st_eval *eval, uint32_t effect) {
  const st_in_force *in_force = &eval->in_force;
  const st_pass *pass = st_eval_pass_of(eval);
  if (in_force->stale || eval->needs_pass ||
      eval->tune[STRATA_TUNE_UPDATES] == STRATA_TUNE_NEVER ||
      pass->updates >= st_pass_max_updates(pass)) {
    return false;
  }
  for (size_t i = 0; i < in_force->clause_count; i++) {
    const st_created_clause *created = in_force->clauses[i];
    if (created->effect == effect && created->serial <= pass->last_clause &&
        !st_leaf_unit_is_unread(in_force, &created->clause)) {
      return false;
    }
  }
  return true;
}

bool st_leaf_units_remove_effect(st_eval *eval, uint32_t effect) {
  if (!can_remove_effect(eval, effect)) return false;
  st_pass *pass = st_eval_pass(eval);
  const st_in_force *in_force = &eval->in_force;
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_UPDATE, 0);
  for (size_t i = 0; i < in_force->clause_count; i++) {
    const st_created_clause *created = in_force->clauses[i];
    if (created->effect != effect || created->serial > pass->last_clause) {
      continue;
    }
    assert(created->unit != 0);
    st_leaf_unit_remove(eval, created->unit - 1);
    pass->updates++;
  }
  st_profile_leave(eval->profile, before);
  return true;
}
