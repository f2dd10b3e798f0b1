/*
 * admit.c - entities that come, go or change under a finished pass.
 *
 * What a pass has applied, and in which order, stays. Whoever is new, or has
 * other base values, goes through its steps alone: whom each unit affects is
 * asked of him where it was asked of all, and what it does is done to him. That
 * gives what a new pass would if nobody else reads of him. Who may is looked up
 * first: units that count entities, that name somebody, and his own. These are
 * found again if they are leaves; else a pass must be run.
 *
 * The order hangs on trials (613.8). Those that were made are made again on him
 * alone: if one comes out otherwise, a pass must be run.
 */
#include "layers/update/incremental_entities.h"

#include "layers/order/unit_step.h"
#include "layers/pass/profile.h"
#include "layers/pass/step_index.h"
#include "layers/update/leaf_units.h"

#include <string.h>

typedef struct entity_update {
  st_eval *eval;
  st_pass *pass;
  bool possible;          /* false: a pass must be run */
  uint32_t class;         /* who goes through the steps */
  bool is_another_object; /* he is not who was there, or a rollback brought him
                    back: what had him as its target may not have been told */
  bool by_symbols;  /* he is of a new class: only steps that are due matter */
  uint64_t version; /* the version of the board when he began */
  uint64_t due_version; /* ... for which it is known which are */
} entity_update;

/* -- Units that read of others -- */

static bool expr_counts_entities(const strata_expr *expr) {
  return expr && expr->counts_entities;
}

static bool expr_follows_ref(const strata_expr *expr) {
  return expr && expr->follows_refs;
}

/* Whether one of its expressions is so. */
static bool any_clause_expr(const st_clause *code,
                            bool (*is_so)(const strata_expr *expr)) {
  bool found = is_so(code->subject) || is_so(code->condition);
  for (uint32_t i = 0; !found && i < code->part_count; i++) {
    found = is_so(code->parts[i].operand);
  }
  return found;
}

