/*
 * ability_lists.c - immutable, interned lists of abilities.
 *
 * Thousands of creatures share one list. An operation makes one new list for
 * all of them, and the memo remembers which, so an effect on a thousand equal
 * creatures costs one operation and a thousand look-ups of a number.
 *
 * New lists are put together in the scratch and interned from there. Items of
 * all lists lie in one array that only grows until the lists are cleared.
 */
#include "layers/inforce/ability_lists.h"

#include "base/hash.h"

#include <string.h>

void st_ability_lists_init(st_ability_lists *lists, st_mem *mem,
                           const strata_rules *rules) {
  *lists = (st_ability_lists){.mem = mem, .rules = rules};
}

void st_ability_lists_fini(st_ability_lists *lists) {
  if (!lists->mem) return;
  st_mem_free(lists->mem, lists->items, lists->item_capacity,
              sizeof lists->items[0]);
  st_mem_free(lists->mem, lists->lists, lists->list_capacity,
              sizeof lists->lists[0]);
  st_mem_free(lists->mem, lists->table, lists->table_size,
              sizeof lists->table[0]);
  st_mem_free(lists->mem, lists->list_of_text, lists->text_capacity,
              sizeof lists->list_of_text[0]);
  st_mem_free(lists->mem, lists->scratch, lists->scratch_capacity,
              sizeof lists->scratch[0]);
  st_mem_free(lists->mem, lists->text_changes, lists->text_change_capacity,
              sizeof lists->text_changes[0]);
  *lists = (st_ability_lists){.mem = lists->mem, .rules = lists->rules};
}

void st_ability_lists_clear(st_ability_lists *lists) {
  lists->item_count = 0;
  lists->list_count = 0;
  lists->text_change_count = 0;
  lists->memo.known = false;
  if (lists->table) {
    memset(lists->table, 0, lists->table_size * sizeof lists->table[0]);
  }
  if (lists->list_of_text) {
    memset(lists->list_of_text, 0,
           lists->text_capacity * sizeof lists->list_of_text[0]);
  }
}

/* -- Interning -- */

static uint64_t hash_instances(const st_ability_instance *items,
                               uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++) {
    const st_ability_instance *x = &items[i];
    uint64_t what = (uint64_t)x->ability << 32 | x->giver;
    uint64_t how = (uint64_t)x->ordinal << 32 | (uint64_t)x->origin << 24 |
                   (uint64_t)x->forbidden << 16 | x->text_change;
    /* Two independent products: calls of st_mix one after the other would wait
     * for each other. */
    hash = st_mix(hash, what * UINT64_C(0xD6E8FEB86659FD93) +
                            how * UINT64_C(0x9E3779B97F4A7C15) + x->stamp);
  }
  return hash;
}

static bool equal_instances(const st_ability_instance *a,
                            const st_ability_instance *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!st_ability_instance_same(&a[i], &b[i]) ||
        a[i].text_change != b[i].text_change || a[i].stamp != b[i].stamp) {
      return false;
    }
  }
  return true;
}

static uint32_t *ability_list_chain(const st_ability_lists *lists,
                                    uint64_t hash) {
  return &lists->table[hash & (lists->table_size - 1)];
}

static void link_ability_list(st_ability_lists *lists, uint32_t number,
                              uint64_t hash) {
  uint32_t *chain = ability_list_chain(lists, hash);
  lists->lists[number].next = *chain;
  *chain = number + 1;
}

static void relink_ability_list(st_ability_lists *lists, uint32_t number) {
  const st_ability_list *list = &lists->lists[number];
  const st_ability_instance *items =
      list->count > 0 ? lists->items + list->first : NULL;
  link_ability_list(lists, number, hash_instances(items, list->count));
}

/* Reserve one more list and its chain. */
static bool reserve_ability_list(st_ability_lists *lists) {
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
    relink_ability_list(lists, i);
  }
  return true;
}

static bool any_instance_acts(const st_ability_lists *lists,
                              const st_ability_instance *items,
                              uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].forbidden) continue;
    if (lists->rules->abilities[items[i].ability].clause_count > 0) return true;
  }
  return false;
}

