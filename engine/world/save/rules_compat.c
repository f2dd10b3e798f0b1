/*
 * rules_compat.c - whether a state can be moved to other rules.
 *
 * A save has only the hashes of names, so the reader of a save can report that
 * a name is missing, but not which. Here both rules are at hand, with the texts
 * of the names.
 *
 * A column counts as used if one of its cells is not 0: this is read from the
 * cells, because the state keeps no such index and a reload is rare.
 */
#include "world/save/rules_compat.h"

#include "rules/catalog/column_layout.h"
#include "world/objects/object_values.h"
#include "world/store/strings.h"

#include <string.h>

typedef struct name_usage {
  const st_store *store;
  const strata_rules *rules;               /* the rules of the state */
  const strata_rules *other;               /* the rules to move it to */
  uint8_t *is_missing[ST_NAME_KIND_COUNT]; /* by id: 1: used, and missing */
  st_text text;
} name_usage;

static size_t count_names(const name_usage *c, strata_name_kind kind) {
  return c->rules->names[kind].count;
}

static void require_name(name_usage *c, strata_name_kind kind, uint32_t id) {
  const char *name = st_rules_name(c->rules, kind, id);
  if (!name || c->is_missing[kind][id]) return;
  c->is_missing[kind][id] = st_rules_find_name(c->other, kind, name) == 0;
}

/* A symbol that names an ability is reported as an ability. */
static void require_symbol(name_usage *c, strata_symbol symbol) {
  const char *name = st_rules_name(c->rules, STRATA_NAME_SYMBOL, symbol);
  uint32_t ability =
      name ? st_rules_find_name(c->rules, STRATA_NAME_ABILITY, name) : 0;
  if (ability != 0) {
    require_name(c, STRATA_NAME_ABILITY, ability);
  } else {
    require_name(c, STRATA_NAME_SYMBOL, symbol);
  }
}

static void require_layer(name_usage *c, strata_layer layer) {
  if (!c->rules->numbered_layers) {
    require_name(c, STRATA_NAME_LAYER, (uint32_t)layer + 1);
  }
}

static void require_cell(name_usage *c, st_cell_content content,
                         uint64_t value) {
  switch (content) {
  case ST_CONTENT_SYMBOL:
    require_symbol(c, (strata_symbol)value);
    break;
  case ST_CONTENT_ATTR:
    require_name(c, STRATA_NAME_ATTRIBUTE, (uint32_t)value);
    break;
  case ST_CONTENT_CLOCK:
    require_name(c, STRATA_NAME_CLOCK, (uint32_t)value);
    break;
  case ST_CONTENT_GROUP:
    require_name(c, STRATA_NAME_GROUP, (uint32_t)value);
    break;
  case ST_CONTENT_DEFINITION:
    require_name(c, STRATA_NAME_DEFINITION, (uint32_t)value);
    break;
  case ST_CONTENT_EVENT_TYPE:
    require_name(c, STRATA_NAME_EVENT_TYPE, (uint32_t)value);
    break;
  case ST_CONTENT_WATCHER_DEF:
    require_name(c, STRATA_NAME_WATCHER_DEF, (uint32_t)value);
    break;
  case ST_CONTENT_PERIOD:
    require_name(c, STRATA_NAME_PERIOD, (uint32_t)value);
    break;
  case ST_CONTENT_HANDLER:
    require_name(c, STRATA_NAME_HANDLER, (uint32_t)value);
    break;
  case ST_CONTENT_PART_HEADER:
    require_layer(c, st_part_header_layer(value));
    require_name(c, STRATA_NAME_ATTRIBUTE, st_part_header_attr(value));
    break;
  case ST_CONTENT_RAW:
  case ST_CONTENT_NARROW:
  case ST_CONTENT_COUNT:
    break;
  }
}

static void require_cells(name_usage *c) {
  for (uint32_t i = 0; i < c->rules->column_count; i++) {
    const st_column *column = &c->store->columns[i];
    st_cell_content content = (st_cell_content)column->content;
    if (content == ST_CONTENT_RAW || content == ST_CONTENT_NARROW) continue;
    for (uint32_t row = 0; row < c->store->capacity[column->table]; row++) {
      uint64_t value = st_get_any(c->store, i, row);
      if (value != 0) require_cell(c, content, value);
    }
  }
}

/* -- Columns that the rules add -- */

static bool is_column_used(const st_store *store, uint32_t column) {
  uint32_t rows = store->capacity[store->columns[column].table];
  for (uint32_t row = 0; row < rows; row++) {
    if (st_get_any(store, column, row) != 0) return true;
  }
  return false;
}

/* Whether the other rules have a column for these cells, under its name or
 * under an old name of its owner. */