/* All of them that are in the pass. */
static strata_status find_units_reading_others(st_pass *pass) {
  bool any = pass->in_force->counts_entities || pass->in_force->follows_refs;
  for (; pass->reads_others_known < pass->unit_count;
       pass->reads_others_known++) {
    uint32_t number = (uint32_t)pass->reads_others_known;
    const st_clause *code = pass->units[number].clause;
    if (!any || !(any_clause_expr(code, expr_counts_entities) ||
                  any_clause_expr(code, expr_follows_ref))) {
      continue;
    }
    if (!st_u32_vec_push(pass->mem, &pass->reads_others, number)) {
      return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

/*
 * A unit is to be looked at again, when all have gone through the steps: a leaf
 * is found again, and any other one must be what it was. Until then it is taken
 * to be that.
 */
static strata_status schedule_renewal(entity_update *a, uint32_t number) {
  st_pass *pass = a->pass;
  st_layer_unit *unit = &pass->units[number];
  if (unit->removed || unit->to_renew || unit->to_check) return STRATA_OK;
  unit->to_renew = st_leaf_unit_is(pass, unit->clause);
  unit->to_check = !unit->to_renew;
  if (!unit->to_renew && !st_leaf_unit_reads_settled(pass, unit->clause)) {
    a->possible = false;
  }
  return st_u32_vec_push(pass->mem, &pass->renewals, number) ? STRATA_OK
                                                             : STRATA_ENOMEM;
}

static strata_status schedule_units_reading_others(entity_update *a) {
  const st_classes *classes = &a->eval->classes;
  strata_status status = find_units_reading_others(a->pass);
  bool known = false; /* somebody whom others could name has changed */
  for (uint32_t i = 0; i < classes->class_change_count; i++) {
    known = known || classes->class_changes[i].sole_slot != 0;
  }
  const st_u32_vec *looking = &a->pass->reads_others;
  for (size_t i = 0; !status && a->possible && i < looking->count; i++) {
    const st_layer_unit *unit = &a->pass->units[looking->at[i]];
    if (!known && !any_clause_expr(unit->clause, expr_counts_entities))
      continue;
    status = schedule_renewal(a, looking->at[i]);
  }
  return status;
}

/* -- His own units -- */

/* Whether an expression reads something of others that has changed, or that
 * may be another because of it. */
static bool expr_reads_changed(const st_pass *pass, const strata_expr *expr,
                               uint64_t what) {
  for (uint32_t i = 0; expr && i < expr->read_count; i++) {
    strata_attr attr = expr->reads[i].attr;
    if (!expr->reads[i].of_others) continue;
    if (what & st_slot_changed_attr(attr)) return true;
    if (pass->applied_to_attr[attr - 1].count > 0) return true;
  }
  return false;
}

static bool clause_reads_changed(const st_pass *pass, const st_clause *code,
                                 uint64_t what) {
  bool found = expr_reads_changed(pass, code->subject, what) ||
               expr_reads_changed(pass, code->condition, what);
  for (uint32_t i = 0; !found && i < code->part_count; i++) {
    found = expr_reads_changed(pass, code->parts[i].operand, what);
  }
  return found;
}

/* True if it was there in each layer in which it does something. */
static bool ran_in_all_layers(const st_pass *pass, const st_layer_unit *unit) {
  const st_clause *code = unit->clause;
  uint32_t layers = 0;
  for (uint32_t i = 0; i < code->part_count; i++) {
    layers += i == 0 || st_part_header_layer(code->parts[i].flags) !=
                            st_part_header_layer(code->parts[i - 1].flags);
  }
  for (uint32_t s = unit->last_step; s != 0; s = pass->steps[s - 1].previous) {
    layers--;
  }
  return layers == 0;
}

/* Whether one of a list of abilities is what a unit is of. */
static bool is_instance_of_unit(const st_pass *pass, const st_layer_unit *unit,
                                const st_ability_instance *item,
                                uint32_t position) {
  const st_ability *ability = &pass->rules->abilities[item->ability];
  uint64_t own = st_get64(pass->store, ST_COLUMN_ENTITY_STAMP, unit->object);
  return !item->forbidden && item->text_change == 0 &&
         unit->instance.giver == 0 && position == unit->position &&
         unit->object_stamp == own &&
         st_ability_instance_same(item, &unit->instance) &&
         st_layer_unit_functions(pass, ability, unit->object);
}

static bool list_has_unit(const st_pass *pass, const st_layer_unit *unit,
                          uint64_t list) {
  uint32_t count;
  const st_ability_instance *items =
      st_ability_list_items(&pass->lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (is_instance_of_unit(pass, unit, &items[i], i)) return true;
  }
  return false;
}

/* A law of a counter holds as long as there is one, which came then. */
static bool counter_law_holds(const st_pass *pass, const st_layer_unit *unit) {
  const st_law *law = &pass->rules->laws[unit->index];
  const st_attr *counter = &pass->rules->attrs[law->counter - 1];
  return st_entity_base(pass->store, counter, unit->object) != 0 &&
         st_get64(pass->store, counter->counter_stamp_column, unit->object) ==
             unit->stamp;
}

/* The source of an effect, if it is still there. */
static uint32_t live_source_slot(const st_pass *pass,
                                 const st_layer_unit *unit) {
  return st_entity_slot(
      pass->store,
      st_get64(pass->store, ST_COLUMN_EFFECT_SOURCE, unit->effect));
}

/* One of the units that are of somebody. */
static strata_status update_own_unit(entity_update *a,
                                     const st_class_change *news, uint64_t list,
                                     uint32_t number) {
  st_pass *pass = a->pass;
  st_layer_unit *unit = &pass->units[number];
  if (unit->kind == ST_LAYER_UNIT_ABILITY &&
      (!news->live || !list_has_unit(pass, unit, list))) {
    a->possible = st_leaf_unit_is_unread(pass->in_force, unit->clause);
    if (a->possible) st_leaf_unit_remove(a->eval, number);
    return STRATA_OK;
  }
  if (unit->kind == ST_LAYER_UNIT_LAW &&
      (!news->live || !counter_law_holds(pass, unit))) {
    a->possible = false;
    return STRATA_OK;
  }
  if (unit->kind == ST_LAYER_UNIT_EFFECT &&
      live_source_slot(pass, unit) != news->sole_slot) {
    /* the effect goes on without its source */
    unit->object = 0;
    pass->orphan_count++;
    return schedule_renewal(a, number);
  }
  a->possible = ran_in_all_layers(pass, unit);
  if (!clause_reads_changed(pass, unit->clause, news->changed))
    return STRATA_OK;
  return schedule_renewal(a, number);
}

static uint32_t count_counter_laws(const st_pass *pass, uint32_t slot) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < pass->rules->law_count; i++) {
    strata_attr counter = pass->rules->laws[i].counter;
    if (counter == 0 || !st_law_has_parts(&pass->rules->laws[i])) continue;
    count += st_entity_base(pass->store, &pass->rules->attrs[counter - 1],
                            slot) != 0;
  }
  return count;
}

/* Whether he is the source of an effect that had lost it: a rollback brings
 * back also those who are gone. */
static bool is_returned_source(const st_pass *pass, uint32_t slot) {
  for (size_t i = 0; pass->orphan_count > 0 && i < pass->unit_count; i++) {
    const st_layer_unit *unit = &pass->units[i];
    if (unit->kind != ST_LAYER_UNIT_EFFECT || unit->removed ||
        unit->object != 0) {
      continue;
    }
    if (live_source_slot(pass, unit) == slot) return true;
  }
  return false;
}

/* His units as they were; then those of abilities that are new. */
static strata_status update_own_units(entity_update *a,
                                      const st_class_change *news) {
  st_pass *pass = a->pass;
  strata_attr attr = pass->rules->ability_attr;
  if (news->sole_slot == 0) return STRATA_OK; /* nobody acts who has an equal */
  if (news->class / 64 >= pass->words) {
    a->possible = false;
    return STRATA_OK;
  }
  uint64_t list = 0;
  strata_status status = STRATA_OK;
  if (attr != 0 && news->live) {
    st_value_owner whom = {news->sole_slot, news->class};
    status = st_apply_base(pass, attr, whom, &list);
  }
  uint32_t laws = news->live ? count_counter_laws(pass, news->sole_slot) : 0;
  for (uint32_t n = pass->first_of_object[news->class];
       !status && a->possible && n != 0;
       n = pass->units[n - 1].next_of_object) {
    const st_layer_unit *unit = &pass->units[n - 1];
    if (unit->removed || unit->object != news->sole_slot) continue;
    laws -= unit->kind == ST_LAYER_UNIT_LAW;
    status = update_own_unit(a, news, list, n - 1);
  }
  a->possible =
      a->possible && laws == 0 && !is_returned_source(pass, news->sole_slot);
  if (status || !a->possible || !news->live) return status;
  return st_layer_units_add_abilities(pass, news->class, list, INT32_MIN);
}

/* -- Going through the steps -- */

/* Parts of stacking groups look at all that was applied before them. */
static bool has_stacking_parts(const st_pass *pass, const st_clause *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    strata_attr attr = st_part_header_attr(code->parts[i].flags);
    if (pass->in_force->has_stacking[attr - 1] &&
        pass->in_force->is_on_board[attr - 1]) {
      return true;
    }
  }
  return false;
}

