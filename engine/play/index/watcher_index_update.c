/*
 * watcher_index_update.c - filling the index, and bringing it up to date with
 * the state.
 *
 * Invariant: when `valid`, the candidates are the watchers of the state with
 * hash `hash`. Where timestamps are equal, laws come in the order of the rules,
 * objects in the order of their slots, and abilities in the order of their
 * lists.
 *
 * Every candidate of an entity is in a doubly linked list that starts at
 * first_of_entity[slot], and so is each started watcher whose key reads that
 * entity. An entry of the change log names a slot, and that list is all that
 * must be computed again. The test unit.watcher_index compares the result with
 * a scan of all entities after random changes.
 */
#include "play/index/watcher_index_update.h"

#include "layers/update/last_known.h"
#include "play/index/watcher_id.h"
#include "rules/model/watcher_def.h"
#include "world/tables/started_watchers.h"

#include <string.h>

/* The handle of the entity in a slot; UINT64_MAX if the slot is empty. */
static uint64_t occupant_of_slot(const st_watcher_index *index, uint32_t slot) {
  const st_store *store = index->change->store;
  bool live = st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot);
  return live ? st_entity_handle(store, slot) : UINT64_MAX;
}

/* The controller of a candidate's source. The index remembers which entities it
 * was computed from: when one of them comes or goes, the index is rebuilt.
 * Those are mostly players, who rarely come or go. */
static strata_status find_watcher_controller(st_watcher_index *index,
                                             strata_entity self,
                                             strata_entity *out) {
  strata_entity named[2];
  strata_status status =
      st_watcher_index_find_controller(index, self, named, out);
  for (int i = 0; !status && i < 2; i++) {
    uint32_t slot = st_slot_of(named[i]);
    if (named[i] != 0) index->occupants[slot] = occupant_of_slot(index, slot);
  }
  return status;
}

/* Entries of the change log may be slots of other tables. */
static bool is_entity_slot(const st_watcher_index *index, uint32_t slot) {
  return slot < index->change->store->capacity[ST_TABLE_ENTITY];
}

static bool occupant_changed(const st_watcher_index *index, uint32_t slot) {
  return is_entity_slot(index, slot) && index->occupants[slot] != 0 &&
         index->occupants[slot] != occupant_of_slot(index, slot);
}

/* -- One candidate -- */

/* Order groups of objects and of started watchers, which come behind those of
 * laws. */
static uint32_t object_order_group(const st_watcher_index *index) {
  return index->change->rules->law_count;
}

static uint32_t started_order_group(const st_watcher_index *index) {
  return index->change->rules->law_count + 1u;
}

/* The head of the holder's list that a candidate is in; NULL if it is in
 * none. */
static uint32_t *holder_chain_of(const st_watcher_index *index,
                                 const st_watcher_candidate *candidate) {
  if (candidate->started_handle == 0) {
    return &index->first_of_entity[candidate->holder];
  }
  bool hangs = candidate->self != 0 &&
               index->defs[candidate->watcher_def - 1].key_of_source;
  return hangs ? &index->first_of_entity[st_slot_of(candidate->self)] : NULL;
}

static void link_to_holder(st_watcher_index *index, uint32_t n) {
  st_watcher_candidate *candidate = st_watcher_buckets_get(&index->buckets, n);
  uint32_t *first = holder_chain_of(index, candidate);
  candidate->prev_of_holder = candidate->next_of_holder = 0;
  if (!first) return;
  candidate->next_of_holder = *first;
  if (*first != 0) {
    st_watcher_buckets_get(&index->buckets, *first)->prev_of_holder = n;
  }
  *first = n;
}

static void unlink_from_holder(st_watcher_index *index, uint32_t n) {
  const st_watcher_candidate *candidate =
      st_watcher_buckets_get(&index->buckets, n);
  uint32_t *first = holder_chain_of(index, candidate);
  if (!first) return;
  if (candidate->next_of_holder != 0) {
    st_watcher_buckets_get(&index->buckets, candidate->next_of_holder)
        ->prev_of_holder = candidate->prev_of_holder;
  }
  if (candidate->prev_of_holder != 0) {
    st_watcher_buckets_get(&index->buckets, candidate->prev_of_holder)
        ->next_of_holder = candidate->next_of_holder;
  } else {
    *first = candidate->next_of_holder;
  }
}