static bool has_matching_column(const name_usage *c, uint32_t column) {
  const st_column_spec *own = &c->rules->columns[column];
  uint32_t there = 0;
  while (there < c->other->column_count &&
         c->other->columns[there].key != own->key) {
    there++;
  }
  if (there == c->other->column_count) {
    there = st_column_layout_find_old(c->other, own->key);
  }
  if (there == UINT32_MAX) return false;
  const st_column_spec *theirs = &c->other->columns[there];
  return theirs->table == own->table &&
         (theirs->width == ST_CELL_BIT) == (own->width == ST_CELL_BIT) &&
         (theirs->content == ST_CONTENT_SYMBOL) ==
             (own->content == ST_CONTENT_SYMBOL);
}

static bool is_column_missing(const name_usage *c, uint32_t column) {
  return !has_matching_column(c, column) && is_column_used(c->store, column);
}

static void require_base_columns(name_usage *c, uint32_t place) {
  const st_attr *attr = &c->rules->attrs[place];
  if (attr->is_zone) return;
  strata_attr there =
      st_rules_find_name(c->other, STRATA_NAME_ATTRIBUTE, attr->name);
  const st_attr *other = st_attr_of(c->other, there);
  bool same = other && other->type == attr->type;
  for (uint32_t n = 0; n < st_attr_column_count(attr); n++) {
    if (!is_column_missing(c, attr->base_column + n)) continue;
    if (same && attr->type == STRATA_SET) {
      c->is_missing[STRATA_NAME_SYMBOL][attr->domain[n]] = 1;
    } else {
      c->is_missing[STRATA_NAME_ATTRIBUTE][place + 1] = 1;
    }
  }
}

static void require_columns(name_usage *c) {
  for (uint32_t i = 0; i < st_attr_count(c->rules); i++) {
    require_base_columns(c, i);
  }
  for (uint32_t i = 0; i < count_names(c, STRATA_NAME_ZONE); i++) {
    uint32_t ends = c->rules->zones[i].ends_column;
    if (is_column_missing(c, ends)) c->is_missing[STRATA_NAME_ZONE][i + 1] = 1;
  }
  for (uint32_t i = 1; i <= count_names(c, STRATA_NAME_CLOCK); i++) {
    if (is_column_missing(c, st_clock_ticks_column(c->rules, i))) {
      c->is_missing[STRATA_NAME_CLOCK][i] = 1;
    }
  }
}

/* -- Lists of abilities, which are texts -- */

static void require_ability_list(name_usage *c, uint32_t text) {
  st_text_clear(&c->text);
  st_strings_read(c->store, text, &c->text);
  const char *at = st_text_get(&c->text);
  strata_symbol symbol;
  while (st_symbol_list_next(c->rules, &at, &symbol)) {
    require_symbol(c, symbol);
  }
}

static void require_ability_lists(name_usage *c) {
  const st_store *store = c->store;
  const st_attr *attr = st_attr_of(c->rules, c->rules->ability_attr);
  if (!attr) return;
  for (uint32_t row = 0; row < store->capacity[ST_TABLE_ENTITY]; row++) {
    uint32_t text = (uint32_t)st_get_any(store, attr->base_column, row);
    if (text != 0) require_ability_list(c, text);
  }
  for (uint32_t row = 0; row < store->capacity[ST_TABLE_PART]; row++) {
    uint64_t header = st_get_any(store, ST_COLUMN_PART_HEADER, row);
    uint32_t text = (uint32_t)st_get_any(store, ST_COLUMN_PART_TEXT, row);
    if (text != 0 && st_part_header_attr(header) == c->rules->ability_attr) {
      require_ability_list(c, text);
    }
  }
}

/* -- All of it -- */

static void report_missing(const name_usage *c, st_missing_name_fn fn,
                           void *user) {
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    for (uint32_t id = 1; id <= count_names(c, (strata_name_kind)kind); id++) {
      if (!c->is_missing[kind][id]) continue;
      fn(user, (strata_name_kind)kind,
         st_rules_name(c->rules, (strata_name_kind)kind, id));
    }
  }
}

strata_status st_rules_compat_list_missing(const st_store *store,
                                           const strata_rules *rules,
                                           st_missing_name_fn fn, void *user) {
  name_usage c = {.store = store, .rules = store->rules, .other = rules};
  st_mem *mem = store->mem;
  bool ok = true;
  st_text_init(&c.text, mem);
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    c.is_missing[kind] =
        st_mem_zeroed(mem, count_names(&c, (strata_name_kind)kind) + 1, 1);
    ok = ok && c.is_missing[kind];
  }
  if (ok) {
    require_cells(&c);
    require_columns(&c);
    require_ability_lists(&c);
    ok = !c.text.failed;
  }
  if (ok) report_missing(&c, fn, user);
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    st_mem_free(mem, c.is_missing[kind],
                count_names(&c, (strata_name_kind)kind) + 1, 1);
  }
  st_text_fini(&c.text);
  return ok ? STRATA_OK : STRATA_ENOMEM;
}