static bool others_reads_settled(const st_pass *pass, const st_clause *code,
                                 strata_layer layer) {
  bool settled = st_leaf_unit_expr_is_settled(pass, code->subject, layer, true);
  for (uint32_t i = 0; settled && i < code->part_count; i++) {
    if (st_part_header_layer(code->parts[i].flags) != layer) continue;
    settled =
        st_leaf_unit_expr_is_settled(pass, code->parts[i].operand, layer, true);
  }
  return settled;
}

/* The answer to what a bitmap says, or the place for it; NULL if there is no
 * memory. */
static st_member_answer *find_member_answer(entity_update *a,
                                            const uint64_t *bits) {
  st_pass *pass = a->pass;
  size_t need = 2 * pass->unit_count + 16;
  if (pass->answer_capacity < need) {
    if (!st_mem_reserve(pass->mem, &pass->answers, &pass->answer_capacity, need,
                        sizeof pass->answers[0])) {
      return NULL;
    }
    memset(pass->answers, 0, pass->answer_capacity * sizeof pass->answers[0]);
  }
  size_t i =
      (size_t)((uint64_t)st_bitmap_address_hash(bits) * pass->answer_capacity >>
               32);
  while (pass->answers[i].member_version == a->version &&
         pass->answers[i].bits != bits) {
    i = i + 1 < pass->answer_capacity ? i + 1 : 0;
  }
  return &pass->answers[i];
}

