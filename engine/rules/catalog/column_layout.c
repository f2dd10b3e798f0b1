/*
 * column_layout.c - which columns the worlds of given rules have.
 *
 * The columns of every world come first, then those of clocks, zones and
 * attributes in the order of their ids. A column's key is the hash of its
 * owner's name and its role, so it does not depend on the order: saves
 * identify columns by their keys. Keys never collide (test
 * unit.ability_compile).
 */
#include "rules/catalog/column_layout.h"

#include "base/hash.h"

#include <string.h>

/* A column whose key is made of its owner's name and its role. */
static st_column_spec make_spec(uint64_t owner, uint64_t role, st_table table,
                                st_cell_width width, st_cell_content content) {
  return (st_column_spec){.key = st_mix(owner, role),
                          .table = (uint8_t)table,
                          .width = (uint8_t)width,
                          .content = (uint8_t)content};
}

enum {
  ROLE_BASE = 1,
  ROLE_CHAIN = 2,
  ROLE_TICKS = 3,
  ROLE_EFFECTS = 4,
  ROLE_STAMP = 5,
  ROLE_BOTTOM = 6,
  ROLE_TOP = 7,
  ROLE_WATCHERS = 8
};

/* Write the columns of an attribute's base values; returns the place behind
 * them. */
static st_column_spec *write_base_columns(const strata_rules *rules,
                                          const st_attr *attr,
                                          st_column_spec *next) {
  uint64_t owner = attr->hash;
  switch (attr->type) {
  case STRATA_INT:
    *next = make_spec(owner, ROLE_BASE, ST_TABLE_ENTITY,
                      attr->narrow ? ST_CELL_32 : ST_CELL_64,
                      attr->narrow ? ST_CONTENT_NARROW : ST_CONTENT_RAW);
    next++->bias = attr->bias;
    break;
  case STRATA_REF:
    *next++ = make_spec(owner, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_64,
                        ST_CONTENT_RAW);
    break;
  case STRATA_FLAG:
    *next++ = make_spec(owner, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_BIT,
                        ST_CONTENT_RAW);
    break;
  case STRATA_SYM:
    *next++ = make_spec(owner, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_32,
                        ST_CONTENT_SYMBOL);
    break;
  case STRATA_TEXT:
  case STRATA_ABILITIES:
    *next++ = make_spec(owner, ROLE_BASE, ST_TABLE_ENTITY, ST_CELL_32,
                        ST_CONTENT_RAW);
    break;
  case STRATA_SET:
    for (uint32_t n = 0; n < attr->domain_count; n++) {
      uint64_t symbol =
          st_rules_canonical_number(rules, ST_CONTENT_SYMBOL, attr->domain[n]);
      *next++ = make_spec(st_mix(owner, symbol), ROLE_BASE, ST_TABLE_ENTITY,
                          ST_CELL_BIT, ST_CONTENT_RAW);
    }
    break;
  }
  return next;
}

static void add_attr_columns(strata_rules *rules, st_attr *attr) {
  st_column_spec *next = rules->columns + rules->column_count;
  if (attr->is_zone) { /* the attribute "zone" uses a fixed column */
    attr->base_column = ST_COLUMN_ENTITY_ZONE;
    return;
  }
  attr->base_column = rules->column_count;
  next = write_base_columns(rules, attr, next);
  attr->chain_column = (uint32_t)(next - rules->columns);
  if (attr->layered) {
    *next++ = make_spec(attr->hash, ROLE_CHAIN, ST_TABLE_ENTITY, ST_CELL_32,
                        ST_CONTENT_RAW);
  }
  attr->counter_stamp_column = (uint32_t)(next - rules->columns);
  if (attr->counter) {
    *next++ = make_spec(attr->hash, ROLE_STAMP, ST_TABLE_ENTITY, ST_CELL_64,
                        ST_CONTENT_RAW);
  }
  rules->column_count = (uint32_t)(next - rules->columns);
}

/* The names in files of the columns that every world has: a column's key is
 * the hash of this text. A text never changes, even if its identifier does. */
