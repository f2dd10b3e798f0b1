/*
 * cell_forms.c - what the cells of each column hold, for a comparison of
 * states.
 *
 * Two states can be equal although their cells differ, as a cell may hold a row
 * number, a handle or a timestamp. The tables here say for each column what its
 * cells hold; a column that they do not list holds a plain number. Columns that
 * every world has are in one constant table; columns of zones, clocks and
 * attributes depend on the rules and are filled in by fill_cell_forms.
 */
#include "play/compare/cell_forms.h"

#include "rules/model/clause.h"
#include "world/objects/entity.h"

#include <string.h>

/* A new column or scalar counts as plain until the tables below list it.
 * Whoever changes one of these counts adds the new entry to the tables, if it
 * is not plain. */
static_assert(ST_COLUMN_FIXED_COUNT == 126, "what does the new column say?");
static_assert(ST_SCALAR_COUNT == 52, "what does the new number say?");
static_assert(ST_TABLE_COUNT == 16, "who owns rows of the new table?");

/* The columns that every world has. Columns without an entry are plain. */
static const uint8_t fixed_cell_forms[ST_COLUMN_FIXED_COUNT] = {
    /* compared through handles */
    [ST_COLUMN_ENTITY_GENERATION] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_ENTITY_NEXT_FREE] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_ENTITY_STAMP] = ST_CELL_FORM_TIMESTAMP,
    [ST_COLUMN_ENTITY_SUCCESSOR] = ST_CELL_FORM_HANDLE,
    [ST_COLUMN_ENTITY_ZONE_PLAYER] = ST_CELL_FORM_ROW_OF(ENTITY),
    [ST_COLUMN_ENTITY_ABOVE] = ST_CELL_FORM_ROW_OF(ENTITY),
    [ST_COLUMN_ENTITY_BELOW] =
        ST_CELL_FORM_ROW_OF(ENTITY), /* a last-known row: an effect */
    [ST_COLUMN_ENTITY_NOTES] = ST_CELL_FORM_ROW_OF(NOTE),
    [ST_COLUMN_ENTITY_TRIGGER] = ST_CELL_FORM_ROW_OF(TRIGGER),
    [ST_COLUMN_TEXT_START] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_TEXT_LENGTH] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_BYTES] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_EFFECT_ENDED_COUNT] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_EFFECT_NEXT_FREE] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_EFFECT_STAMP] = ST_CELL_FORM_TIMESTAMP,
    [ST_COLUMN_EFFECT_SOURCE] = ST_CELL_FORM_HANDLE,
    [ST_COLUMN_EFFECT_PARTS] = ST_CELL_FORM_ROW_OF(PART),
    [ST_COLUMN_EFFECT_NAME] = ST_CELL_FORM_TEXT,
    [ST_COLUMN_EFFECT_SUBJECT] = ST_CELL_FORM_TEXT,
    [ST_COLUMN_EFFECT_CONDITION] = ST_CELL_FORM_TEXT,
    [ST_COLUMN_EFFECT_WHILE_ON] = ST_CELL_FORM_TEXT,
    [ST_COLUMN_EFFECT_SNAPSHOT] = ST_CELL_FORM_ROW_OF(ENTITY),
    [ST_COLUMN_EFFECT_TIMED_NEXT] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_TIMED_PREV] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_WHILE_NEXT] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_WHILE_PREV] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_GLOBAL_NEXT] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_GLOBAL_PREV] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_COLUMN_PART_NEXT] = ST_CELL_FORM_ROW_OF(PART),
    [ST_COLUMN_PART_EFFECT] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_COLUMN_PART_VALUE] = ST_CELL_FORM_NUMBER_OR_HANDLE,
    [ST_COLUMN_PART_TEXT] = ST_CELL_FORM_TEXT,
    [ST_COLUMN_PART_NODES] = ST_CELL_FORM_ROW_OF(NODE),
    [ST_COLUMN_NODE_PART] = ST_CELL_FORM_ROW_OF(PART),
    [ST_COLUMN_NODE_TARGET] = ST_CELL_FORM_ROW_OF(ENTITY),
    [ST_COLUMN_NODE_PREV] = ST_CELL_FORM_ROW_OF(NODE),
    [ST_COLUMN_NODE_NEXT] = ST_CELL_FORM_ROW_OF(NODE),
    [ST_COLUMN_NODE_SIBLING] = ST_CELL_FORM_ROW_OF(NODE),
    [ST_COLUMN_NOTE_NEXT] = ST_CELL_FORM_ROW_OF(NOTE),
    [ST_COLUMN_NOTE_NUMBER] = ST_CELL_FORM_NUMBER_OR_HANDLE,
    [ST_COLUMN_WATCHER_ENDED_COUNT] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_WATCHER_NEXT_FREE] = ST_CELL_FORM_IGNORED,
    [ST_COLUMN_WATCHER_STAMP] = ST_CELL_FORM_TIMESTAMP,
    [ST_COLUMN_WATCHER_SOURCE] = ST_CELL_FORM_HANDLE,
    [ST_COLUMN_WATCHER_YOU] = ST_CELL_FORM_HANDLE,
    [ST_COLUMN_WATCHER_TIMED_NEXT] = ST_CELL_FORM_ROW_OF(WATCHER),
    [ST_COLUMN_WATCHER_TIMED_PREV] = ST_CELL_FORM_ROW_OF(WATCHER),
    [ST_COLUMN_WATCHER_VARIABLES] = ST_CELL_FORM_ROW_OF(NOTE),
    [ST_COLUMN_WATCHER_NEXT] = ST_CELL_FORM_ROW_OF(WATCHER),
    [ST_COLUMN_WATCHER_PREV] = ST_CELL_FORM_ROW_OF(WATCHER),
    [ST_COLUMN_TRIGGER_NEXT] = ST_CELL_FORM_ROW_OF(TRIGGER),
    [ST_COLUMN_TRIGGER_PREV] = ST_CELL_FORM_ROW_OF(TRIGGER),
    [ST_COLUMN_TRIGGER_HOLDER] = ST_CELL_FORM_ROW_OF(ENTITY),
    [ST_COLUMN_TRIGGER_STAMP] = ST_CELL_FORM_TIMESTAMP,
    [ST_COLUMN_TRIGGER_SOURCE] = ST_CELL_FORM_HANDLE,
    [ST_COLUMN_TRIGGER_YOU] = ST_CELL_FORM_HANDLE,
    [ST_COLUMN_TRIGGER_IDENTITY] = ST_CELL_FORM_ABILITY_IDENTITY,
    [ST_COLUMN_TRIGGER_VARIABLES] = ST_CELL_FORM_ROW_OF(NOTE),
    [ST_COLUMN_ENTITY_OVERRIDES] = ST_CELL_FORM_ROW_OF(OVERRIDE),
    [ST_COLUMN_OVERRIDE_NEXT] = ST_CELL_FORM_ROW_OF(OVERRIDE),
    [ST_COLUMN_OVERRIDE_OWNER] = ST_CELL_FORM_ROW_OF(ENTITY),
    [ST_COLUMN_OVERRIDE_SEQUENCE] = ST_CELL_FORM_TIMESTAMP,
    [ST_COLUMN_OVERRIDE_TIMED_NEXT] = ST_CELL_FORM_ROW_OF(OVERRIDE),
    [ST_COLUMN_OVERRIDE_TIMED_PREV] = ST_CELL_FORM_ROW_OF(OVERRIDE),
    [ST_COLUMN_OVERRIDE_NOTES] = ST_CELL_FORM_ROW_OF(NOTE),
    [ST_COLUMN_PERIOD_PLAYER] = ST_CELL_FORM_HANDLE,
    [ST_COLUMN_ENTITY_KNOWN_BY] = ST_CELL_FORM_ROW_OF(NOTE)};

