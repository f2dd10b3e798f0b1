/*
 * use_notes.c - the notes that count uses of watchers.
 *
 * The key of such a note hashes the handle of the holder with all else that
 * tells a watcher apart (play/index/watcher_id.h), and a hash cannot be read
 * backwards. So the keys that the holder's watchers would have are made and
 * compared: once with the handle, to find the note, and once without, as its
 * key in the position. A count for each tick of a clock lies in two notes, the
 * number of the tick and the uses in it. It is nothing once the tick is over.
 */
#include "play/compare/use_notes.h"

#include "play/execution/use_limits.h"
#include "world/store/strings.h"
#include "world/tables/started_watchers.h"

#include <string.h>

st_use_holder st_use_holder_of_entity(const st_store *store, uint32_t slot) {
  st_use_holder holder = {.object = st_entity_handle(store, slot)};
  if (!st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot)) {
    holder.object = 0; /* no watcher of it asks any more */
    return holder;
  }
  if (store->rules->ability_attr == 0) return holder;
  /* Each ability has a line, of at least two bytes with its end. */
  const st_attr *attr = &store->rules->attrs[store->rules->ability_attr - 1];
  uint32_t text = (uint32_t)st_entity_base(store, attr, slot);
  holder.abilities = (st_strings_length(store, text) + 1) / 2;
  return holder;
}

st_use_holder st_use_holder_of_started(const st_store *store, uint32_t slot) {
  return (st_use_holder){.object = st_started_watcher_handle(store, slot),
                         .started = true};
}

st_use_holder st_use_holder_of_laws(void) {
  return (st_use_holder){.object = 0};
}

/* -- Finding the watcher whose uses a note counts -- */

typedef struct use_search {
  const st_store *store;
  st_notes_head head;
  const st_use_holder *holder;
  uint64_t key;
  bool is_kept; /* what is found: whether it belongs to the position */
} use_search;

/* Whether the notes say that the uses of a watcher were counted in this tick.
 */
static bool is_of_this_tick(const use_search *s, uint64_t identity,
                            const st_watcher_def *def) {
  st_raw_value tick;
  uint64_t now =
      st_get64(s->store, st_clock_ticks_column(s->store->rules, def->clock), 1);
  return st_notes_find(s->store, s->head,
                       st_use_limits_note_key(ST_USE_NOTE_TICK, identity),
                       &tick) &&
         (uint64_t)tick.number == now + 1;
}

/* Whether the note counts the uses of this watcher. If so, its key becomes the
 * one without the handle. */
static bool is_count_of(use_search *s, st_watcher_id id) {
  const strata_rules *rules = s->store->rules;
  const st_watcher_def *def = &rules->watcher_defs[id.watcher_def - 1];
  if (def->uses == 0 && def->uses_per_clock == 0) return false;
  id.object = s->holder->object;
  uint64_t identity = st_watcher_id_save_key(&id, rules);
  for (st_use_note which = 0; which < ST_USE_NOTE_COUNT; which++) {
    if (s->key != st_use_limits_note_key(which, identity)) continue;
    id.object = 0;
    s->key = st_use_limits_note_key(which, st_watcher_id_save_key(&id, rules));
    s->is_kept =
        which == ST_USE_NOTE_USED ||
        (which == ST_USE_NOTE_TIMES && is_of_this_tick(s, identity, def));
    return true;
  }
  return false;
}

static bool is_count_of_ability(use_search *s, const st_ability *ability) {
  for (uint32_t place = 0; place < ability->watcher_def_count; place++) {
    st_watcher_id id = {.watcher_def = ability->watcher_defs[place],
                        .place_in_ability = place};
    for (; id.ordinal < s->holder->abilities; id.ordinal++) {
      if (is_count_of(s, id)) return true;
    }
  }
  return false;
}

static bool is_count_of_law(use_search *s, const st_law *law) {
  for (uint32_t place = 0; place < law->watcher_def_count; place++) {
    const st_watcher_id id = {
        .giver = st_hash_bytes(law->name, strlen(law->name), 1),
        .watcher_def = law->watcher_defs[place],
        .place_in_ability = place};
    if (is_count_of(s, id)) return true;
  }
  return false;
}

static bool is_count(use_search *s) {
  const strata_rules *rules = s->store->rules;
  uint32_t defs = st_rules_count(rules, STRATA_NAME_WATCHER_DEF);
  for (strata_watcher_def def = 1; def <= defs; def++) {
    const st_watcher_id id = {.watcher_def = def,
                              .started = s->holder->started,
                              .ordinal = s->holder->started ? 0 : UINT32_MAX};
    if (is_count_of(s, id)) return true;
  }
  if (s->holder->started) return false;
  for (uint32_t i = 0; i < rules->law_count; i++) {
    if (is_count_of_law(s, &rules->laws[i])) return true;
  }
  if (rules->ability_attr == 0) return false;
  const st_attr *attr = &rules->attrs[rules->ability_attr - 1];
  for (uint32_t i = 0; i < attr->domain_count; i++) {
    if (is_count_of_ability(s, &rules->abilities[i])) return true;
  }
  return false;
}

bool st_use_note_key(const st_store *store, st_notes_head head,
                     const st_use_holder *holder, uint64_t *key) {
  use_search s = {.store = store, .head = head, .holder = holder, .key = *key};
  if (!is_count(&s)) return true;
  *key = s.key;
  return s.is_kept;
}
