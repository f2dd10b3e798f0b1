/* The columns of a world whose rules have whatever can have a column: a line
 * for each, with its key, its table, its cell and what the cell stands for, the
 * last two also as saves say them. frozen.lua compares them with columns.txt.
 */
#include "rules/catalog/rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <strata.h>

static const char *const tables[ST_TABLE_COUNT] = {
    [ST_TABLE_WORLD] = "world",       [ST_TABLE_ENTITY] = "entity",
    [ST_TABLE_EFFECT] = "effect",     [ST_TABLE_PART] = "part",
    [ST_TABLE_NODE] = "node",         [ST_TABLE_TEXT] = "text",
    [ST_TABLE_BYTES] = "bytes",       [ST_TABLE_NOTE] = "note",
    [ST_TABLE_WATCHER] = "watch",     [ST_TABLE_TRIGGER] = "fired",
    [ST_TABLE_LOG] = "log",           [ST_TABLE_DECISION] = "ask",
    [ST_TABLE_ACTION_VALUE] = "word", [ST_TABLE_OVERRIDE] = "hook",
    [ST_TABLE_DISABLED] = "fault",    [ST_TABLE_PERIOD] = "period"};

static const char *const cells[] = {[ST_CELL_BIT] = "bit",
                                    [ST_CELL_32] = "32",
                                    [ST_CELL_64] = "64",
                                    [ST_CELL_SPLIT] = "split"};

static const char *const meanings[ST_CONTENT_COUNT] = {
    [ST_CONTENT_RAW] = "raw",
    [ST_CONTENT_SYMBOL] = "symbol",
    [ST_CONTENT_ATTR] = "attribute",
    [ST_CONTENT_CLOCK] = "clock",
    [ST_CONTENT_GROUP] = "group",
    [ST_CONTENT_PART_HEADER] = "verb",
    [ST_CONTENT_NARROW] = "short",
    [ST_CONTENT_EVENT_TYPE] = "event",
    [ST_CONTENT_WATCHER_DEF] = "code",
    [ST_CONTENT_HANDLER] = "handler",
    [ST_CONTENT_DEFINITION] = "definition",
    [ST_CONTENT_PERIOD] = "period"};

static const char *const kinds[] = {"creature", "elf"};

/* An attribute of each type; numbers of a narrow range and of any; a counter,
 * and what no effect changes. */
static const strata_attribute attributes[] = {
    {.name = "power", .type = STRATA_INT},
    {.name = "level", .type = STRATA_INT, .min = -9, .max = 99},
    {.name = "damage", .type = STRATA_INT, .unlayered = true},
    {.name = "age", .type = STRATA_INT, .counter = true, .unlayered = true},
    {.name = "owner", .type = STRATA_REF},
    {.name = "tapped", .type = STRATA_FLAG},
    {.name = "rarity", .type = STRATA_SYM},
    {.name = "title", .type = STRATA_TEXT},
    {.name = "kinds",
     .type = STRATA_SET,
     .symbols = kinds,
     .symbol_count = sizeof kinds / sizeof *kinds},
    {.name = "abilities", .type = STRATA_ABILITIES}};

static const strata_zone_desc zones[] = {
    {.name = "table", .shared = true},
    {.name = "hand", .ordered = true, .hidden = true}};

static strata_status declare(strata_builder *b) {
  strata_status status = strata_builder_numbered_layers(b, STRATA_BY_TIMESTAMP);
  for (size_t i = 0; !status && i < ST_COUNT_OF(attributes); i++) {
    status = strata_builder_attribute(b, &attributes[i]);
  }
  for (size_t i = 0; !status && i < ST_COUNT_OF(zones); i++) {
    status = strata_builder_zone(b, &zones[i]);
  }
  return status ? status : strata_builder_clock(b, "turn");
}

static void print(const strata_rules *rules) {
  for (uint32_t i = 0; i < rules->column_count; i++) {
    const st_column_spec *column = &rules->columns[i];
    printf("%016" PRIx64 " %s %s %d %s %d\n", column->key,
           tables[column->table], cells[column->width], column->width,
           meanings[column->content], column->content);
  }
}

int main(void) {
  strata_builder *b = NULL;
  strata_rules *rules = NULL;
  if (strata_builder_new(NULL, NULL, &b)) return 1;
  strata_status status = declare(b);
  if (!status) status = strata_builder_freeze(b, &rules);
  if (status) {
    fprintf(stderr, "%s\n", strata_builder_error(b));
  } else {
    print(rules);
  }
  strata_rules_free(rules);
  strata_builder_free(b);
  return status != STRATA_OK;
}