/* Find or add the list of these items, which may lie in the scratch. */
static strata_status intern_ability_list(st_ability_lists *lists,
                                         const st_ability_instance *items,
                                         uint32_t count, uint32_t *out) {
  if (lists->list_count == 0) { /* number 0 is the empty list */
    if (!reserve_ability_list(lists)) return STRATA_ENOMEM;
    lists->lists[0] = (st_ability_list){0};
    lists->list_count = 1;
    relink_ability_list(lists, 0);
  }
  uint64_t hash = hash_instances(items, count);
  uint32_t n = *ability_list_chain(lists, hash);
  for (; n != 0; n = lists->lists[n - 1].next) {
    const st_ability_list *list = &lists->lists[n - 1];
    if (list->count == count &&
        (count == 0 ||
         equal_instances(lists->items + list->first, items, count))) {
      *out = n - 1;
      return STRATA_OK;
    }
  }
  if (lists->list_count >= UINT32_MAX - 1 ||
      lists->item_count > UINT32_MAX - count || !reserve_ability_list(lists) ||
      !st_mem_reserve(lists->mem, &lists->items, &lists->item_capacity,
                      lists->item_count + count, sizeof *items)) {
    return STRATA_ENOMEM;
  }
  uint32_t number = (uint32_t)lists->list_count++;
  lists->lists[number] =
      (st_ability_list){.first = (uint32_t)lists->item_count,
                        .count = count,
                        .acts = any_instance_acts(lists, items, count)};
  if (count > 0) {
    memcpy(lists->items + lists->item_count, items, count * sizeof *items);
  }
  lists->item_count += count;
  link_ability_list(lists, number, hash);
  *out = number;
  return STRATA_OK;
}

/* -- Queries -- */

bool st_ability_list_has(const st_ability_lists *lists, uint64_t list,
                         uint32_t ability) {
  uint32_t count;
  const st_ability_instance *items = st_ability_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].ability == ability && !items[i].forbidden) return true;
  }
  return false;
}

bool st_ability_list_has_any(const st_ability_lists *lists, uint64_t list) {
  uint32_t count;
  const st_ability_instance *items = st_ability_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!items[i].forbidden) return true;
  }
  return false;
}

/* The next item from `i` on that has static clauses; `count` if there is
 * none. */
static uint32_t next_acting_instance(const st_ability_lists *lists,
                                     const st_ability_instance *items,
                                     uint32_t count, uint32_t i) {
  while (i < count &&
         (items[i].forbidden ||
          lists->rules->abilities[items[i].ability].clause_count == 0)) {
    i++;
  }
  return i;
}

bool st_ability_list_acts_alike(const st_ability_lists *lists, uint64_t a,
                                uint64_t b) {
  uint32_t x_count;
  uint32_t y_count;
  const st_ability_instance *x = st_ability_list_items(lists, a, &x_count);
  const st_ability_instance *y = st_ability_list_items(lists, b, &y_count);
  if (a == b) return true;
  uint32_t i = next_acting_instance(lists, x, x_count, 0);
  uint32_t k = next_acting_instance(lists, y, y_count, 0);
  while (i < x_count && k < y_count) {
    if (!st_ability_instance_same(&x[i], &y[k]) ||
        x[i].text_change != y[k].text_change) {
      return false;
    }
    i = next_acting_instance(lists, x, x_count, i + 1);
    k = next_acting_instance(lists, y, y_count, k + 1);
  }
  return i == x_count && k == y_count;
}

const st_ability_instance *
st_ability_list_find(const st_ability_lists *lists, uint64_t list,
                     const st_ability_instance *key) {
  uint32_t count;
  const st_ability_instance *items = st_ability_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (st_ability_instance_same(&items[i], key)) return &items[i];
  }
  return NULL;
}

void st_ability_list_write(const st_ability_lists *lists, uint64_t list,
                           const char *separator, st_text *text) {
  uint32_t count;
  const st_ability_instance *items = st_ability_list_items(lists, list, &count);
  bool first = true;
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].forbidden) continue;
    if (!first) st_text_add_str(text, separator);
    first = false;
    strata_symbol symbol = lists->rules->abilities[items[i].ability].symbol;
    st_text_add_str(text,
                    st_rules_name(lists->rules, STRATA_NAME_SYMBOL, symbol));
  }
}

/* -- Making lists -- */

/* Append an item to the scratch, which the caller writes in place: copying it
 * there would stall on its own stores. NULL if there is no memory. */
static st_ability_instance *append_instance(st_ability_lists *lists,
                                            uint32_t *count) {
  if (!st_mem_reserve(lists->mem, &lists->scratch, &lists->scratch_capacity,
                      (size_t)*count + 1, sizeof lists->scratch[0])) {
    return NULL;
  }
  return &lists->scratch[(*count)++];
}

