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
#include "play/index/index.h"

#include "layers/update/past.h"
#include "world/tables/watcher.h"

#include <string.h>

void st_index_init(st_index *index, st_change *change) {
  *index = (st_index){.change = change};
  st_keyed_init(&index->keyed, change->mem, change->rules);
}

void st_index_fini(st_index *index) {
  if (!index->change) return;
  st_mem *mem = index->change->mem;
  st_keyed_fini(&index->keyed);
  st_mem_free(mem, index->of_slot, index->slot_capacity, sizeof(uint32_t));
  st_mem_free(mem, index->lives, index->life_capacity, sizeof(uint64_t));
  st_mem_free(mem, index->of_watch, index->watch_capacity, sizeof(uint32_t));
  st_mem_free(mem, index->order, index->order_capacity, sizeof(uint32_t));
  st_mem_free(mem, index->roles, index->kinds, sizeof index->roles[0]);
  st_mem_free(mem, index->codes, index->code_count, sizeof index->codes[0]);
  *index = (st_index){0};
}

void st_index_drop(st_index *index) {
  st_change *change = index->change;
  st_index_fini(index);
  st_index_init(index, change);
}

size_t st_index_bytes(const st_index *index) {
  return st_keyed_bytes(&index->keyed) +
         index->slot_capacity * sizeof index->of_slot[0] +
         index->life_capacity * sizeof index->lives[0] +
         index->watch_capacity * sizeof index->of_watch[0] +
         index->order_capacity * sizeof index->order[0];
}

/* -- What the rules say -- */

static bool is_of_this(const strata_expr *expr) {
  return expr && expr->uses_this;
}

/* True if what is done by it has no trace of whose it is. */
static bool is_plain(const st_code *code) {
  const st_routine *p = &code->deeds;
  bool of_this = is_of_this(code->when) || is_of_this(code->amount);
  for (uint32_t i = 0; i < code->test_count; i++) {
    of_this = of_this || is_of_this(code->tests[i].predicate);
  }
  for (uint32_t i = 0; i < p->argument_count; i++) {
    of_this = of_this || is_of_this(p->arguments[i].value);
  }
  for (uint32_t i = 0; i < p->deed_count; i++) {
    const st_deed *deed = &p->deeds[i];
    bool silent =
        deed->op == STRATA_DEED_CHANGE || deed->op == STRATA_DEED_NOTHING ||
        deed->op == STRATA_DEED_PREVENT || deed->op == STRATA_DEED_WHEN;
    of_this = of_this || !silent || is_of_this(deed->when);
  }
  return !of_this && code->uses == 0 && code->per_clock == 0;
}

static bool take_tables(st_index *index) {
  const strata_rules *rules = index->change->rules;
  st_mem *mem = index->change->mem;
  index->kinds = rules->names[STRATA_KIND_EVENT].count + 1u;
  index->code_count = rules->names[STRATA_KIND_CODE].count;
  if (!index->roles) index->roles = st_mem_zeroed(mem, index->kinds, 2);
  if (!index->codes && index->code_count > 0) {
    index->codes =
        st_mem_zeroed(mem, index->code_count, sizeof index->codes[0]);
  }
  return index->roles && (index->codes || index->code_count == 0) &&
         st_keyed_prepare(&index->keyed);
}

static strata_attr ref_called(const strata_rules *rules, const char *name) {
  strata_attr attr = strata_rules_find(rules, STRATA_KIND_ATTRIBUTE, name);
  return attr != 0 && rules->attrs[attr - 1].type == STRATA_REF ? attr : 0;
}

/* -- What it hangs on -- */

static bool listen(const st_index *index, strata_attr attr, unsigned bits) {
  return attr == 0 || st_eval_listen(index->change->eval, attr, bits);
}

