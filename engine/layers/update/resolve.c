/*
 * resolve.c - bringing plan, classes and pass up to date.
 *
 * A new pass is held against the one before it: values on which it applies the
 * same as before keep their cells.
 */
#include "layers/order/run.h"
#include "layers/pass/profile.h"
#include "layers/update/admit.h"
#include "layers/update/evaluate.h"
#include "layers/update/update.h"

/* Which cells hang on the plan, and which values on nothing but themselves. */
static void sync(st_eval *eval) {
  const st_pass *pass = st_eval_pass(eval);
  for (uint32_t i = 0; i < st_attr_count(eval->rules); i++) {
    st_cell_attr *a = &eval->cells.attrs[i];
    a->watched = eval->plan.watched[i] || eval->plan.switched[i] != 0 ||
                 st_notice_of(&eval->notice, i + 1) != 0;
    a->plain = !eval->plan.kept[i] && eval->plan.switched[i] == 0 &&
               pass->of_attr[i].count == 0;
  }
  st_cells_list_passed(&eval->cells);
}

/* One part as two passes have applied it. */
typedef struct twice {
  const st_applied *x, *y;
  const st_unit *u, *v;
} twice;

static bool is_same(const twice *t) {
  const st_unit *u = t->u;
  const st_unit *v = t->v;
  return u->kind == v->kind && u->object == v->object &&
         u->effect == v->effect && u->index == v->index &&
         u->serial == v->serial && u->holds == v->holds &&
         t->x->part == t->y->part &&
         st_instance_same(&u->instance, &v->instance) &&
         t->x->place.high == t->y->place.high &&
         t->x->place.low == t->y->place.low;
}

static uint64_t operand_word(const st_applied *x, const st_unit *unit,
                             uint32_t class) {
  if (!x->values) return x->value;
  return unit->members.bits ? x->values[class] : x->values[0];
}

static uint64_t members_of(const st_unit *unit, uint32_t word) {
  if (unit->members.bits) return unit->members.bits[word];
  uint32_t one = unit->members.one;
  return one != 0 && one / 64 == word ? (uint64_t)1 << (one % 64) : 0;
}

/* Drop the cells of classes 64*word .. +63 on which they differ; returns how
 * many, SIZE_MAX if it is not known whose they are. */
static size_t drop_word(st_eval *eval, strata_attr attr, const twice *t,
                        uint32_t word) {
  uint64_t before = members_of(t->u, word);
  uint64_t after = members_of(t->v, word);
  uint64_t changed = before ^ after;
  uint64_t both = before & after;
  if (!t->x->values && !t->y->values && t->x->value == t->y->value) both = 0;
  for (; both != 0; both &= both - 1) {
    uint32_t class = word * 64 + st_lowest_bit(both);
    if (operand_word(t->x, t->u, class) != operand_word(t->y, t->v, class)) {
      changed |= both & (~both + 1);
    }
  }
  size_t count = 0;
  for (; changed != 0; changed &= changed - 1) {
    uint32_t class = word * 64 + st_lowest_bit(changed);
    uint32_t slot = st_class_slot(&eval->classes, class);
    if (slot == 0) return SIZE_MAX;
    st_eval_lose(eval, attr, slot);
    count++;
  }
  return count;
}

/* Drop the cells of all on whom they differ; returns how many. */
static size_t drop_differences(st_eval *eval, strata_attr attr, const twice *t,
                               uint32_t words) {
  size_t count = 0;
  if (!t->u->members.bits && !t->v->members.bits) {
    uint32_t old = t->u->members.one / 64;
    uint32_t new = t->v->members.one / 64;
    count = drop_word(eval, attr, t, old);
    if (new == old || count == SIZE_MAX) return count;
    size_t more = drop_word(eval, attr, t, new);
    return more == SIZE_MAX ? more : count + more;
  }
  for (uint32_t w = 0; w < words && count != SIZE_MAX; w++) {
    size_t more = drop_word(eval, attr, t, w);
    count = more == SIZE_MAX ? more : count + more;
  }
  return count;
}

/* Forget the cells of one attribute that the new pass gives another value: all
 * of them if that cannot be told, or if it would be a quarter of all. */
static void forget_changed(st_eval *eval, strata_attr attr, st_pass *old,
                           st_pass *new) {
  const st_applied_to *before = &old->of_attr[attr - 1];
  const st_applied_to *after = &new->of_attr[attr - 1];
  bool same = !eval->plan.kept[attr - 1] && before->count == after->count &&
              eval->plan.switched[attr - 1] == 0 &&
              old->of_classes == new->of_classes && old->words == new->words;
  size_t left = (size_t) new->words * 16 + 256;
  for (size_t i = 0; same && i < after->count; i++) {
    const st_applied *x = &old->applied[before->at[i]];
    const st_applied *y = &new->applied[after->at[i]];
    twice t = {x, y, &old->units[x->unit], &new->units[y->unit]};
    bool copies = st_verb_op(y->part->verb) == STRATA_OP_COPY && y->values;
    same = is_same(&t) && !copies;
    size_t count = same ? drop_differences(eval, attr, &t, new->words) : 0;
    same = same && count <= left;
    left -= same ? count : 0;
  }
  if (same) return;
  st_cells_drop_attr(&eval->cells, attr);
  if (eval->plan.kept[attr - 1]) {
    st_notice_boards(&eval->notice, attr, old, new);
  } else {
    st_notice_values(&eval->notice, attr);
  }
}