strata_status st_ability_list_from_text(st_ability_lists *lists,
                                        st_text_cache *compiled,
                                        const st_store *store, uint32_t text,
                                        uint32_t *out) {
  if (text < lists->text_capacity && lists->list_of_text[text] != 0) {
    *out = lists->list_of_text[text] - 1;
    return STRATA_OK;
  }
  const uint32_t *abilities;
  uint32_t given;
  strata_status status =
      st_text_cache_abilities(compiled, store, text, &abilities, &given);
  if (status) return status;
  uint32_t count = 0;
  for (uint32_t i = 0; i < given; i++) {
    st_ability_instance *item = append_instance(lists, &count);
    if (!item) return STRATA_ENOMEM;
    *item = (st_ability_instance){.ability = abilities[i], .ordinal = i};
  }
  status = intern_ability_list(lists, lists->scratch, count, out);
  if (status || !st_mem_reserve_zeroed(lists->mem, &lists->list_of_text,
                                       &lists->text_capacity, (size_t)text + 1,
                                       sizeof lists->list_of_text[0])) {
    return STRATA_ENOMEM;
  }
  lists->list_of_text[text] = *out + 1;
  return STRATA_OK;
}

void st_ability_lists_forget_texts(st_ability_lists *lists, uint32_t from) {
  if (from >= lists->text_capacity) return;
  memset(lists->list_of_text + from, 0,
         (lists->text_capacity - from) * sizeof lists->list_of_text[0]);
}

/* -- Text changes -- */

strata_symbol st_text_change_symbol(const st_ability_lists *lists,
                                    uint32_t text_change,
                                    strata_symbol symbol) {
  if (text_change == 0) return symbol;
  const st_text_change *s = &lists->text_changes[text_change - 1];
  symbol = st_text_change_symbol(lists, s->parent, symbol);
  return symbol == s->from ? s->to : symbol;
}

uint32_t st_text_change_pairs(const st_ability_lists *lists,
                              uint32_t text_change, strata_symbol *pairs,
                              uint32_t room) {
  uint32_t count = 0;
  for (uint32_t s = text_change; s != 0 && count < room;
       s = lists->text_changes[s - 1].parent) {
    strata_symbol from = lists->text_changes[s - 1].from;
    bool known = false;
    for (uint32_t i = 0; i < count; i++) {
      known = known || pairs[2 * (size_t)i] == from;
    }
    if (known) continue;
    pairs[2 * (size_t)count] = from;
    pairs[2 * (size_t)count + 1] =
        st_text_change_symbol(lists, text_change, from);
    count++;
  }
  return count;
}

bool st_text_change_same(const st_ability_lists *a, uint32_t change_a,
                         const st_ability_lists *b, uint32_t change_b) {
  while (change_a != 0 && change_b != 0) {
    const st_text_change *x = &a->text_changes[change_a - 1];
    const st_text_change *y = &b->text_changes[change_b - 1];
    if (x->from != y->from || x->to != y->to) return false;
    change_a = x->parent;
    change_b = y->parent;
  }
  return change_a == change_b;
}

static strata_status intern_text_change(st_ability_lists *lists,
                                        uint16_t parent, strata_symbol from,
                                        strata_symbol to, uint16_t *out) {
  for (size_t i = 0; i < lists->text_change_count; i++) {
    const st_text_change *s = &lists->text_changes[i];
    if (s->parent == parent && s->from == from && s->to == to) {
      *out = (uint16_t)(i + 1);
      return STRATA_OK;
    }
  }
  if (lists->text_change_count >= UINT16_MAX ||
      !st_mem_reserve(
          lists->mem, &lists->text_changes, &lists->text_change_capacity,
          lists->text_change_count + 1, sizeof lists->text_changes[0])) {
    return STRATA_ENOMEM;
  }
  lists->text_changes[lists->text_change_count++] =
      (st_text_change){.parent = parent, .from = from, .to = to};
  *out = (uint16_t)lists->text_change_count;
  return STRATA_OK;
}

uint32_t st_ability_list_rename_ability(const strata_rules *rules,
                                        uint32_t ability, strata_symbol from,
                                        strata_symbol to) {
  if (rules->abilities[ability].symbol != from) return ability;
  const st_attr *attr = &rules->attrs[rules->ability_attr - 1];
  uint32_t other = st_attr_domain_index(attr, to);
  return other == UINT32_MAX ? ability : other;
}

