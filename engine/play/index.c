/*
 * index.c - who watches for an event.
 *
 * Invariant: when `known`, the items are those of the state with that hash,
 * sorted by timestamp, and as they were found where those are equal: laws in
 * the order of their names, objects in that of their slots, abilities in that
 * of their lists. Chains go by the kind itself, so that whoever watches for an
 * alias is found under what it is of.
 */
#include "play/index.h"

#include "play/watcher.h"

#include <string.h>

void st_index_init(st_index *index, st_change *change) {
  *index = (st_index){.change = change};
  st_arena_init(&index->arena, change->mem);
}

void st_index_fini(st_index *index) {
  if (!index->change) return;
  st_mem *mem = index->change->mem;
  st_mem_free(mem, index->items, index->capacity, sizeof index->items[0]);
  st_mem_free(mem, index->spare, index->spare_capacity, sizeof(st_found));
  st_mem_free(mem, index->first, index->kinds, sizeof index->first[0]);
  st_mem_free(mem, index->last, index->kinds, sizeof index->last[0]);
  st_mem_free(mem, index->roles, index->kinds, sizeof index->roles[0]);
  st_mem_free(mem, index->codes, index->code_count, sizeof index->codes[0]);
  st_arena_fini(&index->arena);
  *index = (st_index){0};
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
  index->kinds = rules->names[STRATA_KIND_EVENT].count + 1;
  index->code_count = rules->names[STRATA_KIND_CODE].count;
  if (!index->first) index->first = st_mem_zeroed(mem, index->kinds, 4);
  if (!index->last) index->last = st_mem_zeroed(mem, index->kinds, 4);
  if (!index->roles) index->roles = st_mem_zeroed(mem, index->kinds, 2);
  if (!index->codes && index->code_count > 0) {
    index->codes =
        st_mem_zeroed(mem, index->code_count, sizeof index->codes[0]);
  }
  return index->first && index->last && index->roles &&
         (index->codes || index->code_count == 0);
}

static strata_attr ref_called(const strata_rules *rules, const char *name) {
  strata_attr attr = strata_rules_find(rules, STRATA_KIND_ATTRIBUTE, name);
  return attr != 0 && rules->attrs[attr - 1].type == STRATA_REF ? attr : 0;
}

/* The kind under which a code is found; STATE: 0. */
static strata_event_kind kind_of(const strata_rules *rules,
                                 const st_code *code) {
  return code->kind != 0 ? st_kind_get(rules, code->kind)->of : 0;
}

static bool prepare(st_index *index) {
  const strata_rules *rules = index->change->rules;
  if (!take_tables(index)) return false;
  for (uint32_t i = 0; i < index->code_count; i++) {
    const st_code *code = &rules->codes[i];
    index->roles[kind_of(rules, code)] |= (uint16_t)(1u << code->role);
    index->codes[i].plain = is_plain(code);
  }
  index->controller = ref_called(rules, "controller");
  index->owner = ref_called(rules, "owner");
  index->prepared = true;
  return true;
}

/* -- Whose it is -- */

static strata_status read_ref(const st_index *index, strata_attr attr,
                              uint32_t slot, strata_entity *out) {
  const uint64_t *words;
  if (attr == 0 || *out != 0) return STRATA_OK;
  strata_status status = st_eval_value(index->change->eval, attr, slot, &words);
  if (!status && st_entity_slot(index->change->store, words[0]) != 0) {
    *out = words[0];
  }
  return status;
}

strata_status st_index_controller(const st_index *index, strata_entity who,
                                  strata_entity *out) {
  assert(index->prepared);
  uint32_t slot = who != 0 ? st_entity_slot(index->change->store, who) : 0;
  *out = 0;
  if (slot == 0) return STRATA_OK;
  strata_status status = read_ref(index, index->controller, slot, out);
  if (!status) status = read_ref(index, index->owner, slot, out);
  if (!status && *out == 0) *out = who;
  return status;
}

/* -- The scan -- */

static bool is_in(const strata_symbol *zones, uint32_t count,
                  strata_symbol zone) {
  for (uint32_t i = 0; i < count; i++) {
    if (zones[i] == zone) return true;
  }
  return count == 0;
}

/* One more, with room for its names; NULL if there is no memory. */
static st_found *add(st_index *index, st_found found, int64_t **names) {
  const st_code *code = st_code_get(index->change->rules, found.code);
  *names = st_arena_take(&index->arena, code->deeds.names.count + 1u,
                         sizeof(int64_t));
  if (!*names || index->count >= UINT32_MAX ||
      !st_mem_reserve(index->change->mem, &index->items, &index->capacity,
                      index->count + 1, sizeof index->items[0])) {
    return NULL;
  }
  (*names)[ST_BOUND_YOU] = (int64_t)found.you;
  found.names = *names;
  index->items[index->count++] = found;
  return &index->items[index->count - 1];
}