/* Nothing is in force and nothing was: the pass that there is will do. Lists of
 * abilities hang on texts, which may be others now. */
static bool is_idle(const st_eval *eval) {
  const st_pass *pass = st_eval_pass_of(eval);
  return !eval->plan.active && eval->rules->ability_attr == 0 &&
         pass->unit_count == 0;
}

/* What the pass has said of somebody may be otherwise. */
static void drop_passed(st_eval *eval, uint32_t slot) {
  st_cells_drop_passed(&eval->cells, slot);
  st_notice_entity(&eval->notice, slot);
}

/* Cells of those whose class may be another one now. */
static void drop_changed(st_eval *eval) {
  const st_classes *classes = &eval->classes;
  for (size_t i = 0; i < classes->changed_count; i++) {
    drop_passed(eval, classes->changed[i]);
  }
  for (uint32_t i = 0; i < classes->noted_count; i++) {
    drop_passed(eval, classes->noted[i].slot);
  }
}

/* The same of those who are alone in a class now: they may have been some of
 * many when they were read. */
static void drop_alone(st_eval *eval) {
  const st_classes *classes = &eval->classes;
  for (uint32_t i = 0; i < classes->news_count; i++) {
    uint32_t slot = classes->news[i].slot;
    if (slot != 0) drop_passed(eval, slot);
  }
}

static strata_status make_plan(st_eval *eval) {
  st_profile_at before =
      st_profile_enter(eval->profile, STRATA_PROFILE_PLAN, 0);
  strata_status status =
      st_plan_build(&eval->plan, eval->store, &eval->compiled);
  st_profile_leave(eval->profile, before);
  if (status) return status;
  eval->dirty = true;
  /* Nothing of the old plan can be compared with. */
  st_cells_drop_all(&eval->cells);
  st_notice_all(&eval->notice);
  return STRATA_OK;
}

/* Classes as the state wants them. *rerun: so must be the pass. *counted: some
 * entities are in others, or there are more or fewer. */
static strata_status sort_classes(st_eval *eval, bool *rerun, bool *counted) {
  const st_classes *classes = &eval->classes;
  st_profile_at before =
      st_profile_enter(eval->profile, STRATA_PROFILE_CLASSES, 0);
  drop_changed(eval);
  *counted = classes->changed_count > 0 || classes->noted_count > 0;
  *rerun = eval->dirty || eval->tune[STRATA_TUNE_UPDATES] == STRATA_TUNE_NEVER;
  eval->dirty = true; /* until all is done */
  strata_status status = st_classes_update(&eval->classes, rerun);
  drop_alone(eval);
  st_profile_leave(eval->profile, before);
  return status;
}

static strata_status run(st_eval *eval, bool rebuilt) {
  st_pass *old = st_eval_pass(eval);
  st_pass *new = &eval->passes[1 - eval->current];
  st_classes_purge(&eval->classes);
  strata_status status = st_pass_run(new);
  if (status) {
    eval->plan.stale = true; /* which drops all cells */
    return status;
  }
  st_classes_keep(&eval->classes, !eval->plan.census && new->tried_count == 0);
  st_profile_at before =
      st_profile_enter(eval->profile, STRATA_PROFILE_COMPARE, 0);
  for (strata_attr a = 1; !rebuilt && a <= st_attr_count(eval->rules); a++) {
    forget_changed(eval, a, old, new);
  }
  st_profile_leave(eval->profile, before);
  eval->current = (uint8_t)(1 - eval->current);
  for (size_t i = 0; i < eval->plan.clause_count; i++) {
    eval->plan.clauses[i]->unit = new->first_effect + (uint32_t)i + 1;
  }
  return STRATA_OK;
}

/* Bring the pass that there is up to date: classes first, then new clauses.
 * *rerun: that will not do. */
static strata_status update(st_eval *eval, bool counted, bool *rerun) {
  bool done = true;
  strata_status status = STRATA_OK;
  if (eval->classes.news_count > 0 || (counted && eval->plan.census)) {
    status = st_admit(eval, &done);
  }
  if (!status && done && st_eval_pass(eval)->clause != eval->plan.next_serial) {
    st_profile_at before =
        st_profile_enter(eval->profile, STRATA_PROFILE_UPDATE, 0);
    status = st_update_add(eval, &done);
    st_profile_leave(eval->profile, before);
  }
  *rerun = !done;
  return status;
}

/* Some entities may be of another class than they were, of those that the pass
 * knows, and that is all: the common case of somebody who comes. */
static bool only_moved(const st_eval *eval, bool counted) {
  return eval->classes.news_count == 0 && !(counted && eval->plan.census) &&
         !eval->profile &&
         st_eval_pass_of(eval)->clause == eval->plan.next_serial;
}

strata_status st_eval_resolve(st_eval *eval) {
  bool rebuilt = eval->plan.stale;
  bool rerun;
  bool counted;
  strata_status status = rebuilt ? make_plan(eval) : STRATA_OK;
  if (!status) status = sort_classes(eval, &rerun, &counted);
  if (status) return status;
  if (!rerun && only_moved(eval, counted)) {
    eval->dirty = false;
    eval->moved = false;
    return STRATA_OK;
  }
  if (!rerun) status = update(eval, counted, &rerun);
  bool due = !status && rerun && !is_idle(eval);
  if (due) status = run(eval, rebuilt);
  if (status) return status;
  st_classes_told(&eval->classes);
  st_profile_resolved(eval->profile, due);
  eval->dirty = false;
  eval->moved = false;
  sync(eval);
  return STRATA_OK;
}
