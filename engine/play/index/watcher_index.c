/*
 * index.c - who watches for an event.
 *
 * Invariant: when `known`, the watchers are those of the state with that hash.
 * Where timestamps are equal, laws go in the order of their names, objects in
 * that of their slots, abilities in that of their lists.
 *
 * Whoever has something to say hangs in the chain of his slot, with what was
 * started whose key hangs on him: a notice of the slot finds both.
 */
#include "play/index/watcher_index.h"

#include "layers/update/last_known.h"
#include "world/tables/started_watchers.h"

#include <string.h>

void st_watcher_index_init(st_watcher_index *index, st_mutator *change) {
  *index = (st_watcher_index){.change = change};
  st_watcher_buckets_init(&index->buckets, change->mem, change->rules);
}

void st_watcher_index_fini(st_watcher_index *index) {
  if (!index->change) return;
  st_mem *mem = index->change->mem;
  st_watcher_buckets_fini(&index->buckets);
  st_mem_free(mem, index->first_of_entity, index->slot_capacity,
              sizeof(uint32_t));
  st_mem_free(mem, index->occupants, index->occupant_capacity,
              sizeof(uint64_t));
  st_mem_free(mem, index->of_started, index->started_capacity,
              sizeof(uint32_t));
  st_mem_free(mem, index->order, index->order_capacity, sizeof(uint32_t));
  st_mem_free(mem, index->roles, index->type_count, sizeof index->roles[0]);
  st_mem_free(mem, index->defs, index->def_count, sizeof index->defs[0]);
  *index = (st_watcher_index){0};
}

void st_watcher_index_release(st_watcher_index *index) {
  st_mutator *change = index->change;
  st_watcher_index_fini(index);
  st_watcher_index_init(index, change);
}

size_t st_watcher_index_bytes(const st_watcher_index *index) {
  return st_watcher_buckets_bytes(&index->buckets) +
         index->slot_capacity * sizeof index->first_of_entity[0] +
         index->occupant_capacity * sizeof index->occupants[0] +
         index->started_capacity * sizeof index->of_started[0] +
         index->order_capacity * sizeof index->order[0];
}

/* -- What the rules say -- */

static bool reads_this_entity(const strata_expr *expr) {
  return expr && expr->uses_this;
}

/* True if what is done by it has no trace of whose it is. */
static bool is_source_independent(const st_watcher_def *code) {
  const st_program *p = &code->program;
  bool of_this =
      reads_this_entity(code->when) || reads_this_entity(code->amount);
  for (uint32_t i = 0; i < code->test_count; i++) {
    of_this = of_this || reads_this_entity(code->tests[i].predicate);
  }
  for (uint32_t i = 0; i < p->argument_count; i++) {
    of_this = of_this || reads_this_entity(p->arguments[i].value);
  }
  for (uint32_t i = 0; i < p->instruction_count; i++) {
    const st_instruction *deed = &p->instructions[i];
    bool silent = deed->op == STRATA_DO_CHANGE ||
                  deed->op == STRATA_DO_NOTHING ||
                  deed->op == STRATA_DO_PREVENT || deed->op == STRATA_DO_WHEN;
    of_this = of_this || !silent || reads_this_entity(deed->when);
  }
  return !of_this && code->uses == 0 && code->uses_per_clock == 0;
}

static bool alloc_def_tables(st_watcher_index *index) {
  const strata_rules *rules = index->change->rules;
  st_mem *mem = index->change->mem;
  index->type_count = rules->names[STRATA_NAME_EVENT_TYPE].count + 1u;
  index->def_count = rules->names[STRATA_NAME_WATCHER_DEF].count;
  if (!index->roles) index->roles = st_mem_zeroed(mem, index->type_count, 2);
  if (!index->defs && index->def_count > 0) {
    index->defs = st_mem_zeroed(mem, index->def_count, sizeof index->defs[0]);
  }
  return index->roles && (index->defs || index->def_count == 0) &&
         st_watcher_buckets_prepare(&index->buckets);
}