/* Whether a unit affects him, where that is asked of all. Units that share a
 * bitmap must all say the same. */
static strata_status decide_membership(entity_update *a, st_layer_unit *unit,
                                       strata_layer layer) {
  st_pass *pass = a->pass;
  unit->membership_version = a->version;
  if (!unit->members.bits) {
    bool one = unit->members.one == a->class;
    bool takes_in = one;
    strata_status status = STRATA_OK;
    if (one || a->is_another_object) {
      status = st_layer_unit_affects(pass, unit, a->class, &takes_in);
    }
    a->possible = a->possible && takes_in == one;
    return status;
  }
  st_member_answer *answer = find_member_answer(a, unit->members.bits);
  if (!answer) return STRATA_ENOMEM;
  bool asked = answer->member_version == a->version;
  if (asked && answer->version == pass->board.version) return STRATA_OK;
  a->possible = a->possible && others_reads_settled(pass, unit->clause, layer);
  bool yes;
  strata_status status = st_layer_unit_affects(pass, unit, a->class, &yes);
  if (status) return status;
  a->possible = a->possible && (!asked || answer->yes == yes);
  *answer = (st_member_answer){.bits = unit->members.bits,
                               .member_version = a->version,
                               .version = pass->board.version,
                               .yes = yes};
  st_bit_set(unit->members.bits, a->class, yes);
  return STRATA_OK;
}

/* What a unit does to him in one layer. */
static strata_status apply_step_to_class(entity_update *a,
                                         const st_pass_step *step) {
  st_pass *pass = a->pass;
  const st_layer_unit *unit = &pass->units[step->unit];
  st_members he = {.one = a->class};
  bool differs = false;
  a->possible = others_reads_settled(pass, unit->clause, step->layer) &&
                !has_stacking_parts(pass, unit->clause);
  if (!a->possible) return STRATA_OK;
  pass->scratch.count = 0;
  strata_status status =
      st_unit_step_run(pass,
                       &(st_unit_step){.unit = step->unit,
                                       .layer = step->layer,
                                       .clause = unit->clause,
                                       .members = &he,
                                       .mode = ST_UNIT_STEP_JOIN,
                                       .first_applied = step->first,
                                       .differs = &differs},
                       &pass->scratch);
  a->possible = !differs;
  return status;
}

/* True if what it does in this layer is neither read nor worked out for each:
 * then that it affects him is all that there is to it. */
static bool is_membership_enough(const st_pass *pass, const st_clause *code) {
  for (uint32_t i = 0; i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    if (pass->in_force->is_on_board[st_part_header_attr(part->flags) - 1])
      return false;
    if (part->operand && part->operand->uses_it) return false;
  }
  return true;
}

