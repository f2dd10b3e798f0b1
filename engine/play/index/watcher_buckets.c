/*
 * keyed.c - watchers in lists by their keys.
 *
 * Lists are sorted arrays: what is new is mostly the last, and an event that
 * finds one list takes it as it is. Several are merged two by two. Who is found
 * is chained through `next`, so that a find needs no room for what it finds.
 */
#include "play/index/watcher_buckets.h"

#include "base/hash.h"

#include <string.h>

void st_watcher_buckets_init(st_watcher_buckets *keyed, st_mem *mem,
                             const strata_rules *rules) {
  *keyed = (st_watcher_buckets){.mem = mem, .rules = rules};
}

static size_t candidate_variable_count(const st_watcher_buckets *keyed,
                                       strata_watcher_def code) {
  return st_watcher_def_get(keyed->rules, code)->program.variables.count + 1u;
}

static void free_candidate_variables(st_watcher_buckets *keyed,
                                     st_watcher_candidate *found) {
  if (!found->variables) return;
  st_mem_free(keyed->mem, found->variables,
              candidate_variable_count(keyed, found->watcher_def),
              sizeof found->variables[0]);
  found->variables = NULL;
}

void st_watcher_buckets_clear(st_watcher_buckets *keyed) {
  for (size_t i = 0; i < keyed->item_count; i++) {
    free_candidate_variables(keyed, &keyed->items[i]);
  }
  for (size_t i = 0; i < keyed->bucket_count; i++) {
    st_watcher_bucket *list = &keyed->buckets[i];
    st_mem_free(keyed->mem, list->items, list->capacity, sizeof(uint32_t));
  }
  for (size_t i = 0; i < keyed->group_count; i++) {
    keyed->groups[i].first_bucket = keyed->groups[i].count = 0;
  }
  keyed->item_count = keyed->bucket_count = keyed->used_buckets = 0;
  keyed->free_item = keyed->free_bucket = 0;
  size_t all = keyed->type_count * ST_ROLE_COUNT;
  if (keyed->counts) memset(keyed->counts, 0, all * sizeof(uint32_t));
  if (keyed->roles_present) {
    memset(keyed->roles_present, 0, keyed->type_count * sizeof(uint16_t));
  }
  if (keyed->table) {
    memset(keyed->table, 0, keyed->table_size * sizeof(uint32_t));
  }
}

void st_watcher_buckets_fini(st_watcher_buckets *keyed) {
  if (!keyed->mem) return;
  st_mem *mem = keyed->mem;
  st_watcher_buckets_clear(keyed);
  size_t all = keyed->type_count * ST_ROLE_COUNT;
  st_mem_free(mem, keyed->items, keyed->item_capacity,
              sizeof(st_watcher_candidate));
  st_mem_free(mem, keyed->groups, keyed->group_capacity,
              sizeof(st_watcher_bucket_group));
  st_mem_free(mem, keyed->group_of_def, keyed->def_count, sizeof(uint32_t));
  st_mem_free(mem, keyed->first_group, all, sizeof(uint32_t));
  st_mem_free(mem, keyed->counts, all, sizeof(uint32_t));
  st_mem_free(mem, keyed->roles_present, keyed->type_count, sizeof(uint16_t));
  st_mem_free(mem, keyed->buckets, keyed->bucket_capacity,
              sizeof(st_watcher_bucket));
  st_mem_free(mem, keyed->table, keyed->table_size, sizeof(uint32_t));
  st_mem_free(mem, keyed->chains, keyed->chain_capacity, sizeof(uint32_t));
  *keyed = (st_watcher_buckets){0};
}

size_t st_watcher_buckets_bytes(const st_watcher_buckets *keyed) {
  return keyed->item_capacity * sizeof keyed->items[0] +
         keyed->bucket_capacity * sizeof keyed->buckets[0] +
         keyed->table_size * sizeof keyed->table[0] +
         keyed->chain_capacity * sizeof keyed->chains[0];
}

