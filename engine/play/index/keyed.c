/*
 * keyed.c - watchers in lists by their keys.
 *
 * Lists are sorted arrays: what is new is mostly the last, and an event that
 * finds one list takes it as it is. Several are merged two by two. Who is found
 * is chained through `next`, so that a find needs no room for what it finds.
 */
#include "play/index/keyed.h"

#include "base/hash.h"

#include <string.h>

void st_keyed_init(st_keyed *keyed, st_mem *mem, const strata_rules *rules) {
  *keyed = (st_keyed){.mem = mem, .rules = rules};
}

static size_t names_of(const st_keyed *keyed, strata_code code) {
  return st_code_get(keyed->rules, code)->deeds.names.count + 1u;
}

static void free_names(st_keyed *keyed, st_found *found) {
  if (!found->names) return;
  st_mem_free(keyed->mem, found->names, names_of(keyed, found->code),
              sizeof found->names[0]);
  found->names = NULL;
}

void st_keyed_empty(st_keyed *keyed) {
  for (size_t i = 0; i < keyed->item_count; i++) {
    free_names(keyed, &keyed->items[i]);
  }
  for (size_t i = 0; i < keyed->list_count; i++) {
    st_key_list *list = &keyed->lists[i];
    st_mem_free(keyed->mem, list->items, list->capacity, sizeof(uint32_t));
  }
  for (size_t i = 0; i < keyed->group_count; i++) {
    keyed->groups[i].first = keyed->groups[i].count = 0;
  }
  keyed->item_count = keyed->list_count = keyed->used_lists = 0;
  keyed->free_item = keyed->free_list = 0;
  size_t all = keyed->kinds * ST_ROLE_COUNT;
  if (keyed->counts) memset(keyed->counts, 0, all * sizeof(uint32_t));
  if (keyed->present) {
    memset(keyed->present, 0, keyed->kinds * sizeof(uint16_t));
  }
  if (keyed->table) {
    memset(keyed->table, 0, keyed->table_size * sizeof(uint32_t));
  }
}

void st_keyed_fini(st_keyed *keyed) {
  if (!keyed->mem) return;
  st_mem *mem = keyed->mem;
  st_keyed_empty(keyed);
  size_t all = keyed->kinds * ST_ROLE_COUNT;
  st_mem_free(mem, keyed->items, keyed->item_capacity, sizeof(st_found));
  st_mem_free(mem, keyed->groups, keyed->group_capacity, sizeof(st_key_group));
  st_mem_free(mem, keyed->group_of, keyed->codes, sizeof(uint32_t));
  st_mem_free(mem, keyed->groups_of, all, sizeof(uint32_t));
  st_mem_free(mem, keyed->counts, all, sizeof(uint32_t));
  st_mem_free(mem, keyed->present, keyed->kinds, sizeof(uint16_t));
  st_mem_free(mem, keyed->lists, keyed->list_capacity, sizeof(st_key_list));
  st_mem_free(mem, keyed->table, keyed->table_size, sizeof(uint32_t));
  st_mem_free(mem, keyed->chains, keyed->chain_capacity, sizeof(uint32_t));
  *keyed = (st_keyed){0};
}

size_t st_keyed_bytes(const st_keyed *keyed) {
  return keyed->item_capacity * sizeof keyed->items[0] +
         keyed->list_capacity * sizeof keyed->lists[0] +
         keyed->table_size * sizeof keyed->table[0] +
         keyed->chain_capacity * sizeof keyed->chains[0];
}

/* -- Groups of keys -- */

static size_t place_of(strata_event_kind kind, unsigned role) {
  return (size_t)kind * ST_ROLE_COUNT + role;
}

bool st_key_is_far(const st_key *key) {
  const strata_expr *value = key->form == ST_KEY_IS ? key->value : NULL;
  for (uint32_t i = 0; value && i < value->node_count; i++) {
    const st_expr_node *node = &value->nodes[i];
    bool follows = node->op == ST_EXPR_FOLLOW || node->op == ST_EXPR_FOLLOW_HAS;
    if (follows || node->who == ST_WHO_HANDLE) return true;
  }
  return false;
}

