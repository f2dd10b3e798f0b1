/*
 * refresh.c - bringing in-force set, classes and pass up to date.
 *
 * A finished pass is updated where that gives what a new pass would. Otherwise
 * a new pass is run in the evaluator's other st_pass and compared with the old
 * one: values on which both have applied the same parts stay in the cache.
 */
#include "layers/inforce/class_sharing.h"
#include "layers/inforce/in_force_build.h"
#include "layers/order/dependency.h"
#include "layers/pass/profile.h"
#include "layers/update/evaluator.h"
#include "layers/update/incremental_entities.h"
#include "layers/update/leaf_units.h"

/* Tell the value cache which attributes something depends on, and which depend
 * on their base values alone. */
static void sync_value_cache_flags(st_eval *eval) {
  const st_pass *pass = st_eval_pass(eval);
  for (uint32_t i = 0; i < st_attr_count(eval->rules); i++) {
    st_value_cache_attr *a = &eval->cells.attrs[i];
    a->has_dependents = eval->in_force.is_read[i] ||
                        eval->in_force.switch_group[i] != 0 ||
                        st_change_logs_subscribed(&eval->changes, i + 1) != 0;
    a->is_independent = !eval->in_force.is_on_board[i] &&
                        eval->in_force.switch_group[i] == 0 &&
                        pass->applied_to_attr[i].count == 0;
  }
  st_value_cache_list_computed(&eval->cells);
}

/* One part as the old and the new pass have applied it. */
typedef struct applied_pair {
  const st_applied_part *old_part, *new_part;
  const st_layer_unit *old_unit, *new_unit;
} applied_pair;

static bool is_same_applied_part(const applied_pair *t) {
  const st_layer_unit *u = t->old_unit;
  const st_layer_unit *v = t->new_unit;
  return u->kind == v->kind && u->object == v->object &&
         u->effect == v->effect && u->index == v->index &&
         u->serial == v->serial && u->condition_holds == v->condition_holds &&
         t->old_part->part == t->new_part->part &&
         st_ability_instance_same(&u->instance, &v->instance) &&
         t->old_part->place.high == t->new_part->place.high &&
         t->old_part->place.low == t->new_part->place.low;
}

static uint64_t applied_pair_operand(const st_applied_part *x,
                                     const st_layer_unit *unit,
                                     uint32_t class) {
  if (!x->values) return x->value;
  return unit->members.bits ? x->values[class] : x->values[0];
}

/* Drop the values of the classes 64*word .. +63 that the two differ on. Returns
 * how many, or SIZE_MAX if a class has no single entity. */
static size_t drop_differing_word(st_eval *eval, strata_attr attr,
                                  const applied_pair *t, uint32_t word) {
  uint64_t before = st_members_word(&t->old_unit->members, word);
  uint64_t after = st_members_word(&t->new_unit->members, word);
  uint64_t changed = before ^ after;
  uint64_t both = before & after;
  if (!t->old_part->values && !t->new_part->values &&
      t->old_part->value == t->new_part->value) {
    both = 0;
  }
  for (; both != 0; both &= both - 1) {
    uint32_t class = word * 64 + st_lowest_bit(both);
    if (applied_pair_operand(t->old_part, t->old_unit, class) !=
        applied_pair_operand(t->new_part, t->new_unit, class)) {
      changed |= both & (~both + 1);
    }
  }
  size_t count = 0;
  for (; changed != 0; changed &= changed - 1) {
    uint32_t class = word * 64 + st_lowest_bit(changed);
    uint32_t slot = st_class_sole_slot(&eval->classes, class);
    if (slot == 0) return SIZE_MAX;
    st_eval_drop_value(eval, attr, slot);
    count++;
  }
  return count;
}

/* Drop the values of all classes that the two differ on. Returns how many, or
 * SIZE_MAX. */