static strata_attr find_ref_attr(const strata_rules *rules, const char *name) {
  strata_attr attr = st_rules_find_name(rules, STRATA_NAME_ATTRIBUTE, name);
  return attr != 0 && rules->attrs[attr - 1].type == STRATA_REF ? attr : 0;
}

/* -- What it hangs on -- */

static bool subscribe_to_attr(const st_watcher_index *index, strata_attr attr,
                              unsigned bits) {
  return attr == 0 || st_eval_subscribe(index->change->eval, attr, bits);
}

/* What the value of a key reads: of whose it is, and of others. */
static bool subscribe_to_key(const st_watcher_index *index,
                             const st_watcher_key *key) {
  const strata_expr *value =
      key->kind == ST_WATCHER_KEY_EQUALS_EXPR ? key->value : NULL;
  for (uint32_t i = 0; value && i < value->node_count; i++) {
    const st_expr_node *node = &value->nodes[i];
    bool follows = node->op == ST_EXPR_FOLLOW || node->op == ST_EXPR_FOLLOW_HAS;
    bool reads = node->op == ST_EXPR_READ || node->op == ST_EXPR_HAS;
    bool own = reads && node->who == ST_WHO_THIS;
    if (!follows && !reads) continue;
    if (!subscribe_to_attr(index, node->attr,
                           own ? ST_CHANGE_LOG_OWN : ST_CHANGE_LOG_OTHERS)) {
      return false;
    }
  }
  return true;
}

static bool subscribe_to_all(st_watcher_index *index) {
  const strata_rules *rules = index->change->rules;
  bool done = true;
  bool of_somebody = index->any_ability;
  for (uint32_t l = 0; l < rules->law_count; l++) {
    if (rules->laws[l].watcher_def_count == 0) continue;
    done = done &&
           subscribe_to_attr(index, rules->laws[l].counter, ST_CHANGE_LOG_OWN);
    of_somebody = of_somebody || rules->laws[l].counter != 0;
  }
  for (uint32_t i = 0; i < index->def_count; i++) {
    done = done && subscribe_to_key(index, &rules->watcher_defs[i].key);
  }
  if (index->any_ability) {
    done = done &&
           subscribe_to_attr(index, rules->ability_attr, ST_CHANGE_LOG_OWN);
  }
  if (of_somebody) {
    done = done &&
           subscribe_to_attr(index, index->controller, ST_CHANGE_LOG_OWN) &&
           subscribe_to_attr(index, index->owner, ST_CHANGE_LOG_OWN);
  }
  st_change_logs_enable(&index->change->eval->changes);
  return done;
}

/* What a code looks for of its kind, besides its role. */
static unsigned look_time_bits(const strata_rules *rules,
                               const st_watcher_def *code) {
  unsigned bits = code->affects_own_entry ? ST_WATCHER_INDEX_OWN_ENTERING : 0;
  if (code->event_type == 0) return bits;
  bool back =
      code->look_back || st_event_type_get(rules, code->event_type)->look_back;
  return bits |
         (back ? ST_WATCHER_INDEX_LOOKS_BACK : ST_WATCHER_INDEX_LOOKS_AFTER);
}

static bool prepare_index(st_watcher_index *index) {
  const strata_rules *rules = index->change->rules;
  if (!alloc_def_tables(index)) return false;
  for (uint32_t i = 0; i < index->def_count; i++) {
    const st_watcher_def *code = &rules->watcher_defs[i];
    strata_event_type kind = st_watcher_buckets_event_type(rules, code);
    unsigned ears = look_time_bits(rules, code);
    index->roles[kind] |= (uint16_t)(1u << code->role | ears);
    index->defs[i].source_independent = is_source_independent(code);
    index->defs[i].key_of_source = code->key.kind == ST_WATCHER_KEY_EQUALS_EXPR;
  }
  /* Where nobody can have one, none of them says anything. */
  uint32_t abilities = rules->ability_attr != 0 ? rules->ability_count : 0;
  for (uint32_t i = 0; i < abilities; i++) {
    index->any_ability =
        index->any_ability || rules->abilities[i].watcher_def_count > 0;
  }
  index->controller = find_ref_attr(rules, "controller");
  index->owner = find_ref_attr(rules, "owner");
  index->prepared = subscribe_to_all(index);
  return index->prepared;
}

