/*
 * own_action.c - whether an object has an action of a player now.
 *
 * The abilities are read as the index reads them (watcher_index_update.c), for
 * one object. Thousands of cards have actions that are done by their host
 * alone, and none of those costs the index a candidate.
 */
#include "play/index/own_action.h"

#include "rules/model/watcher_def.h"

/* Whether an ability has the action, and functions in this zone. */
static bool ability_has_action(const strata_rules *rules,
                               const st_ability_instance *instance,
                               strata_watcher_def def, strata_symbol zone) {
  const st_ability *ability = &rules->abilities[instance->ability];
  const st_watcher_def *d = st_watcher_def_get(rules, def);
  if (instance->forbidden ||
      !st_zones_contain(ability->zones, ability->zone_count, zone) ||
      !st_zones_contain(d->zones, d->zone_count, zone)) {
    return false;
  }
  for (uint32_t i = 0; i < ability->watcher_def_count; i++) {
    if (ability->watcher_defs[i] == def) return true;
  }
  return false;
}

strata_status st_own_action_find(st_watcher_index *index, strata_entity self,
                                 strata_watcher_def def, st_own_action *out) {
  st_eval *eval = index->change->eval;
  const strata_rules *rules = eval->rules;
  uint32_t slot = self != 0 ? st_entity_slot(eval->store, self) : 0;
  const uint64_t *words;
  uint32_t count;
  *out = (st_own_action){0};
  if (slot == 0 || rules->ability_attr == 0) return STRATA_OK;
  if (!index->prepared && !st_watcher_index_prepare(index)) {
    return STRATA_ENOMEM;
  }
  strata_status status = st_eval_ensure_fresh(eval);
  if (!status) status = st_eval_value(eval, rules->ability_attr, slot, &words);
  if (status) return status;
  strata_symbol zone = st_get32(eval->store, ST_COLUMN_ENTITY_ZONE, slot);
  const st_ability_lists *lists = &st_eval_pass_of(eval)->lists;
  const st_ability_instance *items =
      st_ability_list_items(lists, words[0], &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!ability_has_action(rules, &items[i], def, zone)) continue;
    status = st_changed_texts_of_ability(&eval->changed_texts, lists,
                                         items[i].text_change, &out->text);
    if (status) return status;
    return st_watcher_index_controller(index, self, &out->controller);
  }
  return STRATA_OK;
}