/* What the value of a key reads: of whose it is, and of others. */
static bool listen_to_key(const st_index *index, const st_key *key) {
  const strata_expr *value = key->form == ST_KEY_IS ? key->value : NULL;
  for (uint32_t i = 0; value && i < value->node_count; i++) {
    const st_expr_node *node = &value->nodes[i];
    bool follows = node->op == ST_EXPR_FOLLOW || node->op == ST_EXPR_FOLLOW_HAS;
    bool reads = node->op == ST_EXPR_READ || node->op == ST_EXPR_HAS;
    bool own = reads && node->who == ST_WHO_THIS;
    if (!follows && !reads) continue;
    if (!listen(index, node->attr, own ? ST_NOTICE_OWN : ST_NOTICE_FAR)) {
      return false;
    }
  }
  return true;
}

static bool listen_to_all(st_index *index) {
  const strata_rules *rules = index->change->rules;
  bool done = true;
  bool of_somebody = index->any_ability;
  for (uint32_t l = 0; l < rules->law_count; l++) {
    if (rules->laws[l].code_count == 0) continue;
    done = done && listen(index, rules->laws[l].counter, ST_NOTICE_OWN);
    of_somebody = of_somebody || rules->laws[l].counter != 0;
  }
  for (uint32_t i = 0; i < index->code_count; i++) {
    done = done && listen_to_key(index, &rules->codes[i].key);
  }
  if (index->any_ability) {
    done = done && listen(index, rules->ability_attr, ST_NOTICE_OWN);
  }
  if (of_somebody) {
    done = done && listen(index, index->controller, ST_NOTICE_OWN) &&
           listen(index, index->owner, ST_NOTICE_OWN);
  }
  st_notice_begin(&index->change->eval->notice);
  return done;
}

/* What a code looks for of its kind, besides its role. */
static unsigned ears_of(const strata_rules *rules, const st_code *code) {
  unsigned bits = code->own ? ST_INDEX_OWN : 0;
  if (code->kind == 0) return bits;
  bool back = code->look_back || st_kind_get(rules, code->kind)->look_back;
  return bits | (back ? ST_INDEX_BACK : ST_INDEX_AFTER);
}

static bool prepare(st_index *index) {
  const strata_rules *rules = index->change->rules;
  if (!take_tables(index)) return false;
  for (uint32_t i = 0; i < index->code_count; i++) {
    const st_code *code = &rules->codes[i];
    strata_event_kind kind = st_keyed_kind(rules, code);
    unsigned ears = ears_of(rules, code);
    index->roles[kind] |= (uint16_t)(1u << code->role | ears);
    index->codes[i].plain = is_plain(code);
    index->codes[i].own_key = code->key.form == ST_KEY_IS;
  }
  /* Where nobody can have one, none of them says anything. */
  uint32_t abilities = rules->ability_attr != 0 ? rules->ability_count : 0;
  for (uint32_t i = 0; i < abilities; i++) {
    index->any_ability =
        index->any_ability || rules->abilities[i].code_count > 0;
  }
  index->controller = ref_called(rules, "controller");
  index->owner = ref_called(rules, "owner");
  index->prepared = listen_to_all(index);
  return index->prepared;
}

/* -- Whose it is -- */