/* -- Whose it is -- */

static strata_status read_live_ref(const st_watcher_index *index,
                                   strata_attr attr, uint32_t slot,
                                   strata_entity *named, strata_entity *out) {
  const uint64_t *words;
  *named = 0;
  if (attr == 0 || *out != 0) return STRATA_OK;
  strata_status status = st_eval_value(index->change->eval, attr, slot, &words);
  if (status) return status;
  *named = words[0];
  if (st_entity_slot(index->change->store, words[0]) != 0) *out = words[0];
  return STRATA_OK;
}

/* `named`: of whom it depends who it is. */
static strata_status find_controller(const st_watcher_index *index,
                                     strata_entity who, strata_entity named[2],
                                     strata_entity *out) {
  assert(index->prepared);
  uint32_t slot = who != 0 ? st_entity_slot(index->change->store, who) : 0;
  *out = named[0] = named[1] = 0;
  if (slot == 0) return STRATA_OK;
  strata_status status =
      read_live_ref(index, index->controller, slot, &named[0], out);
  if (!status)
    status = read_live_ref(index, index->owner, slot, &named[1], out);
  if (!status && *out == 0) *out = who;
  return status;
}

strata_status st_watcher_index_controller(const st_watcher_index *index,
                                          strata_entity who,
                                          strata_entity *out) {
  strata_entity named[2];
  return find_controller(index, who, named, out);
}

/* Who is in a slot now; UINT64_MAX: nobody. */
static uint64_t occupant_of_slot(const st_watcher_index *index, uint32_t slot) {
  const st_store *store = index->change->store;
  bool live = st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot);
  return live ? st_entity_handle(store, slot) : UINT64_MAX;
}

/* The controller of who watches: should that one come or go, all are entered
 * anew. Players do not, as a rule. */
static strata_status find_watcher_controller(st_watcher_index *index,
                                             strata_entity self,
                                             strata_entity *out) {
  strata_entity named[2];
  strata_status status = find_controller(index, self, named, out);
  for (int i = 0; !status && i < 2; i++) {
    uint32_t slot = st_slot_of(named[i]);
    if (named[i] != 0) index->occupants[slot] = occupant_of_slot(index, slot);
  }
  return status;
}

/* Notices may be of cells of other tables, too. */
static bool is_entity_slot(const st_watcher_index *index, uint32_t slot) {
  return slot < index->change->store->capacity[ST_TABLE_ENTITY];
}

static bool occupant_changed(const st_watcher_index *index, uint32_t slot) {
  return is_entity_slot(index, slot) && index->occupants[slot] != 0 &&
         index->occupants[slot] != occupant_of_slot(index, slot);
}

/* -- One watcher -- */

static bool zones_contain(const strata_symbol *zones, uint32_t count,
                          strata_symbol zone) {
  for (uint32_t i = 0; i < count; i++) {
    if (zones[i] == zone) return true;
  }
  return count == 0;
}

/* Groups of those whose timestamps are equal, behind the laws. */
static uint32_t object_order_group(const st_watcher_index *index) {
  return index->change->rules->law_count;
}

static uint32_t started_order_group(const st_watcher_index *index) {
  return index->change->rules->law_count + 1u;
}

/* The chain that one is in, or NULL. */
static uint32_t *holder_chain_of(const st_watcher_index *index,
                                 const st_watcher_candidate *found) {
  if (found->started_handle == 0) return &index->first_of_entity[found->holder];
  bool hangs =
      found->self != 0 && index->defs[found->watcher_def - 1].key_of_source;
  return hangs ? &index->first_of_entity[st_slot_of(found->self)] : NULL;
}

