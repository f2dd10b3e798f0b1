/*
 * fit.c - whether a state can live under other rules.
 *
 * Saves speak of names by their hashes, so that who loads one can only say that
 * something is lacking. Here both rules are at hand, and their texts with them.
 */
#include "world/save/fit.h"

#include "rules/catalog/columns.h"
#include "world/objects/object.h"
#include "world/store/strings.h"

#include <string.h>

typedef struct census {
  const st_store *store;
  const strata_rules *rules;     /* the state's own */
  const strata_rules *other;     /* that it is to live under */
  uint8_t *lacks[ST_KIND_COUNT]; /* by id: 1 if it is used and lacking */
  st_text text;
} census;

static size_t names_of(const census *c, strata_kind kind) {
  return c->rules->names[kind].count;
}

static void need(census *c, strata_kind kind, uint32_t id) {
  const char *name = strata_rules_name(c->rules, kind, id);
  if (!name || c->lacks[kind][id]) return;
  c->lacks[kind][id] = strata_rules_find(c->other, kind, name) == 0;
}

/* Symbols that are abilities are called so where they are lacking. */
static void need_symbol(census *c, strata_symbol symbol) {
  const char *name = strata_rules_name(c->rules, STRATA_KIND_SYMBOL, symbol);
  uint32_t ability =
      name ? strata_rules_find(c->rules, STRATA_KIND_ABILITY, name) : 0;
  if (ability != 0) {
    need(c, STRATA_KIND_ABILITY, ability);
  } else {
    need(c, STRATA_KIND_SYMBOL, symbol);
  }
}

static void need_layer(census *c, strata_layer layer) {
  if (!c->rules->numbered) {
    need(c, STRATA_KIND_LAYER, (uint32_t)layer + 1);
  }
}

static void need_cell(census *c, st_meaning meaning, uint64_t value) {
  switch (meaning) {
  case ST_SYMBOL:
    need_symbol(c, (strata_symbol)value);
    break;
  case ST_ATTR:
    need(c, STRATA_KIND_ATTRIBUTE, (uint32_t)value);
    break;
  case ST_CLOCK:
    need(c, STRATA_KIND_CLOCK, (uint32_t)value);
    break;
  case ST_GROUP:
    need(c, STRATA_KIND_GROUP, (uint32_t)value);
    break;
  case ST_DEFINITION:
    need(c, STRATA_KIND_DEFINITION, (uint32_t)value);
    break;
  case ST_EVENT:
    need(c, STRATA_KIND_EVENT, (uint32_t)value);
    break;
  case ST_CODE:
    need(c, STRATA_KIND_CODE, (uint32_t)value);
    break;
  case ST_HANDLER:
    need(c, STRATA_KIND_HANDLER, (uint32_t)value);
    break;
  case ST_VERB:
    need_layer(c, st_verb_layer(value));
    need(c, STRATA_KIND_ATTRIBUTE, st_verb_attr(value));
    break;
  case ST_RAW:
  case ST_SHORT:
  case ST_MEANING_COUNT:
    break;
  }
}

static void need_cells(census *c) {
  for (uint32_t i = 0; i < c->rules->column_count; i++) {
    const st_column *column = &c->store->columns[i];
    st_meaning meaning = (st_meaning)column->meaning;
    if (meaning == ST_RAW || meaning == ST_SHORT) continue;
    for (uint32_t row = 0; row < c->store->capacity[column->table]; row++) {
      uint64_t value = st_get_any(c->store, i, row);
      if (value != 0) need_cell(c, meaning, value);
    }
  }
}

/* -- Columns of the rules' own -- */

static bool is_used(const st_store *store, uint32_t column) {
  uint32_t rows = store->capacity[store->columns[column].table];
  for (uint32_t row = 0; row < rows; row++) {
    if (st_get_any(store, column, row) != 0) return true;
  }
  return false;
}

/* Whether the other rules have a column for these cells, be it that its owner
 * has another name there. */
static bool has_column(const census *c, uint32_t column) {
  const st_column_spec *own = &c->rules->columns[column];
  uint32_t there = 0;
  while (there < c->other->column_count &&
         c->other->columns[there].key != own->key) {
    there++;
  }
  if (there == c->other->column_count) {
    there = st_columns_find_old(c->other, own->key);
  }
  if (there == UINT32_MAX) return false;
  const st_column_spec *theirs = &c->other->columns[there];
  return theirs->table == own->table &&
         (theirs->cell == ST_CELL_BIT) == (own->cell == ST_CELL_BIT) &&
         (theirs->meaning == ST_SYMBOL) == (own->meaning == ST_SYMBOL);
}