/* -- Groups of keys -- */

static size_t type_role_place(strata_event_type kind, unsigned role) {
  return (size_t)kind * ST_ROLE_COUNT + role;
}

bool st_watcher_bucket_reads_others(const st_watcher_key *key) {
  const strata_expr *value =
      key->kind == ST_WATCHER_KEY_EQUALS_EXPR ? key->value : NULL;
  for (uint32_t i = 0; value && i < value->node_count; i++) {
    const st_expr_node *node = &value->nodes[i];
    bool follows = node->op == ST_EXPR_FOLLOW || node->op == ST_EXPR_FOLLOW_HAS;
    if (follows || node->who == ST_WHO_HANDLE) return true;
  }
  return false;
}

/* The group of a code's key, which may be new. */
static bool assign_bucket_group(st_watcher_buckets *keyed, uint32_t index) {
  const st_watcher_def *code = &keyed->rules->watcher_defs[index];
  const st_watcher_key *key = &code->key;
  strata_event_type kind = st_watcher_buckets_event_type(keyed->rules, code);
  bool of_field = key->kind != ST_WATCHER_KEY_NONE;
  st_watcher_bucket_group group = {
      .form = key->kind,
      .reads_others = st_watcher_bucket_reads_others(key),
      .field_place =
          of_field ? st_event_type_field_index(keyed->rules, kind, key->field)
                   : 0,
      .attr = key->kind == ST_WATCHER_KEY_HAS_SYMBOL ? key->attr : 0};
  uint32_t *head = &keyed->first_group[type_role_place(kind, code->role)];
  for (uint32_t g = *head; g != 0; g = keyed->groups[g - 1].next) {
    const st_watcher_bucket_group *other = &keyed->groups[g - 1];
    if (other->form == group.form &&
        other->reads_others == group.reads_others &&
        other->field_place == group.field_place && other->attr == group.attr) {
      keyed->group_of_def[index] = g - 1;
      return true;
    }
  }
  if (!st_mem_reserve(keyed->mem, &keyed->groups, &keyed->group_capacity,
                      keyed->group_count + 1, sizeof keyed->groups[0])) {
    return false;
  }
  group.next = *head;
  keyed->group_of_def[index] = (uint32_t)keyed->group_count;
  keyed->groups[keyed->group_count++] = group;
  *head = (uint32_t)keyed->group_count;
  return true;
}

static bool alloc_bucket_tables(st_watcher_buckets *keyed) {
  st_mem *mem = keyed->mem;
  keyed->type_count = keyed->rules->names[STRATA_NAME_EVENT_TYPE].count + 1u;
  keyed->def_count = keyed->rules->names[STRATA_NAME_WATCHER_DEF].count;
  size_t all = keyed->type_count * ST_ROLE_COUNT;
  if (!keyed->first_group) keyed->first_group = st_mem_zeroed(mem, all, 4);
  if (!keyed->counts) keyed->counts = st_mem_zeroed(mem, all, 4);
  if (!keyed->roles_present)
    keyed->roles_present = st_mem_zeroed(mem, keyed->type_count, 2);
  if (!keyed->group_of_def && keyed->def_count > 0) {
    keyed->group_of_def = st_mem_zeroed(mem, keyed->def_count, 4);
  }
  return keyed->first_group && keyed->counts && keyed->roles_present &&
         (keyed->group_of_def || keyed->def_count == 0);
}

bool st_watcher_buckets_prepare(st_watcher_buckets *keyed) {
  if (!alloc_bucket_tables(keyed)) return false;
  for (uint32_t i = 0; i < keyed->def_count; i++) {
    /* Handlers of chains watch for nothing. */
    if (st_watcher_def_get(keyed->rules, i + 1)->role == STRATA_ROLE_HANDLE)
      continue;
    if (!assign_bucket_group(keyed, i)) return false;
  }
  return true;
}

