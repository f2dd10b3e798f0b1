/* index_scan.h - who watches for an event, found by looking at everybody: what
 * the index must come to. Static, as some of the tests use only some of it. */
#ifndef INDEX_SCAN_H
#define INDEX_SCAN_H

#include "api/world/api_world.h"
#include "support.h"
#include "world/tables/watcher.h"

#include <stdlib.h>
#include <string.h>

enum { SCAN_MOST = 8192 };

typedef struct scan {
  const st_index *index; /* whose attributes "controller" and "owner" count */
  const st_change *change;
  size_t count;
  st_found items[SCAN_MOST]; /* as they were found, then by timestamps */
} scan;

static inline bool scan_is_in(const strata_symbol *zones, uint32_t count,
                              strata_symbol zone) {
  bool found = count == 0;
  for (uint32_t i = 0; i < count; i++) {
    found = found || zones[i] == zone;
  }
  return found;
}

static inline void scan_add(scan *s, st_found found) {
  const st_key *key = &st_code_get(s->change->rules, found.code)->key;
  if (key->form == ST_KEY_IS) {
    cr_assert(eq(
        int,
        st_past_expr(s->change->eval, NULL, key->value, found.self, &found.key),
        STRATA_OK));
  }
  cr_assert(lt(sz, s->count, SCAN_MOST));
  s->items[s->count++] = found;
}

static inline strata_entity scan_you(const scan *s, strata_entity who) {
  strata_entity you = 0;
  cr_assert(eq(int, st_index_controller(s->index, who, &you), STRATA_OK));
  return you;
}

static inline void scan_laws(scan *s) {
  const st_change *c = s->change;
  for (uint32_t l = 0; l < c->rules->law_count; l++) {
    const st_law *law = &c->rules->laws[l];
    uint32_t top = law->counter != 0 ? st_entity_top(c->store) : 0;
    for (uint32_t slot = law->counter != 0; slot <= top; slot++) {
      st_found found = {0};
      if (law->counter != 0) {
        const st_attr *counter = &c->rules->attrs[law->counter - 1];
        if (!st_get_bit(c->store, ST_COLUMN_ENTITY_LIVE, slot) ||
            st_entity_base(c->store, counter, slot) == 0) {
          continue;
        }
        found.self = st_entity_handle(c->store, slot);
        found.stamp = st_get64(c->store, counter->counter_stamp, slot);
        found.you = scan_you(s, found.self);
      }
      for (uint32_t i = 0; i < law->code_count; i++) {
        found.code = law->codes[i];
        found.id = st_watch_id_of_law(c->eval, l, slot, found.code, i);
        scan_add(s, found);
      }
    }
  }
}

static inline void scan_ability(scan *s, uint32_t slot,
                                const st_instance *instance) {
  const st_change *c = s->change;
  const st_ability *ability = &c->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(c->store, ST_COLUMN_ENTITY_ZONE, slot);
  uint64_t own = st_get64(c->store, ST_COLUMN_ENTITY_STAMP, slot);
  if (!scan_is_in(ability->zones, ability->zone_count, zone)) return;
  for (uint32_t i = 0; i < ability->code_count; i++) {
    const st_code *code = st_code_get(c->rules, ability->codes[i]);
    if (code->own || !scan_is_in(code->zones, code->zone_count, zone)) continue;
    strata_entity self = st_entity_handle(c->store, slot);
    scan_add(
        s, (st_found){.id = st_watch_id_of_ability(c->eval, slot, instance,
                                                   ability->codes[i], i),
                      .self = self,
                      .you = scan_you(s, self),
                      .code = ability->codes[i],
                      .stamp = instance->stamp > own ? instance->stamp : own});
  }
}

static inline void scan_objects(scan *s) {
  const st_change *c = s->change;
  for (uint32_t slot = 1; slot <= st_entity_top(c->store); slot++) {
    if (!st_get_bit(c->store, ST_COLUMN_ENTITY_LIVE, slot)) continue;
    const uint64_t *words;
    cr_assert(eq(int,
                 st_eval_value(c->eval, c->rules->ability_attr, slot, &words),
                 STRATA_OK));
    uint64_t list = words[0];
    const st_lists *lists = &st_eval_pass_of(c->eval)->lists;
    uint32_t count;
    st_list_items(lists, list, &count);
    for (uint32_t i = 0; i < count; i++) {
      st_instance instance = st_list_items(lists, list, &count)[i];
      if (!instance.banned) scan_ability(s, slot, &instance);
    }
  }
}

