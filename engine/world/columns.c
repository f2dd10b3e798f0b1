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

/* What files call the columns that every world has: a key is the hash of its
 * text. No text is ever changed, whatever the identifier before it becomes. */
static const char *const fixed_names[ST_COLUMN_FIXED] = {
    [ST_COLUMN_SCALAR] = "SCALAR",
    [ST_COLUMN_ENTITY_GENERATION] = "ENTITY_GENERATION",
    [ST_COLUMN_ENTITY_NEXT_FREE] = "ENTITY_NEXT_FREE",
    [ST_COLUMN_ENTITY_LIVE] = "ENTITY_LIVE",
    [ST_COLUMN_ENTITY_GONE] = "ENTITY_GONE",
    [ST_COLUMN_ENTITY_STAMP] = "ENTITY_STAMP",
    [ST_COLUMN_ENTITY_SUCCESSOR] = "ENTITY_SUCCESSOR",
    [ST_COLUMN_ENTITY_DEFINITION] = "ENTITY_DEFINITION",
    [ST_COLUMN_ENTITY_ZONE] = "ENTITY_ZONE",
    [ST_COLUMN_ENTITY_ZONE_PLAYER] = "ENTITY_ZONE_PLAYER",
    [ST_COLUMN_ENTITY_ABOVE] = "ENTITY_ABOVE",
    [ST_COLUMN_ENTITY_BELOW] = "ENTITY_BELOW",
    [ST_COLUMN_TEXT_START] = "TEXT_START",
    [ST_COLUMN_TEXT_LENGTH] = "TEXT_LENGTH",
    [ST_COLUMN_BYTES] = "BYTES",
    [ST_COLUMN_EFFECT_ENDED] = "EFFECT_ENDED",
    [ST_COLUMN_EFFECT_NEXT_FREE] = "EFFECT_NEXT_FREE",
    [ST_COLUMN_EFFECT_STAMP] = "EFFECT_STAMP",
    [ST_COLUMN_EFFECT_SOURCE] = "EFFECT_SOURCE",
    [ST_COLUMN_EFFECT_PARTS] = "EFFECT_PARTS",
    [ST_COLUMN_EFFECT_NAME] = "EFFECT_NAME",
    [ST_COLUMN_EFFECT_SUBJECT] = "EFFECT_SUBJECT",
    [ST_COLUMN_EFFECT_CONDITION] = "EFFECT_CONDITION",
    [ST_COLUMN_EFFECT_WHILE] = "EFFECT_WHILE",
    [ST_COLUMN_EFFECT_CLOCK] = "EFFECT_CLOCK",
    [ST_COLUMN_EFFECT_EXPIRES] = "EFFECT_EXPIRES",
    [ST_COLUMN_EFFECT_GROUP] = "EFFECT_GROUP",
    [ST_COLUMN_EFFECT_PRIORITY] = "EFFECT_PRIORITY",
    [ST_COLUMN_EFFECT_COPIED] = "EFFECT_COPIED",
    [ST_COLUMN_EFFECT_WHILE_SOURCE] = "EFFECT_WHILE_SOURCE",
    [ST_COLUMN_EFFECT_TIMED_NEXT] = "EFFECT_TIMED_NEXT",
    [ST_COLUMN_EFFECT_TIMED_PREV] = "EFFECT_TIMED_PREV",
    [ST_COLUMN_EFFECT_WATCHED_NEXT] = "EFFECT_WATCHED_NEXT",
    [ST_COLUMN_EFFECT_WATCHED_PREV] = "EFFECT_WATCHED_PREV",
    [ST_COLUMN_EFFECT_PLANNED_NEXT] = "EFFECT_PLANNED_NEXT",
    [ST_COLUMN_EFFECT_PLANNED_PREV] = "EFFECT_PLANNED_PREV",
    [ST_COLUMN_PART_NEXT] = "PART_NEXT",
    [ST_COLUMN_PART_EFFECT] = "PART_EFFECT",
    [ST_COLUMN_PART_VERB] = "PART_VERB",
    [ST_COLUMN_PART_VALUE] = "PART_VALUE",
    [ST_COLUMN_PART_SYMBOL] = "PART_SYMBOL",
    [ST_COLUMN_PART_TEXT] = "PART_TEXT",
    [ST_COLUMN_PART_OTHER] = "PART_OTHER",
    [ST_COLUMN_PART_NODES] = "PART_NODES",
    [ST_COLUMN_NODE_PART] = "NODE_PART",
    [ST_COLUMN_NODE_TARGET] = "NODE_TARGET",
    [ST_COLUMN_NODE_PREV] = "NODE_PREV",
    [ST_COLUMN_NODE_NEXT] = "NODE_NEXT",
    [ST_COLUMN_NODE_SIBLING] = "NODE_SIBLING",
    [ST_COLUMN_NOTE_NEXT] = "NOTE_NEXT",
    [ST_COLUMN_NOTE_KEY] = "NOTE_KEY",
    [ST_COLUMN_NOTE_NUMBER] = "NOTE_NUMBER",
    [ST_COLUMN_NOTE_SYMBOL] = "NOTE_SYMBOL",
    [ST_COLUMN_ENTITY_NOTES] = "ENTITY_NOTES",
    [ST_COLUMN_ENTITY_FIRED] = "ENTITY_FIRED",
    [ST_COLUMN_WATCH_ENDED] = "WATCH_ENDED",
    [ST_COLUMN_WATCH_NEXT_FREE] = "WATCH_NEXT_FREE",
    [ST_COLUMN_WATCH_STAMP] = "WATCH_STAMP",
    [ST_COLUMN_WATCH_CODE] = "WATCH_CODE",
    [ST_COLUMN_WATCH_SOURCE] = "WATCH_SOURCE",
    [ST_COLUMN_WATCH_YOU] = "WATCH_YOU",
    [ST_COLUMN_WATCH_LEFT] = "WATCH_LEFT",
    [ST_COLUMN_WATCH_USES] = "WATCH_USES",
    [ST_COLUMN_WATCH_CLOCK] = "WATCH_CLOCK",
    [ST_COLUMN_WATCH_EXPIRES] = "WATCH_EXPIRES",
    [ST_COLUMN_WATCH_TIMED_NEXT] = "WATCH_TIMED_NEXT",
    [ST_COLUMN_WATCH_TIMED_PREV] = "WATCH_TIMED_PREV",
    [ST_COLUMN_WATCH_NOTES] = "WATCH_NOTES",
    [ST_COLUMN_WATCH_NEXT] = "WATCH_NEXT",
    [ST_COLUMN_WATCH_PREV] = "WATCH_PREV",
    [ST_COLUMN_FIRED_NEXT] = "FIRED_NEXT",
    [ST_COLUMN_FIRED_PREV] = "FIRED_PREV",
    [ST_COLUMN_FIRED_HOLDER] = "FIRED_HOLDER",
    [ST_COLUMN_FIRED_STAMP] = "FIRED_STAMP",
    [ST_COLUMN_FIRED_CODE] = "FIRED_CODE",
    [ST_COLUMN_FIRED_SOURCE] = "FIRED_SOURCE",
    [ST_COLUMN_FIRED_YOU] = "FIRED_YOU",
    [ST_COLUMN_FIRED_IDENTITY] = "FIRED_IDENTITY",
    [ST_COLUMN_FIRED_COUNT] = "FIRED_COUNT",
    [ST_COLUMN_FIRED_NOTES] = "FIRED_NOTES",
    [ST_COLUMN_LOG_COUNT] = "LOG_COUNT",
    [ST_COLUMN_LOG_WHAT] = "LOG_WHAT",
    [ST_COLUMN_LOG_KIND] = "LOG_KIND",
    [ST_COLUMN_LOG_CODE] = "LOG_CODE",
    [ST_COLUMN_LOG_ACTION] = "LOG_ACTION",
    [ST_COLUMN_LOG_PARENT] = "LOG_PARENT",
    [ST_COLUMN_LOG_WHO] = "LOG_WHO",
    [ST_COLUMN_LOG_SOURCE] = "LOG_SOURCE",
    [ST_COLUMN_LOG_NOTES] = "LOG_NOTES",
    [ST_COLUMN_ASK_PURPOSE] = "ASK_PURPOSE",
    [ST_COLUMN_ASK_FLAGS] = "ASK_FLAGS",
    [ST_COLUMN_ASK_PLAYER] = "ASK_PLAYER",
    [ST_COLUMN_ASK_SOURCE] = "ASK_SOURCE",
    [ST_COLUMN_ASK_PROMPT] = "ASK_PROMPT",
    [ST_COLUMN_ASK_LEAST] = "ASK_LEAST",
    [ST_COLUMN_ASK_MOST] = "ASK_MOST",
    [ST_COLUMN_ASK_TOTAL] = "ASK_TOTAL",
    [ST_COLUMN_ASK_HASH] = "ASK_HASH",
    [ST_COLUMN_ASK_OPTIONS] = "ASK_OPTIONS",
    [ST_COLUMN_ASK_OPTION_COUNT] = "ASK_OPTION_COUNT",
    [ST_COLUMN_ASK_ANSWERS] = "ASK_ANSWERS",
    [ST_COLUMN_ASK_ANSWERED] = "ASK_ANSWERED",
    [ST_COLUMN_WORD_NUMBER] = "WORD_NUMBER",
    [ST_COLUMN_WORD_SYMBOL] = "WORD_SYMBOL",
    [ST_COLUMN_WORD_TYPE] = "WORD_TYPE",
    [ST_COLUMN_WORD_TEXT] = "WORD_TEXT",
    [ST_COLUMN_WORD_OUTCOME] = "WORD_OUTCOME",
    [ST_COLUMN_ENTITY_HOOKS] = "ENTITY_HOOKS",
    [ST_COLUMN_HOOK_NEXT] = "HOOK_NEXT",
    [ST_COLUMN_HOOK_FORM] = "HOOK_FORM",
    [ST_COLUMN_HOOK_OWNER] = "HOOK_OWNER",
    [ST_COLUMN_HOOK_CODE] = "HOOK_CODE",
    [ST_COLUMN_HOOK_STAMP] = "HOOK_STAMP",
    [ST_COLUMN_HOOK_CLOCK] = "HOOK_CLOCK",
    [ST_COLUMN_HOOK_EXPIRES] = "HOOK_EXPIRES",
    [ST_COLUMN_HOOK_TIMED_NEXT] = "HOOK_TIMED_NEXT",
    [ST_COLUMN_HOOK_TIMED_PREV] = "HOOK_TIMED_PREV",
    [ST_COLUMN_HOOK_NOTES] = "HOOK_NOTES",
    [ST_COLUMN_FAULT_HANDLER] = "FAULT_HANDLER",
    [ST_COLUMN_FAULT_CODE] = "FAULT_CODE",
    [ST_COLUMN_FAULT_KIND] = "FAULT_KIND",
    [ST_COLUMN_FAULT_ACTION] = "FAULT_ACTION",
};

static const struct {
  uint8_t table, cell, meaning;
} fixed_columns[] = {
#define X(name, table, cell, meaning)                                          \
  {ST_TABLE_##table, ST_CELL_##cell, ST_##meaning},
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
    const char *name = fixed_names[i];
    assert(name);
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