static strata_status read_ref(const st_index *index, strata_attr attr,
                              uint32_t slot, strata_entity *named,
                              strata_entity *out) {
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
static strata_status find_controller(const st_index *index, strata_entity who,
                                     strata_entity named[2],
                                     strata_entity *out) {
  assert(index->prepared);
  uint32_t slot = who != 0 ? st_entity_slot(index->change->store, who) : 0;
  *out = named[0] = named[1] = 0;
  if (slot == 0) return STRATA_OK;
  strata_status status =
      read_ref(index, index->controller, slot, &named[0], out);
  if (!status) status = read_ref(index, index->owner, slot, &named[1], out);
  if (!status && *out == 0) *out = who;
  return status;
}

strata_status st_index_controller(const st_index *index, strata_entity who,
                                  strata_entity *out) {
  strata_entity named[2];
  return find_controller(index, who, named, out);
}

/* Who is in a slot now; UINT64_MAX: nobody. */
static uint64_t life_of(const st_index *index, uint32_t slot) {
  const st_store *store = index->change->store;
  bool live = st_get_bit(store, ST_COLUMN_ENTITY_LIVE, slot);
  return live ? st_entity_handle(store, slot) : UINT64_MAX;
}

/* The controller of who watches: should that one come or go, all are entered
 * anew. Players do not, as a rule. */
static strata_status find_you(st_index *index, strata_entity self,
                              strata_entity *out) {
  strata_entity named[2];
  strata_status status = find_controller(index, self, named, out);
  for (int i = 0; !status && i < 2; i++) {
    uint32_t slot = st_slot_of(named[i]);
    if (named[i] != 0) index->lives[slot] = life_of(index, slot);
  }
  return status;
}

/* Notices may be of cells of other tables, too. */
static bool is_entity(const st_index *index, uint32_t slot) {
  return slot < index->change->store->capacity[ST_TABLE_ENTITY];
}

static bool is_other_life(const st_index *index, uint32_t slot) {
  return is_entity(index, slot) && index->lives[slot] != 0 &&
         index->lives[slot] != life_of(index, slot);
}

/* -- One watcher -- */

static bool is_in(const strata_symbol *zones, uint32_t count,
                  strata_symbol zone) {
  for (uint32_t i = 0; i < count; i++) {
    if (zones[i] == zone) return true;
  }
  return count == 0;
}

/* Groups of those whose timestamps are equal, behind the laws. */
static uint32_t group_of_objects(const st_index *index) {
  return index->change->rules->law_count;
}

static uint32_t group_of_started(const st_index *index) {
  return index->change->rules->law_count + 1u;
}

/* The chain that one is in, or NULL. */
static uint32_t *chain_of(const st_index *index, const st_found *found) {
  if (found->watch == 0) return &index->of_slot[found->holder];
  bool hangs = found->self != 0 && index->codes[found->code - 1].own_key;
  return hangs ? &index->of_slot[st_slot_of(found->self)] : NULL;
}

static void enchain(st_index *index, uint32_t n) {
  st_found *found = st_keyed_at(&index->keyed, n);
  uint32_t *first = chain_of(index, found);
  found->before = found->after = 0;
  if (!first) return;
  found->after = *first;
  if (*first != 0) st_keyed_at(&index->keyed, *first)->before = n;
  *first = n;
}

static void unchain(st_index *index, uint32_t n) {
  const st_found *found = st_keyed_at(&index->keyed, n);
  uint32_t *first = chain_of(index, found);
  if (!first) return;
  if (found->after != 0) {
    st_keyed_at(&index->keyed, found->after)->before = found->before;
  }
  if (found->before != 0) {
    st_keyed_at(&index->keyed, found->before)->after = found->after;
  } else {
    *first = found->after;
  }
}

/* The key is of `this` alone, so it is the same for all events of a state. */
static strata_status find_key(const st_index *index, const st_found *found,
                              int64_t *out) {
  const st_key *key = &st_code_get(index->change->rules, found->code)->key;
  *out = 0;
  if (key->form != ST_KEY_IS) return STRATA_OK;
  return st_past_expr(index->change->eval, NULL, key->value, found->self, out);
}

/* One more; *out is its number. */
static strata_status add(st_index *index, st_found *found, uint32_t *out) {
  strata_status status = find_key(index, found, &found->key);
  if (status) return status;
  uint32_t n = st_keyed_take(&index->keyed, found);
  if (n == 0) return STRATA_ENOMEM;
  st_keyed_at(&index->keyed, n)->names[ST_BOUND_YOU] = (int64_t)found->you;
  enchain(index, n);
  *out = n;
  return index->filling || st_keyed_put(&index->keyed, n) ? STRATA_OK
                                                          : STRATA_ENOMEM;
}

static void take_away(st_index *index, uint32_t n) {
  unchain(index, n);
  st_keyed_give(&index->keyed, n);
}

static strata_status renew_key(st_index *index, uint32_t n) {
  st_found *found = st_keyed_at(&index->keyed, n);
  int64_t key;
  strata_status status = find_key(index, found, &key);
  if (status || key == found->key) return status;
  st_keyed_take_out(&index->keyed, n);
  found->key = key;
  return st_keyed_put(&index->keyed, n) ? STRATA_OK : STRATA_ENOMEM;
}

/* -- Those of somebody -- */

/* What a law says, of `slot`, or of nobody in particular. */
static strata_status enter_law(st_index *index, uint32_t l, uint32_t slot) {
  const st_change *c = index->change;
  const st_law *law = &c->rules->laws[l];
  st_found found = {.group = l, .holder = slot};
  strata_status status = STRATA_OK;
  if (slot != 0) {
    const st_attr *counter = &c->rules->attrs[law->counter - 1];
    if (st_entity_base(c->store, counter, slot) == 0) return STRATA_OK;
    found.self = st_entity_handle(c->store, slot);
    found.stamp = st_get64(c->store, counter->counter_stamp, slot);
    status = find_you(index, found.self, &found.you);
  }
  for (uint32_t i = 0; !status && i < law->code_count; i++) {
    uint32_t n;
    found.code = law->codes[i];
    found.place = i;
    found.id = st_watch_id_of_law(c->eval, l, slot, found.code, i);
    status = add(index, &found, &n);
  }
  return status;
}

static strata_status enter_laws(st_index *index, uint32_t slot) {
  const strata_rules *rules = index->change->rules;
  strata_status status = STRATA_OK;
  for (uint32_t l = 0; !status && l < rules->law_count; l++) {
    const st_law *law = &rules->laws[l];
    if (law->code_count == 0 || (law->counter != 0) != (slot != 0)) continue;
    status = enter_law(index, l, slot);
  }
  return status;
}

/* The codes of one ability that function where the object is. Those that act
 * while their object enters are not among them: they are no watchers of the
 * current state (614.12). */
static strata_status enter_ability(st_index *index, uint32_t slot,
                                   const st_instance *instance,
                                   st_found *found) {
  const st_change *c = index->change;
  const st_ability *ability = &c->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(c->store, ST_COLUMN_ENTITY_ZONE, slot);
  uint64_t own = st_get64(c->store, ST_COLUMN_ENTITY_STAMP, slot);
  strata_status status = STRATA_OK;
  if (!is_in(ability->zones, ability->zone_count, zone)) return STRATA_OK;
  for (uint32_t i = 0; !status && i < ability->code_count; i++) {
    const st_code *code = st_code_get(c->rules, ability->codes[i]);
    if (code->own || !is_in(code->zones, code->zone_count, zone)) continue;
    uint32_t n;
    found->code = ability->codes[i];
    found->id = st_watch_id_of_ability(c->eval, slot, instance, found->code, i);
    found->stamp = instance->stamp > own ? instance->stamp : own;
    found->place++;
    status = add(index, found, &n);
  }
  return status;
}

/* All of a list; *silent: none of its abilities says anything. */
static strata_status enter_list(st_index *index, uint32_t slot, uint64_t list,
                                bool *silent) {
  const st_change *c = index->change;
  const st_lists *lists = &st_eval_pass_of(c->eval)->lists;
  st_found found = {.group = group_of_objects(index), .holder = slot};
  uint32_t count;
  strata_status status = STRATA_OK;
  *silent = true;
  st_list_items(lists, list, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    /* Evaluating may make new lists, and so move the items. */
    st_instance instance = st_list_items(lists, list, &count)[i];
    if (instance.banned) continue;
    if (c->rules->abilities[instance.ability].code_count == 0) continue;
    if (*silent) {
      found.self = st_entity_handle(c->store, slot);
      status = find_you(index, found.self, &found.you);
    }
    *silent = false;
    if (!status) status = enter_ability(index, slot, &instance, &found);
  }
  return status;
}

/* Where it is remembered whether the list of somebody says anything; NULL if it
 * may be one of his own. */
static st_index_silent *place_of(st_index *index, uint32_t slot,
                                 st_index_silent *now) {
  const st_change *c = index->change;
  const st_classes *classes = &c->eval->classes;
  strata_attr attr = c->rules->ability_attr;
  if (!index->filling) return NULL;
  *now = (st_index_silent){.known = true};
  if (classes->shared) {
    now->class = st_class_of(classes, slot);
    if (st_class_slot(classes, now->class) != 0) return NULL;
  } else if (!st_fold_is_base(c->eval, attr, slot)) {
    return NULL;
  }
  now->text = st_get32(c->store, c->rules->attrs[attr - 1].column, slot);
  return &index->silent[(now->class * 7u + now->text) % ST_INDEX_SILENT];
}

static strata_status enter_abilities(st_index *index, uint32_t slot) {
  const st_change *c = index->change;
  st_index_silent now;
  st_index_silent *place = place_of(index, slot, &now);
  if (place && place->known && place->class == now.class &&
      place->text == now.text) {
    return STRATA_OK;
  }
  const uint64_t *words;
  bool silent;
  strata_status status =
      st_eval_value(c->eval, c->rules->ability_attr, slot, &words);
  if (!status) status = enter_list(index, slot, words[0], &silent);
  if (!status && place && silent) *place = now;
  return status;
}

static strata_status enter_slot(st_index *index, uint32_t slot) {
  strata_status status = enter_laws(index, slot);
  if (status || !index->any_ability) return status;
  return enter_abilities(index, slot);
}

/* -- Those that were started -- */

/* What it was given, as it was started. */
static void read_names(const st_store *store, const st_code *code,
                       uint32_t slot, int64_t *names) {
  for (uint32_t i = 0; i < code->deeds.given_count; i++) {
    const st_expr_name *name = &code->deeds.names.items[ST_BOUND_OWN + i];
    uint64_t key = st_note_key(name->text, strlen(name->text), 0);
    st_word word;
    if (!st_note_get(store, st_watch_names(slot), key, &word)) continue;
    names[ST_BOUND_OWN + i] = st_word_value(word);
  }
}

static strata_status enter_watch(st_index *index, uint32_t slot) {
  const st_change *c = index->change;
  const st_store *store = c->store;
  strata_code code = st_get32(store, ST_COLUMN_WATCH_CODE, slot);
  uint64_t handle = st_watch_handle(store, slot);
  st_found found = {.id = st_watch_id_of_started(handle, code),
                    .self = st_get64(store, ST_COLUMN_WATCH_SOURCE, slot),
                    .you = st_get64(store, ST_COLUMN_WATCH_YOU, slot),
                    .code = code,
                    .watch = handle,
                    .stamp = st_get_split(store, ST_COLUMN_WATCH_STAMP, slot),
                    .group = group_of_started(index),
                    .holder = slot};
  uint32_t n;
  strata_status status = add(index, &found, &n);
  if (status) return status;
  read_names(store, st_code_get(c->rules, code), slot,
             st_keyed_at(&index->keyed, n)->names);
  index->of_watch[slot] = n;
  return STRATA_OK;
}

/* -- All of them -- */

/* Sort numbers; `spare` is as long. */
static void sort(const st_keyed *keyed, uint32_t *all, uint32_t *spare,
                 size_t count) {
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t low = 0; low < count; low += 2 * width) {
      size_t middle = low + width < count ? low + width : count;
      size_t high = middle + width < count ? middle + width : count;
      size_t a = low;
      size_t b = middle;
      for (size_t i = low; i < high; i++) {
        bool left = b >= high || (a < middle &&
                                  !st_keyed_before(st_keyed_at(keyed, all[b]),
                                                   st_keyed_at(keyed, all[a])));
        spare[i] = left ? all[a++] : all[b++];
      }
    }
    memcpy(all, spare, count * sizeof all[0]);
  }
}