static const char *const fixed_names[ST_COLUMN_FIXED_COUNT] = {
    [ST_COLUMN_SCALAR] = "SCALAR",
    [ST_COLUMN_ENTITY_GENERATION] = "ENTITY_GENERATION",
    [ST_COLUMN_ENTITY_NEXT_FREE] = "ENTITY_NEXT_FREE",
    [ST_COLUMN_ENTITY_LIVE] = "ENTITY_LIVE",
    [ST_COLUMN_ENTITY_LAST_KNOWN] = "ENTITY_GONE",
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
    [ST_COLUMN_EFFECT_ENDED_COUNT] = "EFFECT_ENDED",
    [ST_COLUMN_EFFECT_NEXT_FREE] = "EFFECT_NEXT_FREE",
    [ST_COLUMN_EFFECT_STAMP] = "EFFECT_STAMP",
    [ST_COLUMN_EFFECT_SOURCE] = "EFFECT_SOURCE",
    [ST_COLUMN_EFFECT_PARTS] = "EFFECT_PARTS",
    [ST_COLUMN_EFFECT_NAME] = "EFFECT_NAME",
    [ST_COLUMN_EFFECT_SUBJECT] = "EFFECT_SUBJECT",
    [ST_COLUMN_EFFECT_CONDITION] = "EFFECT_CONDITION",
    [ST_COLUMN_EFFECT_WHILE_ON] = "EFFECT_WHILE",
    [ST_COLUMN_EFFECT_CLOCK] = "EFFECT_CLOCK",
    [ST_COLUMN_EFFECT_EXPIRES] = "EFFECT_EXPIRES",
    [ST_COLUMN_EFFECT_GROUP] = "EFFECT_GROUP",
    [ST_COLUMN_EFFECT_PRIORITY] = "EFFECT_PRIORITY",
    [ST_COLUMN_EFFECT_SNAPSHOT] = "EFFECT_COPIED",
    [ST_COLUMN_EFFECT_WHILE_SOURCE] = "EFFECT_WHILE_SOURCE",
    [ST_COLUMN_EFFECT_TIMED_NEXT] = "EFFECT_TIMED_NEXT",
    [ST_COLUMN_EFFECT_TIMED_PREV] = "EFFECT_TIMED_PREV",
    [ST_COLUMN_EFFECT_WHILE_NEXT] = "EFFECT_WATCHED_NEXT",
    [ST_COLUMN_EFFECT_WHILE_PREV] = "EFFECT_WATCHED_PREV",
    [ST_COLUMN_EFFECT_GLOBAL_NEXT] = "EFFECT_PLANNED_NEXT",
    [ST_COLUMN_EFFECT_GLOBAL_PREV] = "EFFECT_PLANNED_PREV",
    [ST_COLUMN_PART_NEXT] = "PART_NEXT",
    [ST_COLUMN_PART_EFFECT] = "PART_EFFECT",
    [ST_COLUMN_PART_HEADER] = "PART_VERB",
    [ST_COLUMN_PART_VALUE] = "PART_VALUE",
    [ST_COLUMN_PART_SYMBOL] = "PART_SYMBOL",
    [ST_COLUMN_PART_TEXT] = "PART_TEXT",
    [ST_COLUMN_PART_OTHER_ATTR] = "PART_OTHER",
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
    [ST_COLUMN_ENTITY_TRIGGER] = "ENTITY_FIRED",
    [ST_COLUMN_WATCHER_ENDED_COUNT] = "WATCH_ENDED",
    [ST_COLUMN_WATCHER_NEXT_FREE] = "WATCH_NEXT_FREE",
    [ST_COLUMN_WATCHER_STAMP] = "WATCH_STAMP",
    [ST_COLUMN_WATCHER_DEF] = "WATCH_CODE",
    [ST_COLUMN_WATCHER_SOURCE] = "WATCH_SOURCE",
    [ST_COLUMN_WATCHER_YOU] = "WATCH_YOU",
    [ST_COLUMN_WATCHER_AMOUNT_LEFT] = "WATCH_LEFT",
    [ST_COLUMN_WATCHER_USES_LEFT] = "WATCH_USES",
    [ST_COLUMN_WATCHER_CLOCK] = "WATCH_CLOCK",
    [ST_COLUMN_WATCHER_EXPIRES] = "WATCH_EXPIRES",
    [ST_COLUMN_WATCHER_TIMED_NEXT] = "WATCH_TIMED_NEXT",
    [ST_COLUMN_WATCHER_TIMED_PREV] = "WATCH_TIMED_PREV",
    [ST_COLUMN_WATCHER_VARIABLES] = "WATCH_NOTES",
    [ST_COLUMN_WATCHER_NEXT] = "WATCH_NEXT",
    [ST_COLUMN_WATCHER_PREV] = "WATCH_PREV",
    [ST_COLUMN_TRIGGER_NEXT] = "FIRED_NEXT",
    [ST_COLUMN_TRIGGER_PREV] = "FIRED_PREV",
    [ST_COLUMN_TRIGGER_HOLDER] = "FIRED_HOLDER",
    [ST_COLUMN_TRIGGER_STAMP] = "FIRED_STAMP",
    [ST_COLUMN_TRIGGER_WATCHER_DEF] = "FIRED_CODE",
    [ST_COLUMN_TRIGGER_SOURCE] = "FIRED_SOURCE",
    [ST_COLUMN_TRIGGER_YOU] = "FIRED_YOU",
    [ST_COLUMN_TRIGGER_IDENTITY] = "FIRED_IDENTITY",
    [ST_COLUMN_TRIGGER_COUNT] = "FIRED_COUNT",
    [ST_COLUMN_TRIGGER_VARIABLES] = "FIRED_NOTES",
    [ST_COLUMN_LOG_COUNT] = "LOG_COUNT",
    [ST_COLUMN_LOG_WHAT] = "LOG_WHAT",
    [ST_COLUMN_LOG_EVENT_TYPE] = "LOG_KIND",
    [ST_COLUMN_LOG_WATCHER_DEF] = "LOG_CODE",
    [ST_COLUMN_LOG_ACTION] = "LOG_ACTION",
    [ST_COLUMN_LOG_PARENT] = "LOG_PARENT",
    [ST_COLUMN_LOG_WHO] = "LOG_WHO",
    [ST_COLUMN_LOG_SOURCE] = "LOG_SOURCE",
    [ST_COLUMN_LOG_FIELDS] = "LOG_NOTES",
    [ST_COLUMN_DECISION_PURPOSE] = "ASK_PURPOSE",
    [ST_COLUMN_DECISION_FLAGS] = "ASK_FLAGS",
    [ST_COLUMN_DECISION_PLAYER] = "ASK_PLAYER",
    [ST_COLUMN_DECISION_SOURCE] = "ASK_SOURCE",
    [ST_COLUMN_DECISION_PROMPT] = "ASK_PROMPT",
    [ST_COLUMN_DECISION_MIN] = "ASK_LEAST",
    [ST_COLUMN_DECISION_MAX] = "ASK_MOST",
    [ST_COLUMN_DECISION_TOTAL] = "ASK_TOTAL",
    [ST_COLUMN_DECISION_HASH] = "ASK_HASH",
    [ST_COLUMN_DECISION_OPTIONS] = "ASK_OPTIONS",
    [ST_COLUMN_DECISION_OPTION_COUNT] = "ASK_OPTION_COUNT",
    [ST_COLUMN_DECISION_ANSWERS] = "ASK_ANSWERS",
    [ST_COLUMN_DECISION_ANSWER_COUNT] = "ASK_ANSWERED",
    [ST_COLUMN_ACTION_VALUE_NUMBER] = "WORD_NUMBER",
    [ST_COLUMN_ACTION_VALUE_SYMBOL] = "WORD_SYMBOL",
    [ST_COLUMN_ACTION_VALUE_TYPE] = "WORD_TYPE",
    [ST_COLUMN_ACTION_VALUE_TEXT] = "WORD_TEXT",
    [ST_COLUMN_ACTION_VALUE_OUTCOME] = "WORD_OUTCOME",
    [ST_COLUMN_ENTITY_OVERRIDES] = "ENTITY_HOOKS",
    [ST_COLUMN_OVERRIDE_NEXT] = "HOOK_NEXT",
    [ST_COLUMN_OVERRIDE_FORM] = "HOOK_FORM",
    [ST_COLUMN_OVERRIDE_OWNER] = "HOOK_OWNER",
    [ST_COLUMN_OVERRIDE_WATCHER_DEF] = "HOOK_CODE",
    [ST_COLUMN_OVERRIDE_SEQUENCE] = "HOOK_STAMP",
    [ST_COLUMN_OVERRIDE_CLOCK] = "HOOK_CLOCK",
    [ST_COLUMN_OVERRIDE_EXPIRES] = "HOOK_EXPIRES",
    [ST_COLUMN_OVERRIDE_TIMED_NEXT] = "HOOK_TIMED_NEXT",
    [ST_COLUMN_OVERRIDE_TIMED_PREV] = "HOOK_TIMED_PREV",
    [ST_COLUMN_OVERRIDE_NOTES] = "HOOK_NOTES",
    [ST_COLUMN_DISABLED_HANDLER] = "FAULT_HANDLER",
    [ST_COLUMN_DISABLED_WATCHER_DEF] = "FAULT_CODE",
    [ST_COLUMN_DISABLED_REASON] = "FAULT_KIND",
    [ST_COLUMN_DISABLED_ACTION] = "FAULT_ACTION",
    [ST_COLUMN_PERIOD_ID] = "PERIOD_ID",
    [ST_COLUMN_PERIOD_PLAYER] = "PERIOD_PLAYER",
    [ST_COLUMN_PERIOD_AFTER] = "PERIOD_AFTER",
    [ST_COLUMN_ENTITY_KNOWN_BY] = "ENTITY_KNOWN_BY",
};

