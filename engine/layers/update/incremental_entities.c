/*
 * incremental_entities.c - entities that come, go or change under a finished
 * pass.
 *
 * What a pass has applied, and in which order, stays. A class that is new, or
 * has other base values, is taken through the steps of the pass alone
 * (replay_class.h). That gives what a new pass would give if no other class
 * reads of it. Units that may are looked up first: units that count entities,
 * units that follow a reference to an entity, and the units of the entity
 * itself. They are evaluated again if they are leaves (leaf_units.h);
 * otherwise they must come out unchanged, or a new pass is run.
 *
 * The order depends on trials (613.8), which the replay makes again for the
 * class alone.
 */
#include "layers/update/incremental_entities.h"

#include "layers/pass/layer_unit.h"
#include "layers/pass/profile.h"
#include "layers/update/leaf_units.h"
#include "layers/update/replay_class.h"

typedef struct entity_update {
  st_eval *eval;
  st_pass *pass;
  bool possible; /* false: a new pass must be run */
} entity_update;

/* -- Units that read other entities -- */

static bool expr_counts_entities(const strata_expr *expr) {
  return expr && expr->counts_entities;
}

static bool expr_follows_ref(const strata_expr *expr) {
  return expr && expr->follows_refs;
}

/* True if one of the clause's expressions is so. */
static bool any_clause_expr(const st_clause *clause,
                            bool (*is_so)(const strata_expr *expr)) {
  bool found = is_so(clause->subject) || is_so(clause->condition);
  for (uint32_t i = 0; !found && i < clause->part_count; i++) {
    found = is_so(clause->parts[i].operand);
  }
  return found;
}