/* -- Watchers -- */

uint32_t st_watcher_buckets_new(st_watcher_buckets *keyed,
                                const st_watcher_candidate *found) {
  int64_t *names = st_mem_zeroed(
      keyed->mem, candidate_variable_count(keyed, found->watcher_def),
      sizeof names[0]);
  if (!names) return 0;
  uint32_t n = keyed->free_item;
  if (n != 0) {
    keyed->free_item = keyed->items[n - 1].next;
  } else if (keyed->item_count < UINT32_MAX - 1 &&
             st_mem_reserve(keyed->mem, &keyed->items, &keyed->item_capacity,
                            keyed->item_count + 1, sizeof keyed->items[0])) {
    n = (uint32_t)++keyed->item_count;
  } else {
    st_mem_free(keyed->mem, names,
                candidate_variable_count(keyed, found->watcher_def),
                sizeof names[0]);
    return 0;
  }
  keyed->items[n - 1] = *found;
  keyed->items[n - 1].variables = names;
  keyed->items[n - 1].bucket = 0;
  return n;
}

void st_watcher_buckets_free(st_watcher_buckets *keyed, uint32_t n) {
  st_watcher_candidate *found = st_watcher_buckets_get(keyed, n);
  if (found->bucket != 0) st_watcher_buckets_remove(keyed, n);
  free_candidate_variables(keyed, found);
  *found = (st_watcher_candidate){.next = keyed->free_item};
  keyed->free_item = n;
}

bool st_watcher_buckets_is_before(const st_watcher_candidate *a,
                                  const st_watcher_candidate *b) {
  if (a->stamp != b->stamp) return a->stamp < b->stamp;
  if (a->order_group != b->order_group) return a->order_group < b->order_group;
  if (a->holder != b->holder) return a->holder < b->holder;
  return a->place < b->place;
}

/* -- Lists -- */

static st_watcher_bucket *bucket_at(const st_watcher_buckets *keyed,
                                    uint32_t n) {
  return &keyed->buckets[n - 1];
}

static uint32_t *bucket_chain_head(const st_watcher_buckets *keyed,
                                   uint32_t group, int64_t value) {
  uint64_t hash = st_mix(group, (uint64_t)value);
  return &keyed->table[hash & (keyed->table_size - 1)];
}

static uint32_t find_bucket(const st_watcher_buckets *keyed, uint32_t group,
                            int64_t value) {
  if (keyed->table_size == 0) return 0;
  uint32_t n = *bucket_chain_head(keyed, group, value);
  for (; n != 0; n = bucket_at(keyed, n)->next) {
    const st_watcher_bucket *list = bucket_at(keyed, n);
    if (list->group == group && list->value == value) return n;
  }
  return 0;
}