static strata_status replay_step(entity_update *a, const st_pass_step *step) {
  st_pass *pass = a->pass;
  st_layer_unit *unit = &pass->units[step->unit];
  if (unit->removed || unit->to_renew || !unit->condition_holds)
    return STRATA_OK;
  strata_status status = STRATA_OK;
  bool asked = unit->membership_version == a->version;
  if (!asked && a->by_symbols && step->previous != 0) return STRATA_OK;
  if (!asked) status = decide_membership(a, unit, step->layer);
  if (status || !a->possible || !st_members_has(&unit->members, a->class) ||
      is_membership_enough(pass, unit->clause)) {
    return status;
  }
  return apply_step_to_class(a, step);
}

/* -- Trials on him alone -- */

/* Whether a unit was run before a step, in this layer or an earlier one. */
static bool started_before_step(const st_pass *pass, const st_layer_unit *unit,
                                uint32_t step) {
  for (uint32_t s = unit->last_step; s != 0; s = pass->steps[s - 1].previous) {
    if (s - 1 < step) return true;
  }
  return false;
}

/* Whether a unit affects him as he is before a step. One that has started and
 * was not asked was not due: it does not. */
static strata_status unit_affects_class(entity_update *a,
                                        const st_layer_unit *unit,
                                        uint32_t step, bool *out) {
  if (unit->membership_version == a->version ||
      (a->by_symbols && started_before_step(a->pass, unit, step))) {
    *out = st_members_has(&unit->members, a->class);
    return STRATA_OK;
  }
  return st_layer_unit_affects(a->pass, unit, a->class, out);
}

/* Whether a unit affects him now, and how: put behind what `out` holds. */
static strata_status probe_unit_on_class(entity_update *a,
                                         const st_decisive_trial *tried,
                                         st_u64_vec *out) {
  st_pass *pass = a->pass;
  const st_layer_unit *unit = &pass->units[tried->unit];
  bool yes;
  strata_status status = unit_affects_class(a, unit, tried->step, &yes);
  if (status) return status;
  if (!st_u64_vec_push(pass->mem, out, yes)) return STRATA_ENOMEM;
  if (!yes) return STRATA_OK;
  st_members he = {.one = a->class};
  size_t board = st_board_begin_trial(&pass->board);
  status = st_unit_step_run(pass,
                            &(st_unit_step){.unit = tried->unit,
                                            .layer = tried->layer,
                                            .clause = unit->clause,
                                            .members = &he,
                                            .mode = ST_UNIT_STEP_PROBE},
                            out);
  st_board_end_trial(&pass->board, board);
  return status;
}

/* The two halves of what was looked at, before and after. */
static bool probes_differ(const st_u64_vec *v, size_t middle) {
  if (v->count != 2 * middle) return true;
  return memcmp(v->at, v->at + middle, middle * sizeof v->at[0]) != 0;
}

/* Whether a trial shows a difference on him. */
static strata_status repeat_trial_on_class(entity_update *a,
                                           const st_decisive_trial *tried,
                                           bool *out) {
  st_pass *pass = a->pass;
  const st_layer_unit *by = &pass->units[tried->other];
  st_u64_vec *seen = &pass->order.operands;
  bool yes;
  *out = false;
  strata_status status = unit_affects_class(a, by, tried->step, &yes);
  if (status || !yes) return status;
  seen->count = 0;
  status = probe_unit_on_class(a, tried, seen);
  size_t middle = seen->count;
  /* Operands that nobody needed were not looked at then. */
  if (tried->affected_nobody && middle > 1) a->possible = false;
  st_members he = {.one = a->class};
  size_t board = st_board_begin_trial(&pass->board);
  pass->scratch.count = 0;
  if (!status) {
    status = st_unit_step_run(pass,
                              &(st_unit_step){.unit = tried->other,
                                              .layer = tried->layer,
                                              .clause = by->clause,
                                              .members = &he,
                                              .mode = ST_UNIT_STEP_TRIAL},
                              &pass->scratch);
  }
  if (!status) status = probe_unit_on_class(a, tried, seen);
  st_board_end_trial(&pass->board, board);
  *out = !status && probes_differ(seen, middle);
  return status;
}

