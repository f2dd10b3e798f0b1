/*
 * watch_id.c - who a watcher is, and what was applied to whom.
 *
 * In a list of abilities the giver is the number of a unit, which the next pass
 * counts anew. What stays is what the unit is of: the handle of an effect, or
 * an ability of somebody, who may have got it from a third one.
 *
 * Sets of marks are one table, keyed by set and watcher, and a chain of parents
 * that is as long as an event was split in several: so 10,000 replacements of
 * one event cost a look into the table each, not a walk.
 */
#include "play/index/watcher_id.h"

#include "base/hash.h"
#include "rules/model/watcher_def.h"
#include "world/tables/effect.h"

#include <string.h>

/* -- Who it is -- */

static uint64_t hash_of_name(const char *name, uint64_t seed) {
  return st_hash_bytes(name, strlen(name), seed);
}

/* What gave the ability, but not who gave that one its own. */
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

static uint64_t hash_id_fields(const st_watcher_id *id, uint64_t code) {
  uint64_t hash = st_mix(code, id->object);
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
                                       strata_watcher_def code,
                                       uint32_t place) {
  return with_hash(
      (st_watcher_id){.object = st_entity_handle(eval->store, slot),
                      .giver = giver_chain_hash(eval, instance->giver),
                      .watcher_def = code,
                      .ordinal = instance->ordinal,
                      .place_in_ability = place});
}

st_watcher_id st_watcher_id_of_law(const st_eval *eval, uint32_t law,
                                   uint32_t holder, strata_watcher_def code,
                                   uint32_t place) {
  const char *name = eval->rules->laws[law].name;
  return with_hash((st_watcher_id){
      .object = holder != 0 ? st_entity_handle(eval->store, holder) : 0,
      .giver = hash_of_name(name, 1),
      .watcher_def = code,
      .place_in_ability = place});
}

st_watcher_id st_watcher_id_of_started(uint64_t watch,
                                       strata_watcher_def code) {
  return with_hash(
      (st_watcher_id){.object = watch, .watcher_def = code, .started = true});
}

st_watcher_id st_watcher_id_of_instruction(strata_entity self,
                                           strata_watcher_def code) {
  return with_hash((st_watcher_id){
      .object = self, .watcher_def = code, .ordinal = UINT32_MAX});
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

/* -- What was applied -- */

void st_applied_sets_init(st_applied_sets *lineage, st_mem *mem) {
  *lineage = (st_applied_sets){.mem = mem};
}

void st_applied_sets_fini(st_applied_sets *lineage) {
  st_mem *mem = lineage->mem;
  st_mem_free(mem, lineage->parent_of_set, lineage->set_capacity,
              sizeof lineage->parent_of_set[0]);
  st_mem_free(mem, lineage->items, lineage->capacity, sizeof lineage->items[0]);
  st_mem_free(mem, lineage->table, lineage->table_size,
              sizeof lineage->table[0]);
  *lineage = (st_applied_sets){0};
}

void st_applied_sets_clear(st_applied_sets *lineage) {
  lineage->set_count = 0;
  lineage->count = 0;
  if (lineage->table) {
    memset(lineage->table, 0, lineage->table_size * sizeof lineage->table[0]);
  }
}

uint32_t st_applied_sets_new(st_applied_sets *lineage, uint32_t parent) {
  if (lineage->set_count >= UINT32_MAX - 1 ||
      !st_mem_reserve(lineage->mem, &lineage->parent_of_set,
                      &lineage->set_capacity, lineage->set_count + 1,
                      sizeof lineage->parent_of_set[0])) {
    return 0;
  }
  lineage->parent_of_set[lineage->set_count++] = parent;
  return (uint32_t)lineage->set_count;
}

/* Where it is in the table, or where it would be. */
static size_t applied_table_place(const st_applied_sets *lineage, uint32_t set,
                                  const st_watcher_id *id) {
  size_t mask = lineage->table_size - 1;
  size_t at = (size_t)st_mix(id->hash, set) & mask;
  for (; lineage->table[at] != 0; at = (at + 1) & mask) {
    const st_applied_entry *item = &lineage->items[lineage->table[at] - 1];
    if (item->set == set && st_watcher_id_same(&item->id, id)) break;
  }
  return at;
}

/* The newest is in no other's way: so they are taken out in that order. */
void st_applied_sets_truncate(st_applied_sets *lineage, size_t sets,
                              size_t items) {
  assert(sets <= lineage->set_count && items <= lineage->count);
  while (lineage->count > items) {
    const st_applied_entry *item = &lineage->items[lineage->count - 1];
    lineage->table[applied_table_place(lineage, item->set, &item->id)] = 0;
    lineage->count--;
  }
  lineage->set_count = sets;
}

/* At least half of the table is empty. */
static bool grow_applied_table(st_applied_sets *lineage) {
  size_t old = lineage->table_size;
  if (2 * (lineage->count + 1) <= old) return true;
  size_t size = old ? 2 * old : 16;
  uint32_t *table = st_mem_zeroed(lineage->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(lineage->mem, lineage->table, old, sizeof *table);
  lineage->table = table;
  lineage->table_size = size;
  for (size_t i = 0; i < lineage->count; i++) {
    const st_applied_entry *item = &lineage->items[i];
    table[applied_table_place(lineage, item->set, &item->id)] = (uint32_t)i + 1;
  }
  return true;
}

bool st_applied_sets_add(st_applied_sets *lineage, uint32_t set,
                         const st_watcher_id *id) {
  assert(set - 1u < lineage->set_count);
  if (!grow_applied_table(lineage) ||
      !st_mem_reserve(lineage->mem, &lineage->items, &lineage->capacity,
                      lineage->count + 1, sizeof lineage->items[0])) {
    return false;
  }
  size_t at = applied_table_place(lineage, set, id);
  if (lineage->table[at] != 0) return true;
  lineage->items[lineage->count++] = (st_applied_entry){.id = *id, .set = set};
  lineage->table[at] = (uint32_t)lineage->count;
  return true;
}

bool st_applied_sets_has(const st_applied_sets *lineage, uint32_t set,
                         const st_watcher_id *id) {
  if (lineage->count == 0) return false;
  for (; set != 0; set = lineage->parent_of_set[set - 1]) {
    if (lineage->table[applied_table_place(lineage, set, id)] != 0) return true;
  }
  return false;
}