/* The key is of `this` alone, so it is the same for all events of a state. */
static strata_status add_key(const st_index *index, st_found *found) {
  const st_key *key = &st_code_get(index->change->rules, found->code)->key;
  if (key->form != ST_KEY_IS) return STRATA_OK;
  uint32_t slot =
      found->self != 0 ? st_entity_slot(index->change->store, found->self) : 0;
  return st_eval_expr(index->change->eval, key->value, 0, slot, &found->key);
}

static strata_status add_code(st_index *index, const st_found *found) {
  int64_t *names;
  st_found *added = add(index, *found, &names);
  return added ? add_key(index, added) : STRATA_ENOMEM;
}

static strata_status scan_laws(st_index *index) {
  const st_change *c = index->change;
  strata_status status = STRATA_OK;
  for (uint32_t l = 0; l < c->rules->law_count; l++) {
    const st_law *law = &c->rules->laws[l];
    if (law->code_count == 0) continue;
    const st_attr *counter =
        law->counter != 0 ? &c->rules->attrs[law->counter - 1] : NULL;
    uint32_t first = counter ? 1 : 0;
    uint32_t top = counter ? st_entity_top(c->store) : 0;
    for (uint32_t slot = first; !status && slot <= top; slot++) {
      if (counter && (!st_get_bit(c->store, ST_COLUMN_ENTITY_LIVE, slot) ||
                      st_entity_base(c->store, counter, slot) == 0)) {
        continue;
      }
      st_found found = {0};
      if (counter) {
        found.self = st_entity_handle(c->store, slot);
        found.stamp = st_get64(c->store, counter->counter_stamp, slot);
        status = st_index_controller(index, found.self, &found.you);
      }
      for (uint32_t i = 0; !status && i < law->code_count; i++) {
        found.code = law->codes[i];
        found.id = st_watch_id_of_law(c->eval, l, slot, found.code, i);
        status = add_code(index, &found);
      }
    }
  }
  return status;
}

/* The codes of one ability that function where the object is. Those that act
 * while their object enters are not among them: they are no watchers of the
 * current state (614.12). */
static strata_status add_ability(st_index *index, uint32_t slot,
                                 const st_instance *instance,
                                 strata_entity you) {
  const st_change *c = index->change;
  const st_ability *ability = &c->rules->abilities[instance->ability];
  strata_symbol zone = st_get32(c->store, ST_COLUMN_ENTITY_ZONE, slot);
  uint64_t own = st_get64(c->store, ST_COLUMN_ENTITY_STAMP, slot);
  strata_status status = STRATA_OK;
  if (!is_in(ability->zones, ability->zone_count, zone)) return STRATA_OK;
  for (uint32_t i = 0; !status && i < ability->code_count; i++) {
    const st_code *code = st_code_get(c->rules, ability->codes[i]);
    if (code->own || !is_in(code->zones, code->zone_count, zone)) continue;
    st_found found = {.id = st_watch_id_of_ability(c->eval, slot, instance,
                                                   ability->codes[i], i),
                      .self = st_entity_handle(c->store, slot),
                      .you = you,
                      .code = ability->codes[i],
                      .stamp = instance->stamp > own ? instance->stamp : own};
    status = add_code(index, &found);
  }
  return status;
}

static strata_status scan_object(st_index *index, uint32_t slot) {
  const st_change *c = index->change;
  const st_lists *lists = &st_eval_pass_of(c->eval)->lists;
  const uint64_t *words;
  strata_entity you = 0;
  strata_status status =
      st_eval_value(c->eval, c->rules->ability_attr, slot, &words);
  if (status) return status;
  uint64_t list = words[0];
  uint32_t count;
  st_list_items(lists, list, &count);
  for (uint32_t i = 0; !status && i < count; i++) {
    /* Evaluating may make new lists, and so move the items. */
    st_instance instance = st_list_items(lists, list, &count)[i];
    const st_ability *ability = &c->rules->abilities[instance.ability];
    if (instance.banned || ability->code_count == 0) continue;
    if (you == 0) {
      status =
          st_index_controller(index, st_entity_handle(c->store, slot), &you);
    }
    if (!status) status = add_ability(index, slot, &instance, you);
  }
  return status;
}