/* A key is an expression of `this` alone, so its value is the same for all
 * events of one state. */
static strata_status eval_key_value(const st_watcher_index *index,
                                    const st_watcher_candidate *candidate,
                                    int64_t *out) {
  const st_watcher_key *key =
      &st_watcher_def_get(index->change->rules, candidate->watcher_def)->key;
  st_changed_texts *texts = &index->change->eval->changed_texts;
  const strata_expr *value = key->value;
  *out = 0;
  if (candidate->text != 0) {
    *out = st_watcher_index_key_word(index, key, candidate->text);
  }
  if (key->kind != ST_WATCHER_KEY_EQUALS_EXPR) return STRATA_OK;
  strata_status status = st_changed_texts_expr(texts, candidate->text, &value);
  if (status) return status;
  return st_last_known_expr(index->change->eval, NULL, value, candidate->self,
                            out);
}

/* Add a candidate; *out is its number. During a rebuild it gets no bucket
 * yet. */
static strata_status add_candidate(st_watcher_index *index,
                                   st_watcher_candidate *candidate,
                                   uint32_t *out) {
  strata_status status =
      eval_key_value(index, candidate, &candidate->key_value);
  if (status) return status;
  uint32_t n = st_watcher_buckets_new(&index->buckets, candidate);
  if (n == 0) return STRATA_ENOMEM;
  st_watcher_buckets_get(&index->buckets, n)->variables[ST_VARIABLE_YOU] =
      (int64_t)candidate->you;
  link_to_holder(index, n);
  index->candidate_changes++;
  *out = n;
  return index->filling || st_watcher_buckets_insert(&index->buckets, n)
             ? STRATA_OK
             : STRATA_ENOMEM;
}

static void remove_candidate(st_watcher_index *index, uint32_t n) {
  unlink_from_holder(index, n);
  index->candidate_changes++;
  st_watcher_buckets_free(&index->buckets, n);
}

static strata_status refresh_key(st_watcher_index *index, uint32_t n) {
  st_watcher_candidate *candidate = st_watcher_buckets_get(&index->buckets, n);
  int64_t key;
  strata_status status = eval_key_value(index, candidate, &key);
  if (status || key == candidate->key_value) return status;
  st_watcher_buckets_remove(&index->buckets, n);
  candidate->key_value = key;
  return st_watcher_buckets_insert(&index->buckets, n) ? STRATA_OK
                                                       : STRATA_ENOMEM;
}

/* -- Laws and abilities -- */

/* Index the watchers of a law for the entity in `slot`, which has the law's
 * counter; slot 0: for a law of no entity. */
static strata_status index_law(st_watcher_index *index, uint32_t l,
                               uint32_t slot) {
  const st_mutator *c = index->change;
  const st_law *law = &c->rules->laws[l];
  st_watcher_candidate candidate = {.order_group = l, .holder = slot};
  strata_status status = STRATA_OK;
  if (slot != 0) {
    const st_attr *counter = &c->rules->attrs[law->counter - 1];
    if (st_entity_base(c->store, counter, slot) == 0) return STRATA_OK;
    candidate.self = st_entity_handle(c->store, slot);
    candidate.stamp = st_get64(c->store, counter->counter_stamp_column, slot);
    status = find_watcher_controller(index, candidate.self, &candidate.you);
  }
  for (uint32_t i = 0; !status && i < law->watcher_def_count; i++) {
    uint32_t n;
    candidate.watcher_def = law->watcher_defs[i];
    candidate.place = i;
    candidate.id =
        st_watcher_id_of_law(c->eval, l, slot, candidate.watcher_def, i);
    status = add_candidate(index, &candidate, &n);
  }
  return status;
}