/* A trial is to show what it has shown: that there is a difference, and on the
 * same class. */
static strata_status check_trial_on_class(entity_update *a,
                                          const st_decisive_trial *tried) {
  st_pass *pass = a->pass;
  const st_layer_unit *unit = &pass->units[tried->unit];
  const st_layer_unit *by = &pass->units[tried->other];
  bool on_set =
      tried->dependency == ST_DEPENDENCY_AFFECTED && tried->witness_class != 0;
  bool none = tried->dependency == ST_DEPENDENCY_NONE;
  if (!tried->may_differ || (on_set && tried->witness_class < a->class)) {
    return STRATA_OK;
  }
  if (!none && !on_set) {
    /* An operand is of all; existence and text are not of him. */
    a->possible = tried->dependency != ST_DEPENDENCY_OPERAND;
    return STRATA_OK;
  }
  bool settled = others_reads_settled(pass, unit->clause, tried->layer) &&
                 others_reads_settled(pass, by->clause, tried->layer);
  a->possible = settled && !unit->to_renew && !by->to_renew && !unit->removed &&
                !by->removed && !has_stacking_parts(pass, unit->clause) &&
                !has_stacking_parts(pass, by->clause);
  if (!a->possible) return STRATA_OK;
  bool differs;
  strata_status status = repeat_trial_on_class(a, tried, &differs);
  a->possible = a->possible && differs == (tried->witness_class == a->class);
  return status;
}

/* Those on whom a trial has shown something must not leave. */
static bool decided_no_trial(const st_pass *pass, uint32_t class) {
  for (size_t i = 0; i < pass->decisive_trial_count; i++) {
    const st_decisive_trial *tried = &pass->decisive_trials[i];
    if (tried->witness_class == class ||
        tried->dependency == ST_DEPENDENCY_OPERAND) {
      return false;
    }
  }
  return true;
}

/* -- One class -- */

/* The first step from one on that can concern him. */
static size_t next_due_step(entity_update *a, size_t step) {
  st_pass *pass = a->pass;
  if (a->by_symbols && a->due_version != pass->board.version) {
    a->due_version = pass->board.version;
    a->by_symbols = st_step_index_find(pass, a->class);
  }
  return a->by_symbols ? st_step_index_next(pass, step) : step;
}

static strata_status replay_steps(entity_update *a, uint32_t class) {
  st_pass *pass = a->pass;
  strata_status status = st_board_reset_class(&pass->board, class);
  a->class = class;
  a->version = pass->board.version;
  a->due_version = 0;
  size_t t = 0;
  for (size_t s = next_due_step(a, 0);; s = next_due_step(a, s + 1)) {
    for (; !status && a->possible && t < pass->decisive_trial_count &&
           pass->decisive_trials[t].step <= s;
         t++) {
      status = check_trial_on_class(a, &pass->decisive_trials[t]);
    }
    if (status || !a->possible || s >= pass->step_count) break;
    status = replay_step(a, &pass->steps[s]);
  }
  for (strata_attr attr = 1; attr <= st_attr_count(pass->rules); attr++) {
    st_class_sums_renew(pass, attr, class);
    st_set_masks_drop_class(pass, attr, class);
  }
  return status;
}

static strata_status update_class(entity_update *a,
                                  const st_class_change *news) {
  if (!news->live) {
    a->possible = decided_no_trial(a->pass, news->class);
    return STRATA_OK;
  }
  a->is_another_object = news->changed == ST_SLOT_CHANGED_ALL;
  a->by_symbols = news->is_new;
  if (news->is_new) st_step_index_update(a->pass);
  return replay_steps(a, news->class);
}

/* -- All of them -- */