static const struct {
  uint8_t table, width, content;
} fixed_columns[] = {
#define X(name, table, width, content)                                         \
  {ST_TABLE_##table, ST_CELL_##width, ST_CONTENT_##content},
    ST_COLUMN_MAP(X)
#undef X
};

static size_t count_columns(const strata_rules *rules) {
  size_t count = ST_COLUMN_FIXED_COUNT +
                 3 * rules->names[STRATA_NAME_CLOCK].count +
                 2 * rules->names[STRATA_NAME_ZONE].count;
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    if (attr->is_zone) continue;
    count += (size_t)attr->layered + attr->counter;
    count += attr->type == STRATA_SET ? attr->domain_count : 1;
  }
  return count;
}

static void add_column(strata_rules *rules, st_column_spec spec) {
  rules->columns[rules->column_count++] = spec;
}

static void add_fixed_columns(strata_rules *rules) {
  for (size_t i = 0; i < ST_COLUMN_FIXED_COUNT; i++) {
    const char *name = fixed_names[i];
    assert(name);
    add_column(rules,
               (st_column_spec){.key = st_hash_bytes(name, strlen(name), 1),
                                .table = fixed_columns[i].table,
                                .width = fixed_columns[i].width,
                                .content = fixed_columns[i].content});
  }
}