uint32_t st_ability_list_text_change(const st_ability_lists *lists,
                                     uint64_t list) {
  uint32_t count;
  const st_ability_instance *items = st_ability_list_items(lists, list, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].ability == ST_ABILITY_TEXT_MARK) return items[i].text_change;
  }
  return 0;
}

/* -- Operations -- */

static bool op_names_ability(const st_ability_list_op *op, uint32_t ability) {
  for (uint32_t i = 0; i < op->count; i++) {
    if (op->abilities[i] == ability) return true;
  }
  return false;
}

static bool is_ability_forbidden(const st_ability_instance *items,
                                 uint32_t count, uint32_t ability) {
  for (uint32_t i = 0; i < count; i++) {
    if (items[i].forbidden && items[i].ability == ability) return true;
  }
  return false;
}

/* Whether an operation leaves an item in the list. A STRIP takes intrinsic and
 * printed abilities (305.7); marks of 113.11 always stay. */
static bool op_keeps_instance(const st_ability_list_op *op,
                              const st_ability_instance *item) {
  if (item->forbidden) return true;
  if (op->op == STRATA_OP_STRIP) return item->origin == STRATA_ORIGIN_GRANTED;
  if (op->op == STRATA_OP_REMOVE || op->op == STRATA_OP_FORBID) {
    return !op_names_ability(op, item->ability);
  }
  return op->op != STRATA_OP_SET && op->op != STRATA_OP_CLEAR &&
         op->op != STRATA_OP_COPY;
}

/* Write field by field: a copy of a struct assembled elsewhere stalls on its
 * own stores. */
static void write_given_instance(st_ability_instance *item,
                                 const st_ability_list_op *op, uint32_t ability,
                                 uint32_t i) {
  item->ability = ability;
  item->origin = op->origin;
  item->forbidden = 0;
  item->text_change = 0;
  item->giver = op->giver;
  item->ordinal = op->ordinal + i;
  item->stamp = op->stamp;
}

/* Append the abilities that an operation gives, except those that the object
 * cannot have (113.11). */
static bool add_given_abilities(st_ability_lists *lists,
                                const st_ability_list_op *op, uint32_t *count) {
  uint32_t kept = *count;
  if (op->op == STRATA_OP_COPY || op->op == STRATA_OP_BORROW) {
    uint32_t from;
    (void)st_ability_list_items(lists, op->list, &from);
    for (uint32_t i = 0; i < from; i++) {
      const st_ability_instance *x =
          &lists->items[lists->lists[op->list].first + i];
      if (x->forbidden ||
          is_ability_forbidden(lists->scratch, kept, x->ability)) {
        continue;
      }
      st_ability_instance *item = append_instance(lists, count);
      if (!item) return false;
      write_given_instance(item, op, x->ability, i);
    }
    return true;
  }
  if (op->op != STRATA_OP_SET && op->op != STRATA_OP_ADD) return true;
  for (uint32_t i = 0; i < op->count; i++) {
    if (is_ability_forbidden(lists->scratch, kept, op->abilities[i])) continue;
    st_ability_instance *item = append_instance(lists, count);
    if (!item) return false;
    write_given_instance(item, op, op->abilities[i], i);
  }
  return true;
}

static bool add_forbidden_abilities(st_ability_lists *lists,
                                    const st_ability_list_op *op,
                                    uint32_t *count) {
  if (op->op != STRATA_OP_FORBID) return true;
  for (uint32_t i = 0; i < op->count; i++) {
    if (is_ability_forbidden(lists->scratch, *count, op->abilities[i])) {
      continue;
    }
    st_ability_instance *item = append_instance(lists, count);
    if (!item) return false;
    *item = (st_ability_instance){.ability = op->abilities[i], .forbidden = 1};
  }
  return true;
}

/* Put an ability, or the text mark, under one more change of words. */
static strata_status substitute_instance(st_ability_lists *lists,
                                         const st_ability_list_op *op,
                                         st_ability_instance *item) {
  if (!item->forbidden) {
    item->ability = st_ability_list_rename_ability(lists->rules, item->ability,
                                                   op->from, op->to);
  }
  return intern_text_change(lists, item->text_change, op->from, op->to,
                            &item->text_change);
}

/* Note that the text of the object itself is changed, if it can matter. */
static strata_status add_text_mark(st_ability_lists *lists,
                                   const st_ability_list_op *op,
                                   uint32_t *count) {
  if (!lists->rules->prints_handlers) return STRATA_OK;
  st_ability_instance *item = append_instance(lists, count);
  if (!item) return STRATA_ENOMEM;
  *item =
      (st_ability_instance){.ability = ST_ABILITY_TEXT_MARK, .forbidden = 1};
  return substitute_instance(lists, op, item);
}