static void link_to_holder(st_watcher_index *index, uint32_t n) {
  st_watcher_candidate *found = st_watcher_buckets_get(&index->buckets, n);
  uint32_t *first = holder_chain_of(index, found);
  found->prev_of_holder = found->next_of_holder = 0;
  if (!first) return;
  found->next_of_holder = *first;
  if (*first != 0)
    st_watcher_buckets_get(&index->buckets, *first)->prev_of_holder = n;
  *first = n;
}

static void unlink_from_holder(st_watcher_index *index, uint32_t n) {
  const st_watcher_candidate *found =
      st_watcher_buckets_get(&index->buckets, n);
  uint32_t *first = holder_chain_of(index, found);
  if (!first) return;
  if (found->next_of_holder != 0) {
    st_watcher_buckets_get(&index->buckets, found->next_of_holder)
        ->prev_of_holder = found->prev_of_holder;
  }
  if (found->prev_of_holder != 0) {
    st_watcher_buckets_get(&index->buckets, found->prev_of_holder)
        ->next_of_holder = found->next_of_holder;
  } else {
    *first = found->next_of_holder;
  }
}

/* The key is of `this` alone, so it is the same for all events of a state. */
static strata_status eval_key_value(const st_watcher_index *index,
                                    const st_watcher_candidate *found,
                                    int64_t *out) {
  const st_watcher_key *key =
      &st_watcher_def_get(index->change->rules, found->watcher_def)->key;
  *out = 0;
  if (key->kind != ST_WATCHER_KEY_EQUALS_EXPR) return STRATA_OK;
  return st_last_known_expr(index->change->eval, NULL, key->value, found->self,
                            out);
}

/* One more; *out is its number. */
static strata_status add_candidate(st_watcher_index *index,
                                   st_watcher_candidate *found, uint32_t *out) {
  strata_status status = eval_key_value(index, found, &found->key_value);
  if (status) return status;
  uint32_t n = st_watcher_buckets_new(&index->buckets, found);
  if (n == 0) return STRATA_ENOMEM;
  st_watcher_buckets_get(&index->buckets, n)->variables[ST_VARIABLE_YOU] =
      (int64_t)found->you;
  link_to_holder(index, n);
  *out = n;
  return index->filling || st_watcher_buckets_insert(&index->buckets, n)
             ? STRATA_OK
             : STRATA_ENOMEM;
}

static void remove_candidate(st_watcher_index *index, uint32_t n) {
  unlink_from_holder(index, n);
  st_watcher_buckets_free(&index->buckets, n);
}

static strata_status refresh_key(st_watcher_index *index, uint32_t n) {
  st_watcher_candidate *found = st_watcher_buckets_get(&index->buckets, n);
  int64_t key;
  strata_status status = eval_key_value(index, found, &key);
  if (status || key == found->key_value) return status;
  st_watcher_buckets_remove(&index->buckets, n);
  found->key_value = key;
  return st_watcher_buckets_insert(&index->buckets, n) ? STRATA_OK
                                                       : STRATA_ENOMEM;
}

/* -- Those of somebody -- */

/* What a law says, of `slot`, or of nobody in particular. */
static strata_status index_law(st_watcher_index *index, uint32_t l,
                               uint32_t slot) {
  const st_mutator *c = index->change;
  const st_law *law = &c->rules->laws[l];
  st_watcher_candidate found = {.order_group = l, .holder = slot};
  strata_status status = STRATA_OK;
  if (slot != 0) {
    const st_attr *counter = &c->rules->attrs[law->counter - 1];
    if (st_entity_base(c->store, counter, slot) == 0) return STRATA_OK;
    found.self = st_entity_handle(c->store, slot);
    found.stamp = st_get64(c->store, counter->counter_stamp_column, slot);
    status = find_watcher_controller(index, found.self, &found.you);
  }
  for (uint32_t i = 0; !status && i < law->watcher_def_count; i++) {
    uint32_t n;
    found.watcher_def = law->watcher_defs[i];
    found.place = i;
    found.id = st_watcher_id_of_law(c->eval, l, slot, found.watcher_def, i);
    status = add_candidate(index, &found, &n);
  }
  return status;
}

