/*
 * update.c - effects that come and go under a finished pass.
 *
 * Where their units are leaves they are put into it, or taken out of it, and
 * the rest stays as it is. Everything else asks for a new pass.
 */
#include "layers/update/update.h"

#include "layers/pass/layer_unit.h"
#include "layers/pass/profile.h"
#include "layers/update/leaf_units.h"

/* -- Putting in -- */

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
  const st_in_force *plan = &eval->in_force;
  size_t first = plan->clause_count;
  while (first > 0 && plan->clauses[first - 1]->serial > pass->last_clause) {
    first--;
  }
  *done =
      eval->tune[STRATA_TUNE_UPDATES] != STRATA_TUNE_NEVER &&
      pass->updates + (plan->clause_count - first) <= st_pass_max_updates(pass);
  strata_status status = STRATA_OK;
  for (size_t i = first; !status && *done && i < plan->clause_count; i++) {
    status = add_new_clause(eval, plan->clauses[i], done);
  }
  if (!status && *done) pass->last_clause = plan->next_serial;
  return status;
}

/* -- Taking out -- */

/* Whether the clauses of an effect can be taken out, each by itself. */
static bool can_remove_effect(const st_eval *eval, uint32_t effect) {
  const st_in_force *plan = &eval->in_force;
  const st_pass *pass = st_eval_pass_of(eval);
  if (plan->stale || eval->needs_pass ||
      eval->tune[STRATA_TUNE_UPDATES] == STRATA_TUNE_NEVER ||
      pass->updates >= st_pass_max_updates(pass)) {
    return false;
  }
  for (size_t i = 0; i < plan->clause_count; i++) {
    const st_created_clause *created = plan->clauses[i];
    if (created->effect == effect && created->serial <= pass->last_clause &&
        !st_leaf_unit_is_unread(plan, &created->clause)) {
      return false;
    }
  }
  return true;
}

bool st_leaf_units_remove_effect(st_eval *eval, uint32_t effect) {
  if (!can_remove_effect(eval, effect)) return false;
  st_pass *pass = st_eval_pass(eval);
  const st_in_force *plan = &eval->in_force;
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_UPDATE, 0);
  for (size_t i = 0; i < plan->clause_count; i++) {
    const st_created_clause *created = plan->clauses[i];
    if (created->effect != effect || created->serial > pass->last_clause)
      continue;
    assert(created->unit != 0);
    st_leaf_unit_remove(eval, created->unit - 1);
    pass->updates++;
  }
  st_profile_leave(eval->profile, before);
  return true;
}