/* The group of a code's key, which may be new. */
static bool group_code(st_keyed *keyed, uint32_t index) {
  const st_code *code = &keyed->rules->codes[index];
  const st_key *key = &code->key;
  strata_event_kind kind = st_keyed_kind(keyed->rules, code);
  bool of_field = key->form != ST_KEY_NONE;
  st_key_group group = {
      .form = key->form,
      .far = st_key_is_far(key),
      .field = of_field ? st_kind_place(keyed->rules, kind, key->field) : 0,
      .attr = key->form == ST_KEY_HAS ? key->attr : 0};
  uint32_t *head = &keyed->groups_of[place_of(kind, code->role)];
  for (uint32_t g = *head; g != 0; g = keyed->groups[g - 1].next) {
    const st_key_group *other = &keyed->groups[g - 1];
    if (other->form == group.form && other->far == group.far &&
        other->field == group.field && other->attr == group.attr) {
      keyed->group_of[index] = g - 1;
      return true;
    }
  }
  if (!st_mem_reserve(keyed->mem, &keyed->groups, &keyed->group_capacity,
                      keyed->group_count + 1, sizeof keyed->groups[0])) {
    return false;
  }
  group.next = *head;
  keyed->group_of[index] = (uint32_t)keyed->group_count;
  keyed->groups[keyed->group_count++] = group;
  *head = (uint32_t)keyed->group_count;
  return true;
}

static bool take_tables(st_keyed *keyed) {
  st_mem *mem = keyed->mem;
  keyed->kinds = keyed->rules->names[STRATA_KIND_EVENT].count + 1u;
  keyed->codes = keyed->rules->names[STRATA_KIND_CODE].count;
  size_t all = keyed->kinds * ST_ROLE_COUNT;
  if (!keyed->groups_of) keyed->groups_of = st_mem_zeroed(mem, all, 4);
  if (!keyed->counts) keyed->counts = st_mem_zeroed(mem, all, 4);
  if (!keyed->present) keyed->present = st_mem_zeroed(mem, keyed->kinds, 2);
  if (!keyed->group_of && keyed->codes > 0) {
    keyed->group_of = st_mem_zeroed(mem, keyed->codes, 4);
  }
  return keyed->groups_of && keyed->counts && keyed->present &&
         (keyed->group_of || keyed->codes == 0);
}

bool st_keyed_prepare(st_keyed *keyed) {
  if (!take_tables(keyed)) return false;
  for (uint32_t i = 0; i < keyed->codes; i++) {
    /* Handlers of chains watch for nothing. */
    if (st_code_get(keyed->rules, i + 1)->role == STRATA_ROLE_HANDLE) continue;
    if (!group_code(keyed, i)) return false;
  }
  return true;
}

/* -- Watchers -- */

uint32_t st_keyed_take(st_keyed *keyed, const st_found *found) {
  int64_t *names =
      st_mem_zeroed(keyed->mem, names_of(keyed, found->code), sizeof names[0]);
  if (!names) return 0;
  uint32_t n = keyed->free_item;
  if (n != 0) {
    keyed->free_item = keyed->items[n - 1].next;
  } else if (keyed->item_count < UINT32_MAX - 1 &&
             st_mem_reserve(keyed->mem, &keyed->items, &keyed->item_capacity,
                            keyed->item_count + 1, sizeof keyed->items[0])) {
    n = (uint32_t)++keyed->item_count;
  } else {
    st_mem_free(keyed->mem, names, names_of(keyed, found->code),
                sizeof names[0]);
    return 0;
  }
  keyed->items[n - 1] = *found;
  keyed->items[n - 1].names = names;
  keyed->items[n - 1].list = 0;
  return n;
}

void st_keyed_give(st_keyed *keyed, uint32_t n) {
  st_found *found = st_keyed_at(keyed, n);
  if (found->list != 0) st_keyed_take_out(keyed, n);
  free_names(keyed, found);
  *found = (st_found){.next = keyed->free_item};
  keyed->free_item = n;
}