static strata_status index_laws(st_watcher_index *index, uint32_t slot) {
  const strata_rules *rules = index->change->rules;
  strata_status status = STRATA_OK;
  uint32_t l = slot != 0 ? index->counter_law_first : 0;
  uint32_t end = slot != 0 ? index->counter_law_end : rules->law_count;
  for (; !status && l < end; l++) {
    const st_law *law = &rules->laws[l];
    if (law->watcher_def_count == 0 || (law->counter != 0) != (slot != 0)) {
      continue;
    }
    status = index_law(index, l, slot);
  }
  return status;
}

/* Index the watchers of one ability that function in the zone of its object.
 * Watchers that affect how their own object enters are left out: they act
 * before the object is in the state (614.12; see
 * play/perform/entry_preview). */
static strata_status index_ability(st_watcher_index *index, uint32_t slot,
                                   const st_ability_instance *instance,
                                   st_watcher_candidate *candidate) {
  const st_mutator *c = index->change;
  const st_ability *ability = &c->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(c->store, ST_COLUMN_ENTITY_ZONE, slot);
  uint64_t own = st_get64(c->store, ST_COLUMN_ENTITY_STAMP, slot);
  if (!st_zones_contain(ability->zones, ability->zone_count, zone)) {
    return STRATA_OK;
  }
  strata_status status = st_changed_texts_of_ability(
      &c->eval->changed_texts, &st_eval_pass_of(c->eval)->lists,
      instance->text_change, &candidate->text);
  for (uint32_t i = 0; !status && i < ability->watcher_def_count; i++) {
    const st_watcher_def *def =
        st_watcher_def_get(c->rules, ability->watcher_defs[i]);
    /* what its host alone does is looked for amid a payment, if it gives */
    bool is_hosts = def->unlisted && def->pays == 0;
    if (def->affects_own_entry || is_hosts ||
        !st_zones_contain(def->zones, def->zone_count, zone)) {
      continue;
    }
    uint32_t n;
    candidate->watcher_def = ability->watcher_defs[i];
    candidate->id = st_watcher_id_of_ability(c->eval, slot, instance,
                                             candidate->watcher_def, i);
    candidate->stamp = instance->stamp > own ? instance->stamp : own;
    candidate->place++;
    status = add_candidate(index, candidate, &n);
  }
  return status;
}

/* Index the watchers of an ability list; *silent is true if no ability of it
 * has watchers. */
static strata_status index_ability_list(st_watcher_index *index, uint32_t slot,
                                        uint64_t list, bool *silent) {
  const st_mutator *c = index->change;
  const st_ability_lists *lists = &st_eval_pass_of(c->eval)->lists;
  st_watcher_candidate candidate = {.order_group = object_order_group(index),
                                    .holder = slot};
  uint32_t count;
  strata_status status = STRATA_OK;
  *silent = true;
  st_ability_list_items(lists, list, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    /* Evaluation may add lists, which moves the items. */
    st_ability_instance instance =
        st_ability_list_items(lists, list, &count)[i];
    if (instance.forbidden) continue;
    if (c->rules->abilities[instance.ability].watcher_def_count == 0) continue;
    if (*silent) {
      candidate.self = st_entity_handle(c->store, slot);
      status = find_watcher_controller(index, candidate.self, &candidate.you);
    }
    *silent = false;
    if (!status) status = index_ability(index, slot, &instance, &candidate);
  }
  return status;
}

/* The cache slot for whether the ability list of an entity has no watchers;
 * NULL if the entity may have a list of its own, or outside of a rebuild. */
static st_watcher_index_silent *
silent_cache_place(st_watcher_index *index, uint32_t slot,
                   st_watcher_index_silent *now) {
  const st_mutator *c = index->change;
  const st_classes *classes = &c->eval->classes;
  strata_attr attr = c->rules->ability_attr;
  if (!index->filling) return NULL;
  *now = (st_watcher_index_silent){.known = true};
  if (classes->shared) {
    now->class = st_class_of_slot(classes, slot);
    if (st_class_sole_slot(classes, now->class) != 0) return NULL;
  } else if (!st_evaluate_value_is_base(c->eval, attr, slot)) {
    return NULL;
  }
  now->text = st_get32(c->store, c->rules->attrs[attr - 1].base_column, slot);
  return &index->silent[(now->class * 7u + now->text) %
                        ST_WATCHER_INDEX_SILENT_SIZE];
}

