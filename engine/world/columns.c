/*
 * columns.c - which columns a world of some rules has.
 *
 * First those that every world has, then those of clocks, zones and attributes
 * in the order of their ids. A column's key, which is that of its owner's name
 * and its role, does not depend on the order: saves go by it.
 */
#include "world/columns.h"

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
