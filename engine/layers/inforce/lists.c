/*
 * lists.c - lists of abilities: immutable, interned, named by a number.
 *
 * Thousands of creatures share one list, and what an effect does to it is
 * worked out once for all of them. A list that comes out the same has the same
 * number, so comparing lists is comparing numbers.
 */
#include "layers/inforce/lists.h"

#include "base/hash.h"

#include <string.h>

void st_lists_init(st_lists *lists, st_mem *mem, const strata_rules *rules) {
  *lists = (st_lists){.mem = mem, .rules = rules};
}

void st_lists_fini(st_lists *lists) {
  if (!lists->mem) return;
  st_mem_free(lists->mem, lists->items, lists->item_capacity,
              sizeof lists->items[0]);
  st_mem_free(lists->mem, lists->lists, lists->list_capacity,
              sizeof lists->lists[0]);
  st_mem_free(lists->mem, lists->table, lists->table_size,
              sizeof lists->table[0]);
  st_mem_free(lists->mem, lists->of_text, lists->text_capacity,
              sizeof lists->of_text[0]);
  st_mem_free(lists->mem, lists->scratch, lists->scratch_capacity,
              sizeof lists->scratch[0]);
  st_mem_free(lists->mem, lists->substs, lists->subst_capacity,
              sizeof lists->substs[0]);
  *lists = (st_lists){.mem = lists->mem, .rules = lists->rules};
}

void st_lists_empty(st_lists *lists) {
  lists->item_count = 0;
  lists->list_count = 0;
  lists->subst_count = 0;
  lists->memo.known = false;
  if (lists->table) {
    memset(lists->table, 0, lists->table_size * sizeof lists->table[0]);
  }
  if (lists->of_text) {
    memset(lists->of_text, 0, lists->text_capacity * sizeof lists->of_text[0]);
  }
}

/* -- Interning -- */

static uint64_t hash_items(const st_instance *items, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++) {
    const st_instance *x = &items[i];
    uint64_t what = (uint64_t)x->ability << 32 | x->giver;
    uint64_t how = (uint64_t)x->ordinal << 32 | (uint64_t)x->origin << 24 |
                   (uint64_t)x->banned << 16 | x->subst;
    /* Products side by side: mixes would wait for each other. */
    hash = st_mix(hash, what * UINT64_C(0xD6E8FEB86659FD93) +
                            how * UINT64_C(0x9E3779B97F4A7C15) + x->stamp);
  }
  return hash;
}

static bool equal_items(const st_instance *a, const st_instance *b,
                        uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!st_instance_same(&a[i], &b[i]) || a[i].subst != b[i].subst ||
        a[i].stamp != b[i].stamp) {
      return false;
    }
  }
  return true;
}

/* The size of the table is a power of two. */
static uint32_t *chain_of(const st_lists *lists, uint64_t hash) {
  return &lists->table[hash & (lists->table_size - 1)];
}

static void link_list(st_lists *lists, uint32_t number, uint64_t hash) {
  uint32_t *chain = chain_of(lists, hash);
  lists->lists[number].next = *chain;
  *chain = number + 1;
}

static void link_again(st_lists *lists, uint32_t number) {
  const st_list *list = &lists->lists[number];
  const st_instance *items =
      list->count > 0 ? lists->items + list->start : NULL;
  link_list(lists, number, hash_items(items, list->count));
}

/* Room for one more list and its chain. */
static bool make_room(st_lists *lists) {
  if (!st_mem_reserve(lists->mem, &lists->lists, &lists->list_capacity,
                      lists->list_count + 1, sizeof lists->lists[0])) {
    return false;
  }
  if (lists->table_size >= lists->list_capacity) return true;
  size_t size = lists->list_capacity * 2;
  uint32_t *table = st_mem_zeroed(lists->mem, size, sizeof *table);
  if (!table) return false;
  st_mem_free(lists->mem, lists->table, lists->table_size,
              sizeof lists->table[0]);
  lists->table = table;
  lists->table_size = size;
  for (uint32_t i = 0; i < lists->list_count; i++) {
    link_again(lists, i);
  }
  return true;
}

static bool has_clauses(const st_lists *lists, const st_instance *items,
                        uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].banned) continue;
    if (lists->rules->abilities[items[i].ability].clause_count > 0) return true;
  }
  return false;
}