static strata_status index_abilities_of_entity(st_watcher_index *index,
                                               uint32_t slot) {
  const st_mutator *c = index->change;
  st_watcher_index_silent now;
  st_watcher_index_silent *place = silent_cache_place(index, slot, &now);
  if (place && place->known && place->class == now.class &&
      place->text == now.text) {
    return STRATA_OK;
  }
  const uint64_t *words;
  bool silent;
  strata_status status =
      st_eval_value(c->eval, c->rules->ability_attr, slot, &words);
  if (!status) status = index_ability_list(index, slot, words[0], &silent);
  if (!status && place && silent) *place = now;
  return status;
}

static strata_status index_entity(st_watcher_index *index, uint32_t slot) {
  strata_status status = index_laws(index, slot);
  if (status || !index->any_ability) return status;
  return index_abilities_of_entity(index, slot);
}

/* -- Started watchers -- */

/* Read the variables that a watcher was started with. */
static void read_started_variables(const st_store *store,
                                   const st_watcher_def *def, uint32_t slot,
                                   int64_t *variables) {
  for (uint32_t i = 0; i < def->program.parameter_count; i++) {
    const st_expr_variable *name =
        &def->program.variables.variables[ST_VARIABLE_FIRST_OWN + i];
    uint64_t key = st_note_key(name->text, strlen(name->text), 0);
    st_raw_value word;
    if (!st_notes_find(store, st_started_watcher_variables(slot), key, &word)) {
      continue;
    }
    variables[ST_VARIABLE_FIRST_OWN + i] = st_raw_value_number(word);
  }
}

static strata_status index_started_watcher(st_watcher_index *index,
                                           uint32_t slot) {
  const st_mutator *c = index->change;
  const st_store *store = c->store;
  strata_watcher_def def = st_get32(store, ST_COLUMN_WATCHER_DEF, slot);
  uint64_t handle = st_started_watcher_handle(store, slot);
  st_watcher_candidate candidate = {
      .id = st_watcher_id_of_started(handle, def),
      .self = st_get64(store, ST_COLUMN_WATCHER_SOURCE, slot),
      .you = st_get64(store, ST_COLUMN_WATCHER_YOU, slot),
      .watcher_def = def,
      .started_handle = handle,
      .stamp = st_get_split(store, ST_COLUMN_WATCHER_STAMP, slot),
      .order_group = started_order_group(index),
      .holder = slot};
  uint32_t n;
  strata_status status = st_changed_texts_from_notes(
      &c->eval->changed_texts, store, st_started_watcher_variables(slot),
      &candidate.text);
  if (!status) status = add_candidate(index, &candidate, &n);
  if (status) return status;
  read_started_variables(store, st_watcher_def_get(c->rules, def), slot,
                         st_watcher_buckets_get(&index->buckets, n)->variables);
  index->of_started[slot] = n;
  return STRATA_OK;
}

/* -- Rebuilding -- */

/* Fill the buckets in order, so that each candidate is appended to its
 * bucket. */
static strata_status insert_all_candidates(st_watcher_index *index) {
  st_watcher_buckets *buckets = &index->buckets;
  size_t count = buckets->item_count;
  if (count == 0) return STRATA_OK;
  if (!st_mem_reserve(index->change->mem, &index->order, &index->order_capacity,
                      2 * count, sizeof index->order[0])) {
    return STRATA_ENOMEM;
  }
  for (size_t i = 0; i < count; i++) {
    index->order[i] = (uint32_t)i + 1;
  }
  st_watcher_buckets_sort(buckets, index->order, index->order + count, count);
  for (size_t i = 0; i < count; i++) {
    if (!st_watcher_buckets_insert(buckets, index->order[i])) {
      return STRATA_ENOMEM;
    }
  }
  return STRATA_OK;
}