static size_t drop_differing_values(st_eval *eval, strata_attr attr,
                                    const applied_pair *t, uint32_t words) {
  size_t count = 0;
  if (!t->old_unit->members.bits && !t->new_unit->members.bits) {
    uint32_t old = t->old_unit->members.one / 64;
    uint32_t new = t->new_unit->members.one / 64;
    count = drop_differing_word(eval, attr, t, old);
    if (new == old || count == SIZE_MAX) return count;
    size_t more = drop_differing_word(eval, attr, t, new);
    return more == SIZE_MAX ? more : count + more;
  }
  for (uint32_t w = 0; w < words && count != SIZE_MAX; w++) {
    size_t more = drop_differing_word(eval, attr, t, w);
    count = more == SIZE_MAX ? more : count + more;
  }
  return count;
}

/* Drop the values of one attribute that the new pass changes: all values if the
 * differences cannot be told, or if they are a quarter of all. */
static void drop_changed_attr_values(st_eval *eval, strata_attr attr,
                                     st_pass *old, st_pass *new) {
  const st_attr_applied *before = &old->applied_to_attr[attr - 1];
  const st_attr_applied *after = &new->applied_to_attr[attr - 1];
  bool same =
      !eval->in_force.is_on_board[attr - 1] && before->count == after->count &&
      eval->in_force.switch_group[attr - 1] == 0 &&
      old->classes_serial == new->classes_serial && old->words == new->words;
  size_t left = (size_t) new->words * 16 + 256;
  for (size_t i = 0; same && i < after->count; i++) {
    const st_applied_part *x = &old->applied[before->at[i]];
    const st_applied_part *y = &new->applied[after->at[i]];
    applied_pair t = {x, y, &old->units[x->unit], &new->units[y->unit]};
    bool copies =
        (st_part_header_op(y->part->flags) == STRATA_OP_COPY && y->values) ||
        st_clause_part_takes_set(y->part);
    same = is_same_applied_part(&t) && !copies;
    size_t count = same ? drop_differing_values(eval, attr, &t, new->words) : 0;
    same = same && count <= left;
    left -= same ? count : 0;
  }
  if (same) return;
  st_value_cache_drop_attr(&eval->cells, attr);
  if (eval->in_force.is_on_board[attr - 1]) {
    st_change_logs_compare_boards(&eval->changes, attr, old, new);
  } else {
    st_change_logs_attr_changed(&eval->changes, attr);
  }
}

/* True if nothing is in force and nothing was: the old pass will do. Lists of
 * abilities depend on texts, which may be others now. */
static bool is_nothing_in_force(const st_eval *eval) {
  const st_pass *pass = st_eval_pass_of(eval);
  return !eval->in_force.active && eval->rules->ability_attr == 0 &&
         pass->unit_count == 0;
}

/* Drop all values of an entity that the pass has a part in. */
static void drop_computed_values(st_eval *eval, uint32_t slot) {
  st_value_cache_drop_computed(&eval->cells, slot);
  st_change_logs_entity_changed(&eval->changes, slot);
}

/* Drop the values of entities whose class may be another one now. */
static void drop_moved_entities(st_eval *eval) {
  const st_classes *classes = &eval->classes;
  for (size_t i = 0; i < classes->pending_count; i++) {
    drop_computed_values(eval, classes->pending[i]);
  }
  for (uint32_t i = 0; i < classes->slot_change_count; i++) {
    drop_computed_values(eval, classes->slot_changes[i].slot);
  }
}

/* Drop the values of entities that are now alone in their class: they may have
 * shared a class when the values were read. */
static void drop_isolated_entities(st_eval *eval) {
  const st_classes *classes = &eval->classes;
  for (uint32_t i = 0; i < classes->class_change_count; i++) {
    uint32_t slot = classes->class_changes[i].sole_slot;
    if (slot != 0) drop_computed_values(eval, slot);
  }
}

static strata_status rebuild_in_force(st_eval *eval) {
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_PLAN, 0);
  strata_status status =
      st_in_force_build(&eval->in_force, eval->store, &eval->compiled);
  st_profile_leave(eval->profile, before);
  if (status) return status;
  eval->needs_pass = true;
  /* Applied parts of the old in-force set cannot be compared with new ones. */
  st_value_cache_drop_all(&eval->cells);
  st_change_logs_all_changed(&eval->changes);
  return STRATA_OK;
}

