/*
 * watcher_buckets.c - watchers in buckets by event type, role and key.
 *
 * A bucket is a sorted array, because a new watcher mostly has the newest
 * timestamp and goes at the end, and because an event that finds one bucket
 * takes it as it is. Several buckets are merged pairwise. Found candidates are
 * chained through `next`, so a find allocates nothing per candidate.
 */
#include "play/index/watcher_buckets.h"

#include "base/hash.h"

#include <string.h>

void st_watcher_buckets_init(st_watcher_buckets *buckets, st_mem *mem,
                             const strata_rules *rules) {
  *buckets = (st_watcher_buckets){.mem = mem, .rules = rules};
}

static size_t candidate_variable_count(const st_watcher_buckets *buckets,
                                       strata_watcher_def def) {
  return st_watcher_def_get(buckets->rules, def)->program.variables.count + 1u;
}

static void free_candidate_variables(st_watcher_buckets *buckets,
                                     st_watcher_candidate *candidate) {
  if (!candidate->variables) return;
  st_mem_free(buckets->mem, candidate->variables,
              candidate_variable_count(buckets, candidate->watcher_def),
              sizeof candidate->variables[0]);
  candidate->variables = NULL;
}

void st_watcher_buckets_clear(st_watcher_buckets *buckets) {
  for (size_t i = 0; i < buckets->item_count; i++) {
    free_candidate_variables(buckets, &buckets->items[i]);
  }
  for (size_t i = 0; i < buckets->bucket_count; i++) {
    st_watcher_bucket *bucket = &buckets->buckets[i];
    st_mem_free(buckets->mem, bucket->items, bucket->capacity,
                sizeof(uint32_t));
  }
  for (size_t i = 0; i < buckets->group_count; i++) {
    buckets->groups[i].first_bucket = buckets->groups[i].count = 0;
  }
  buckets->item_count = buckets->bucket_count = buckets->used_buckets = 0;
  buckets->free_item = buckets->free_bucket = 0;
  size_t all = buckets->type_count * ST_ROLE_COUNT;
  if (buckets->counts) memset(buckets->counts, 0, all * sizeof(uint32_t));
  if (buckets->roles_present) {
    memset(buckets->roles_present, 0, buckets->type_count * sizeof(uint16_t));
  }
  if (buckets->table) {
    memset(buckets->table, 0, buckets->table_size * sizeof(uint32_t));
  }
}

void st_watcher_buckets_fini(st_watcher_buckets *buckets) {
  if (!buckets->mem) return;
  st_mem *mem = buckets->mem;
  st_watcher_buckets_clear(buckets);
  size_t all = buckets->type_count * ST_ROLE_COUNT;
  st_mem_free(mem, buckets->items, buckets->item_capacity,
              sizeof(st_watcher_candidate));
  st_mem_free(mem, buckets->groups, buckets->group_capacity,
              sizeof(st_watcher_bucket_group));
  st_mem_free(mem, buckets->group_of_def, buckets->def_count, sizeof(uint32_t));
  st_mem_free(mem, buckets->first_group, all, sizeof(uint32_t));
  st_mem_free(mem, buckets->counts, all, sizeof(uint32_t));
  st_mem_free(mem, buckets->roles_present, buckets->type_count,
              sizeof(uint16_t));
  st_mem_free(mem, buckets->buckets, buckets->bucket_capacity,
              sizeof(st_watcher_bucket));
  st_mem_free(mem, buckets->table, buckets->table_size, sizeof(uint32_t));
  st_mem_free(mem, buckets->chains, buckets->chain_capacity, sizeof(uint32_t));
  *buckets = (st_watcher_buckets){0};
}

size_t st_watcher_buckets_bytes(const st_watcher_buckets *buckets) {
  return buckets->item_capacity * sizeof buckets->items[0] +
         buckets->bucket_capacity * sizeof buckets->buckets[0] +
         buckets->table_size * sizeof buckets->table[0] +
         buckets->chain_capacity * sizeof buckets->chains[0];
}

/* -- Groups of keys -- */