/* The number of the list of these items; they may lie in the scratch. */
static strata_status intern(st_lists *lists, const st_instance *items,
                            uint32_t count, uint32_t *out) {
  if (lists->list_count == 0) { /* number 0 is the empty one */
    if (!make_room(lists)) return STRATA_ENOMEM;
    lists->lists[0] = (st_list){0};
    lists->list_count = 1;
    link_again(lists, 0);
  }
  uint64_t hash = hash_items(items, count);
  uint32_t n = *chain_of(lists, hash);
  for (; n != 0; n = lists->lists[n - 1].next) {
    const st_list *list = &lists->lists[n - 1];
    if (list->count == count &&
        (count == 0 || equal_items(lists->items + list->start, items, count))) {
      *out = n - 1;
      return STRATA_OK;
    }
  }
  if (lists->list_count >= UINT32_MAX - 1 ||
      lists->item_count > UINT32_MAX - count || !make_room(lists) ||
      !st_mem_reserve(lists->mem, &lists->items, &lists->item_capacity,
                      lists->item_count + count, sizeof *items)) {
    return STRATA_ENOMEM;
  }
  uint32_t number = (uint32_t)lists->list_count++;
  lists->lists[number] =
      (st_list){.start = (uint32_t)lists->item_count,
                .count = count,
                .has_clauses = has_clauses(lists, items, count)};
  if (count > 0) {
    memcpy(lists->items + lists->item_count, items, count * sizeof *items);
  }
  lists->item_count += count;
  link_list(lists, number, hash);
  *out = number;
  return STRATA_OK;
}

/* -- Asking -- */

bool st_list_has(const st_lists *lists, uint64_t list, uint32_t ability) {
  uint32_t count;
  const st_instance *items = st_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].ability == ability && !items[i].banned) return true;
  }
  return false;
}

bool st_list_has_any(const st_lists *lists, uint64_t list) {
  uint32_t count;
  const st_instance *items = st_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!items[i].banned) return true;
  }
  return false;
}

/* The next item from `i` on that acts; `count` if there is none. */
static uint32_t next_acting(const st_lists *lists, const st_instance *items,
                            uint32_t count, uint32_t i) {
  while (i < count &&
         (items[i].banned ||
          lists->rules->abilities[items[i].ability].clause_count == 0)) {
    i++;
  }
  return i;
}

bool st_list_acts_alike(const st_lists *lists, uint64_t a, uint64_t b) {
  uint32_t x_count;
  uint32_t y_count;
  const st_instance *x = st_list_items(lists, a, &x_count);
  const st_instance *y = st_list_items(lists, b, &y_count);
  if (a == b) return true;
  uint32_t i = next_acting(lists, x, x_count, 0);
  uint32_t k = next_acting(lists, y, y_count, 0);
  while (i < x_count && k < y_count) {
    if (!st_instance_same(&x[i], &y[k]) || x[i].subst != y[k].subst) {
      return false;
    }
    i = next_acting(lists, x, x_count, i + 1);
    k = next_acting(lists, y, y_count, k + 1);
  }
  return i == x_count && k == y_count;
}

const st_instance *st_list_find(const st_lists *lists, uint64_t list,
                                const st_instance *key) {
  uint32_t count;
  const st_instance *items = st_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (st_instance_same(&items[i], key)) return &items[i];
  }
  return NULL;
}

void st_list_write(const st_lists *lists, uint64_t list, const char *separator,
                   st_text *text) {
  uint32_t count;
  const st_instance *items = st_list_items(lists, list, &count);
  bool first = true;
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].banned) continue;
    if (!first) st_text_str(text, separator);
    first = false;
    strata_symbol symbol = lists->rules->abilities[items[i].ability].symbol;
    st_text_str(text,
                strata_rules_name(lists->rules, STRATA_KIND_SYMBOL, symbol));
  }
}

/* -- Making -- */

/* Room for one item more, which is written there: copies would stall on their
 * own stores. NULL if there is no memory. */
static st_instance *next_item(st_lists *lists, uint32_t *count) {
  if (!st_mem_reserve(lists->mem, &lists->scratch, &lists->scratch_capacity,
                      (size_t)*count + 1, sizeof lists->scratch[0])) {
    return NULL;
  }
  return &lists->scratch[(*count)++];
}

