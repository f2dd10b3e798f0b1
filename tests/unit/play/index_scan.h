/* index_scan.h - the reference for the watcher index: finds the watchers of an
 * event by looking at every law, object and started watcher. */
#ifndef STRATA_TESTS_UNIT_PLAY_INDEX_SCAN_H
#define STRATA_TESTS_UNIT_PLAY_INDEX_SCAN_H

#include "api/world/api_world.h"
#include "layers/update/last_known.h"
#include "play/index/watcher_id.h"
#include "play/index/watcher_index_update.h"
#include "support.h"
#include "world/tables/started_watchers.h"

#include <stdlib.h>
#include <string.h>

enum { SCAN_MOST = 8192 };

typedef struct scan {
  const st_watcher_index *index; /* knows the attribute of controllers */
  const st_mutator *change;
  size_t count;
  st_watcher_candidate items[SCAN_MOST]; /* sorted by timestamp */
} scan;

static inline bool scan_is_in(const strata_symbol *zones, uint32_t count,
                              strata_symbol zone) {
  bool found = count == 0;
  for (uint32_t i = 0; i < count; i++) {
    found = found || zones[i] == zone;
  }
  return found;
}

static inline void scan_add(scan *s, st_watcher_candidate found) {
  const st_watcher_key *key =
      &st_watcher_def_get(s->change->rules, found.watcher_def)->key;
  if (key->kind == ST_WATCHER_KEY_EQUALS_EXPR) {
    cr_assert(eq(int,
                 st_last_known_expr(s->change->eval, NULL, key->value,
                                    found.self, &found.key_value),
                 STRATA_OK));
  }
  cr_assert(lt(sz, s->count, SCAN_MOST));
  s->items[s->count++] = found;
}

static inline strata_entity scan_you(const scan *s, strata_entity who) {
  strata_entity you = 0;
  cr_assert(
      eq(int, st_watcher_index_controller(s->index, who, &you), STRATA_OK));
  return you;
}

static inline void scan_laws(scan *s) {
  const st_mutator *c = s->change;
  for (uint32_t l = 0; l < c->rules->law_count; l++) {
    const st_law *law = &c->rules->laws[l];
    uint32_t top = law->counter != 0 ? st_entity_top(c->store) : 0;
    for (uint32_t slot = law->counter != 0; slot <= top; slot++) {
      st_watcher_candidate found = {0};
      if (law->counter != 0) {
        const st_attr *counter = &c->rules->attrs[law->counter - 1];
        if (!st_get_bit(c->store, ST_COLUMN_ENTITY_LIVE, slot) ||
            st_entity_base(c->store, counter, slot) == 0) {
          continue;
        }
        found.self = st_entity_handle(c->store, slot);
        found.stamp = st_get64(c->store, counter->counter_stamp_column, slot);
        found.you = scan_you(s, found.self);
      }
      for (uint32_t i = 0; i < law->watcher_def_count; i++) {
        found.watcher_def = law->watcher_defs[i];
        found.id = st_watcher_id_of_law(c->eval, l, slot, found.watcher_def, i);
        scan_add(s, found);
      }
    }
  }
}

static inline void scan_ability(scan *s, uint32_t slot,
                                const st_ability_instance *instance) {
  const st_mutator *c = s->change;
  const st_ability *ability = &c->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(c->store, ST_COLUMN_ENTITY_ZONE, slot);
  uint64_t own = st_get64(c->store, ST_COLUMN_ENTITY_STAMP, slot);
  if (!scan_is_in(ability->zones, ability->zone_count, zone)) return;
  for (uint32_t i = 0; i < ability->watcher_def_count; i++) {
    const st_watcher_def *code =
        st_watcher_def_get(c->rules, ability->watcher_defs[i]);
    if (code->affects_own_entry ||
        !scan_is_in(code->zones, code->zone_count, zone))
      continue;
    strata_entity self = st_entity_handle(c->store, slot);
    scan_add(s, (st_watcher_candidate){
                    .id = st_watcher_id_of_ability(c->eval, slot, instance,
                                                   ability->watcher_defs[i], i),
                    .self = self,
                    .you = scan_you(s, self),
                    .watcher_def = ability->watcher_defs[i],
                    .stamp = instance->stamp > own ? instance->stamp : own});
  }
}

static inline void scan_objects(scan *s) {
  const st_mutator *c = s->change;
  for (uint32_t slot = 1; slot <= st_entity_top(c->store); slot++) {
    if (!st_get_bit(c->store, ST_COLUMN_ENTITY_LIVE, slot)) continue;
    const uint64_t *words;
    cr_assert(eq(int,
                 st_eval_value(c->eval, c->rules->ability_attr, slot, &words),
                 STRATA_OK));
    uint64_t list = words[0];
    const st_ability_lists *lists = &st_eval_pass_of(c->eval)->lists;
    uint32_t count;
    st_ability_list_items(lists, list, &count);
    for (uint32_t i = 0; i < count; i++) {
      st_ability_instance instance =
          st_ability_list_items(lists, list, &count)[i];
      if (!instance.forbidden) scan_ability(s, slot, &instance);
    }
  }
}