static bool is_lacking(const census *c, uint32_t column) {
  return !has_column(c, column) && is_used(c->store, column);
}

static void need_base(census *c, uint32_t place) {
  const st_attr *attr = &c->rules->attrs[place];
  if (attr->owned) return;
  strata_attr there =
      strata_rules_find(c->other, STRATA_KIND_ATTRIBUTE, attr->name);
  const st_attr *other = st_attr_of(c->other, there);
  bool same = other && other->type == attr->type;
  for (uint32_t n = 0; n < st_attr_columns(attr); n++) {
    if (!is_lacking(c, attr->column + n)) continue;
    if (same && attr->type == STRATA_SET) {
      c->lacks[STRATA_KIND_SYMBOL][attr->domain[n]] = 1;
    } else {
      c->lacks[STRATA_KIND_ATTRIBUTE][place + 1] = 1;
    }
  }
}

static void need_columns(census *c) {
  for (uint32_t i = 0; i < st_attr_count(c->rules); i++) {
    need_base(c, i);
  }
  for (uint32_t i = 0; i < names_of(c, STRATA_KIND_ZONE); i++) {
    uint32_t ends = c->rules->zones[i].ends;
    if (is_lacking(c, ends)) c->lacks[STRATA_KIND_ZONE][i + 1] = 1;
  }
  for (uint32_t i = 1; i <= names_of(c, STRATA_KIND_CLOCK); i++) {
    if (is_lacking(c, st_clock_ticks(c->rules, i))) {
      c->lacks[STRATA_KIND_CLOCK][i] = 1;
    }
  }
}

/* -- Lists of abilities, which are texts -- */

static void need_list(census *c, uint32_t text) {
  st_text_clear(&c->text);
  st_strings_read(c->store, text, &c->text);
  const char *at = st_text_get(&c->text);
  strata_symbol symbol;
  while (st_symbols_next(c->rules, &at, &symbol)) {
    need_symbol(c, symbol);
  }
}

static void need_lists(census *c) {
  const st_store *store = c->store;
  const st_attr *attr = st_attr_of(c->rules, c->rules->ability_attr);
  if (!attr) return;
  for (uint32_t row = 0; row < store->capacity[ST_TABLE_ENTITY]; row++) {
    uint32_t text = (uint32_t)st_get_any(store, attr->column, row);
    if (text != 0) need_list(c, text);
  }
  for (uint32_t row = 0; row < store->capacity[ST_TABLE_PART]; row++) {
    uint64_t verb = st_get_any(store, ST_COLUMN_PART_VERB, row);
    uint32_t text = (uint32_t)st_get_any(store, ST_COLUMN_PART_TEXT, row);
    if (text != 0 && st_verb_attr(verb) == c->rules->ability_attr) {
      need_list(c, text);
    }
  }
}

/* -- All of it -- */

static void tell(const census *c, st_lack_fn fn, void *user) {
  for (int kind = 0; kind < ST_KIND_COUNT; kind++) {
    for (uint32_t id = 1; id <= names_of(c, (strata_kind)kind); id++) {
      if (!c->lacks[kind][id]) continue;
      fn(user, (strata_kind)kind,
         strata_rules_name(c->rules, (strata_kind)kind, id));
    }
  }
}

strata_status st_fit(const st_store *store, const strata_rules *rules,
                     st_lack_fn fn, void *user) {
  census c = {.store = store, .rules = store->rules, .other = rules};
  st_mem *mem = store->mem;
  bool ok = true;
  st_text_init(&c.text, mem);
  for (int kind = 0; kind < ST_KIND_COUNT; kind++) {
    c.lacks[kind] = st_mem_zeroed(mem, names_of(&c, (strata_kind)kind) + 1, 1);
    ok = ok && c.lacks[kind];
  }
  if (ok) {
    need_cells(&c);
    need_columns(&c);
    need_lists(&c);
    ok = !c.text.failed;
  }
  if (ok) tell(&c, fn, user);
  for (int kind = 0; kind < ST_KIND_COUNT; kind++) {
    st_mem_free(mem, c.lacks[kind], names_of(&c, (strata_kind)kind) + 1, 1);
  }
  st_text_fini(&c.text);
  return ok ? STRATA_OK : STRATA_ENOMEM;
}