/* The scalars of a world. Scalars without an entry are plain. */
static const uint8_t scalar_cell_forms[ST_SCALAR_COUNT] = {
    [ST_SCALAR_STAMP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_ENTITY_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_ENTITY_FREE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_TEXT_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_BYTES_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_EFFECT_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_EFFECT_FREE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_PART_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_PART_FREE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_NODE_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_NODE_FREE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_NOTE_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_NOTE_FREE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_WATCHER_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_WATCHER_FREE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_TRIGGER_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_TRIGGER_FREE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_LOG_CAPACITY] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_LOG_FORGOTTEN] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_LOG_LAST] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_LOG_TICK] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_ACTIONS_ENDED] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_CHANCE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_SEAT_SECRET] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_OVERRIDE_TOP] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_OVERRIDE_FREE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_OVERRIDE_SEQUENCE] = ST_CELL_FORM_IGNORED,
    [ST_SCALAR_WHILE_FIRST] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_SCALAR_GLOBAL_FIRST] = ST_CELL_FORM_ROW_OF(EFFECT),
    [ST_SCALAR_WORLD_NOTES] = ST_CELL_FORM_ROW_OF(NOTE),
    [ST_SCALAR_WATCHER_FIRST] = ST_CELL_FORM_ROW_OF(WATCHER),
    [ST_SCALAR_WATCHER_LAST] = ST_CELL_FORM_ROW_OF(WATCHER),
    [ST_SCALAR_TRIGGER_FIRST] = ST_CELL_FORM_ROW_OF(TRIGGER),
    [ST_SCALAR_TRIGGER_LAST] = ST_CELL_FORM_ROW_OF(TRIGGER),
    [ST_SCALAR_OVERRIDE_TIMED_FIRST] = ST_CELL_FORM_ROW_OF(OVERRIDE),
    [ST_SCALAR_WORLD_OVERRIDES] = ST_CELL_FORM_ROW_OF(OVERRIDE)};