strata_status st_list_of_text(st_lists *lists, st_compiled *compiled,
                              const st_store *store, uint32_t text,
                              uint32_t *out) {
  if (text < lists->text_capacity && lists->of_text[text] != 0) {
    *out = lists->of_text[text] - 1;
    return STRATA_OK;
  }
  const uint32_t *abilities;
  uint32_t given;
  strata_status status =
      st_compiled_abilities(compiled, store, text, &abilities, &given);
  if (status) return status;
  uint32_t count = 0;
  for (uint32_t i = 0; i < given; i++) {
    st_instance *item = next_item(lists, &count);
    if (!item) return STRATA_ENOMEM;
    *item = (st_instance){.ability = abilities[i], .ordinal = i};
  }
  status = intern(lists, lists->scratch, count, out);
  size_t old = lists->text_capacity;
  if (status ||
      !st_mem_reserve(lists->mem, &lists->of_text, &lists->text_capacity,
                      (size_t)text + 1, sizeof lists->of_text[0])) {
    return STRATA_ENOMEM;
  }
  if (lists->text_capacity > old) {
    memset(lists->of_text + old, 0,
           (lists->text_capacity - old) * sizeof lists->of_text[0]);
  }
  lists->of_text[text] = *out + 1;
  return STRATA_OK;
}

/* -- Text changes -- */

strata_symbol st_subst_symbol(const st_lists *lists, uint32_t subst,
                              strata_symbol symbol) {
  if (subst == 0) return symbol;
  const st_subst *s = &lists->substs[subst - 1];
  symbol = st_subst_symbol(lists, s->parent, symbol);
  return symbol == s->from ? s->to : symbol;
}

static strata_status change_text(st_lists *lists, uint16_t parent,
                                 strata_symbol from, strata_symbol to,
                                 uint16_t *out) {
  for (size_t i = 0; i < lists->subst_count; i++) {
    const st_subst *s = &lists->substs[i];
    if (s->parent == parent && s->from == from && s->to == to) {
      *out = (uint16_t)(i + 1);
      return STRATA_OK;
    }
  }
  if (lists->subst_count >= UINT16_MAX ||
      !st_mem_reserve(lists->mem, &lists->substs, &lists->subst_capacity,
                      lists->subst_count + 1, sizeof lists->substs[0])) {
    return STRATA_ENOMEM;
  }
  lists->substs[lists->subst_count++] =
      (st_subst){.parent = parent, .from = from, .to = to};
  *out = (uint16_t)lists->subst_count;
  return STRATA_OK;
}

uint32_t st_list_change_name(const strata_rules *rules, uint32_t ability,
                             strata_symbol from, strata_symbol to) {
  if (rules->abilities[ability].symbol != from) return ability;
  const st_attr *attr = &rules->attrs[rules->ability_attr - 1];
  uint32_t other = st_attr_domain_index(attr, to);
  return other == UINT32_MAX ? ability : other;
}

/* -- Operations -- */

static bool names(const st_list_op *op, uint32_t ability) {
  for (uint32_t i = 0; i < op->count; i++) {
    if (op->abilities[i] == ability) return true;
  }
  return false;
}

static bool is_banned(const st_instance *items, uint32_t count,
                      uint32_t ability) {
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].banned && items[i].ability == ability) return true;
  }
  return false;
}

/* Whether an operation leaves an item in the list. */
static bool stays(const st_list_op *op, const st_instance *item) {
  if (item->banned) return true;
  if (op->op == STRATA_OP_STRIP) return item->origin == STRATA_ORIGIN_GRANTED;
  if (op->op == STRATA_OP_REMOVE || op->op == STRATA_OP_FORBID) {
    return !names(op, item->ability);
  }
  return op->op != STRATA_OP_SET && op->op != STRATA_OP_CLEAR &&
         op->op != STRATA_OP_COPY;
}

/* Field by field: what is put together elsewhere stalls when it is copied. */
static void write_given(st_instance *item, const st_list_op *op,
                        uint32_t ability, uint32_t i) {
  item->ability = ability;
  item->origin = op->origin;
  item->banned = 0;
  item->subst = 0;
  item->giver = op->giver;
  item->ordinal = op->ordinal + i;
  item->stamp = op->stamp;
}

/* Give abilities, but for those that cannot be got. */
static bool give(st_lists *lists, const st_list_op *op, uint32_t *count) {
  uint32_t kept = *count;
  if (op->op == STRATA_OP_COPY || op->op == STRATA_OP_BORROW) {
    uint32_t from;
    (void)st_list_items(lists, op->list, &from);
    for (uint32_t i = 0; i < from; i++) {
      const st_instance *x = &lists->items[lists->lists[op->list].start + i];
      if (x->banned || is_banned(lists->scratch, kept, x->ability)) continue;
      st_instance *item = next_item(lists, count);
      if (!item) return false;
      write_given(item, op, x->ability, i);
    }
    return true;
  }
  if (op->op != STRATA_OP_SET && op->op != STRATA_OP_ADD) return true;
  for (uint32_t i = 0; i < op->count; i++) {
    if (is_banned(lists->scratch, kept, op->abilities[i])) continue;
    st_instance *item = next_item(lists, count);
    if (!item) return false;
    write_given(item, op, op->abilities[i], i);
  }
  return true;
}