static size_t type_role_place(strata_event_type type, unsigned role) {
  return (size_t)type * ST_ROLE_COUNT + role;
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

/* Assign a definition to the group of its key's form, which is made if it does
 * not exist. */
static bool assign_bucket_group(st_watcher_buckets *buckets, uint32_t index) {
  const st_watcher_def *def = &buckets->rules->watcher_defs[index];
  const st_watcher_key *key = &def->key;
  strata_event_type type = st_watcher_buckets_event_type(buckets->rules, def);
  bool has_field = key->kind != ST_WATCHER_KEY_NONE;
  st_watcher_bucket_group group = {
      .form = key->kind,
      .reads_others = st_watcher_bucket_reads_others(key),
      .field_place = has_field ? st_event_type_field_index(buckets->rules, type,
                                                           key->field)
                               : 0,
      .attr = key->kind == ST_WATCHER_KEY_HAS_SYMBOL ? key->attr : 0};
  uint32_t *head = &buckets->first_group[type_role_place(type, def->role)];
  for (uint32_t g = *head; g != 0; g = buckets->groups[g - 1].next) {
    const st_watcher_bucket_group *other = &buckets->groups[g - 1];
    if (other->form == group.form &&
        other->reads_others == group.reads_others &&
        other->field_place == group.field_place && other->attr == group.attr) {
      buckets->group_of_def[index] = g - 1;
      return true;
    }
  }
  if (!st_mem_reserve(buckets->mem, &buckets->groups, &buckets->group_capacity,
                      buckets->group_count + 1, sizeof buckets->groups[0])) {
    return false;
  }
  group.next = *head;
  buckets->group_of_def[index] = (uint32_t)buckets->group_count;
  buckets->groups[buckets->group_count++] = group;
  *head = (uint32_t)buckets->group_count;
  return true;
}

static bool alloc_bucket_tables(st_watcher_buckets *buckets) {
  st_mem *mem = buckets->mem;
  buckets->type_count =
      buckets->rules->names[STRATA_NAME_EVENT_TYPE].count + 1u;
  buckets->def_count = buckets->rules->names[STRATA_NAME_WATCHER_DEF].count;
  size_t all = buckets->type_count * ST_ROLE_COUNT;
  if (!buckets->first_group) buckets->first_group = st_mem_zeroed(mem, all, 4);
  if (!buckets->counts) buckets->counts = st_mem_zeroed(mem, all, 4);
  if (!buckets->roles_present) {
    buckets->roles_present = st_mem_zeroed(mem, buckets->type_count, 2);
  }
  if (!buckets->group_of_def && buckets->def_count > 0) {
    buckets->group_of_def = st_mem_zeroed(mem, buckets->def_count, 4);
  }
  return buckets->first_group && buckets->counts && buckets->roles_present &&
         (buckets->group_of_def || buckets->def_count == 0);
}

bool st_watcher_buckets_prepare(st_watcher_buckets *buckets) {
  if (!alloc_bucket_tables(buckets)) return false;
  for (uint32_t i = 0; i < buckets->def_count; i++) {
    /* Chain handlers are not found through the index. */
    if (st_watcher_def_get(buckets->rules, i + 1)->role == STRATA_ROLE_HANDLE) {
      continue;
    }
    if (!assign_bucket_group(buckets, i)) return false;
  }
  return true;
}

/* -- Watchers -- */

uint32_t st_watcher_buckets_new(st_watcher_buckets *buckets,
                                const st_watcher_candidate *candidate) {
  int64_t *variables = st_mem_zeroed(
      buckets->mem, candidate_variable_count(buckets, candidate->watcher_def),
      sizeof variables[0]);
  if (!variables) return 0;
  uint32_t n = buckets->free_item;
  if (n != 0) {
    buckets->free_item = buckets->items[n - 1].next;
  } else if (buckets->item_count < UINT32_MAX - 1 &&
             st_mem_reserve(buckets->mem, &buckets->items,
                            &buckets->item_capacity, buckets->item_count + 1,
                            sizeof buckets->items[0])) {
    n = (uint32_t)++buckets->item_count;
  } else {
    st_mem_free(buckets->mem, variables,
                candidate_variable_count(buckets, candidate->watcher_def),
                sizeof variables[0]);
    return 0;
  }
  buckets->items[n - 1] = *candidate;
  buckets->items[n - 1].variables = variables;
  buckets->items[n - 1].bucket = 0;
  return n;
}

void st_watcher_buckets_free(st_watcher_buckets *buckets, uint32_t n) {
  st_watcher_candidate *candidate = st_watcher_buckets_get(buckets, n);
  if (candidate->bucket != 0) st_watcher_buckets_remove(buckets, n);
  free_candidate_variables(buckets, candidate);
  *candidate = (st_watcher_candidate){.next = buckets->free_item};
  buckets->free_item = n;
}

bool st_watcher_buckets_is_before(const st_watcher_candidate *a,
                                  const st_watcher_candidate *b) {
  if (a->stamp != b->stamp) return a->stamp < b->stamp;
  if (a->order_group != b->order_group) return a->order_group < b->order_group;
  if (a->holder != b->holder) return a->holder < b->holder;
  return a->place < b->place;
}

void st_watcher_buckets_sort(const st_watcher_buckets *buckets, uint32_t *all,
                             uint32_t *spare, size_t count) {
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t low = 0; low < count; low += 2 * width) {
      size_t middle = low + width < count ? low + width : count;
      size_t high = middle + width < count ? middle + width : count;
      size_t a = low;
      size_t b = middle;
      for (size_t i = low; i < high; i++) {
        bool left = b >= high || (a < middle &&
                                  !st_watcher_buckets_is_before(
                                      st_watcher_buckets_get(buckets, all[b]),
                                      st_watcher_buckets_get(buckets, all[a])));
        spare[i] = left ? all[a++] : all[b++];
      }
    }
    memcpy(all, spare, count * sizeof all[0]);
  }
}