static void fill_cell_forms(st_cell_forms *all, const strata_rules *rules) {
  memcpy(all->forms, fixed_cell_forms, sizeof fixed_cell_forms);
  all->xor_masks[ST_COLUMN_OVERRIDE_SEQUENCE] = ST_OVERRIDE_STAMP_BASE;
  for (uint32_t c = ST_COLUMN_LOG_COUNT; c <= ST_COLUMN_LOG_FIELDS; c++) {
    all->forms[c] = ST_CELL_FORM_IGNORED;
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_CLOCK].count; i++) {
    all->forms[rules->first_clock_column + 3 * i + 1] =
        ST_CELL_FORM_ROW_OF(EFFECT);
    all->forms[rules->first_clock_column + 3 * i + 2] =
        ST_CELL_FORM_ROW_OF(WATCHER);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_ZONE].count; i++) {
    all->forms[rules->zones[i].ends_column] = ST_CELL_FORM_ROW_OF(ENTITY);
    all->forms[rules->zones[i].ends_column + 1] = ST_CELL_FORM_ROW_OF(ENTITY);
  }
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    if (attr->is_zone) continue;
    bool text = attr->type == STRATA_TEXT || attr->type == STRATA_ABILITIES;
    if (attr->type == STRATA_REF || text) {
      all->forms[attr->base_column] =
          text ? ST_CELL_FORM_TEXT : ST_CELL_FORM_HANDLE;
      all->xor_masks[attr->base_column] = (uint64_t)attr->default_value;
    }
    if (attr->layered) {
      all->forms[attr->chain_column] = ST_CELL_FORM_ROW_OF(NODE);
    }
    if (attr->counter) {
      all->forms[attr->counter_stamp_column] = ST_CELL_FORM_IGNORED;
    }
  }
  /* The time at which a counter was put on an entity matters only to a law that
   * holds by that counter. */
  for (uint32_t i = 0; i < rules->law_count; i++) {
    strata_attr counter = rules->laws[i].counter;
    if (counter == 0) continue;
    all->forms[rules->attrs[counter - 1].counter_stamp_column] =
        ST_CELL_FORM_TIMESTAMP;
  }
}

/* Collect the columns of each table. */
static void group_columns_by_table(st_cell_forms *all, const st_store *store) {
  uint32_t count = store->rules->column_count;
  uint32_t n = 0;
  for (uint32_t table = 0; table < ST_TABLE_COUNT; table++) {
    all->first_column[table] = n;
    for (uint32_t c = 0; c < count; c++) {
      if (store->columns[c].table == table) all->columns[n++] = c;
    }
  }
  all->first_column[ST_TABLE_COUNT] = n;
}

bool st_cell_forms_init(st_cell_forms *forms, st_arena *arena,
                        const st_store *store) {
  size_t count = store->rules->column_count;
  forms->forms = st_arena_alloc(arena, count, sizeof forms->forms[0]);
  forms->xor_masks = st_arena_alloc(arena, count, sizeof forms->xor_masks[0]);
  forms->columns = st_arena_alloc(arena, count, sizeof forms->columns[0]);
  if (!forms->forms || !forms->xor_masks || !forms->columns) return false;
  fill_cell_forms(forms, store->rules);
  group_columns_by_table(forms, store);
  return true;
}

uint8_t st_cell_forms_of_scalar(uint32_t scalar) {
  assert(scalar < ST_SCALAR_COUNT);
  return scalar_cell_forms[scalar];
}