/* There are never more lists than chains. */
static bool grow_bucket_table(st_watcher_buckets *keyed) {
  if (keyed->used_buckets < keyed->table_size) return true;
  size_t size = keyed->table_size ? 2 * keyed->table_size : 16;
  uint32_t *table = st_mem_zeroed(keyed->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(keyed->mem, keyed->table, keyed->table_size, sizeof *table);
  keyed->table = table;
  keyed->table_size = size;
  for (size_t g = 0; g < keyed->group_count; g++) {
    for (uint32_t n = keyed->groups[g].first_bucket; n != 0;
         n = bucket_at(keyed, n)->next_of_group) {
      uint32_t *head =
          bucket_chain_head(keyed, (uint32_t)g, bucket_at(keyed, n)->value);
      bucket_at(keyed, n)->next = *head;
      *head = n;
    }
  }
  return true;
}

/* A list for a value that has none; 0 if there is no memory. */
static uint32_t new_bucket(st_watcher_buckets *keyed, uint32_t group,
                           int64_t value) {
  if (!grow_bucket_table(keyed)) return 0;
  uint32_t n = keyed->free_bucket;
  if (n != 0) {
    keyed->free_bucket = bucket_at(keyed, n)->next;
  } else if (st_mem_reserve(keyed->mem, &keyed->buckets,
                            &keyed->bucket_capacity, keyed->bucket_count + 1,
                            sizeof keyed->buckets[0])) {
    n = (uint32_t)++keyed->bucket_count;
  } else {
    return 0;
  }
  st_watcher_bucket_group *g = &keyed->groups[group];
  uint32_t *head = bucket_chain_head(keyed, group, value);
  *bucket_at(keyed, n) = (st_watcher_bucket){.group = group,
                                             .value = value,
                                             .next = *head,
                                             .next_of_group = g->first_bucket};
  if (g->first_bucket != 0)
    bucket_at(keyed, g->first_bucket)->prev_of_group = n;
  g->first_bucket = n;
  *head = n;
  keyed->used_buckets++;
  return n;
}

static void free_bucket(st_watcher_buckets *keyed, uint32_t n) {
  st_watcher_bucket *list = bucket_at(keyed, n);
  uint32_t *link = bucket_chain_head(keyed, list->group, list->value);
  while (*link != n) {
    link = &bucket_at(keyed, *link)->next;
  }
  *link = list->next;
  if (list->next_of_group != 0)
    bucket_at(keyed, list->next_of_group)->prev_of_group = list->prev_of_group;
  if (list->prev_of_group != 0) {
    bucket_at(keyed, list->prev_of_group)->next_of_group = list->next_of_group;
  } else {
    keyed->groups[list->group].first_bucket = list->next_of_group;
  }
  st_mem_free(keyed->mem, list->items, list->capacity, sizeof(uint32_t));
  *list = (st_watcher_bucket){.next = keyed->free_bucket};
  keyed->free_bucket = n;
  keyed->used_buckets--;
}

/* The place of one in its list, or where it would be. */
static uint32_t find_place_in_bucket(const st_watcher_buckets *keyed,
                                     const st_watcher_bucket *list,
                                     const st_watcher_candidate *found) {
  uint32_t low = 0;
  uint32_t high = list->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (st_watcher_buckets_is_before(
            st_watcher_buckets_get(keyed, list->items[middle]), found)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void count_candidate(st_watcher_buckets *keyed,
                            const st_watcher_candidate *found, bool more) {
  const st_watcher_def *code =
      st_watcher_def_get(keyed->rules, found->watcher_def);
  strata_event_type kind = st_watcher_buckets_event_type(keyed->rules, code);
  uint32_t *all = &keyed->counts[type_role_place(kind, code->role)];
  uint32_t *own =
      &keyed->groups[keyed->group_of_def[found->watcher_def - 1]].count;
  uint16_t bit = (uint16_t)(1u << code->role);
  *all += more ? 1u : UINT32_MAX;
  *own += more ? 1u : UINT32_MAX;
  keyed->roles_present[kind] =
      (uint16_t)(*all != 0 ? keyed->roles_present[kind] | bit
                           : keyed->roles_present[kind] & ~bit);
}

/* The value under which it is found. */
static int64_t bucket_value_of(const st_watcher_buckets *keyed,
                               const st_watcher_candidate *found) {
  const st_watcher_key *key =
      &st_watcher_def_get(keyed->rules, found->watcher_def)->key;
  if (key->kind == ST_WATCHER_KEY_EQUALS_EXPR) return found->key_value;
  return key->kind == ST_WATCHER_KEY_NONE ? 0 : key->word;
}

bool st_watcher_buckets_insert(st_watcher_buckets *keyed, uint32_t n) {
  st_watcher_candidate *found = st_watcher_buckets_get(keyed, n);
  assert(found->bucket == 0);
  uint32_t group = keyed->group_of_def[found->watcher_def - 1];
  int64_t value = bucket_value_of(keyed, found);
  uint32_t at = find_bucket(keyed, group, value);
  if (at == 0) at = new_bucket(keyed, group, value);
  if (at == 0) return false;
  st_watcher_bucket *list = bucket_at(keyed, at);
  if (!st_mem_reserve(keyed->mem, &list->items, &list->capacity,
                      list->count + 1u, sizeof list->items[0])) {
    if (list->count == 0) free_bucket(keyed, at);
    return false;
  }
  uint32_t last = list->count;
  bool behind =
      last == 0 ||
      st_watcher_buckets_is_before(
          st_watcher_buckets_get(keyed, list->items[last - 1]), found);
  uint32_t place = behind ? last : find_place_in_bucket(keyed, list, found);
  memmove(list->items + place + 1, list->items + place,
          (last - place) * sizeof list->items[0]);
  list->items[place] = n;
  list->count++;
  found->bucket = at;
  count_candidate(keyed, found, true);
  return true;
}

void st_watcher_buckets_remove(st_watcher_buckets *keyed, uint32_t n) {
  st_watcher_candidate *found = st_watcher_buckets_get(keyed, n);
  st_watcher_bucket *list = bucket_at(keyed, found->bucket);
  uint32_t place = find_place_in_bucket(keyed, list, found);
  assert(list->items[place] == n);
  list->count--;
  memmove(list->items + place, list->items + place + 1,
          (list->count - place) * sizeof list->items[0]);
  if (list->count == 0) free_bucket(keyed, found->bucket);
  found->bucket = 0;
  count_candidate(keyed, found, false);
}

/* -- Finding -- */

typedef struct bucket_search {
  st_watcher_buckets *keyed;
  st_eval *eval;
  const int64_t *words;
  size_t count; /* chains */
} bucket_search;

/* A list, as a chain. */
static strata_status add_bucket(bucket_search *f, uint32_t n) {
  st_watcher_buckets *keyed = f->keyed;
  if (n == 0) return STRATA_OK;
  if (!st_mem_reserve(keyed->mem, &keyed->chains, &keyed->chain_capacity,
                      f->count + 1, sizeof keyed->chains[0])) {
    return STRATA_ENOMEM;
  }
  const st_watcher_bucket *list = bucket_at(keyed, n);
  uint32_t next = 0;
  for (uint32_t i = list->count; i-- > 0;) {
    st_watcher_buckets_get(keyed, list->items[i])->next = next;
    next = list->items[i];
  }
  keyed->chains[f->count++] = next;
  return STRATA_OK;
}

static strata_status add_bucket_of_value(bucket_search *f, uint32_t group,
                                         int64_t value) {
  return add_bucket(f, find_bucket(f->keyed, group, value));
}

static strata_status add_buckets_of_group(bucket_search *f, uint32_t group) {
  strata_status status = STRATA_OK;
  uint32_t n = f->keyed->groups[group].first_bucket;
  for (; !status && n != 0; n = bucket_at(f->keyed, n)->next_of_group) {
    status = add_bucket(f, n);
  }
  return status;
}

/* Of a list of abilities each once, though somebody may have one twice. */
static strata_status add_buckets_of_abilities(bucket_search *f, uint32_t group,
                                              uint64_t list) {
  const st_ability_lists *lists = &st_eval_pass_of(f->eval)->lists;
  uint32_t all;
  const st_ability_instance *items = st_ability_list_items(lists, list, &all);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < all; i++) {
    bool first = true;
    for (uint32_t k = 0; first && k < i; k++) {
      first = items[k].ability != items[i].ability;
    }
    if (first)
      status = add_bucket_of_value(f, group, (int64_t)items[i].ability);
  }
  return status;
}

/* What whoever a field names has. */
static strata_status add_buckets_of_symbols(bucket_search *f, uint32_t group,
                                            int64_t who) {
  const st_watcher_bucket_group *g = &f->keyed->groups[group];
  if (who == 0) return STRATA_OK;
  uint32_t slot = st_entity_slot(f->eval->store, (strata_entity)who);
  if (slot == 0) return add_buckets_of_group(f, group);
  const uint64_t *words;
  strata_status status = st_eval_value(f->eval, g->attr, slot, &words);
  if (status) return status;
  const st_attr *attr = &f->keyed->rules->attrs[g->attr - 1];
  if (attr->type == STRATA_ABILITIES)
    return add_buckets_of_abilities(f, group, words[0]);
  for (uint32_t w = 0; w < attr->word_count; w++) {
    for (uint64_t left = words[w]; !status && left != 0; left &= left - 1) {
      status = add_bucket_of_value(f, group, w * 64 + st_lowest_bit(left));
    }
  }
  return status;
}

static strata_status add_buckets_of_event(bucket_search *f, uint32_t group) {
  const st_watcher_bucket_group *g = &f->keyed->groups[group];
  if (g->count == 0) return STRATA_OK;
  if (g->form == ST_WATCHER_KEY_NONE) return add_bucket_of_value(f, group, 0);
  if (!f->words) return add_buckets_of_group(f, group);
  int64_t word =
      g->field_place != ST_NO_FIELD_INDEX ? f->words[g->field_place] : 0;
  return g->form == ST_WATCHER_KEY_HAS_SYMBOL
             ? add_buckets_of_symbols(f, group, word)
             : add_bucket_of_value(f, group, word);
}

bool st_watcher_buckets_use_field(const st_watcher_buckets *keyed,
                                  strata_event_type kind, uint32_t place) {
  if (keyed->first_group == NULL) return false; /* there are no watchers yet */
  for (unsigned role = 0; role < ST_ROLE_COUNT; role++) {
    uint32_t g = keyed->first_group[type_role_place(kind, role)];
    for (; g != 0; g = keyed->groups[g - 1].next) {
      const st_watcher_bucket_group *group = &keyed->groups[g - 1];
      bool asks =
          group->form != ST_WATCHER_KEY_NONE && group->field_place == place;
      if (asks && group->count > 0) return true;
    }
  }
  return false;
}

static uint32_t merge_candidate_chains(st_watcher_buckets *keyed, uint32_t a,
                                       uint32_t b) {
  uint32_t first = 0;
  uint32_t *link = &first;
  while (a != 0 && b != 0) {
    uint32_t *from =
        st_watcher_buckets_is_before(st_watcher_buckets_get(keyed, a),
                                     st_watcher_buckets_get(keyed, b))
            ? &a
            : &b;
    *link = *from;
    link = &st_watcher_buckets_get(keyed, *from)->next;
    *from = *link;
  }
  *link = a != 0 ? a : b;
  return first;
}

strata_status st_watcher_buckets_find(st_watcher_buckets *keyed, st_eval *eval,
                                      strata_event_type kind,
                                      const int64_t *words, unsigned roles,
                                      uint32_t *first) {
  bucket_search f = {.keyed = keyed, .eval = eval, .words = words};
  strata_status status = STRATA_OK;
  *first = 0;
  for (roles &= keyed->roles_present[kind]; roles != 0; roles &= roles - 1) {
    uint32_t g =
        keyed->first_group[type_role_place(kind, st_lowest_bit(roles))];
    for (; !status && g != 0; g = keyed->groups[g - 1].next) {
      status = add_buckets_of_event(&f, g - 1);
    }
  }
  if (status || f.count == 0) return status;
  uint32_t *chains = keyed->chains;
  for (; f.count > 1; f.count = (f.count + 1) / 2) {
    for (size_t i = 0; i < f.count; i += 2) {
      chains[i / 2] = i + 1 < f.count ? merge_candidate_chains(keyed, chains[i],
                                                               chains[i + 1])
                                      : chains[i];
    }
  }
  *first = chains[0];
  return STRATA_OK;
}
