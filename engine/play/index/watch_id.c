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
#include "play/index/watch_id.h"

#include "base/hash.h"
#include "rules/model/code.h"
#include "world/tables/effect.h"

#include <string.h>

/* -- Who it is -- */

static uint64_t hash_of_name(const char *name, uint64_t seed) {
  return st_hash_bytes(name, strlen(name), seed);
}

/* What gave the ability, but not who gave that one its own. */
static uint64_t giver_of_unit(const st_eval *eval, const st_unit *unit) {
  const strata_rules *rules = eval->rules;
  if (unit->kind == ST_UNIT_EFFECT) {
    return st_effect_handle(eval->store, unit->effect);
  }
  uint64_t holder =
      unit->object != 0 ? st_entity_handle(eval->store, unit->object) : 0;
  if (unit->kind == ST_UNIT_LAW) {
    return hash_of_name(rules->laws[unit->index].name, holder);
  }
  const char *name =
      st_rules_first_name(rules, STRATA_KIND_SYMBOL,
                          rules->abilities[unit->instance.ability].symbol);
  uint64_t which = (uint64_t)unit->instance.ordinal << 32 | unit->index;
  return st_mix(hash_of_name(name, holder), which);
}

static uint64_t giver_of(const st_eval *eval, uint32_t giver) {
  const st_pass *pass = st_eval_pass_of(eval);
  uint64_t all = 0;
  for (uint32_t n = giver; n != 0; n = pass->units[n - 1].instance.giver) {
    const st_unit *unit = &pass->units[n - 1];
    all = st_mix(all + unit->kind + 1, giver_of_unit(eval, unit));
    if (unit->kind != ST_UNIT_ABILITY) break;
  }
  return all;
}

static uint64_t mix_all(const st_watch_id *id, uint64_t code) {
  uint64_t hash = st_mix(code, id->object);
  hash = st_mix(hash, id->giver);
  hash = st_mix(hash, (uint64_t)id->ordinal << 32 | id->place);
  hash = st_mix(hash, id->started);
  return hash != 0 ? hash : 1;
}

static st_watch_id hashed(st_watch_id id) {
  id.hash = mix_all(&id, id.code);
  return id;
}

st_watch_id st_watch_id_of_ability(const st_eval *eval, uint32_t slot,
                                   const st_instance *instance,
                                   strata_code code, uint32_t place) {
  return hashed((st_watch_id){.object = st_entity_handle(eval->store, slot),
                              .giver = giver_of(eval, instance->giver),
                              .code = code,
                              .ordinal = instance->ordinal,
                              .place = place});
}

st_watch_id st_watch_id_of_law(const st_eval *eval, uint32_t law,
                               uint32_t holder, strata_code code,
                               uint32_t place) {
  const char *name = eval->rules->laws[law].name;
  return hashed((st_watch_id){
      .object = holder != 0 ? st_entity_handle(eval->store, holder) : 0,
      .giver = hash_of_name(name, 1),
      .code = code,
      .place = place});
}

st_watch_id st_watch_id_of_started(uint64_t watch, strata_code code) {
  return hashed((st_watch_id){.object = watch, .code = code, .started = true});
}

st_watch_id st_watch_id_of_deed(strata_entity self, strata_code code) {
  return hashed(
      (st_watch_id){.object = self, .code = code, .ordinal = UINT32_MAX});
}

st_watch_id st_watch_id_of_other(const st_watch_id *id, uint64_t object) {
  st_watch_id other = *id;
  other.object = object;
  return hashed(other);
}

uint64_t st_watch_id_key(const st_watch_id *id, const strata_rules *rules) {
  const char *name = st_rules_first_name(rules, STRATA_KIND_CODE, id->code);
  return mix_all(id, hash_of_name(name, 2));
}

/* -- What was applied -- */

void st_lineage_init(st_lineage *lineage, st_mem *mem) {
  *lineage = (st_lineage){.mem = mem};
}

void st_lineage_fini(st_lineage *lineage) {
  st_mem *mem = lineage->mem;
  st_mem_free(mem, lineage->parents, lineage->set_capacity,
              sizeof lineage->parents[0]);
  st_mem_free(mem, lineage->items, lineage->capacity, sizeof lineage->items[0]);
  st_mem_free(mem, lineage->table, lineage->table_size,
              sizeof lineage->table[0]);
  *lineage = (st_lineage){0};
}

void st_lineage_empty(st_lineage *lineage) {
  lineage->set_count = 0;
  lineage->count = 0;
  if (lineage->table) {
    memset(lineage->table, 0, lineage->table_size * sizeof lineage->table[0]);
  }
}

uint32_t st_lineage_begin(st_lineage *lineage, uint32_t parent) {
  if (lineage->set_count >= UINT32_MAX - 1 ||
      !st_mem_reserve(lineage->mem, &lineage->parents, &lineage->set_capacity,
                      lineage->set_count + 1, sizeof lineage->parents[0])) {
    return 0;
  }
  lineage->parents[lineage->set_count++] = parent;
  return (uint32_t)lineage->set_count;
}

/* Where it is in the table, or where it would be. */
static size_t place_of(const st_lineage *lineage, uint32_t set,
                       const st_watch_id *id) {
  size_t mask = lineage->table_size - 1;
  size_t at = (size_t)st_mix(id->hash, set) & mask;
  for (; lineage->table[at] != 0; at = (at + 1) & mask) {
    const st_marked *item = &lineage->items[lineage->table[at] - 1];
    if (item->set == set && st_watch_id_same(&item->id, id)) break;
  }
  return at;
}

/* The newest is in no other's way: so they are taken out in that order. */
void st_lineage_cut(st_lineage *lineage, size_t sets, size_t items) {
  assert(sets <= lineage->set_count && items <= lineage->count);
  while (lineage->count > items) {
    const st_marked *item = &lineage->items[lineage->count - 1];
    lineage->table[place_of(lineage, item->set, &item->id)] = 0;
    lineage->count--;
  }
  lineage->set_count = sets;
}

/* At least half of the table is empty. */
static bool make_room(st_lineage *lineage) {
  size_t old = lineage->table_size;
  if (2 * (lineage->count + 1) <= old) return true;
  size_t size = old ? 2 * old : 16;
  uint32_t *table = st_mem_zeroed(lineage->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(lineage->mem, lineage->table, old, sizeof *table);
  lineage->table = table;
  lineage->table_size = size;
  for (size_t i = 0; i < lineage->count; i++) {
    const st_marked *item = &lineage->items[i];
    table[place_of(lineage, item->set, &item->id)] = (uint32_t)i + 1;
  }
  return true;
}

bool st_lineage_add(st_lineage *lineage, uint32_t set, const st_watch_id *id) {
  assert(set - 1u < lineage->set_count);
  if (!make_room(lineage) ||
      !st_mem_reserve(lineage->mem, &lineage->items, &lineage->capacity,
                      lineage->count + 1, sizeof lineage->items[0])) {
    return false;
  }
  size_t at = place_of(lineage, set, id);
  if (lineage->table[at] != 0) return true;
  lineage->items[lineage->count++] = (st_marked){.id = *id, .set = set};
  lineage->table[at] = (uint32_t)lineage->count;
  return true;
}

bool st_lineage_has(const st_lineage *lineage, uint32_t set,
                    const st_watch_id *id) {
  if (lineage->count == 0) return false;
  for (; set != 0; set = lineage->parents[set - 1]) {
    if (lineage->table[place_of(lineage, set, id)] != 0) return true;
  }
  return false;
}