static strata_status index_laws(st_watcher_index *index, uint32_t slot) {
  const strata_rules *rules = index->change->rules;
  strata_status status = STRATA_OK;
  for (uint32_t l = 0; !status && l < rules->law_count; l++) {
    const st_law *law = &rules->laws[l];
    if (law->watcher_def_count == 0 || (law->counter != 0) != (slot != 0))
      continue;
    status = index_law(index, l, slot);
  }
  return status;
}

/* The codes of one ability that function where the object is. Those that act
 * while their object enters are not among them: they are no watchers of the
 * current state (614.12). */
static strata_status index_ability(st_watcher_index *index, uint32_t slot,
                                   const st_ability_instance *instance,
                                   st_watcher_candidate *found) {
  const st_mutator *c = index->change;
  const st_ability *ability = &c->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(c->store, ST_COLUMN_ENTITY_ZONE, slot);
  uint64_t own = st_get64(c->store, ST_COLUMN_ENTITY_STAMP, slot);
  strata_status status = STRATA_OK;
  if (!zones_contain(ability->zones, ability->zone_count, zone))
    return STRATA_OK;
  for (uint32_t i = 0; !status && i < ability->watcher_def_count; i++) {
    const st_watcher_def *code =
        st_watcher_def_get(c->rules, ability->watcher_defs[i]);
    if (code->affects_own_entry ||
        !zones_contain(code->zones, code->zone_count, zone))
      continue;
    uint32_t n;
    found->watcher_def = ability->watcher_defs[i];
    found->id = st_watcher_id_of_ability(c->eval, slot, instance,
                                         found->watcher_def, i);
    found->stamp = instance->stamp > own ? instance->stamp : own;
    found->place++;
    status = add_candidate(index, found, &n);
  }
  return status;
}

/* All of a list; *silent: none of its abilities says anything. */
static strata_status index_ability_list(st_watcher_index *index, uint32_t slot,
                                        uint64_t list, bool *silent) {
  const st_mutator *c = index->change;
  const st_ability_lists *lists = &st_eval_pass_of(c->eval)->lists;
  st_watcher_candidate found = {.order_group = object_order_group(index),
                                .holder = slot};
  uint32_t count;
  strata_status status = STRATA_OK;
  *silent = true;
  st_ability_list_items(lists, list, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    /* Evaluating may make new lists, and so move the items. */
    st_ability_instance instance =
        st_ability_list_items(lists, list, &count)[i];
    if (instance.forbidden) continue;
    if (c->rules->abilities[instance.ability].watcher_def_count == 0) continue;
    if (*silent) {
      found.self = st_entity_handle(c->store, slot);
      status = find_watcher_controller(index, found.self, &found.you);
    }
    *silent = false;
    if (!status) status = index_ability(index, slot, &instance, &found);
  }
  return status;
}

/* Where it is remembered whether the list of somebody says anything; NULL if it
 * may be one of his own. */
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

/* -- Those that were started -- */

/* What it was given, as it was started. */
static void read_started_variables(const st_store *store,
                                   const st_watcher_def *code, uint32_t slot,
                                   int64_t *names) {
  for (uint32_t i = 0; i < code->program.parameter_count; i++) {
    const st_expr_variable *name =
        &code->program.variables.variables[ST_VARIABLE_FIRST_OWN + i];
    uint64_t key = st_note_key(name->text, strlen(name->text), 0);
    st_raw_value word;
    if (!st_notes_find(store, st_started_watcher_variables(slot), key, &word))
      continue;
    names[ST_VARIABLE_FIRST_OWN + i] = st_raw_value_number(word);
  }
}