/* Make room for one list head for each slot of the tables; new heads are zero.
 */
static bool reserve_all_heads(st_watcher_index *index) {
  const st_store *store = index->change->store;
  st_mem *mem = index->change->mem;
  size_t entities = store->capacity[ST_TABLE_ENTITY];
  return st_mem_reserve_zeroed(mem, &index->occupants,
                               &index->occupant_capacity, entities,
                               sizeof(uint64_t)) &&
         st_mem_reserve_zeroed(mem, &index->first_of_entity,
                               &index->slot_capacity, entities,
                               sizeof(uint32_t)) &&
         st_mem_reserve_zeroed(
             mem, &index->of_started, &index->started_capacity,
             store->capacity[ST_TABLE_WATCHER], sizeof(uint32_t));
}

static strata_status index_everything(st_watcher_index *index) {
  const st_store *store = index->change->store;
  strata_status status = index_laws(index, 0);
  uint32_t words = st_bit_words(st_entity_top(store) + 1);
  for (uint32_t w = 0; !status && w < words; w++) {
    uint64_t live = st_get_bits64(store, ST_COLUMN_ENTITY_LIVE, w);
    for (; !status && live != 0; live &= live - 1) {
      status = index_entity(index, w * 64 + st_lowest_bit(live));
    }
  }
  for (uint32_t slot = st_started_watcher_first(store); !status && slot != 0;
       slot = st_started_watcher_next(store, slot)) {
    status = index_started_watcher(index, slot);
  }
  return status;
}

static strata_status rebuild_index(st_watcher_index *index) {
  st_watcher_buckets_clear(&index->buckets);
  memset(index->first_of_entity, 0, index->slot_capacity * sizeof(uint32_t));
  memset(index->occupants, 0, index->occupant_capacity * sizeof(uint64_t));
  memset(index->of_started, 0, index->started_capacity * sizeof(uint32_t));
  memset(index->silent, 0, sizeof index->silent);
  index->rebuild_count++;
  index->candidate_changes++;
  index->filling = true;
  strata_status status = index_everything(index);
  index->filling = false;
  return status ? status : insert_all_candidates(index);
}

/* -- Applying the change log -- */

/* Index an entity anew: its own candidates are removed and added again, and
 * started watchers whose key reads it get their key values again. */
static strata_status reindex_entity(st_watcher_index *index, uint32_t slot) {
  strata_status status = STRATA_OK;
  if (!is_entity_slot(index, slot)) return status;
  uint32_t n = index->first_of_entity[slot];
  while (!status && n != 0) {
    uint32_t next = st_watcher_buckets_get(&index->buckets, n)->next_of_holder;
    if (st_watcher_buckets_get(&index->buckets, n)->started_handle != 0) {
      status = refresh_key(index, n);
    } else {
      remove_candidate(index, n);
    }
    n = next;
  }
  bool live = st_get_bit(index->change->store, ST_COLUMN_ENTITY_LIVE, slot);
  return status || !live ? status : index_entity(index, slot);
}

static strata_status reindex_started_watcher(st_watcher_index *index,
                                             uint32_t slot) {
  uint32_t n = index->of_started[slot];
  index->of_started[slot] = 0;
  if (n != 0) remove_candidate(index, n);
  return st_started_watcher_is_used(index->change->store, slot)
             ? index_started_watcher(index, slot)
             : STRATA_OK;
}

/* An entity is often in the change log several times in a row; the last of
 * those entries is enough. The window of 8 catches most repetitions at a
 * constant cost. */
static bool is_repeated_soon(const uint32_t *items, size_t at, size_t count) {
  size_t end = at + 9 < count ? at + 9 : count;
  for (size_t i = at + 1; i < end; i++) {
    if (items[i] == items[at]) return true;
  }
  return false;
}

/* Compute again the key values that read other entities than their own object.
 * They are copied first, since a changed key moves its candidate between
 * buckets. */