/* -- Buckets -- */

static st_watcher_bucket *bucket_at(const st_watcher_buckets *buckets,
                                    uint32_t n) {
  return &buckets->buckets[n - 1];
}

static uint32_t *bucket_chain_head(const st_watcher_buckets *buckets,
                                   uint32_t group, int64_t value) {
  uint64_t hash = st_mix(group, (uint64_t)value);
  return &buckets->table[hash & (buckets->table_size - 1)];
}

static uint32_t find_bucket(const st_watcher_buckets *buckets, uint32_t group,
                            int64_t value) {
  if (buckets->table_size == 0) return 0;
  uint32_t n = *bucket_chain_head(buckets, group, value);
  for (; n != 0; n = bucket_at(buckets, n)->next) {
    const st_watcher_bucket *bucket = bucket_at(buckets, n);
    if (bucket->group == group && bucket->value == value) return n;
  }
  return 0;
}

/* Keep at least as many hash chains as buckets. */
static bool grow_bucket_table(st_watcher_buckets *buckets) {
  if (buckets->used_buckets < buckets->table_size) return true;
  size_t size = buckets->table_size ? 2 * buckets->table_size : 16;
  uint32_t *table = st_mem_zeroed(buckets->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(buckets->mem, buckets->table, buckets->table_size, sizeof *table);
  buckets->table = table;
  buckets->table_size = size;
  for (size_t g = 0; g < buckets->group_count; g++) {
    for (uint32_t n = buckets->groups[g].first_bucket; n != 0;
         n = bucket_at(buckets, n)->next_of_group) {
      uint32_t *head =
          bucket_chain_head(buckets, (uint32_t)g, bucket_at(buckets, n)->value);
      bucket_at(buckets, n)->next = *head;
      *head = n;
    }
  }
  return true;
}

/* Make a bucket for a value that has none; 0 if there is no memory. */
static uint32_t new_bucket(st_watcher_buckets *buckets, uint32_t group,
                           int64_t value) {
  if (!grow_bucket_table(buckets)) return 0;
  uint32_t n = buckets->free_bucket;
  if (n != 0) {
    buckets->free_bucket = bucket_at(buckets, n)->next;
  } else if (st_mem_reserve(
                 buckets->mem, &buckets->buckets, &buckets->bucket_capacity,
                 buckets->bucket_count + 1, sizeof buckets->buckets[0])) {
    n = (uint32_t)++buckets->bucket_count;
  } else {
    return 0;
  }
  st_watcher_bucket_group *g = &buckets->groups[group];
  uint32_t *head = bucket_chain_head(buckets, group, value);
  *bucket_at(buckets, n) =
      (st_watcher_bucket){.group = group,
                          .value = value,
                          .next = *head,
                          .next_of_group = g->first_bucket};
  if (g->first_bucket != 0) {
    bucket_at(buckets, g->first_bucket)->prev_of_group = n;
  }
  g->first_bucket = n;
  *head = n;
  buckets->used_buckets++;
  return n;
}

static void free_bucket(st_watcher_buckets *buckets, uint32_t n) {
  st_watcher_bucket *bucket = bucket_at(buckets, n);
  uint32_t *link = bucket_chain_head(buckets, bucket->group, bucket->value);
  while (*link != n) {
    link = &bucket_at(buckets, *link)->next;
  }
  *link = bucket->next;
  if (bucket->next_of_group != 0) {
    bucket_at(buckets, bucket->next_of_group)->prev_of_group =
        bucket->prev_of_group;
  }
  if (bucket->prev_of_group != 0) {
    bucket_at(buckets, bucket->prev_of_group)->next_of_group =
        bucket->next_of_group;
  } else {
    buckets->groups[bucket->group].first_bucket = bucket->next_of_group;
  }
  st_mem_free(buckets->mem, bucket->items, bucket->capacity, sizeof(uint32_t));
  *bucket = (st_watcher_bucket){.next = buckets->free_bucket};
  buckets->free_bucket = n;
  buckets->used_buckets--;
}

/* The index of a candidate in its bucket, or where it would be inserted. */
static uint32_t find_place_in_bucket(const st_watcher_buckets *buckets,
                                     const st_watcher_bucket *bucket,
                                     const st_watcher_candidate *candidate) {
  uint32_t low = 0;
  uint32_t high = bucket->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (st_watcher_buckets_is_before(
            st_watcher_buckets_get(buckets, bucket->items[middle]),
            candidate)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void count_candidate(st_watcher_buckets *buckets,
                            const st_watcher_candidate *candidate, bool more) {
  const st_watcher_def *def =
      st_watcher_def_get(buckets->rules, candidate->watcher_def);
  strata_event_type type = st_watcher_buckets_event_type(buckets->rules, def);
  uint32_t *all = &buckets->counts[type_role_place(type, def->role)];
  uint32_t *own =
      &buckets->groups[buckets->group_of_def[candidate->watcher_def - 1]].count;
  uint16_t bit = (uint16_t)(1u << def->role);
  *all += more ? 1u : UINT32_MAX;
  *own += more ? 1u : UINT32_MAX;
  buckets->roles_present[type] =
      (uint16_t)(*all != 0 ? buckets->roles_present[type] | bit
                           : buckets->roles_present[type] & ~bit);
}

/* The value whose bucket the candidate belongs to. */
static int64_t bucket_value_of(const st_watcher_buckets *buckets,
                               const st_watcher_candidate *candidate) {
  const st_watcher_key *key =
      &st_watcher_def_get(buckets->rules, candidate->watcher_def)->key;
  bool own = key->kind == ST_WATCHER_KEY_EQUALS_EXPR || candidate->text != 0;
  return own ? candidate->key_value : key->word; /* NONE: the word is 0 */
}

bool st_watcher_buckets_insert(st_watcher_buckets *buckets, uint32_t n) {
  st_watcher_candidate *candidate = st_watcher_buckets_get(buckets, n);
  assert(candidate->bucket == 0);
  uint32_t group = buckets->group_of_def[candidate->watcher_def - 1];
  int64_t value = bucket_value_of(buckets, candidate);
  uint32_t at = find_bucket(buckets, group, value);
  if (at == 0) at = new_bucket(buckets, group, value);
  if (at == 0) return false;
  st_watcher_bucket *bucket = bucket_at(buckets, at);
  if (!st_mem_reserve(buckets->mem, &bucket->items, &bucket->capacity,
                      bucket->count + 1u, sizeof bucket->items[0])) {
    if (bucket->count == 0) free_bucket(buckets, at);
    return false;
  }
  uint32_t last = bucket->count;
  bool behind =
      last == 0 ||
      st_watcher_buckets_is_before(
          st_watcher_buckets_get(buckets, bucket->items[last - 1]), candidate);
  uint32_t place =
      behind ? last : find_place_in_bucket(buckets, bucket, candidate);
  memmove(bucket->items + place + 1, bucket->items + place,
          (last - place) * sizeof bucket->items[0]);
  bucket->items[place] = n;
  bucket->count++;
  candidate->bucket = at;
  count_candidate(buckets, candidate, true);
  return true;
}

void st_watcher_buckets_remove(st_watcher_buckets *buckets, uint32_t n) {
  st_watcher_candidate *candidate = st_watcher_buckets_get(buckets, n);
  st_watcher_bucket *bucket = bucket_at(buckets, candidate->bucket);
  uint32_t place = find_place_in_bucket(buckets, bucket, candidate);
  assert(bucket->items[place] == n);
  bucket->count--;
  memmove(bucket->items + place, bucket->items + place + 1,
          (bucket->count - place) * sizeof bucket->items[0]);
  if (bucket->count == 0) free_bucket(buckets, candidate->bucket);
  candidate->bucket = 0;
  count_candidate(buckets, candidate, false);
}

/* -- Finding -- */

typedef struct bucket_search {
  st_watcher_buckets *buckets;
  st_eval *eval;
  const int64_t *words;
  size_t count; /* buckets found so far */
} bucket_search;

/* Chain the candidates of a bucket through `next`, in order. */
static strata_status add_bucket(bucket_search *f, uint32_t n) {
  st_watcher_buckets *buckets = f->buckets;
  if (n == 0) return STRATA_OK;
  if (!st_mem_reserve(buckets->mem, &buckets->chains, &buckets->chain_capacity,
                      f->count + 1, sizeof buckets->chains[0])) {
    return STRATA_ENOMEM;
  }
  const st_watcher_bucket *bucket = bucket_at(buckets, n);
  uint32_t next = 0;
  for (uint32_t i = bucket->count; i-- > 0;) {
    st_watcher_buckets_get(buckets, bucket->items[i])->next = next;
    next = bucket->items[i];
  }
  buckets->chains[f->count++] = next;
  return STRATA_OK;
}

static strata_status add_bucket_of_value(bucket_search *f, uint32_t group,
                                         int64_t value) {
  return add_bucket(f, find_bucket(f->buckets, group, value));
}

static strata_status add_buckets_of_group(bucket_search *f, uint32_t group) {
  strata_status status = STRATA_OK;
  uint32_t n = f->buckets->groups[group].first_bucket;
  for (; !status && n != 0; n = bucket_at(f->buckets, n)->next_of_group) {
    status = add_bucket(f, n);
  }
  return status;
}

/* Add the bucket of each ability in a list, once for each ability even where
 * the list has it twice. */
static strata_status add_buckets_of_abilities(bucket_search *f, uint32_t group,
                                              uint64_t list) {
  const st_ability_lists *lists = &st_eval_pass_of(f->eval)->lists;
  uint32_t all;
  const st_ability_instance *items = st_ability_list_items(lists, list, &all);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < all; i++) {
    bool first = !items[i].forbidden;
    for (uint32_t k = 0; first && k < i; k++) {
      first = items[k].ability != items[i].ability;
    }
    if (first) {
      status = add_bucket_of_value(f, group, (int64_t)items[i].ability);
    }
  }
  return status;
}

/* Add the buckets of all symbols that the entity in a field has in the group's
 * attribute. */
static strata_status add_buckets_of_symbols(bucket_search *f, uint32_t group,
                                            int64_t who) {
  const st_watcher_bucket_group *g = &f->buckets->groups[group];
  if (who == 0) return STRATA_OK;
  uint32_t slot = st_entity_slot(f->eval->store, (strata_entity)who);
  if (slot == 0) return add_buckets_of_group(f, group);
  const uint64_t *words;
  strata_status status = st_eval_value(f->eval, g->attr, slot, &words);
  if (status) return status;
  const st_attr *attr = &f->buckets->rules->attrs[g->attr - 1];
  if (attr->type == STRATA_ABILITIES) {
    return add_buckets_of_abilities(f, group, words[0]);
  }
  for (uint32_t w = 0; w < attr->word_count; w++) {
    for (uint64_t left = words[w]; !status && left != 0; left &= left - 1) {
      status = add_bucket_of_value(f, group, w * 64 + st_lowest_bit(left));
    }
  }
  return status;
}

static strata_status add_buckets_of_event(bucket_search *f, uint32_t group) {
  const st_watcher_bucket_group *g = &f->buckets->groups[group];
  if (g->count == 0) return STRATA_OK;
  if (g->form == ST_WATCHER_KEY_NONE) return add_bucket_of_value(f, group, 0);
  if (!f->words) return add_buckets_of_group(f, group);
  int64_t word =
      g->field_place != ST_NO_FIELD_INDEX ? f->words[g->field_place] : 0;
  return g->form == ST_WATCHER_KEY_HAS_SYMBOL
             ? add_buckets_of_symbols(f, group, word)
             : add_bucket_of_value(f, group, word);
}

bool st_watcher_buckets_use_field(const st_watcher_buckets *buckets,
                                  strata_event_type type, uint32_t place) {
  if (buckets->first_group == NULL) {
    return false; /* the rules were not prepared yet: no watchers */
  }
  for (unsigned role = 0; role < ST_ROLE_COUNT; role++) {
    uint32_t g = buckets->first_group[type_role_place(type, role)];
    for (; g != 0; g = buckets->groups[g - 1].next) {
      const st_watcher_bucket_group *group = &buckets->groups[g - 1];
      bool asks =
          group->form != ST_WATCHER_KEY_NONE && group->field_place == place;
      if (asks && group->count > 0) return true;
    }
  }
  return false;
}

static uint32_t merge_candidate_chains(st_watcher_buckets *buckets, uint32_t a,
                                       uint32_t b) {
  uint32_t first = 0;
  uint32_t *link = &first;
  while (a != 0 && b != 0) {
    uint32_t *from =
        st_watcher_buckets_is_before(st_watcher_buckets_get(buckets, a),
                                     st_watcher_buckets_get(buckets, b))
            ? &a
            : &b;
    *link = *from;
    link = &st_watcher_buckets_get(buckets, *from)->next;
    *from = *link;
  }
  *link = a != 0 ? a : b;
  return first;
}

strata_status st_watcher_buckets_find(st_watcher_buckets *buckets,
                                      st_eval *eval, strata_event_type type,
                                      const int64_t *words, unsigned roles,
                                      uint32_t *first) {
  bucket_search f = {.buckets = buckets, .eval = eval, .words = words};
  strata_status status = STRATA_OK;
  *first = 0;
  for (roles &= buckets->roles_present[type]; roles != 0; roles &= roles - 1) {
    uint32_t g =
        buckets->first_group[type_role_place(type, st_lowest_bit(roles))];
    for (; !status && g != 0; g = buckets->groups[g - 1].next) {
      status = add_buckets_of_event(&f, g - 1);
    }
  }
  if (status || f.count == 0) return status;
  uint32_t *chains = buckets->chains;
  for (; f.count > 1; f.count = (f.count + 1) / 2) {
    for (size_t i = 0; i < f.count; i += 2) {
      chains[i / 2] =
          i + 1 < f.count
              ? merge_candidate_chains(buckets, chains[i], chains[i + 1])
              : chains[i];
    }
  }
  *first = chains[0];
  return STRATA_OK;
}