static strata_status index_started_watcher(st_watcher_index *index,
                                           uint32_t slot) {
  const st_mutator *c = index->change;
  const st_store *store = c->store;
  strata_watcher_def code = st_get32(store, ST_COLUMN_WATCHER_DEF, slot);
  uint64_t handle = st_started_watcher_handle(store, slot);
  st_watcher_candidate found = {
      .id = st_watcher_id_of_started(handle, code),
      .self = st_get64(store, ST_COLUMN_WATCHER_SOURCE, slot),
      .you = st_get64(store, ST_COLUMN_WATCHER_YOU, slot),
      .watcher_def = code,
      .started_handle = handle,
      .stamp = st_get_split(store, ST_COLUMN_WATCHER_STAMP, slot),
      .order_group = started_order_group(index),
      .holder = slot};
  uint32_t n;
  strata_status status = add_candidate(index, &found, &n);
  if (status) return status;
  read_started_variables(store, st_watcher_def_get(c->rules, code), slot,
                         st_watcher_buckets_get(&index->buckets, n)->variables);
  index->of_started[slot] = n;
  return STRATA_OK;
}

/* -- All of them -- */

/* Sort numbers; `spare` is as long. */
static void sort_candidates(const st_watcher_buckets *keyed, uint32_t *all,
                            uint32_t *spare, size_t count) {
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t low = 0; low < count; low += 2 * width) {
      size_t middle = low + width < count ? low + width : count;
      size_t high = middle + width < count ? middle + width : count;
      size_t a = low;
      size_t b = middle;
      for (size_t i = low; i < high; i++) {
        bool left = b >= high ||
                    (a < middle && !st_watcher_buckets_is_before(
                                       st_watcher_buckets_get(keyed, all[b]),
                                       st_watcher_buckets_get(keyed, all[a])));
        spare[i] = left ? all[a++] : all[b++];
      }
    }
    memcpy(all, spare, count * sizeof all[0]);
  }
}

/* Put all into lists, each behind the one before. */
static strata_status insert_all_candidates(st_watcher_index *index) {
  st_watcher_buckets *keyed = &index->buckets;
  size_t count = keyed->item_count;
  if (count == 0) return STRATA_OK;
  if (!st_mem_reserve(index->change->mem, &index->order, &index->order_capacity,
                      2 * count, sizeof index->order[0])) {
    return STRATA_ENOMEM;
  }
  for (size_t i = 0; i < count; i++) {
    index->order[i] = (uint32_t)i + 1;
  }
  sort_candidates(keyed, index->order, index->order + count, count);
  for (size_t i = 0; i < count; i++) {
    if (!st_watcher_buckets_insert(keyed, index->order[i]))
      return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* Room for a head for each slot that there can be; new ones are empty. */
static bool reserve_heads(st_mem *mem, void *heads, size_t *capacity,
                          size_t count, size_t size) {
  size_t had = *capacity;
  if (!st_mem_reserve(mem, heads, capacity, count, size)) return false;
  if (*capacity > had) {
    char *bytes;
    memcpy(&bytes, heads, sizeof bytes);
    memset(bytes + had * size, 0, (*capacity - had) * size);
  }
  return true;
}

static bool reserve_all_heads(st_watcher_index *index) {
  const st_store *store = index->change->store;
  st_mem *mem = index->change->mem;
  size_t entities = store->capacity[ST_TABLE_ENTITY];
  return reserve_heads(mem, &index->occupants, &index->occupant_capacity,
                       entities, sizeof(uint64_t)) &&
         reserve_heads(mem, &index->first_of_entity, &index->slot_capacity,
                       entities, sizeof(uint32_t)) &&
         reserve_heads(mem, &index->of_started, &index->started_capacity,
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
  index->filling = true;
  strata_status status = index_everything(index);
  index->filling = false;
  return status ? status : insert_all_candidates(index);
}

/* -- Those that were noticed -- */

/* Somebody may be another: what he says is entered anew, and the keys of what
 * was started are asked again. */
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

/* What is noticed of one comes several times, mostly one soon after the other:
 * the last of them will do. */
static bool is_repeated_soon(const uint32_t *items, size_t at, size_t count) {
  size_t end = at + 9 < count ? at + 9 : count;
  for (size_t i = at + 1; i < end; i++) {
    if (items[i] == items[at]) return true;
  }
  return false;
}

/* Keys that hang on others than whose they are are all asked again. */
static strata_status refresh_nonlocal_keys(st_watcher_index *index) {
  st_watcher_buckets *keyed = &index->buckets;
  size_t count = 0;
  for (size_t g = 0; g < keyed->group_count; g++) {
    if (!keyed->groups[g].reads_others) continue;
    for (uint32_t n = keyed->groups[g].first_bucket; n != 0;
         n = keyed->buckets[n - 1].next_of_group) {
      const st_watcher_bucket *list = &keyed->buckets[n - 1];
      if (!st_mem_reserve(keyed->mem, &index->order, &index->order_capacity,
                          count + list->count, sizeof index->order[0])) {
        return STRATA_ENOMEM;
      }
      memcpy(index->order + count, list->items,
             list->count * sizeof list->items[0]);
      count += list->count;
    }
  }
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < count; i++) {
    status = refresh_key(index, index->order[i]);
  }
  return status;
}

/* Whether the `you` of some may be another, as he has come or gone. */
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
    bool watch = (items[i] & ST_CHANGE_LOG_WATCHER) != 0;
    uint32_t slot = items[i] & ~ST_CHANGE_LOG_WATCHER;
    status = watch ? reindex_started_watcher(index, slot)
                   : reindex_entity(index, slot);
  }
  const st_change_logs *notice = &index->change->eval->changes;
  if (status || index->nonlocal_read == notice->others_count) return status;
  index->nonlocal_read = notice->others_count;
  return refresh_nonlocal_keys(index);
}

