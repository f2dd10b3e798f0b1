/*
 * watcher_id.c - the identity of a watcher.
 *
 * An ability list names the giver of an ability by the number of a layer unit,
 * which the next evaluation pass numbers anew. An identity must outlive the
 * pass, so it hashes what the unit stands for: the handle of an effect, the
 * name of a law and its holder, or an ability of an object, which may itself
 * have been given by a third object. The chain of givers ends at the first unit
 * that is not an ability.
 */
#include "play/index/watcher_id.h"

#include "base/hash.h"
#include "rules/model/watcher_def.h"
#include "world/tables/effect.h"

#include <string.h>

static uint64_t hash_of_name(const char *name, uint64_t seed) {
  return st_hash_bytes(name, strlen(name), seed);
}

/* Hash what one unit stands for, without the giver of that unit's own
 * ability. */
static uint64_t giver_of_unit(const st_eval *eval, const st_layer_unit *unit) {
  const strata_rules *rules = eval->rules;
  if (unit->kind == ST_LAYER_UNIT_EFFECT) {
    return st_effect_handle(eval->store, unit->effect);
  }
  uint64_t holder =
      unit->object != 0 ? st_entity_handle(eval->store, unit->object) : 0;
  if (unit->kind == ST_LAYER_UNIT_LAW) {
    return hash_of_name(rules->laws[unit->index].name, holder);
  }
  const char *name =
      st_rules_first_name(rules, STRATA_NAME_SYMBOL,
                          rules->abilities[unit->instance.ability].symbol);
  uint64_t which = (uint64_t)unit->instance.ordinal << 32 | unit->index;
  return st_mix(hash_of_name(name, holder), which);
}

static uint64_t giver_chain_hash(const st_eval *eval, uint32_t giver) {
  const st_pass *pass = st_eval_pass_of(eval);
  uint64_t all = 0;
  for (uint32_t n = giver; n != 0; n = pass->units[n - 1].instance.giver) {
    const st_layer_unit *unit = &pass->units[n - 1];
    all = st_mix(all + unit->kind + 1, giver_of_unit(eval, unit));
    if (unit->kind != ST_LAYER_UNIT_ABILITY) break;
  }
  return all;
}

static uint64_t hash_id_fields(const st_watcher_id *id, uint64_t def) {
  uint64_t hash = st_mix(def, id->object);
  hash = st_mix(hash, id->giver);
  hash = st_mix(hash, (uint64_t)id->ordinal << 32 | id->place_in_ability);
  hash = st_mix(hash, id->started);
  return hash != 0 ? hash : 1;
}

static st_watcher_id with_hash(st_watcher_id id) {
  id.hash = hash_id_fields(&id, id.watcher_def);
  return id;
}

st_watcher_id st_watcher_id_of_ability(const st_eval *eval, uint32_t slot,
                                       const st_ability_instance *instance,
                                       strata_watcher_def def, uint32_t place) {
  return with_hash(
      (st_watcher_id){.object = st_entity_handle(eval->store, slot),
                      .giver = giver_chain_hash(eval, instance->giver),
                      .watcher_def = def,
                      .ordinal = instance->ordinal,
                      .place_in_ability = place});
}

st_watcher_id st_watcher_id_of_law(const st_eval *eval, uint32_t law,
                                   uint32_t holder, strata_watcher_def def,
                                   uint32_t place) {
  const char *name = eval->rules->laws[law].name;
  return with_hash((st_watcher_id){
      .object = holder != 0 ? st_entity_handle(eval->store, holder) : 0,
      .giver = hash_of_name(name, 1),
      .watcher_def = def,
      .place_in_ability = place});
}

st_watcher_id st_watcher_id_of_started(uint64_t started,
                                       strata_watcher_def def) {
  return with_hash(
      (st_watcher_id){.object = started, .watcher_def = def, .started = true});
}

st_watcher_id st_watcher_id_of_instruction(strata_entity self,
                                           strata_watcher_def def) {
  return with_hash((st_watcher_id){
      .object = self, .watcher_def = def, .ordinal = UINT32_MAX});
}

st_watcher_id st_watcher_id_with_object(const st_watcher_id *id,
                                        uint64_t object) {
  st_watcher_id other = *id;
  other.object = object;
  return with_hash(other);
}

uint64_t st_watcher_id_save_key(const st_watcher_id *id,
                                const strata_rules *rules) {
  const char *name =
      st_rules_first_name(rules, STRATA_NAME_WATCHER_DEF, id->watcher_def);
  return hash_id_fields(id, hash_of_name(name, 2));
}