static strata_status apply_list_op(st_ability_lists *lists,
                                   const st_ability_list_op *op, uint32_t list,
                                   uint32_t *out) {
  uint32_t count = 0;
  bool has_text_mark = false;
  uint32_t old = list < lists->list_count ? lists->lists[list].count : 0;
  for (uint32_t i = 0; i < old; i++) {
    const st_ability_instance *x = &lists->items[lists->lists[list].first + i];
    if (!op_keeps_instance(op, x)) continue;
    st_ability_instance *item = append_instance(lists, &count);
    if (!item) return STRATA_ENOMEM;
    *item = *x;
    bool is_text = x->ability == ST_ABILITY_TEXT_MARK;
    has_text_mark = has_text_mark || is_text;
    if (op->op == STRATA_OP_SUBSTITUTE && (!x->forbidden || is_text)) {
      strata_status status = substitute_instance(lists, op, item);
      if (status) return status;
    }
  }
  if (op->op == STRATA_OP_SUBSTITUTE && !has_text_mark) {
    strata_status status = add_text_mark(lists, op, &count);
    if (status) return status;
  }
  if (!add_given_abilities(lists, op, &count) ||
      !add_forbidden_abilities(lists, op, &count)) {
    return STRATA_ENOMEM;
  }
  return intern_ability_list(lists, lists->scratch, count, out);
}

/* Compare operations by what they name; the arrays of abilities may lie
 * anywhere. */
static bool is_same_list_op(const st_ability_list_op *a,
                            const st_ability_list_op *b) {
  /* Fields are not compared in their order in memory: the compiler would merge
   * neighbours into one wide load, which stalls on the narrow stores that wrote
   * them. */
  bool same = a->giver == b->giver && a->op == b->op;
  same = same && a->stamp == b->stamp && a->origin == b->origin;
  same = same && a->count == b->count && a->ordinal == b->ordinal;
  same = same && a->from == b->from && a->list == b->list && a->to == b->to;
  for (uint32_t i = 0; same && i < a->count; i++) {
    same = a->abilities[i] == b->abilities[i];
  }
  return same;
}

static void reset_list_memo(st_ability_list_memo *memo,
                            const st_ability_list_op *op) {
  *memo = (st_ability_list_memo){.op = *op, .known = true};
  for (uint32_t i = 0; i < op->count; i++) {
    memo->abilities[i] = op->abilities[i];
  }
  memo->op.abilities = memo->abilities;
}

strata_status st_ability_list_apply(st_ability_lists *lists,
                                    const st_ability_list_op *op, uint32_t list,
                                    uint32_t *out) {
  st_ability_list_memo *memo = &lists->memo;
  if (op->count > ST_ABILITY_LIST_MEMO_NAMES) {
    return apply_list_op(lists, op, list, out);
  }
  if (!memo->known || !is_same_list_op(op, &memo->op)) {
    reset_list_memo(memo, op);
  }
  uint32_t place = list % ST_ABILITY_LIST_MEMO_SLOTS;
  if (memo->at[place].before == list + 1) {
    *out = memo->at[place].after;
    return STRATA_OK;
  }
  strata_status status = apply_list_op(lists, op, list, out);
  if (status) return status;
  memo->at[place].before = list + 1;
  memo->at[place].after = *out;
  return STRATA_OK;
}

strata_status st_ability_list_collect(st_ability_lists *lists, uint32_t list,
                                      uint32_t from, strata_ability_kind kind,
                                      uint32_t *out) {
  uint32_t count = 0;
  uint32_t sources[2] = {list, from};
  for (int s = 0; s < 2; s++) {
    uint32_t n;
    (void)st_ability_list_items(lists, sources[s], &n);
    for (uint32_t i = 0; i < n; i++) {
      st_ability_instance item =
          lists->items[lists->lists[sources[s]].first + i];
      if (item.forbidden) continue;
      strata_ability_kind own = lists->rules->abilities[item.ability].kind;
      if (s == 1 && kind != STRATA_ABILITY_KEYWORD && own != kind) continue;
      uint32_t ordinal = count;
      st_ability_instance *to = append_instance(lists, &count);
      if (!to) return STRATA_ENOMEM;
      *to = (st_ability_instance){.ability = item.ability, .ordinal = ordinal};
    }
  }
  return intern_ability_list(lists, lists->scratch, count, out);
}