/* Bring it up to date with the state. */
static strata_status update_index(st_watcher_index *index) {
  st_eval *eval = index->change->eval;
  const st_change_logs *notice = &eval->changes;
  strata_status status = STRATA_OK;
  if (st_watcher_index_is_unaffected(index)) {
    index->hash = index->change->store->hash;
    index->serial++;
    return STRATA_OK;
  }
  index->valid = false;
  if (st_eval_needs_refresh(eval)) status = st_eval_refresh(eval);
  if (!status && !reserve_all_heads(index)) status = STRATA_ENOMEM;
  if (status) return status;
  const uint32_t *items;
  size_t count;
  if (st_change_log_read_since(&notice->entities, &index->notices_read, &items,
                               &count)) {
    status = apply_notices(index, items, count);
  } else {
    index->nonlocal_read = notice->others_count;
    status = rebuild_index(index);
  }
  if (status) {
    index->notices_read = 0; /* half of it is another state's */
    return status;
  }
  index->hash = index->change->store->hash;
  index->serial++;
  index->valid = true;
  return STRATA_OK;
}

/* -- Asking -- */

strata_status st_watcher_index_find(st_watcher_index *index,
                                    strata_event_type kind,
                                    const int64_t *words, unsigned roles,
                                    uint32_t *first) {
  *first = 0;
  if (!index->prepared && !prepare_index(index)) return STRATA_ENOMEM;
  if (!(index->roles[kind] & roles)) return STRATA_OK;
  if (!st_watcher_index_is_current(index)) {
    strata_status status = update_index(index);
    if (status) return status;
  }
  if (!(index->buckets.roles_present[kind] & roles)) return STRATA_OK;
  return st_watcher_buckets_find(&index->buckets, index->change->eval, kind,
                                 words, roles, first);
}

bool st_watcher_index_is_equivalent(const st_watcher_index *index,
                                    const st_watcher_candidate *a,
                                    const st_watcher_candidate *b) {
  if (a->watcher_def != b->watcher_def || a->you != b->you ||
      a->key_value != b->key_value)
    return false;
  if ((a->started_handle != 0) != (b->started_handle != 0)) return false;
  if (a->self != b->self && !index->defs[a->watcher_def - 1].source_independent)
    return false;
  const st_watcher_def *code =
      st_watcher_def_get(index->change->rules, a->watcher_def);
  return memcmp(a->variables, b->variables,
                code->program.variables.count * sizeof a->variables[0]) == 0;
}