/* Bring the pass's list of such units up to date. */
static strata_status find_units_reading_others(st_pass *pass) {
  bool any = pass->in_force->counts_entities || pass->in_force->follows_refs;
  for (; pass->reads_others_known < pass->unit_count;
       pass->reads_others_known++) {
    uint32_t number = (uint32_t)pass->reads_others_known;
    const st_clause *clause = pass->units[number].clause;
    if (!any || !(any_clause_expr(clause, expr_counts_entities) ||
                  any_clause_expr(clause, expr_follows_ref))) {
      continue;
    }
    if (!st_u32_vec_push(pass->mem, &pass->reads_others, number)) {
      return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

/*
 * Schedule a unit to be looked at when all classes are replayed: a leaf is
 * evaluated again, any other unit must be unchanged. Until then it is taken to
 * be unchanged.
 */
static strata_status schedule_renewal(entity_update *update, uint32_t number) {
  st_pass *pass = update->pass;
  st_layer_unit *unit = &pass->units[number];
  if (unit->removed || unit->to_renew || unit->to_check) return STRATA_OK;
  unit->to_renew = st_leaf_unit_is(pass, unit->clause);
  unit->to_check = !unit->to_renew;
  if (!unit->to_renew && !st_leaf_unit_reads_settled(pass, unit->clause)) {
    update->possible = false;
  }
  return st_u32_vec_push(pass->mem, &pass->renewals, number) ? STRATA_OK
                                                             : STRATA_ENOMEM;
}

static strata_status schedule_units_reading_others(entity_update *update) {
  const st_classes *classes = &update->eval->classes;
  strata_status status = find_units_reading_others(update->pass);
  bool known = false; /* an entity that a reference can name has changed */
  for (uint32_t i = 0; i < classes->class_change_count; i++) {
    known = known || classes->class_changes[i].sole_slot != 0;
  }
  const st_u32_vec *readers = &update->pass->reads_others;
  for (size_t i = 0; !status && update->possible && i < readers->count; i++) {
    const st_layer_unit *unit = &update->pass->units[readers->at[i]];
    if (!known && !any_clause_expr(unit->clause, expr_counts_entities)) {
      continue;
    }
    status = schedule_renewal(update, readers->at[i]);
  }
  return status;
}

/* -- The units of the changed entity -- */

/* True if an expression reads a changed attribute of another entity, or one
 * that units change, which may be another value because of the change. */
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

static bool clause_reads_changed(const st_pass *pass, const st_clause *clause,
                                 uint64_t what) {
  bool found = expr_reads_changed(pass, clause->subject, what) ||
               expr_reads_changed(pass, clause->condition, what);
  for (uint32_t i = 0; !found && i < clause->part_count; i++) {
    found = expr_reads_changed(pass, clause->parts[i].operand, what);
  }
  return found;
}

/* True if the unit was applied in each layer in which it has parts. */
static bool ran_in_all_layers(const st_pass *pass, const st_layer_unit *unit) {
  const st_clause *clause = unit->clause;
  uint32_t layers = 0;
  for (uint32_t i = 0; i < clause->part_count; i++) {
    layers += i == 0 || st_part_header_layer(clause->parts[i].flags) !=
                            st_part_header_layer(clause->parts[i - 1].flags);
  }
  for (uint32_t s = unit->last_step; s != 0; s = pass->steps[s - 1].previous) {
    layers--;
  }
  return layers == 0;
}

/* True if an ability of the list, at `position`, is the one that the unit is
 * of. */
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

/* A law of a counter holds while its object has such a counter, and one that
 * came when the unit's did. */
static bool counter_law_holds(const st_pass *pass, const st_layer_unit *unit) {
  const st_law *law = &pass->rules->laws[unit->index];
  const st_attr *counter = &pass->rules->attrs[law->counter - 1];
  return st_entity_base(pass->store, counter, unit->object) != 0 &&
         st_get64(pass->store, counter->counter_stamp_column, unit->object) ==
             unit->stamp;
}

/* The slot of an effect's source; 0 if the source is gone. */
static uint32_t live_source_slot(const st_pass *pass,
                                 const st_layer_unit *unit) {
  return st_entity_slot(
      pass->store,
      st_get64(pass->store, ST_COLUMN_EFFECT_SOURCE, unit->effect));
}

/* Bring one unit of the changed entity up to date; `list` is the entity's
 * abilities. */
static strata_status update_own_unit(entity_update *update,
                                     const st_class_change *change,
                                     uint64_t list, uint32_t number) {
  st_pass *pass = update->pass;
  st_layer_unit *unit = &pass->units[number];
  if (unit->kind == ST_LAYER_UNIT_ABILITY &&
      (!change->live || !list_has_unit(pass, unit, list))) {
    update->possible = st_leaf_unit_is_unread(pass->in_force, unit->clause);
    if (update->possible) st_leaf_unit_remove(update->eval, number);
    return STRATA_OK;
  }
  if (unit->kind == ST_LAYER_UNIT_LAW &&
      (!change->live || !counter_law_holds(pass, unit))) {
    update->possible = false;
    return STRATA_OK;
  }
  if (unit->kind == ST_LAYER_UNIT_EFFECT &&
      live_source_slot(pass, unit) != change->sole_slot) {
    /* the effect goes on without its source */
    unit->object = 0;
    pass->orphan_count++;
    return schedule_renewal(update, number);
  }
  update->possible = ran_in_all_layers(pass, unit);
  if (!clause_reads_changed(pass, unit->clause, change->changed)) {
    return STRATA_OK;
  }
  return schedule_renewal(update, number);
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

/* True if the entity is the source of an effect that had lost its source: a
 * rollback brings entities back. */
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

/* Bring the units of a changed entity up to date, then add units for its new
 * abilities. */
static strata_status update_own_units(entity_update *update,
                                      const st_class_change *change) {
  st_pass *pass = update->pass;
  strata_attr attr = pass->rules->ability_attr;
  if (change->sole_slot == 0) {
    return STRATA_OK; /* an entity that shares its class has no units */
  }
  if (change->class / 64 >= pass->words) {
    update->possible = false;
    return STRATA_OK;
  }
  uint64_t list = 0;
  strata_status status = STRATA_OK;
  if (attr != 0 && change->live) {
    st_value_owner owner = {change->sole_slot, change->class};
    status = st_apply_base(pass, attr, owner, &list);
  }
  uint32_t laws =
      change->live ? count_counter_laws(pass, change->sole_slot) : 0;
  for (uint32_t n = pass->first_of_object[change->class];
       !status && update->possible && n != 0;
       n = pass->units[n - 1].next_of_object) {
    const st_layer_unit *unit = &pass->units[n - 1];
    if (unit->removed || unit->object != change->sole_slot) continue;
    laws -= unit->kind == ST_LAYER_UNIT_LAW;
    status = update_own_unit(update, change, list, n - 1);
  }
  update->possible = update->possible && laws == 0 &&
                     !is_returned_source(pass, change->sole_slot);
  if (status || !update->possible || !change->live) return status;
  return st_layer_units_add_abilities(pass, change->class, list, INT32_MIN);
}

/* -- All changes -- */

static bool may_update_finished_pass(const st_eval *eval) {
  const st_pass *pass = st_eval_pass_of(eval);
  const st_classes *classes = &eval->classes;
  return eval->tune[STRATA_TUNE_UPDATES] != STRATA_TUNE_NEVER &&
         pass->taker_count == 0 && pass->variants.count == 0 &&
         pass->lists.text_change_count == 0 && classes->words <= pass->words &&
         pass->updates < st_pass_max_updates(pass);
}

/* Insert the units from `first` on, the units of one object after those of
 * another. */
static strata_status insert_new_units(entity_update *update, uint32_t first) {
  st_pass *pass = update->pass;
  uint32_t batch[16];
  uint32_t end = (uint32_t)pass->unit_count;
  strata_status status = STRATA_OK;
  while (!status && update->possible && first < end) {
    uint32_t object = pass->units[first].object;
    size_t count = 0;
    for (; first < end && pass->units[first].object == object; first++) {
      if (count == sizeof batch / sizeof batch[0] ||
          !st_leaf_unit_is(pass, pass->units[first].clause)) {
        update->possible = false;
        return STRATA_OK;
      }
      batch[count++] = first;
    }
    status =
        st_leaf_units_insert(update->eval, batch, count, &update->possible);
  }
  return status;
}

static strata_status renew_scheduled_units(entity_update *update) {
  st_pass *pass = update->pass;
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < pass->renewals.count; i++) {
    uint32_t number = pass->renewals.at[i];
    st_layer_unit *unit = &pass->units[number];
    bool is_leaf = unit->to_renew;
    unit->to_renew = false;
    unit->to_check = false;
    /* Its source may have lost the ability since it was scheduled. */
    if (status || !update->possible || unit->removed) continue;
    status = is_leaf ? st_leaf_unit_renew(update->eval, number)
                     : st_leaf_unit_is_unchanged(update->eval, number,
                                                 &update->possible);
  }
  return status;
}

static strata_status update_entities(entity_update *update) {
  st_pass *pass = update->pass;
  const st_classes *classes = &update->eval->classes;
  uint32_t first = (uint32_t)pass->unit_count;
  pass->renewals.count = 0;
  st_board_bump_version(
      &pass->board); /* which entities exist is part of each cached answer */
  strata_status status =
      st_aggregate_cache_begin_update(&pass->aggregates, pass->words);
  for (uint32_t i = 0; !status && i < classes->class_change_count; i++) {
    st_aggregate_cache_touch(&pass->aggregates,
                             classes->class_changes[i].class / 64);
  }
  if (!status) status = schedule_units_reading_others(update);
  for (uint32_t i = 0;
       !status && update->possible && i < classes->class_change_count; i++) {
    status = update_own_units(update, &classes->class_changes[i]);
  }
  for (uint32_t i = 0;
       !status && update->possible && i < classes->class_change_count; i++) {
    status =
        st_replay_class(pass, &classes->class_changes[i], &update->possible);
  }
  /* From here on nothing changes that counts read. */
  pass->aggregates.is_usable = true;
  if (!status) status = renew_scheduled_units(update);
  if (!status && update->possible) status = insert_new_units(update, first);
  pass->aggregates.is_usable = false;
  return status;
}

strata_status st_incremental_entities_update(st_eval *eval, bool *done) {
  entity_update update = {.eval = eval,
                          .pass = st_eval_pass(eval),
                          .possible = may_update_finished_pass(eval)};
  *done = false;
  if (!update.possible) return STRATA_OK;
  st_profile_cursor before =
      st_profile_enter_what(eval->profile, STRATA_PROFILE_UPDATE, 0);
  strata_status status = update_entities(&update);
  st_profile_leave(eval->profile, before);
  if (status) { /* the pass is partly updated */
    st_value_cache_drop_all(&eval->cells);
    st_change_logs_all_changed(&eval->changes);
  }
  if (status || !update.possible) return status;
  update.pass->updates +=
      eval->classes.class_change_count + update.pass->renewals.count / 16 + 1;
  st_classes_clear_changes(&eval->classes);
  *done = true;
  return STRATA_OK;
}