static void add_clock_columns(strata_rules *rules) {
  const st_names *clocks = &rules->names[STRATA_NAME_CLOCK];
  rules->first_clock_column = rules->column_count;
  for (size_t i = 0; i < clocks->count; i++) {
    uint64_t owner = clocks->items[i].hash;
    add_column(rules, make_spec(owner, ROLE_TICKS, ST_TABLE_WORLD, ST_CELL_64,
                                ST_CONTENT_RAW));
    add_column(rules, make_spec(owner, ROLE_EFFECTS, ST_TABLE_WORLD, ST_CELL_32,
                                ST_CONTENT_RAW));
    add_column(rules, make_spec(owner, ROLE_WATCHERS, ST_TABLE_WORLD,
                                ST_CELL_32, ST_CONTENT_RAW));
  }
}

static void add_zone_columns(strata_rules *rules) {
  const st_names *zones = &rules->names[STRATA_NAME_ZONE];
  for (size_t i = 0; i < zones->count; i++) {
    uint64_t owner = zones->items[i].hash;
    st_table table = rules->zones[i].shared ? ST_TABLE_WORLD : ST_TABLE_ENTITY;
    rules->zones[i].ends_column = rules->column_count;
    add_column(rules, make_spec(owner, ROLE_BOTTOM, table, ST_CELL_32,
                                ST_CONTENT_RAW));
    add_column(rules,
               make_spec(owner, ROLE_TOP, table, ST_CELL_32, ST_CONTENT_RAW));
  }
}

bool st_column_layout_make(strata_rules *rules) {
  size_t count = count_columns(rules);
  rules->columns = st_mem_zeroed(&rules->mem, count, sizeof(st_column_spec));
  if (!rules->columns) return false;
  add_fixed_columns(rules);
  add_clock_columns(rules);
  add_zone_columns(rules);
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    add_attr_columns(rules, &rules->attrs[i]);
  }
  assert(rules->column_count == count);
  return true;
}

/* -- Old names -- */