bool st_keyed_before(const st_found *a, const st_found *b) {
  if (a->stamp != b->stamp) return a->stamp < b->stamp;
  if (a->group != b->group) return a->group < b->group;
  if (a->holder != b->holder) return a->holder < b->holder;
  return a->place < b->place;
}

/* -- Lists -- */

static st_key_list *list_at(const st_keyed *keyed, uint32_t n) {
  return &keyed->lists[n - 1];
}

static uint32_t *head_of(const st_keyed *keyed, uint32_t group, int64_t value) {
  uint64_t hash = st_mix(group, (uint64_t)value);
  return &keyed->table[hash & (keyed->table_size - 1)];
}

static uint32_t find_list(const st_keyed *keyed, uint32_t group,
                          int64_t value) {
  if (keyed->table_size == 0) return 0;
  uint32_t n = *head_of(keyed, group, value);
  for (; n != 0; n = list_at(keyed, n)->next) {
    const st_key_list *list = list_at(keyed, n);
    if (list->group == group && list->value == value) return n;
  }
  return 0;
}

/* There are never more lists than chains. */
static bool grow_table(st_keyed *keyed) {
  if (keyed->used_lists < keyed->table_size) return true;
  size_t size = keyed->table_size ? 2 * keyed->table_size : 16;
  uint32_t *table = st_mem_zeroed(keyed->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(keyed->mem, keyed->table, keyed->table_size, sizeof *table);
  keyed->table = table;
  keyed->table_size = size;
  for (size_t g = 0; g < keyed->group_count; g++) {
    for (uint32_t n = keyed->groups[g].first; n != 0;
         n = list_at(keyed, n)->after) {
      uint32_t *head = head_of(keyed, (uint32_t)g, list_at(keyed, n)->value);
      list_at(keyed, n)->next = *head;
      *head = n;
    }
  }
  return true;
}

/* A list for a value that has none; 0 if there is no memory. */
static uint32_t make_list(st_keyed *keyed, uint32_t group, int64_t value) {
  if (!grow_table(keyed)) return 0;
  uint32_t n = keyed->free_list;
  if (n != 0) {
    keyed->free_list = list_at(keyed, n)->next;
  } else if (st_mem_reserve(keyed->mem, &keyed->lists, &keyed->list_capacity,
                            keyed->list_count + 1, sizeof keyed->lists[0])) {
    n = (uint32_t)++keyed->list_count;
  } else {
    return 0;
  }
  st_key_group *g = &keyed->groups[group];
  uint32_t *head = head_of(keyed, group, value);
  *list_at(keyed, n) = (st_key_list){
      .group = group, .value = value, .next = *head, .after = g->first};
  if (g->first != 0) list_at(keyed, g->first)->before = n;
  g->first = n;
  *head = n;
  keyed->used_lists++;
  return n;
}

static void end_list(st_keyed *keyed, uint32_t n) {
  st_key_list *list = list_at(keyed, n);
  uint32_t *link = head_of(keyed, list->group, list->value);
  while (*link != n) {
    link = &list_at(keyed, *link)->next;
  }
  *link = list->next;
  if (list->after != 0) list_at(keyed, list->after)->before = list->before;
  if (list->before != 0) {
    list_at(keyed, list->before)->after = list->after;
  } else {
    keyed->groups[list->group].first = list->after;
  }
  st_mem_free(keyed->mem, list->items, list->capacity, sizeof(uint32_t));
  *list = (st_key_list){.next = keyed->free_list};
  keyed->free_list = n;
  keyed->used_lists--;
}

/* The place of one in its list, or where it would be. */
static uint32_t find_place(const st_keyed *keyed, const st_key_list *list,
                           const st_found *found) {
  uint32_t low = 0;
  uint32_t high = list->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (st_keyed_before(st_keyed_at(keyed, list->items[middle]), found)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void count(st_keyed *keyed, const st_found *found, bool more) {
  const st_code *code = st_code_get(keyed->rules, found->code);
  strata_event_kind kind = st_keyed_kind(keyed->rules, code);
  uint32_t *all = &keyed->counts[place_of(kind, code->role)];
  uint32_t *own = &keyed->groups[keyed->group_of[found->code - 1]].count;
  uint16_t bit = (uint16_t)(1u << code->role);
  *all += more ? 1u : UINT32_MAX;
  *own += more ? 1u : UINT32_MAX;
  keyed->present[kind] = (uint16_t)(*all != 0 ? keyed->present[kind] | bit
                                              : keyed->present[kind] & ~bit);
}

/* The value under which it is found. */
static int64_t value_of(const st_keyed *keyed, const st_found *found) {
  const st_key *key = &st_code_get(keyed->rules, found->code)->key;
  if (key->form == ST_KEY_IS) return found->key;
  return key->form == ST_KEY_NONE ? 0 : key->word;
}

bool st_keyed_put(st_keyed *keyed, uint32_t n) {
  st_found *found = st_keyed_at(keyed, n);
  assert(found->list == 0);
  uint32_t group = keyed->group_of[found->code - 1];
  int64_t value = value_of(keyed, found);
  uint32_t at = find_list(keyed, group, value);
  if (at == 0) at = make_list(keyed, group, value);
  if (at == 0) return false;
  st_key_list *list = list_at(keyed, at);
  if (!st_mem_reserve(keyed->mem, &list->items, &list->capacity,
                      list->count + 1u, sizeof list->items[0])) {
    if (list->count == 0) end_list(keyed, at);
    return false;
  }
  uint32_t last = list->count;
  bool behind =
      last == 0 ||
      st_keyed_before(st_keyed_at(keyed, list->items[last - 1]), found);
  uint32_t place = behind ? last : find_place(keyed, list, found);
  memmove(list->items + place + 1, list->items + place,
          (last - place) * sizeof list->items[0]);
  list->items[place] = n;
  list->count++;
  found->list = at;
  count(keyed, found, true);
  return true;
}

void st_keyed_take_out(st_keyed *keyed, uint32_t n) {
  st_found *found = st_keyed_at(keyed, n);
  st_key_list *list = list_at(keyed, found->list);
  uint32_t place = find_place(keyed, list, found);
  assert(list->items[place] == n);
  list->count--;
  memmove(list->items + place, list->items + place + 1,
          (list->count - place) * sizeof list->items[0]);
  if (list->count == 0) end_list(keyed, found->list);
  found->list = 0;
  count(keyed, found, false);
}

/* -- Finding -- */

typedef struct finding {
  st_keyed *keyed;
  st_eval *eval;
  const int64_t *words;
  size_t count; /* chains */
} finding;

/* A list, as a chain. */
static strata_status add_list(finding *f, uint32_t n) {
  st_keyed *keyed = f->keyed;
  if (n == 0) return STRATA_OK;
  if (!st_mem_reserve(keyed->mem, &keyed->chains, &keyed->chain_capacity,
                      f->count + 1, sizeof keyed->chains[0])) {
    return STRATA_ENOMEM;
  }
  const st_key_list *list = list_at(keyed, n);
  uint32_t next = 0;
  for (uint32_t i = list->count; i-- > 0;) {
    st_keyed_at(keyed, list->items[i])->next = next;
    next = list->items[i];
  }
  keyed->chains[f->count++] = next;
  return STRATA_OK;
}

static strata_status add_value(finding *f, uint32_t group, int64_t value) {
  return add_list(f, find_list(f->keyed, group, value));
}

static strata_status add_all(finding *f, uint32_t group) {
  strata_status status = STRATA_OK;
  uint32_t n = f->keyed->groups[group].first;
  for (; !status && n != 0; n = list_at(f->keyed, n)->after) {
    status = add_list(f, n);
  }
  return status;
}

/* Of a list of abilities each once, though somebody may have one twice. */
static strata_status add_abilities(finding *f, uint32_t group, uint64_t list) {
  const st_lists *lists = &st_eval_pass_of(f->eval)->lists;
  uint32_t all;
  const st_instance *items = st_list_items(lists, list, &all);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < all; i++) {
    bool first = true;
    for (uint32_t k = 0; first && k < i; k++) {
      first = items[k].ability != items[i].ability;
    }
    if (first) status = add_value(f, group, (int64_t)items[i].ability);
  }
  return status;
}

/* What whoever a field names has. */
static strata_status add_symbols(finding *f, uint32_t group, int64_t who) {
  const st_key_group *g = &f->keyed->groups[group];
  if (who == 0) return STRATA_OK;
  uint32_t slot = st_entity_slot(f->eval->store, (strata_entity)who);
  if (slot == 0) return add_all(f, group);
  const uint64_t *words;
  strata_status status = st_eval_value(f->eval, g->attr, slot, &words);
  if (status) return status;
  const st_attr *attr = &f->keyed->rules->attrs[g->attr - 1];
  if (attr->type == STRATA_ABILITIES) return add_abilities(f, group, words[0]);
  for (uint32_t w = 0; w < attr->words; w++) {
    for (uint64_t left = words[w]; !status && left != 0; left &= left - 1) {
      status = add_value(f, group, w * 64 + st_lowest_bit(left));
    }
  }
  return status;
}

static strata_status add_group(finding *f, uint32_t group) {
  const st_key_group *g = &f->keyed->groups[group];
  if (g->count == 0) return STRATA_OK;
  if (g->form == ST_KEY_NONE) return add_value(f, group, 0);
  if (!f->words) return add_all(f, group);
  int64_t word = g->field != ST_NO_PLACE ? f->words[g->field] : 0;
  return g->form == ST_KEY_HAS ? add_symbols(f, group, word)
                               : add_value(f, group, word);
}

bool st_keyed_asks(const st_keyed *keyed, strata_event_kind kind,
                   uint32_t place) {
  if (keyed->groups_of == NULL) return false; /* there are no watchers yet */
  for (unsigned role = 0; role < ST_ROLE_COUNT; role++) {
    uint32_t g = keyed->groups_of[place_of(kind, role)];
    for (; g != 0; g = keyed->groups[g - 1].next) {
      const st_key_group *group = &keyed->groups[g - 1];
      bool asks = group->form != ST_KEY_NONE && group->field == place;
      if (asks && group->count > 0) return true;
    }
  }
  return false;
}

static uint32_t merge(st_keyed *keyed, uint32_t a, uint32_t b) {
  uint32_t first = 0;
  uint32_t *link = &first;
  while (a != 0 && b != 0) {
    uint32_t *from =
        st_keyed_before(st_keyed_at(keyed, a), st_keyed_at(keyed, b)) ? &a : &b;
    *link = *from;
    link = &st_keyed_at(keyed, *from)->next;
    *from = *link;
  }
  *link = a != 0 ? a : b;
  return first;
}

strata_status st_keyed_find(st_keyed *keyed, st_eval *eval,
                            strata_event_kind kind, const int64_t *words,
                            unsigned roles, uint32_t *first) {
  finding f = {.keyed = keyed, .eval = eval, .words = words};
  strata_status status = STRATA_OK;
  *first = 0;
  for (roles &= keyed->present[kind]; roles != 0; roles &= roles - 1) {
    uint32_t g = keyed->groups_of[place_of(kind, st_lowest_bit(roles))];
    for (; !status && g != 0; g = keyed->groups[g - 1].next) {
      status = add_group(&f, g - 1);
    }
  }
  if (status || f.count == 0) return status;
  uint32_t *chains = keyed->chains;
  for (; f.count > 1; f.count = (f.count + 1) / 2) {
    for (size_t i = 0; i < f.count; i += 2) {
      chains[i / 2] =
          i + 1 < f.count ? merge(keyed, chains[i], chains[i + 1]) : chains[i];
    }
  }
  *first = chains[0];
  return STRATA_OK;
}