static strata_status refresh_nonlocal_keys(st_watcher_index *index) {
  st_watcher_buckets *buckets = &index->buckets;
  size_t count = 0;
  for (size_t g = 0; g < buckets->group_count; g++) {
    if (!buckets->groups[g].reads_others) continue;
    for (uint32_t n = buckets->groups[g].first_bucket; n != 0;
         n = buckets->buckets[n - 1].next_of_group) {
      const st_watcher_bucket *bucket = &buckets->buckets[n - 1];
      if (!st_mem_reserve(buckets->mem, &index->order, &index->order_capacity,
                          count + bucket->count, sizeof index->order[0])) {
        return STRATA_ENOMEM;
      }
      memcpy(index->order + count, bucket->items,
             bucket->count * sizeof bucket->items[0]);
      count += bucket->count;
    }
  }
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < count; i++) {
    status = refresh_key(index, index->order[i]);
  }
  return status;
}

/* Whether an entity that a candidate's controller was computed from has come or
 * gone. */
static bool any_controller_changed(const st_watcher_index *index,
                                   const uint32_t *items, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool entity = !(items[i] & ST_CHANGE_LOG_WATCHER);
    if (entity && occupant_changed(index, items[i])) return true;
  }
  return false;
}

static strata_status apply_notices(st_watcher_index *index,
                                   const uint32_t *items, size_t count) {
  strata_status status = STRATA_OK;
  if (any_controller_changed(index, items, count)) return rebuild_index(index);
  for (size_t i = 0; !status && i < count; i++) {
    if (is_repeated_soon(items, i, count)) continue;
    bool started = (items[i] & ST_CHANGE_LOG_WATCHER) != 0;
    uint32_t slot = items[i] & ~ST_CHANGE_LOG_WATCHER;
    status = started ? reindex_started_watcher(index, slot)
                     : reindex_entity(index, slot);
  }
  const st_change_logs *logs = &index->change->eval->changes;
  if (status || index->nonlocal_read == logs->others_count) return status;
  index->nonlocal_read = logs->others_count;
  return refresh_nonlocal_keys(index);
}

/* Bring the index up to date with the state. */
static strata_status update_index(st_watcher_index *index) {
  st_eval *eval = index->change->eval;
  const st_change_logs *logs = &eval->changes;
  if (st_watcher_index_is_unaffected(index)) {
    index->hash = index->change->store->hash;
    index->serial++;
    return STRATA_OK;
  }
  index->valid = false;
  strata_status status = st_eval_ensure_fresh(eval);
  if (!status && !reserve_all_heads(index)) status = STRATA_ENOMEM;
  if (status) return status;
  const uint32_t *items;
  size_t count;
  if (st_change_log_read_since(&logs->entities, &index->notices_read, &items,
                               &count)) {
    status = apply_notices(index, items, count);
  } else {
    index->nonlocal_read = logs->others_count;
    status = rebuild_index(index);
  }
  if (status) {
    index->notices_read = 0; /* the index is half updated: force a rebuild */
    return status;
  }
  index->hash = index->change->store->hash;
  index->serial++;
  index->valid = true;
  return STRATA_OK;
}

strata_status st_watcher_index_refresh(st_watcher_index *index) {
  if (!index->prepared && !st_watcher_index_prepare(index)) {
    return STRATA_ENOMEM;
  }
  return st_watcher_index_is_current(index) ? STRATA_OK : update_index(index);
}

strata_status st_watcher_index_find(st_watcher_index *index,
                                    strata_event_type type,
                                    const int64_t *words, unsigned roles,
                                    uint32_t *first) {
  *first = 0;
  if (!index->prepared && !st_watcher_index_prepare(index)) {
    return STRATA_ENOMEM;
  }
  if (!(index->roles[type] & roles)) return STRATA_OK;
  if (!st_watcher_index_is_current(index)) {
    strata_status status = update_index(index);
    if (status) return status;
  }
  if (!(index->buckets.roles_present[type] & roles)) return STRATA_OK;
  return st_watcher_buckets_find(&index->buckets, index->change->eval, type,
                                 words, roles, first);
}