static bool ban(st_lists *lists, const st_list_op *op, uint32_t *count) {
  if (op->op != STRATA_OP_FORBID) return true;
  for (uint32_t i = 0; i < op->count; i++) {
    if (is_banned(lists->scratch, *count, op->abilities[i])) continue;
    st_instance *item = next_item(lists, count);
    if (!item) return false;
    *item = (st_instance){.ability = op->abilities[i], .banned = 1};
  }
  return true;
}

static strata_status apply(st_lists *lists, const st_list_op *op, uint32_t list,
                           uint32_t *out) {
  uint32_t count = 0;
  uint32_t old = list < lists->list_count ? lists->lists[list].count : 0;
  for (uint32_t i = 0; i < old; i++) {
    const st_instance *x = &lists->items[lists->lists[list].start + i];
    if (!stays(op, x)) continue;
    st_instance *item = next_item(lists, &count);
    if (!item) return STRATA_ENOMEM;
    *item = *x;
    if (op->op == STRATA_OP_SUBSTITUTE && !x->banned) {
      item->ability =
          st_list_change_name(lists->rules, x->ability, op->from, op->to);
      strata_status status =
          change_text(lists, x->subst, op->from, op->to, &item->subst);
      if (status) return status;
    }
  }
  if (!give(lists, op, &count) || !ban(lists, op, &count)) {
    return STRATA_ENOMEM;
  }
  return intern(lists, lists->scratch, count, out);
}

/* Operations are compared by what they name, not by where that lies. */
static bool is_same_op(const st_list_op *a, const st_list_op *b) {
  /* Not one after the other, as they lie: that would be read as one, and wait
   * for how it was written. */
  bool same = a->giver == b->giver && a->op == b->op;
  same = same && a->stamp == b->stamp && a->origin == b->origin;
  same = same && a->count == b->count && a->ordinal == b->ordinal;
  same = same && a->from == b->from && a->list == b->list && a->to == b->to;
  for (uint32_t i = 0; same && i < a->count; i++) {
    same = a->abilities[i] == b->abilities[i];
  }
  return same;
}

static void begin_memo(st_list_memo *memo, const st_list_op *op) {
  *memo = (st_list_memo){.op = *op, .known = true};
  for (uint32_t i = 0; i < op->count; i++) {
    memo->abilities[i] = op->abilities[i];
  }
  memo->op.abilities = memo->abilities;
}

/* An effect does one thing to all whom it affects, and most of these have one
 * of a few lists. */
strata_status st_list_apply(st_lists *lists, const st_list_op *op,
                            uint32_t list, uint32_t *out) {
  st_list_memo *memo = &lists->memo;
  if (op->count > ST_LIST_NAMED) return apply(lists, op, list, out);
  if (!memo->known || !is_same_op(op, &memo->op)) begin_memo(memo, op);
  uint32_t place = list % ST_LIST_MEMO;
  if (memo->at[place].before == list + 1) {
    *out = memo->at[place].after;
    return STRATA_OK;
  }
  strata_status status = apply(lists, op, list, out);
  if (status) return status;
  memo->at[place].before = list + 1;
  memo->at[place].after = *out;
  return STRATA_OK;
}

strata_status st_list_collect(st_lists *lists, uint32_t list, uint32_t from,
                              strata_ability_kind kind, uint32_t *out) {
  uint32_t count = 0;
  uint32_t sources[2] = {list, from};
  for (int s = 0; s < 2; s++) {
    uint32_t n;
    (void)st_list_items(lists, sources[s], &n);
    for (uint32_t i = 0; i < n; i++) {
      st_instance item = lists->items[lists->lists[sources[s]].start + i];
      strata_ability_kind own = lists->rules->abilities[item.ability].kind;
      if (item.banned ||
          (s == 1 && kind != STRATA_ABILITY_KEYWORD && own != kind)) {
        continue;
      }
      uint32_t ordinal = count;
      st_instance *to = next_item(lists, &count);
      if (!to) return STRATA_ENOMEM;
      *to = (st_instance){.ability = item.ability, .ordinal = ordinal};
    }
  }
  return intern(lists, lists->scratch, count, out);
}