/* Bring the classes up to date. *rerun: a new pass must be run. *counted:
 * entities have changed class, there are more or fewer of them, or zones have
 * another order. */
static strata_status refresh_classes(st_eval *eval, bool *rerun,
                                     bool *counted) {
  const st_classes *classes = &eval->classes;
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_CLASSES, 0);
  drop_moved_entities(eval);
  *counted = classes->pending_count > 0 || classes->slot_change_count > 0 ||
             eval->zones_moved;
  *rerun =
      eval->needs_pass || eval->tune[STRATA_TUNE_UPDATES] == STRATA_TUNE_NEVER;
  eval->needs_pass = true; /* until the refresh has succeeded */
  eval->zones_moved = false;
  strata_status status = st_classes_update(&eval->classes, rerun);
  drop_isolated_entities(eval);
  st_profile_leave(eval->profile, before);
  return status;
}

static strata_status run_new_pass(st_eval *eval, bool rebuilt) {
  st_pass *old = st_eval_pass(eval);
  st_pass *new = &eval->passes[1 - eval->current_pass];
  st_classes_drop_empty(&eval->classes);
  strata_status status = st_pass_run(new);
  if (status) {
    eval->in_force.stale = true; /* so that the next refresh drops all values */
    return status;
  }
  st_classes_keep_empty(&eval->classes, !eval->in_force.counts_entities &&
                                            new->decisive_trial_count == 0);
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_COMPARE, 0);
  for (strata_attr a = 1; !rebuilt && a <= st_attr_count(eval->rules); a++) {
    drop_changed_attr_values(eval, a, old, new);
  }
  st_profile_leave(eval->profile, before);
  eval->current_pass = (uint8_t)(1 - eval->current_pass);
  for (size_t i = 0; i < eval->in_force.clause_count; i++) {
    eval->in_force.clauses[i]->unit = new->first_effect_unit + (uint32_t)i + 1;
  }
  return STRATA_OK;
}

/* Update the finished pass: classes first, then new clauses. *rerun: that is
 * not possible, and a new pass must be run. */
static strata_status update_finished_pass(st_eval *eval, bool counted,
                                          bool *rerun) {
  bool done = true;
  strata_status status = STRATA_OK;
  if (eval->classes.class_change_count > 0 ||
      (counted && eval->in_force.counts_entities)) {
    status = st_incremental_entities_update(eval, &done);
  }
  if (!status && done &&
      st_eval_pass(eval)->last_clause != eval->in_force.next_serial) {
    st_profile_cursor before =
        st_profile_enter_what(eval->profile, STRATA_PROFILE_UPDATE, 0);
    status = st_leaf_units_add_new_clauses(eval, &done);
    st_profile_leave(eval->profile, before);
  }
  *rerun = !done;
  return status;
}

/* True if entities have moved between classes that the pass knows, and nothing
 * else has changed: the common case of an entity that comes. */
static bool only_classes_moved(const st_eval *eval, bool counted) {
  return eval->classes.class_change_count == 0 &&
         !(counted && eval->in_force.counts_entities) && !eval->profile &&
         st_eval_pass_of(eval)->last_clause == eval->in_force.next_serial;
}

strata_status st_eval_refresh(st_eval *eval) {
  bool rebuilt = eval->in_force.stale;
  bool rerun;
  bool counted;
  strata_status status = rebuilt ? rebuild_in_force(eval) : STRATA_OK;
  if (!status) status = refresh_classes(eval, &rerun, &counted);
  if (status) return status;
  if (!rerun && only_classes_moved(eval, counted)) {
    eval->needs_pass = false;
    eval->classes_moved = false;
    return STRATA_OK;
  }
  if (!rerun) status = update_finished_pass(eval, counted, &rerun);
  bool due = !status && rerun && !is_nothing_in_force(eval);
  if (due) status = run_new_pass(eval, rebuilt);
  if (status) return status;
  st_classes_clear_changes(&eval->classes);
  st_profile_count_refresh(eval->profile, due);
  eval->needs_pass = false;
  eval->classes_moved = false;
  sync_value_cache_flags(eval);
  return STRATA_OK;
}