static inline void scan_started(scan *s) {
  const st_store *store = s->change->store;
  for (uint32_t slot = st_started_watcher_first(store); slot != 0;
       slot = st_started_watcher_next(store, slot)) {
    strata_watcher_def code = st_get32(store, ST_COLUMN_WATCHER_DEF, slot);
    uint64_t handle = st_started_watcher_handle(store, slot);
    scan_add(s,
             (st_watcher_candidate){
                 .id = st_watcher_id_of_started(handle, code),
                 .self = st_get64(store, ST_COLUMN_WATCHER_SOURCE, slot),
                 .you = st_get64(store, ST_COLUMN_WATCHER_YOU, slot),
                 .watcher_def = code,
                 .started_handle = handle,
                 .stamp = st_get_split(store, ST_COLUMN_WATCHER_STAMP, slot)});
  }
}

/* Sort by timestamp; the sort is stable. */
static inline void scan_sort(scan *s) {
  for (size_t i = 1; i < s->count; i++) {
    st_watcher_candidate found = s->items[i];
    size_t at = i;
    for (; at > 0 && s->items[at - 1].stamp > found.stamp; at--) {
      s->items[at] = s->items[at - 1];
    }
    s->items[at] = found;
  }
}

static inline void scan_all(scan *s, const st_watcher_index *index) {
  s->index = index;
  s->change = index->change;
  s->count = 0;
  scan_laws(s);
  scan_objects(s);
  scan_started(s);
  scan_sort(s);
}

/* Whether the key of a candidate fits an event. *sure is false if the event is
 * of an entity that is no longer live, for which the index may go either way.
 */
static inline bool scan_fits(const scan *s, const st_watcher_candidate *found,
                             strata_event_type kind, const int64_t *words,
                             bool *sure) {
  const strata_rules *rules = s->change->rules;
  const st_watcher_def *code = st_watcher_def_get(rules, found->watcher_def);
  const st_watcher_key *key = &code->key;
  *sure = true;
  if (st_watcher_buckets_event_type(rules, code) != kind) return false;
  if (key->kind == ST_WATCHER_KEY_NONE || !words) return true;
  uint32_t place = st_event_type_field_index(rules, kind, key->field);
  int64_t word = place != ST_NO_FIELD_INDEX ? words[place] : 0;
  if (key->kind == ST_WATCHER_KEY_EQUALS_WORD) return word == key->word;
  if (key->kind == ST_WATCHER_KEY_EQUALS_EXPR) return word == found->key_value;
  uint32_t slot =
      word != 0 ? st_entity_slot(s->change->store, (strata_entity)word) : 0;
  *sure = slot != 0 || word == 0;
  if (slot == 0) return false;
  bool has = false;
  cr_assert(eq(
      int,
      st_eval_has(s->change->eval, key->attr, slot, (uint32_t)key->word, &has),
      STRATA_OK));
  return has;
}

static inline bool scan_is_same(const st_watcher_candidate *a,
                                const st_watcher_candidate *b) {
  return st_watcher_id_same(&a->id, &b->id) && a->self == b->self &&
         a->you == b->you && a->watcher_def == b->watcher_def &&
         a->started_handle == b->started_handle && a->stamp == b->stamp &&
         a->key_value == b->key_value &&
         a->variables[ST_VARIABLE_YOU] == (int64_t)a->you;
}

/* Check that the index finds the same candidates for an event as the scan, in
 * the same order. */
static inline void scan_compare(const scan *s, st_watcher_index *index,
                                strata_event_type kind, const int64_t *words,
                                unsigned roles, const char *when) {
  uint32_t n;
  cr_assert(
      eq(int, st_watcher_index_find(index, kind, words, roles, &n), STRATA_OK));
  for (size_t i = 0; i < s->count; i++) {
    const st_watcher_candidate *want = &s->items[i];
    bool sure;
    bool fits = scan_fits(s, want, kind, words, &sure);
    unsigned role =
        st_watcher_def_get(s->change->rules, want->watcher_def)->role;
    if (!(roles >> role & 1) || (sure && !fits)) continue;
    const char *name =
        st_watcher_def_get(s->change->rules, want->watcher_def)->name;
    bool same = n != 0 && scan_is_same(st_watcher_index_get(index, n), want);
    if (!same && !sure) continue; /* the index need not find it */
    cr_assert(same, "%s: kind %u: '%s' of %llx is not found", when, kind, name,
              (unsigned long long)want->self);
    n = st_watcher_index_get(index, n)->next;
  }
  cr_assert(
      eq(u32, n, 0), "%s: kind %u: '%s' is found too", when, kind,
      n != 0 ? st_watcher_def_get(s->change->rules,
                                  st_watcher_index_get(index, n)->watcher_def)
                   ->name
             : "");
}

#endif