static strata_status scan_objects(st_index *index) {
  const st_change *c = index->change;
  strata_status status = STRATA_OK;
  bool any = false;
  for (uint32_t i = 0; i < c->rules->ability_count; i++) {
    any = any || c->rules->abilities[i].code_count > 0;
  }
  if (!any) return STRATA_OK;
  uint32_t words = st_words_for(st_entity_top(c->store) + 1);
  for (uint32_t w = 0; !status && w < words; w++) {
    uint64_t live = st_get_word(c->store, ST_COLUMN_ENTITY_LIVE, w);
    for (; !status && live != 0; live &= live - 1) {
      status = scan_object(index, w * 64 + st_lowest_bit(live));
    }
  }
  return status;
}

/* What it was given, as it was started. */
static void read_names(const st_store *store, const st_code *code,
                       uint32_t slot, int64_t *names) {
  for (uint32_t i = 0; i < code->deeds.given_count; i++) {
    const st_expr_name *name = &code->deeds.names.items[ST_BOUND_OWN + i];
    uint64_t key = st_note_key(name->text, strlen(name->text), 0);
    st_word word;
    if (!st_note_get(store, st_watch_names(slot), key, &word)) continue;
    names[ST_BOUND_OWN + i] =
        word.symbol != 0 ? (int64_t)word.symbol : word.number;
  }
}

static strata_status scan_started(st_index *index) {
  const st_change *c = index->change;
  const st_store *store = c->store;
  strata_status status = STRATA_OK;
  for (uint32_t slot = st_watch_first(store); !status && slot != 0;
       slot = st_watch_next(store, slot)) {
    strata_code code = st_get32(store, ST_COLUMN_WATCH_CODE, slot);
    uint64_t handle = st_watch_handle(store, slot);
    st_found found = {.id = st_watch_id_of_started(handle, code),
                      .self = st_get64(store, ST_COLUMN_WATCH_SOURCE, slot),
                      .you = st_get64(store, ST_COLUMN_WATCH_YOU, slot),
                      .code = code,
                      .watch = handle,
                      .stamp =
                          st_get_split(store, ST_COLUMN_WATCH_STAMP, slot)};
    int64_t *names;
    st_found *added = add(index, found, &names);
    if (!added) return STRATA_ENOMEM;
    read_names(store, st_code_get(c->rules, code), slot, names);
    status = add_key(index, added);
  }
  return status;
}

/* -- In order -- */

static void merge(const st_found *from, size_t low, size_t middle, size_t high,
                  st_found *to) {
  size_t a = low;
  size_t b = middle;
  for (size_t i = low; i < high; i++) {
    bool left = a < middle && (b >= high || from[a].stamp <= from[b].stamp);
    to[i] = left ? from[a++] : from[b++];
  }
}

/* By timestamp; equal ones stay as they are. */
static bool sort(st_index *index) {
  size_t count = index->count;
  if (!st_mem_reserve(index->change->mem, &index->spare, &index->spare_capacity,
                      count, sizeof(st_found))) {
    return false;
  }
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t low = 0; low < count; low += 2 * width) {
      size_t middle = low + width < count ? low + width : count;
      size_t high = middle + width < count ? middle + width : count;
      merge(index->items, low, middle, high, index->spare);
    }
    st_found *items = index->items;
    size_t capacity = index->capacity;
    index->items = index->spare;
    index->capacity = index->spare_capacity;
    index->spare = items;
    index->spare_capacity = capacity;
  }
  return true;
}

static void link_kinds(st_index *index) {
  const strata_rules *rules = index->change->rules;
  for (size_t i = 0; i < index->kinds; i++) {
    index->first[i] = index->last[i] = 0;
  }
  for (uint32_t i = 0; i < index->count; i++) {
    st_found *found = &index->items[i];
    strata_event_kind kind = kind_of(rules, st_code_get(rules, found->code));
    found->next = 0;
    if (index->last[kind] != 0) {
      index->items[index->last[kind] - 1].next = i + 1;
    } else {
      index->first[kind] = i + 1;
    }
    index->last[kind] = i + 1;
  }
}

static strata_status scan(st_index *index) {
  index->known = false;
  index->count = 0;
  index->serial++;
  st_arena_empty(&index->arena);
  strata_status status = scan_laws(index);
  if (!status) status = scan_objects(index);
  if (!status) status = scan_started(index);
  if (!status && !sort(index)) status = STRATA_ENOMEM;
  if (status) return status;
  link_kinds(index);
  index->hash = index->change->store->hash;
  index->known = true;
  return STRATA_OK;
}

/* -- Asking -- */

strata_status st_index_look(st_index *index, strata_event_kind kind,
                            unsigned roles, uint32_t *first) {
  *first = 0;
  if (!index->prepared && !prepare(index)) return STRATA_ENOMEM;
  if (!(index->roles[kind] & roles)) return STRATA_OK;
  if (!st_index_hold(index)) {
    strata_status status = scan(index);
    if (status) return status;
  }
  *first = index->first[kind];
  return STRATA_OK;
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