static bool may_update_finished_pass(const st_eval *eval) {
  const st_pass *pass = st_eval_pass_of(eval);
  const st_classes *classes = &eval->classes;
  return eval->tune[STRATA_TUNE_UPDATES] != STRATA_TUNE_NEVER &&
         pass->taker_count == 0 && pass->variants.count == 0 &&
         pass->lists.text_change_count == 0 && classes->words <= pass->words &&
         pass->updates < st_pass_max_updates(pass);
}

/* Put those in that have appeared, one object's after the other. */
static strata_status insert_new_units(entity_update *a, uint32_t first) {
  st_pass *pass = a->pass;
  uint32_t batch[16];
  uint32_t end = (uint32_t)pass->unit_count;
  strata_status status = STRATA_OK;
  while (!status && a->possible && first < end) {
    uint32_t object = pass->units[first].object;
    size_t count = 0;
    for (; first < end && pass->units[first].object == object; first++) {
      if (count == sizeof batch / sizeof batch[0] ||
          !st_leaf_unit_is(pass, pass->units[first].clause)) {
        a->possible = false;
        return STRATA_OK;
      }
      batch[count++] = first;
    }
    status = st_leaf_units_insert(a->eval, batch, count, &a->possible);
  }
  return status;
}

static strata_status renew_scheduled_units(entity_update *a) {
  st_pass *pass = a->pass;
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < pass->renewals.count; i++) {
    uint32_t number = pass->renewals.at[i];
    st_layer_unit *unit = &pass->units[number];
    bool is_leaf = unit->to_renew;
    unit->to_renew = false;
    unit->to_check = false;
    /* Its source may have lost it since it was put here. */
    if (status || !a->possible || unit->removed) continue;
    status = is_leaf ? st_leaf_unit_renew(a->eval, number)
                     : st_leaf_unit_is_unchanged(a->eval, number, &a->possible);
  }
  return status;
}

static strata_status update_entities(entity_update *a) {
  st_pass *pass = a->pass;
  const st_classes *classes = &a->eval->classes;
  uint32_t first = (uint32_t)pass->unit_count;
  pass->renewals.count = 0;
  st_board_bump_version(
      &pass->board); /* who exists is part of what was found */
  strata_status status =
      st_aggregate_cache_begin_update(&pass->aggregates, pass->words);
  for (uint32_t i = 0; !status && i < classes->class_change_count; i++) {
    st_aggregate_cache_touch(&pass->aggregates,
                             classes->class_changes[i].class / 64);
  }
  if (!status) status = schedule_units_reading_others(a);
  for (uint32_t i = 0;
       !status && a->possible && i < classes->class_change_count; i++) {
    status = update_own_units(a, &classes->class_changes[i]);
  }
  for (uint32_t i = 0;
       !status && a->possible && i < classes->class_change_count; i++) {
    status = update_class(a, &classes->class_changes[i]);
  }
  pass->aggregates.is_usable =
      true; /* from here on nothing that is read changes */
  if (!status) status = renew_scheduled_units(a);
  if (!status && a->possible) status = insert_new_units(a, first);
  pass->aggregates.is_usable = false;
  return status;
}

strata_status st_incremental_entities_update(st_eval *eval, bool *done) {
  entity_update a = {.eval = eval,
                     .pass = st_eval_pass(eval),
                     .possible = may_update_finished_pass(eval)};
  *done = false;
  if (!a.possible) return STRATA_OK;
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_UPDATE, 0);
  strata_status status = update_entities(&a);
  st_profile_leave(eval->profile, before);
  if (status) { /* it is half told */
    st_value_cache_drop_all(&eval->cells);
    st_change_logs_all_changed(&eval->changes);
  }
  if (status || !a.possible) return status;
  a.pass->updates +=
      eval->classes.class_change_count + a.pass->renewals.count / 16 + 1;
  st_classes_clear_changes(&eval->classes);
  *done = true;
  return STRATA_OK;
}