/* Put all into lists, each behind the one before. */
static strata_status put_all(st_index *index) {
  st_keyed *keyed = &index->keyed;
  size_t count = keyed->item_count;
  if (count == 0) return STRATA_OK;
  if (!st_mem_reserve(index->change->mem, &index->order, &index->order_capacity,
                      2 * count, sizeof index->order[0])) {
    return STRATA_ENOMEM;
  }
  for (size_t i = 0; i < count; i++) {
    index->order[i] = (uint32_t)i + 1;
  }
  sort(keyed, index->order, index->order + count, count);
  for (size_t i = 0; i < count; i++) {
    if (!st_keyed_put(keyed, index->order[i])) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

/* Room for a head for each slot that there can be; new ones are empty. */
static bool make_room(st_mem *mem, void *heads, size_t *capacity, size_t count,
                      size_t size) {
  size_t had = *capacity;
  if (!st_mem_reserve(mem, heads, capacity, count, size)) return false;
  if (*capacity > had) {
    char *bytes;
    memcpy(&bytes, heads, sizeof bytes);
    memset(bytes + had * size, 0, (*capacity - had) * size);
  }
  return true;
}

static bool make_heads(st_index *index) {
  const st_store *store = index->change->store;
  st_mem *mem = index->change->mem;
  size_t entities = store->capacity[ST_TABLE_ENTITY];
  return make_room(mem, &index->lives, &index->life_capacity, entities,
                   sizeof(uint64_t)) &&
         make_room(mem, &index->of_slot, &index->slot_capacity, entities,
                   sizeof(uint32_t)) &&
         make_room(mem, &index->of_watch, &index->watch_capacity,
                   store->capacity[ST_TABLE_WATCH], sizeof(uint32_t));
}

static strata_status enter_all(st_index *index) {
  const st_store *store = index->change->store;
  strata_status status = enter_laws(index, 0);
  uint32_t words = st_words_for(st_entity_top(store) + 1);
  for (uint32_t w = 0; !status && w < words; w++) {
    uint64_t live = st_get_word(store, ST_COLUMN_ENTITY_LIVE, w);
    for (; !status && live != 0; live &= live - 1) {
      status = enter_slot(index, w * 64 + st_lowest_bit(live));
    }
  }
  for (uint32_t slot = st_watch_first(store); !status && slot != 0;
       slot = st_watch_next(store, slot)) {
    status = enter_watch(index, slot);
  }
  return status;
}

static strata_status fill(st_index *index) {
  st_keyed_empty(&index->keyed);
  memset(index->of_slot, 0, index->slot_capacity * sizeof(uint32_t));
  memset(index->lives, 0, index->life_capacity * sizeof(uint64_t));
  memset(index->of_watch, 0, index->watch_capacity * sizeof(uint32_t));
  memset(index->silent, 0, sizeof index->silent);
  index->fills++;
  index->filling = true;
  strata_status status = enter_all(index);
  index->filling = false;
  return status ? status : put_all(index);
}

/* -- Those that were noticed -- */

/* Somebody may be another: what he says is entered anew, and the keys of what
 * was started are asked again. */
static strata_status renew_slot(st_index *index, uint32_t slot) {
  strata_status status = STRATA_OK;
  if (!is_entity(index, slot)) return status;
  uint32_t n = index->of_slot[slot];
  while (!status && n != 0) {
    uint32_t next = st_keyed_at(&index->keyed, n)->after;
    if (st_keyed_at(&index->keyed, n)->watch != 0) {
      status = renew_key(index, n);
    } else {
      take_away(index, n);
    }
    n = next;
  }
  bool live = st_get_bit(index->change->store, ST_COLUMN_ENTITY_LIVE, slot);
  return status || !live ? status : enter_slot(index, slot);
}

static strata_status renew_watch(st_index *index, uint32_t slot) {
  uint32_t n = index->of_watch[slot];
  index->of_watch[slot] = 0;
  if (n != 0) take_away(index, n);
  return st_watch_used(index->change->store, slot) ? enter_watch(index, slot)
                                                   : STRATA_OK;
}

/* What is noticed of one comes several times, mostly one soon after the other:
 * the last of them will do. */
static bool comes_again(const uint32_t *items, size_t at, size_t count) {
  size_t end = at + 9 < count ? at + 9 : count;
  for (size_t i = at + 1; i < end; i++) {
    if (items[i] == items[at]) return true;
  }
  return false;
}

/* Keys that hang on others than whose they are are all asked again. */
static strata_status renew_far(st_index *index) {
  st_keyed *keyed = &index->keyed;
  size_t count = 0;
  for (size_t g = 0; g < keyed->group_count; g++) {
    if (!keyed->groups[g].far) continue;
    for (uint32_t n = keyed->groups[g].first; n != 0;
         n = keyed->lists[n - 1].after) {
      const st_key_list *list = &keyed->lists[n - 1];
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
    status = renew_key(index, index->order[i]);
  }
  return status;
}

/* Whether the `you` of some may be another, as he has come or gone. */
static bool is_you_another(const st_index *index, const uint32_t *items,
                           size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool entity = !(items[i] & ST_NOTICE_WATCH);
    if (entity && is_other_life(index, items[i])) return true;
  }
  return false;
}

static strata_status renew_noticed(st_index *index, const uint32_t *items,
                                   size_t count) {
  strata_status status = STRATA_OK;
  if (is_you_another(index, items, count)) return fill(index);
  for (size_t i = 0; !status && i < count; i++) {
    if (comes_again(items, i, count)) continue;
    bool watch = (items[i] & ST_NOTICE_WATCH) != 0;
    uint32_t slot = items[i] & ~ST_NOTICE_WATCH;
    status = watch ? renew_watch(index, slot) : renew_slot(index, slot);
  }
  const st_notice *notice = &index->change->eval->notice;
  if (status || index->far == notice->far) return status;
  index->far = notice->far;
  return renew_far(index);
}

/* Bring it up to date with the state. */
static strata_status renew(st_index *index) {
  st_eval *eval = index->change->eval;
  const st_notice *notice = &eval->notice;
  strata_status status = STRATA_OK;
  if (st_index_is_read(index)) {
    index->hash = index->change->store->hash;
    index->serial++;
    return STRATA_OK;
  }
  index->known = false;
  if (st_resolve_needed(eval)) status = st_eval_resolve(eval);
  if (!status && !make_heads(index)) status = STRATA_ENOMEM;
  if (status) return status;
  const uint32_t *items;
  size_t count;
  if (st_notice_since(&notice->log, &index->seen, &items, &count)) {
    status = renew_noticed(index, items, count);
  } else {
    index->far = notice->far;
    status = fill(index);
  }
  if (status) {
    index->seen = 0; /* half of it is another state's */
    return status;
  }
  index->hash = index->change->store->hash;
  index->serial++;
  index->known = true;
  return STRATA_OK;
}

/* -- Asking -- */

strata_status st_index_look(st_index *index, strata_event_kind kind,
                            const int64_t *words, unsigned roles,
                            uint32_t *first) {
  *first = 0;
  if (!index->prepared && !prepare(index)) return STRATA_ENOMEM;
  if (!(index->roles[kind] & roles)) return STRATA_OK;
  if (!st_index_hold(index)) {
    strata_status status = renew(index);
    if (status) return status;
  }
  if (!(index->keyed.present[kind] & roles)) return STRATA_OK;
  return st_keyed_find(&index->keyed, index->change->eval, kind, words, roles,
                       first);
}

bool st_index_alike(const st_index *index, const st_found *a,
                    const st_found *b) {
  if (a->code != b->code || a->you != b->you || a->key != b->key) return false;
  if ((a->watch != 0) != (b->watch != 0)) return false;
  if (a->self != b->self && !index->codes[a->code - 1].plain) return false;
  const st_code *code = st_code_get(index->change->rules, a->code);
  return memcmp(a->names, b->names,
                code->deeds.names.count * sizeof a->names[0]) == 0;
}
