/*
 * columns.c - which columns a world of some rules has.
 *
 * First those that every world has, then those of clocks, zones and attributes
 * in the order of their ids. A column's key, which is that of its owner's name
 * and its role, does not depend on the order: saves go by it.
 */
#include "rules/catalog/columns.h"

#include "base/hash.h"

#include <string.h>

/* A column of the rules' own: its key is that of its owner and its role. */
static st_column_spec column_of(uint64_t owner, uint64_t role, st_table table,
                                st_cell cell, st_meaning meaning) {
  return (st_column_spec){.key = st_mix(owner, role),
                          .table = (uint8_t)table,
                          .cell = (uint8_t)cell,
                          .meaning = (uint8_t)meaning};
}

enum {
  ROLE_BASE = 1,
  ROLE_CHAIN = 2,
  ROLE_TICKS = 3,
  ROLE_TIMED = 4,
  ROLE_STAMP = 5,
  ROLE_BOTTOM = 6,
  ROLE_TOP = 7,
  ROLE_WATCHES = 8
};

/* Columns of base values, from `next`; those after them. */
static st_column_spec *base_columns(const strata_rules *rules,
                                    const st_attr *attr, st_column_spec *next) {
  uint64_t owner = attr->hash;
  switch (attr->type) {
  case STRATA_INT:
    *next = column_of(owner, ROLE_BASE, ST_TABLE_ENTITY,
                      attr->narrow ? ST_CELL_32 : ST_CELL_64,
                      attr->narrow ? ST_SHORT : ST_RAW);
    next++->below = attr->below;
    break;
  case STRATA_REF:
    *next++ = column_of(owner, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_64, ST_RAW);
    break;
  case STRATA_FLAG:
    *next++ = column_of(owner, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_BIT, ST_RAW);
    break;
  case STRATA_SYM:
    *next++ =
        column_of(owner, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_32, ST_SYMBOL);
    break;
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    *next++ = column_of(owner, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_32, ST_RAW);
    break;
  case STRATA_SET:
    for (uint32_t n = 0; n < attr->domain_count; n++) {
      uint64_t symbol = st_rules_canonical(rules, ST_SYMBOL, attr->domain[n]);
      *next++ = column_of(st_mix(owner, symbol), ROLE_BASE, ST_TABLE_ENTITY,
                          ST_CELL_BIT, ST_RAW);
    }
    break;
  }
  return next;
}

static void attr_columns(strata_rules *rules, st_attr *attr) {
  st_column_spec *next = rules->columns + rules->column_count;
  if (attr->owned) { /* "zone" */
    attr->column = ST_COLUMN_ENTITY_ZONE;
    return;
  }
  attr->column = rules->column_count;
  next = base_columns(rules, attr, next);
  attr->chain = (uint32_t)(next - rules->columns);
  if (attr->layered) {
    *next++ =
        column_of(attr->hash, ROLE_CHAIN, ST_TABLE_ENTITY, ST_CELL_32, ST_RAW);
  }
  attr->counter_stamp = (uint32_t)(next - rules->columns);
  if (attr->counter) {
    *next++ =
        column_of(attr->hash, ROLE_STAMP, ST_TABLE_ENTITY, ST_CELL_64, ST_RAW);
  }
  rules->column_count = (uint32_t)(next - rules->columns);
}

static const struct {
  const char *name;
  uint8_t table, cell, meaning;
} fixed_columns[] = {
#define X(name, table, cell, meaning)                                          \
  {#name, ST_TABLE_##table, ST_CELL_##cell, ST_##meaning},
    ST_COLUMN_MAP(X)
#undef X
};

static size_t count_columns(const strata_rules *rules) {
  size_t count = ST_COLUMN_FIXED + 3 * rules->names[STRATA_KIND_CLOCK].count +
                 2 * rules->names[STRATA_KIND_ZONE].count;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    if (attr->owned) continue;
    count += (size_t)attr->layered + attr->counter;
    count += attr->type == STRATA_SET ? attr->domain_count : 1;
  }
  return count;
}

static void add_column(strata_rules *rules, st_column_spec spec) {
  rules->columns[rules->column_count++] = spec;
}

static void fixed(strata_rules *rules) {
  for (size_t i = 0; i < ST_COLUMN_FIXED; i++) {
    const char *name = fixed_columns[i].name;
    add_column(rules,
               (st_column_spec){.key = st_hash_bytes(name, strlen(name), 1),
                                .table = fixed_columns[i].table,
                                .cell = fixed_columns[i].cell,
                                .meaning = fixed_columns[i].meaning});
  }
}

static void clock_columns(strata_rules *rules) {
  const st_names *clocks = &rules->names[STRATA_KIND_CLOCK];
  rules->clock_columns = rules->column_count;
  for (size_t i = 0; i < clocks->count; i++) {
    uint64_t owner = clocks->items[i].hash;
    add_column(rules, column_of(owner, ROLE_TICKS, ST_TABLE_WORLD, ST_CELL_64,
                                ST_RAW));
    add_column(rules, column_of(owner, ROLE_TIMED, ST_TABLE_WORLD, ST_CELL_32,
                                ST_RAW));
    add_column(rules, column_of(owner, ROLE_WATCHES, ST_TABLE_WORLD, ST_CELL_32,
                                ST_RAW));
  }
}