static inline void scan_started(scan *s) {
  const st_store *store = s->change->store;
  for (uint32_t slot = st_watch_first(store); slot != 0;
       slot = st_watch_next(store, slot)) {
    strata_code code = st_get32(store, ST_COLUMN_WATCH_CODE, slot);
    uint64_t handle = st_watch_handle(store, slot);
    scan_add(s, (st_found){
                    .id = st_watch_id_of_started(handle, code),
                    .self = st_get64(store, ST_COLUMN_WATCH_SOURCE, slot),
                    .you = st_get64(store, ST_COLUMN_WATCH_YOU, slot),
                    .code = code,
                    .watch = handle,
                    .stamp = st_get_split(store, ST_COLUMN_WATCH_STAMP, slot)});
  }
}

/* By timestamps; equal ones stay as they are. */
static inline void scan_sort(scan *s) {
  for (size_t i = 1; i < s->count; i++) {
    st_found found = s->items[i];
    size_t at = i;
    for (; at > 0 && s->items[at - 1].stamp > found.stamp; at--) {
      s->items[at] = s->items[at - 1];
    }
    s->items[at] = found;
  }
}

static inline void scan_all(scan *s, const st_index *index) {
  s->index = index;
  s->change = index->change;
  s->count = 0;
  scan_laws(s);
  scan_objects(s);
  scan_started(s);
  scan_sort(s);
}

/* Whether the key of one fits an event; of whoever is gone any key may. */
static inline bool scan_fits(const scan *s, const st_found *found,
                             strata_event_kind kind, const int64_t *words,
                             bool *sure) {
  const strata_rules *rules = s->change->rules;
  const st_code *code = st_code_get(rules, found->code);
  const st_key *key = &code->key;
  *sure = true;
  if (st_keyed_kind(rules, code) != kind) return false;
  if (key->form == ST_KEY_NONE || !words) return true;
  uint32_t place = st_kind_place(rules, kind, key->field);
  int64_t word = place != ST_NO_PLACE ? words[place] : 0;
  if (key->form == ST_KEY_WORD) return word == key->word;
  if (key->form == ST_KEY_IS) return word == found->key;
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

static inline bool scan_is_same(const st_found *a, const st_found *b) {
  return st_watch_id_same(&a->id, &b->id) && a->self == b->self &&
         a->you == b->you && a->code == b->code && a->watch == b->watch &&
         a->stamp == b->stamp && a->key == b->key &&
         a->names[ST_BOUND_YOU] == (int64_t)a->you;
}

/* The index finds for an event who the scan does, in the same order. */
static inline void scan_compare(const scan *s, st_index *index,
                                strata_event_kind kind, const int64_t *words,
                                unsigned roles, const char *when) {
  uint32_t n;
  cr_assert(eq(int, st_index_look(index, kind, words, roles, &n), STRATA_OK));
  for (size_t i = 0; i < s->count; i++) {
    const st_found *want = &s->items[i];
    bool sure;
    bool fits = scan_fits(s, want, kind, words, &sure);
    unsigned role = st_code_get(s->change->rules, want->code)->role;
    if (!(roles >> role & 1) || (sure && !fits)) continue;
    const char *name = st_code_get(s->change->rules, want->code)->name;
    bool same = n != 0 && scan_is_same(st_index_at(index, n), want);
    if (!same && !sure) continue; /* it may be found or not */
    cr_assert(same, "%s: kind %u: '%s' of %llx is not found", when, kind, name,
              (unsigned long long)want->self);
    n = st_index_at(index, n)->next;
  }
  cr_assert(
      eq(u32, n, 0), "%s: kind %u: '%s' is found too", when, kind,
      n != 0 ? st_code_get(s->change->rules, st_index_at(index, n)->code)->name
             : "");
}

#endif