static bool add_old_column(strata_rules *rules, uint64_t key, uint32_t column) {
  if (!st_mem_reserve(&rules->mem, &rules->old_columns,
                      &rules->old_column_capacity, rules->old_column_count + 1,
                      sizeof(st_old_column))) {
    return false;
  }
  rules->old_columns[rules->old_column_count++] = (st_old_column){key, column};
  return true;
}

/* Add the columns of a set under an owner's name: those of symbols that were
 * renamed, or those of all symbols under today's names. */
static bool add_old_set_columns(strata_rules *rules, const st_attr *attr,
                                uint64_t owner, bool is_old) {
  const st_names *symbols = is_old ? &rules->old_names[STRATA_NAME_SYMBOL]
                                   : &rules->names[STRATA_NAME_SYMBOL];
  for (size_t i = 0; i < symbols->count; i++) {
    const st_name *symbol = &symbols->items[i];
    uint32_t id = is_old ? symbol->tag : (uint32_t)i + 1;
    uint32_t index = st_attr_domain_index(attr, id);
    if (index == UINT32_MAX) continue;
    uint64_t key = st_mix(st_mix(owner, symbol->hash), ROLE_BASE);
    if (!add_old_column(rules, key, attr->base_column + index)) return false;
  }
  return true;
}

static bool add_old_attr_columns(strata_rules *rules, const st_attr *attr,
                                 uint64_t owner) {
  bool ok = true;
  if (attr->type == STRATA_SET) {
    ok = add_old_set_columns(rules, attr, owner, false) &&
         add_old_set_columns(rules, attr, owner, true);
  } else {
    ok = add_old_column(rules, st_mix(owner, ROLE_BASE), attr->base_column);
  }
  if (ok && attr->layered) {
    ok = add_old_column(rules, st_mix(owner, ROLE_CHAIN), attr->chain_column);
  }
  if (ok && attr->counter) {
    ok = add_old_column(rules, st_mix(owner, ROLE_STAMP),
                        attr->counter_stamp_column);
  }
  return ok;
}

static bool add_old_clock_columns(strata_rules *rules, strata_clock clock,
                                  uint64_t owner) {
  uint32_t ticks = st_clock_ticks_column(rules, clock);
  uint32_t effects = st_clock_effects_column(rules, clock);
  uint32_t watchers = st_clock_watchers_column(rules, clock);
  return add_old_column(rules, st_mix(owner, ROLE_TICKS), ticks) &&
         add_old_column(rules, st_mix(owner, ROLE_EFFECTS), effects) &&
         add_old_column(rules, st_mix(owner, ROLE_WATCHERS), watchers);
}

static bool add_old_zone_columns(strata_rules *rules, const st_zone *zone,
                                 uint64_t owner) {
  return add_old_column(rules, st_mix(owner, ROLE_BOTTOM), zone->ends_column) &&
         add_old_column(rules, st_mix(owner, ROLE_TOP), zone->ends_column + 1);
}

bool st_column_layout_add_old(strata_rules *rules) {
  const st_names *olds = rules->old_names;
  bool ok = true;
  for (size_t i = 0; ok && i < olds[STRATA_NAME_ATTRIBUTE].count; i++) {
    const st_name *old = &olds[STRATA_NAME_ATTRIBUTE].items[i];
    const st_attr *attr = &rules->attrs[old->tag - 1];
    ok = attr->is_zone || add_old_attr_columns(rules, attr, old->hash);
  }
  for (uint32_t i = 0; ok && i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    ok = attr->type != STRATA_SET ||
         add_old_set_columns(rules, attr, attr->hash, true);
  }
  for (size_t i = 0; ok && i < olds[STRATA_NAME_CLOCK].count; i++) {
    const st_name *old = &olds[STRATA_NAME_CLOCK].items[i];
    ok = add_old_clock_columns(rules, old->tag, old->hash);
  }
  for (size_t i = 0; ok && i < olds[STRATA_NAME_ZONE].count; i++) {
    const st_name *old = &olds[STRATA_NAME_ZONE].items[i];
    ok = add_old_zone_columns(rules, &rules->zones[old->tag - 1], old->hash);
  }
  return ok;
}

uint32_t st_column_layout_find_old(const strata_rules *rules, uint64_t key) {
  for (size_t i = 0; i < rules->old_column_count; i++) {
    if (rules->old_columns[i].key == key) return rules->old_columns[i].column;
  }
  return UINT32_MAX;
}