static void zone_columns(strata_rules *rules) {
  const st_names *zones = &rules->names[STRATA_KIND_ZONE];
  for (size_t i = 0; i < zones->count; i++) {
    uint64_t owner = zones->items[i].hash;
    st_table table = rules->zones[i].shared ? ST_TABLE_WORLD : ST_TABLE_ENTITY;
    rules->zones[i].ends = rules->column_count;
    add_column(rules, column_of(owner, ROLE_BOTTOM, table, ST_CELL_32, ST_RAW));
    add_column(rules, column_of(owner, ROLE_TOP, table, ST_CELL_32, ST_RAW));
  }
}

bool st_columns_make(strata_rules *rules) {
  size_t count = count_columns(rules);
  rules->columns = st_mem_zeroed(&rules->mem, count, sizeof(st_column_spec));
  if (!rules->columns) return false;
  fixed(rules);
  clock_columns(rules);
  zone_columns(rules);
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    attr_columns(rules, &rules->attrs[i]);
  }
  assert(rules->column_count == count);
  return true;
}

/* -- Old names -- */

static bool note_old(strata_rules *rules, uint64_t key, uint32_t column) {
  if (!st_mem_reserve(&rules->mem, &rules->old_columns,
                      &rules->old_column_capacity, rules->old_column_count + 1,
                      sizeof(st_old_column))) {
    return false;
  }
  rules->old_columns[rules->old_column_count++] = (st_old_column){key, column};
  return true;
}

/* The bits of a set whose owner is called so: of the symbols that had other
 * names, or of all of them as they are now. */
static bool note_words(strata_rules *rules, const st_attr *attr, uint64_t owner,
                       bool is_old) {
  const st_names *symbols = is_old ? &rules->old_names[STRATA_KIND_SYMBOL]
                                   : &rules->names[STRATA_KIND_SYMBOL];
  for (size_t i = 0; i < symbols->count; i++) {
    const st_name *symbol = &symbols->items[i];
    uint32_t id = is_old ? symbol->tag : (uint32_t)i + 1;
    uint32_t place = st_attr_domain_index(attr, id);
    if (place == UINT32_MAX) continue;
    uint64_t key = st_mix(st_mix(owner, symbol->hash), ROLE_BASE);
    if (!note_old(rules, key, attr->column + place)) return false;
  }
  return true;
}

static bool note_attr(strata_rules *rules, const st_attr *attr,
                      uint64_t owner) {
  bool ok = true;
  if (attr->type == STRATA_SET) {
    ok = note_words(rules, attr, owner, false) &&
         note_words(rules, attr, owner, true);
  } else {
    ok = note_old(rules, st_mix(owner, ROLE_BASE), attr->column);
  }
  if (ok && attr->layered) {
    ok = note_old(rules, st_mix(owner, ROLE_CHAIN), attr->chain);
  }
  if (ok && attr->counter) {
    ok = note_old(rules, st_mix(owner, ROLE_STAMP), attr->counter_stamp);
  }
  return ok;
}

static bool note_clock(strata_rules *rules, strata_clock clock,
                       uint64_t owner) {
  uint32_t ticks = st_clock_ticks(rules, clock);
  uint32_t timed = st_clock_timed(rules, clock);
  uint32_t watches = st_clock_watches(rules, clock);
  return note_old(rules, st_mix(owner, ROLE_TICKS), ticks) &&
         note_old(rules, st_mix(owner, ROLE_TIMED), timed) &&
         note_old(rules, st_mix(owner, ROLE_WATCHES), watches);
}

static bool note_zone(strata_rules *rules, const st_zone *zone,
                      uint64_t owner) {
  return note_old(rules, st_mix(owner, ROLE_BOTTOM), zone->ends) &&
         note_old(rules, st_mix(owner, ROLE_TOP), zone->ends + 1);
}

bool st_columns_rename(strata_rules *rules) {
  const st_names *olds = rules->old_names;
  bool ok = true;
  for (size_t i = 0; ok && i < olds[STRATA_KIND_ATTRIBUTE].count; i++) {
    const st_name *old = &olds[STRATA_KIND_ATTRIBUTE].items[i];
    const st_attr *attr = &rules->attrs[old->tag - 1];
    ok = attr->owned || note_attr(rules, attr, old->hash);
  }
  for (uint32_t i = 0; ok && i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    ok = attr->type != STRATA_SET || note_words(rules, attr, attr->hash, true);
  }
  for (size_t i = 0; ok && i < olds[STRATA_KIND_CLOCK].count; i++) {
    const st_name *old = &olds[STRATA_KIND_CLOCK].items[i];
    ok = note_clock(rules, old->tag, old->hash);
  }
  for (size_t i = 0; ok && i < olds[STRATA_KIND_ZONE].count; i++) {
    const st_name *old = &olds[STRATA_KIND_ZONE].items[i];
    ok = note_zone(rules, &rules->zones[old->tag - 1], old->hash);
  }
  return ok;
}

uint32_t st_columns_find_old(const strata_rules *rules, uint64_t key) {
  for (size_t i = 0; i < rules->old_column_count; i++) {
    if (rules->old_columns[i].key == key) return rules->old_columns[i].column;
  }
  return UINT32_MAX;
}
