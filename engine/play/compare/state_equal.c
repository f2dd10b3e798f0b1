/*
 * meaning.c - whether two states mean the same.
 *
 * Rows of the one are mapped to rows of the other, beginning with those that
 * are the same in both: a row is compared cell by cell, and where a cell names
 * a row, those two are mapped to each other and wait to be compared. A row that
 * neither state has written is mapped to itself and needs no look. So what is
 * compared is what has changed, not the world.
 *
 * What nobody names is nothing: free rows, rows of the log, and what is known
 * of those gone whom nothing refers to.
 */
#include "play/compare/state_equal.h"

#include "base/arena.h"
#include "base/hash.h"
#include "rules/model/clause.h"
#include "world/objects/entity.h"

#include <string.h>

/* What a cell says. */
typedef enum st_cell_form {
  CELL_PLAIN,
  CELL_IGNORED, /* nothing that means anything */
  CELL_HANDLE,
  CELL_NUMBER_OR_HANDLE, /* a number, or a handle */
  CELL_TIMESTAMP,
  CELL_TEXT,
  CELL_ABILITY_IDENTITY, /* an ability's name, which has its object's number in
                            it */
  CELL_ROW = 16          /* + table: a row of it, or 0 */
} st_cell_form;

#define ROW_OF(table) (CELL_ROW + ST_TABLE_##table)

/* A column or number that is new is plain until the tables here say otherwise:
 * whoever adds one has to look at them. */
static_assert(ST_COLUMN_FIXED_COUNT == 122, "what does the new column say?");
static_assert(ST_SCALAR_COUNT == 44, "what does the new number say?");
static_assert(ST_TABLE_COUNT == 15, "who owns rows of the new table?");

/* What is hooked is counted by itself: its timestamps are put behind all
 * others, so that nobody asks which of two of different counts was first. */
#define OVERRIDE_STAMP_BASE (UINT64_C(1) << 63)

/* Those of the columns that every world has; all others of them are plain. */
static const uint8_t fixed_cell_forms[ST_COLUMN_FIXED_COUNT] = {
    [ST_COLUMN_ENTITY_GENERATION] = CELL_IGNORED, /* see handles */
    [ST_COLUMN_ENTITY_NEXT_FREE] = CELL_IGNORED,
    [ST_COLUMN_ENTITY_STAMP] = CELL_TIMESTAMP,
    [ST_COLUMN_ENTITY_SUCCESSOR] = CELL_HANDLE,
    [ST_COLUMN_ENTITY_ZONE_PLAYER] = ROW_OF(ENTITY),
    [ST_COLUMN_ENTITY_ABOVE] = ROW_OF(ENTITY),
    [ST_COLUMN_ENTITY_BELOW] = ROW_OF(ENTITY), /* of those gone: an effect */
    [ST_COLUMN_ENTITY_NOTES] = ROW_OF(NOTE),
    [ST_COLUMN_ENTITY_TRIGGER] = ROW_OF(TRIGGER),
    [ST_COLUMN_TEXT_START] = CELL_IGNORED,
    [ST_COLUMN_TEXT_LENGTH] = CELL_IGNORED,
    [ST_COLUMN_BYTES] = CELL_IGNORED,
    [ST_COLUMN_EFFECT_ENDED_COUNT] = CELL_IGNORED,
    [ST_COLUMN_EFFECT_NEXT_FREE] = CELL_IGNORED,
    [ST_COLUMN_EFFECT_STAMP] = CELL_TIMESTAMP,
    [ST_COLUMN_EFFECT_SOURCE] = CELL_HANDLE,
    [ST_COLUMN_EFFECT_PARTS] = ROW_OF(PART),
    [ST_COLUMN_EFFECT_NAME] = CELL_TEXT,
    [ST_COLUMN_EFFECT_SUBJECT] = CELL_TEXT,
    [ST_COLUMN_EFFECT_CONDITION] = CELL_TEXT,
    [ST_COLUMN_EFFECT_WHILE_ON] = CELL_TEXT,
    [ST_COLUMN_EFFECT_SNAPSHOT] = ROW_OF(ENTITY),
    [ST_COLUMN_EFFECT_TIMED_NEXT] = ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_TIMED_PREV] = ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_WHILE_NEXT] = ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_WHILE_PREV] = ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_GLOBAL_NEXT] = ROW_OF(EFFECT),
    [ST_COLUMN_EFFECT_GLOBAL_PREV] = ROW_OF(EFFECT),
    [ST_COLUMN_PART_NEXT] = ROW_OF(PART),
    [ST_COLUMN_PART_EFFECT] = ROW_OF(EFFECT),
    [ST_COLUMN_PART_VALUE] = CELL_NUMBER_OR_HANDLE,
    [ST_COLUMN_PART_TEXT] = CELL_TEXT,
    [ST_COLUMN_PART_NODES] = ROW_OF(NODE),
    [ST_COLUMN_NODE_PART] = ROW_OF(PART),
    [ST_COLUMN_NODE_TARGET] = ROW_OF(ENTITY),
    [ST_COLUMN_NODE_PREV] = ROW_OF(NODE),
    [ST_COLUMN_NODE_NEXT] = ROW_OF(NODE),
    [ST_COLUMN_NODE_SIBLING] = ROW_OF(NODE),
    [ST_COLUMN_NOTE_NEXT] = ROW_OF(NOTE),
    [ST_COLUMN_NOTE_NUMBER] = CELL_NUMBER_OR_HANDLE,
    [ST_COLUMN_WATCHER_ENDED_COUNT] = CELL_IGNORED,
    [ST_COLUMN_WATCHER_NEXT_FREE] = CELL_IGNORED,
    [ST_COLUMN_WATCHER_STAMP] = CELL_TIMESTAMP,
    [ST_COLUMN_WATCHER_SOURCE] = CELL_HANDLE,
    [ST_COLUMN_WATCHER_YOU] = CELL_HANDLE,
    [ST_COLUMN_WATCHER_TIMED_NEXT] = ROW_OF(WATCHER),
    [ST_COLUMN_WATCHER_TIMED_PREV] = ROW_OF(WATCHER),
    [ST_COLUMN_WATCHER_VARIABLES] = ROW_OF(NOTE),
    [ST_COLUMN_WATCHER_NEXT] = ROW_OF(WATCHER),
    [ST_COLUMN_WATCHER_PREV] = ROW_OF(WATCHER),
    [ST_COLUMN_TRIGGER_NEXT] = ROW_OF(TRIGGER),
    [ST_COLUMN_TRIGGER_PREV] = ROW_OF(TRIGGER),
    [ST_COLUMN_TRIGGER_HOLDER] = ROW_OF(ENTITY),
    [ST_COLUMN_TRIGGER_STAMP] = CELL_TIMESTAMP,
    [ST_COLUMN_TRIGGER_SOURCE] = CELL_HANDLE,
    [ST_COLUMN_TRIGGER_YOU] = CELL_HANDLE,
    [ST_COLUMN_TRIGGER_IDENTITY] = CELL_ABILITY_IDENTITY,
    [ST_COLUMN_TRIGGER_VARIABLES] = ROW_OF(NOTE),
    [ST_COLUMN_ENTITY_OVERRIDES] = ROW_OF(OVERRIDE),
    [ST_COLUMN_OVERRIDE_NEXT] = ROW_OF(OVERRIDE),
    [ST_COLUMN_OVERRIDE_OWNER] = ROW_OF(ENTITY),
    [ST_COLUMN_OVERRIDE_SEQUENCE] = CELL_TIMESTAMP,
    [ST_COLUMN_OVERRIDE_TIMED_NEXT] = ROW_OF(OVERRIDE),
    [ST_COLUMN_OVERRIDE_TIMED_PREV] = ROW_OF(OVERRIDE),
    [ST_COLUMN_OVERRIDE_NOTES] = ROW_OF(NOTE)};

/* Those of the world's numbers; the others are plain. */
static const uint8_t scalar_cell_forms[ST_SCALAR_COUNT] = {
    [ST_SCALAR_STAMP] = CELL_IGNORED,
    [ST_SCALAR_ENTITY_TOP] = CELL_IGNORED,
    [ST_SCALAR_ENTITY_FREE] = CELL_IGNORED,
    [ST_SCALAR_TEXT_TOP] = CELL_IGNORED,
    [ST_SCALAR_BYTES_TOP] = CELL_IGNORED,
    [ST_SCALAR_EFFECT_TOP] = CELL_IGNORED,
    [ST_SCALAR_EFFECT_FREE] = CELL_IGNORED,
    [ST_SCALAR_PART_TOP] = CELL_IGNORED,
    [ST_SCALAR_PART_FREE] = CELL_IGNORED,
    [ST_SCALAR_NODE_TOP] = CELL_IGNORED,
    [ST_SCALAR_NODE_FREE] = CELL_IGNORED,
    [ST_SCALAR_NOTE_TOP] = CELL_IGNORED,
    [ST_SCALAR_NOTE_FREE] = CELL_IGNORED,
    [ST_SCALAR_WATCHER_TOP] = CELL_IGNORED,
    [ST_SCALAR_WATCHER_FREE] = CELL_IGNORED,
    [ST_SCALAR_TRIGGER_TOP] = CELL_IGNORED,
    [ST_SCALAR_TRIGGER_FREE] = CELL_IGNORED,
    [ST_SCALAR_LOG_CAPACITY] = CELL_IGNORED,
    [ST_SCALAR_LOG_FORGOTTEN] = CELL_IGNORED,
    [ST_SCALAR_LOG_LAST] = CELL_IGNORED,
    [ST_SCALAR_ACTIONS_ENDED] = CELL_IGNORED,
    [ST_SCALAR_CHANCE] = CELL_IGNORED,
    [ST_SCALAR_OVERRIDE_TOP] = CELL_IGNORED,
    [ST_SCALAR_OVERRIDE_FREE] = CELL_IGNORED,
    [ST_SCALAR_OVERRIDE_SEQUENCE] = CELL_IGNORED,
    [ST_SCALAR_WHILE_FIRST] = ROW_OF(EFFECT),
    [ST_SCALAR_GLOBAL_FIRST] = ROW_OF(EFFECT),
    [ST_SCALAR_WORLD_NOTES] = ROW_OF(NOTE),
    [ST_SCALAR_WATCHER_FIRST] = ROW_OF(WATCHER),
    [ST_SCALAR_WATCHER_LAST] = ROW_OF(WATCHER),
    [ST_SCALAR_TRIGGER_FIRST] = ROW_OF(TRIGGER),
    [ST_SCALAR_TRIGGER_LAST] = ROW_OF(TRIGGER),
    [ST_SCALAR_OVERRIDE_TIMED_FIRST] = ROW_OF(OVERRIDE),
    [ST_SCALAR_WORLD_OVERRIDES] = ROW_OF(OVERRIDE)};

/* Rows of one side by what they are in the other; open addressing. */
typedef struct st_row_map {
  uint64_t *keys, *values;
  size_t mask;
} st_row_map;

typedef struct st_row_pair {
  st_table table;
  uint32_t a, b;
} st_row_pair;

typedef struct st_timestamp_pair {
  uint64_t a, b;
} st_timestamp_pair;

typedef struct st_state_comparison {
  const st_store *store;
  const st_compared_state *a, *b;
  st_arena arena;
  uint8_t *forms; /* by column */
  uint64_t
      *origins; /* by column: of a handle or text, see st_entity_base_of_cell;
                   of timestamps, where they begin */
  uint32_t *columns; /* by table, in a row */
  uint32_t first_column[ST_TABLE_COUNT + 1];
  st_row_map to_b, to_a;
  st_row_map log_a, log_b; /* notes that are no part of what is meant */
  st_row_pair *queue;
  size_t next, count, room;
  st_timestamp_pair *stamps;
  size_t stamp_count, stamp_room;
  bool strict, differs, failed; /* failed: there is no memory */
} st_state_comparison;

/* -- Mappings -- */

static uint64_t row_key(st_table table, uint32_t row) {
  return st_state_diff_key(table, row, 0) | 1; /* never 0 */
}

static size_t map_slot_of(const st_row_map *map, uint64_t key) {
  size_t at = (size_t)st_mix(1, key) & map->mask;
  while (map->keys[at] != 0 && map->keys[at] != key) {
    at = (at + 1) & map->mask;
  }
  return at;
}

static bool map_find(const st_row_map *map, uint64_t key, uint64_t *out) {
  size_t at = map_slot_of(map, key);
  if (map->keys[at] == 0) return false;
  if (out) *out = map->values[at];
  return true;
}

static void map_put(const st_row_map *map, uint64_t key, uint64_t to) {
  size_t at = map_slot_of(map, key);
  map->keys[at] = key;
  map->values[at] = to;
}

/* -- Cells -- */

static uint64_t read_cell_a(const st_state_comparison *w, uint32_t column,
                            uint32_t row) {
  return st_state_diff_get(w->a->diff, w->store, column, row);
}
static uint64_t read_cell_b(const st_state_comparison *w, uint32_t column,
                            uint32_t row) {
  return st_state_diff_get(w->b->diff, w->store, column, row);
}

static bool diff_has_row(const st_state_diff *delta, st_table table,
                         uint32_t row) {
  size_t at =
      st_state_diff_lower_bound(delta, st_state_diff_key(table, row, 0));
  return at < delta->count && st_state_diff_table(delta->keys[at]) == table &&
         st_state_diff_row(delta->keys[at]) == row;
}

/* One of the two has written it: the rows differ, or may. */
static bool is_row_written(const st_state_comparison *w, st_table table,
                           uint32_t row) {
  return diff_has_row(w->a->diff, table, row) ||
         diff_has_row(w->b->diff, table, row);
}

/* It is who it is in the store too, or was until it went. */
static bool is_original_row(const st_state_comparison *w,
                            const st_state_diff *delta, st_table table,
                            uint32_t row) {
  static const uint32_t columns[ST_TABLE_COUNT] = {
      [ST_TABLE_ENTITY] = ST_COLUMN_ENTITY_GENERATION,
      [ST_TABLE_EFFECT] = ST_COLUMN_EFFECT_ENDED_COUNT,
      [ST_TABLE_WATCHER] = ST_COLUMN_WATCHER_ENDED_COUNT};
  uint32_t column = columns[table];
  if (column == 0) return false; /* its number is nobody's handle */
  uint64_t before = st_get_any(w->store, column, row);
  uint64_t now = st_state_diff_get(delta, w->store, column, row);
  if (table == ST_TABLE_ENTITY) return before % 2 == 1 && now - before <= 1;
  uint32_t stamp = table == ST_TABLE_EFFECT ? ST_COLUMN_EFFECT_STAMP
                                            : ST_COLUMN_WATCHER_STAMP;
  return st_get_any(w->store, stamp, row) != 0 && now == before;
}

/* -- Two of something -- */

static void match_rows(st_state_comparison *w, st_table table, uint32_t a,
                       uint32_t b) {
  uint64_t known = 0;
  if (a == 0 || b == 0) {
    w->differs = w->differs || a != b;
    return;
  }
  bool touched = is_row_written(w, table, a);
  if (a == b && !touched) return;
  bool in_a = map_find(&w->to_b, row_key(table, a), &known);
  if (in_a && known == b) return;
  if (in_a || map_find(&w->to_a, row_key(table, b), NULL) || !touched ||
      !is_row_written(w, table, b) || w->count == w->room) {
    w->differs = true;
    return;
  }
  if (w->strict && a != b &&
      (is_original_row(w, w->a->diff, table, a) ||
       is_original_row(w, w->b->diff, table, b))) {
    w->differs = true;
    return;
  }
  map_put(&w->to_b, row_key(table, a), b);
  map_put(&w->to_a, row_key(table, b), a);
  w->queue[w->count++] = (st_row_pair){table, a, b};
}

/* How a handle is known: the slot while it lives, or what is kept of it. */
static uint32_t slot_of_handle(const st_state_comparison *w, bool is_a,
                               uint64_t handle, bool *lives) {
  uint32_t slot = st_slot_of(handle);
  *lives = false;
  if (slot == 0 || slot >= w->store->capacity[ST_TABLE_ENTITY]) return 0;
  const st_state_diff *delta = is_a ? w->a->diff : w->b->diff;
  uint64_t now =
      st_state_diff_get(delta, w->store, ST_COLUMN_ENTITY_GENERATION, slot);
  uint32_t then = st_generation_of(handle);
  *lives = now == then && (then & 1) != 0;
  if (*lives) return slot;
  bool kept = then == now - 1 &&
              st_state_diff_get(delta, w->store, ST_COLUMN_ENTITY_LAST_KNOWN,
                                slot) != 0;
  return kept ? slot : 0;
}

static void match_handles(st_state_comparison *w, uint64_t a, uint64_t b) {
  bool lives_a;
  bool lives_b;
  uint32_t x = slot_of_handle(w, true, a, &lives_a);
  uint32_t y = slot_of_handle(w, false, b, &lives_b);
  if (x == 0 || y == 0) {
    w->differs = w->differs || x != y || a != b;
  } else if (lives_a != lives_b) {
    w->differs = true;
  } else {
    match_rows(w, ST_TABLE_ENTITY, x, y);
  }
}

/* What may be a handle is one if it names somebody: no other number of a game
 * comes near to them by chance. */
static void match_numbers_or_handles(st_state_comparison *w, uint64_t a,
                                     uint64_t b) {
  bool lives;
  if (slot_of_handle(w, true, a, &lives) != 0 &&
      slot_of_handle(w, false, b, &lives) != 0) {
    match_handles(w, a, b);
  } else {
    w->differs = w->differs || a != b;
  }
}

static void compare_texts(st_state_comparison *w, uint32_t a, uint32_t b) {
  if (a == b && !is_row_written(w, ST_TABLE_TEXT, a)) return;
  if (a == 0 || b == 0) {
    w->differs = w->differs || a != b;
    return;
  }
  uint64_t length = read_cell_a(w, ST_COLUMN_TEXT_LENGTH, a);
  uint32_t x = (uint32_t)read_cell_a(w, ST_COLUMN_TEXT_START, a);
  uint32_t y = (uint32_t)read_cell_b(w, ST_COLUMN_TEXT_START, b);
  if (length != read_cell_b(w, ST_COLUMN_TEXT_LENGTH, b)) w->differs = true;
  for (uint32_t i = 0; !w->differs && i < (length + 7) / 8; i++) {
    w->differs = read_cell_a(w, ST_COLUMN_BYTES, x + i) !=
                 read_cell_b(w, ST_COLUMN_BYTES, y + i);
  }
}

static void record_timestamp_pair(st_state_comparison *w, uint64_t a,
                                  uint64_t b, uint64_t origin) {
  if (a == 0 || b == 0) {
    w->differs = w->differs || a != b;
    return;
  }
  if (w->stamp_count == w->stamp_room) {
    size_t room = 2 * w->stamp_room + 64;
    st_timestamp_pair *all = st_arena_alloc(&w->arena, room, sizeof *all);
    if (!all) {
      w->failed = true;
      return;
    }
    if (w->stamp_count > 0) {
      memcpy(all, w->stamps, w->stamp_count * sizeof *all);
    }
    w->stamps = all;
    w->stamp_room = room;
  }
  w->stamps[w->stamp_count++] = (st_timestamp_pair){a ^ origin, b ^ origin};
}

/* An ability of one who has another number has another name; which one it is
 * says its code, which is compared, as its source is. */
static void compare_ability_identities(st_state_comparison *w,
                                       const st_row_pair *rows) {
  uint64_t a = read_cell_a(w, ST_COLUMN_TRIGGER_IDENTITY, rows->a);
  uint64_t b = read_cell_b(w, ST_COLUMN_TRIGGER_IDENTITY, rows->b);
  uint64_t x = read_cell_a(w, ST_COLUMN_TRIGGER_SOURCE, rows->a);
  uint64_t y = read_cell_b(w, ST_COLUMN_TRIGGER_SOURCE, rows->b);
  w->differs = w->differs || (a != b && x == y);
}

/* -- Rows -- */

static void compare_cell(st_state_comparison *w, uint32_t column,
                         const st_row_pair *rows) {
  uint64_t a = read_cell_a(w, column, rows->a);
  uint64_t b = read_cell_b(w, column, rows->b);
  uint8_t form = w->forms[column];
  if (column == ST_COLUMN_SCALAR) form = scalar_cell_forms[rows->a];
  if (column == ST_COLUMN_ENTITY_BELOW &&
      read_cell_a(w, ST_COLUMN_ENTITY_LAST_KNOWN, rows->a) != 0) {
    form = ROW_OF(EFFECT);
  }
  if (form >= CELL_ROW) {
    match_rows(w, (st_table)(form - CELL_ROW), (uint32_t)a, (uint32_t)b);
    return;
  }
  uint64_t origin = w->origins[column];
  switch ((st_cell_form)form) {
  case CELL_HANDLE:
    match_handles(w, a ^ origin, b ^ origin);
    break;
  case CELL_NUMBER_OR_HANDLE:
    match_numbers_or_handles(w, a, b);
    break;
  case CELL_TIMESTAMP:
    record_timestamp_pair(w, a, b, origin);
    break;
  case CELL_TEXT:
    compare_texts(w, (uint32_t)(a ^ origin), (uint32_t)(b ^ origin));
    break;
  case CELL_ABILITY_IDENTITY:
    compare_ability_identities(w, rows);
    break;
  case CELL_PLAIN:
    w->differs = w->differs || a != b;
    break;
  case CELL_IGNORED:
  case CELL_ROW:
    break;
  }
}

/* The cells that one of the two has written; `other` has not been through. */
static void compare_written_cells(st_state_comparison *w,
                                  const st_state_diff *delta,
                                  const st_row_pair *rows) {
  size_t at = st_state_diff_lower_bound(
      delta, st_state_diff_key(rows->table, rows->a, 0));
  for (; at < delta->count && !w->differs; at++) {
    uint64_t key = delta->keys[at];
    if (st_state_diff_table(key) != rows->table ||
        st_state_diff_row(key) != rows->a) {
      return;
    }
    compare_cell(w, st_state_diff_column(key), rows);
  }
}

static void compare_matched_rows(st_state_comparison *w,
                                 const st_row_pair *rows) {
  if (rows->a == rows->b) {
    compare_written_cells(w, w->a->diff, rows);
    compare_written_cells(w, w->b->diff, rows);
    return;
  }
  uint32_t end = w->first_column[rows->table + 1];
  for (uint32_t i = w->first_column[rows->table]; i < end && !w->differs; i++) {
    compare_cell(w, w->columns[i], rows);
  }
}

static void compare_queued_rows(st_state_comparison *w) {
  while (!w->differs && !w->failed && w->next < w->count) {
    st_row_pair rows = w->queue[w->next++];
    compare_matched_rows(w, &rows);
  }
}

/* -- Which rows are the same, and which are in use -- */

static bool is_row_used(const st_state_comparison *w,
                        const st_state_diff *delta, st_table table,
                        uint32_t row) {
  static const uint32_t signs[ST_TABLE_COUNT] = {
      [ST_TABLE_ENTITY] = ST_COLUMN_ENTITY_LIVE,
      [ST_TABLE_EFFECT] = ST_COLUMN_EFFECT_STAMP,
      [ST_TABLE_PART] = ST_COLUMN_PART_EFFECT,
      [ST_TABLE_NODE] = ST_COLUMN_NODE_PART,
      [ST_TABLE_NOTE] = ST_COLUMN_NOTE_KEY,
      [ST_TABLE_WATCHER] = ST_COLUMN_WATCHER_STAMP,
      [ST_TABLE_TRIGGER] = ST_COLUMN_TRIGGER_WATCHER_DEF,
      [ST_TABLE_OVERRIDE] = ST_COLUMN_OVERRIDE_FORM};
  return st_state_diff_get(delta, w->store, signs[table], row) != 0;
}

static bool is_cell_equal(const st_state_comparison *w, uint32_t column,
                          uint32_t row) {
  return read_cell_a(w, column, row) == read_cell_b(w, column, row);
}

/* It is nobody else in the other: by what outlives the use of a slot. */
static bool is_same_identity(const st_state_comparison *w, st_table table,
                             uint32_t row) {
  if (table == ST_TABLE_WORLD || table == ST_TABLE_DISABLED) return true;
  if (table != ST_TABLE_ENTITY && table != ST_TABLE_EFFECT &&
      table != ST_TABLE_WATCHER) {
    return false;
  }
  bool used = is_row_used(w, w->a->diff, table, row) &&
              is_row_used(w, w->b->diff, table, row);
  if (table == ST_TABLE_EFFECT) {
    return used && is_cell_equal(w, ST_COLUMN_EFFECT_ENDED_COUNT, row);
  }
  if (table == ST_TABLE_WATCHER) {
    return used && is_cell_equal(w, ST_COLUMN_WATCHER_ENDED_COUNT, row);
  }
  if (!used && w->strict) {
    used = read_cell_a(w, ST_COLUMN_ENTITY_LAST_KNOWN, row) != 0 &&
           read_cell_b(w, ST_COLUMN_ENTITY_LAST_KNOWN, row) != 0;
  }
  return used && is_cell_equal(w, ST_COLUMN_ENTITY_GENERATION, row);
}

/* The next row that either has written, behind `after`; false: none. */
static bool next_written_row(const st_state_comparison *w, uint64_t *key) {
  uint64_t after = *key == 0 ? 0 : (*key | 0xffffff) + 1;
  const st_state_diff *a = w->a->diff;
  const st_state_diff *b = w->b->diff;
  size_t i = st_state_diff_lower_bound(a, after);
  size_t k = st_state_diff_lower_bound(b, after);
  uint64_t x = i < a->count ? a->keys[i] : UINT64_MAX;
  uint64_t y = k < b->count ? b->keys[k] : UINT64_MAX;
  *key = x < y ? x : y;
  return *key != UINT64_MAX;
}

static void match_same_identities(st_state_comparison *w) {
  for (uint64_t key = 0; next_written_row(w, &key);) {
    st_table table = st_state_diff_table(key);
    uint32_t row = st_state_diff_row(key);
    if (is_same_identity(w, table, row)) match_rows(w, table, row, row);
  }
}

/* -- What nothing on the way has named -- */

/* Those in use of one side that are mapped to nothing, in order of slots. */
static uint32_t next_unmatched_row(const st_state_comparison *w, bool is_a,
                                   st_table table, uint32_t after) {
  const st_state_diff *delta = is_a ? w->a->diff : w->b->diff;
  uint64_t key = st_state_diff_key(table, after, 0xffffff);
  while (next_written_row(w, &key) && st_state_diff_table(key) == table) {
    uint32_t row = st_state_diff_row(key);
    const st_row_map *map = is_a ? &w->to_b : &w->to_a;
    if (is_row_used(w, delta, table, row) &&
        !map_find(map, row_key(table, row), NULL)) {
      return row;
    }
  }
  return 0;
}

static void match_remaining_rows(st_state_comparison *w, st_table table) {
  uint32_t a = next_unmatched_row(w, true, table, 0);
  uint32_t b = next_unmatched_row(w, false, table, 0);
  while (!w->differs && !w->failed && (a != 0 || b != 0)) {
    match_rows(w, table, a, b);
    compare_queued_rows(w);
    a = next_unmatched_row(w, true, table, a);
    b = next_unmatched_row(w, false, table, b);
  }
}

/* Notes of the log, and of those gone whom nobody names, mean nothing. */
static void ignore_note_chain(const st_state_comparison *w, bool is_a,
                              uint32_t column, uint32_t row) {
  const st_state_diff *delta = is_a ? w->a->diff : w->b->diff;
  const st_row_map *map = is_a ? &w->log_a : &w->log_b;
  uint32_t note = (uint32_t)st_state_diff_get(delta, w->store, column, row);
  while (note != 0) {
    if (is_row_written(w, ST_TABLE_NOTE, note)) {
      map_put(map, row_key(ST_TABLE_NOTE, note), 1);
    }
    note =
        (uint32_t)st_state_diff_get(delta, w->store, ST_COLUMN_NOTE_NEXT, note);
  }
}

static void ignore_unreachable_notes(const st_state_comparison *w) {
  for (uint64_t key = 0; next_written_row(w, &key);) {
    st_table table = st_state_diff_table(key);
    uint32_t row = st_state_diff_row(key);
    if (table == ST_TABLE_LOG) {
      ignore_note_chain(w, true, ST_COLUMN_LOG_FIELDS, row);
      ignore_note_chain(w, false, ST_COLUMN_LOG_FIELDS, row);
    } else if (table == ST_TABLE_ENTITY) {
      if (!map_find(&w->to_b, row_key(table, row), NULL)) {
        ignore_note_chain(w, true, ST_COLUMN_ENTITY_NOTES, row);
      }
      if (!map_find(&w->to_a, row_key(table, row), NULL)) {
        ignore_note_chain(w, false, ST_COLUMN_ENTITY_NOTES, row);
      }
    }
  }
}

/* A row of those that others own: who owns it may not have been written. Then
 * it is itself. */
static void match_owned_row(st_state_comparison *w, st_table table,
                            uint32_t row) {
  uint64_t key = row_key(table, row);
  bool a = is_row_used(w, w->a->diff, table, row) &&
           !map_find(&w->to_b, key, NULL) && !map_find(&w->log_a, key, NULL);
  bool b = is_row_used(w, w->b->diff, table, row) &&
           !map_find(&w->to_a, key, NULL) && !map_find(&w->log_b, key, NULL);
  if (a || b) match_rows(w, table, a ? row : 0, b ? row : 0);
}

/* Owners come before what they own. */
static void match_owned_rows(st_state_comparison *w) {
  static const st_table tables[] = {ST_TABLE_TRIGGER, ST_TABLE_PART,
                                    ST_TABLE_NODE, ST_TABLE_OVERRIDE,
                                    ST_TABLE_NOTE};
  ignore_unreachable_notes(w);
  for (size_t i = 0; i < ST_COUNT_OF(tables); i++) {
    uint64_t key = st_state_diff_key(tables[i], 0, 0xffffff);
    while (!w->differs && !w->failed && next_written_row(w, &key) &&
           st_state_diff_table(key) == tables[i]) {
      match_owned_row(w, tables[i], st_state_diff_row(key));
      compare_queued_rows(w);
    }
  }
}

/* -- Timestamps -- */

static void sort_timestamp_pairs(st_timestamp_pair *all, size_t count) {
  for (size_t gap = count / 2; gap > 0; gap /= 2) {
    for (size_t i = gap; i < count; i++) {
      st_timestamp_pair one = all[i];
      size_t k = i;
      for (; k >= gap && all[k - gap].a > one.a; k -= gap) {
        all[k] = all[k - gap];
      }
      all[k] = one;
    }
  }
}

/* How many of them are earlier than one, on the one side and on the other: in
 * order, both sides ascend. */
static size_t count_earlier_timestamps(const st_state_comparison *w,
                                       uint64_t stamp, bool is_a) {
  size_t low = 0;
  size_t high = w->stamp_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const st_timestamp_pair *s = &w->stamps[middle];
    if ((is_a ? s->a : s->b) < stamp) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static bool diff_has_cell(const st_state_diff *delta, uint64_t key) {
  size_t at = st_state_diff_lower_bound(delta, key);
  return at < delta->count && delta->keys[at] == key;
}

/* Whoever has kept his timestamp is still between the same two. */
static void compare_kept_timestamps(st_state_comparison *w, uint32_t column) {
  st_table table = (st_table)w->store->columns[column].table;
  for (uint32_t row = 1; row < w->store->capacity[table]; row++) {
    uint64_t stamp = st_get_any(w->store, column, row);
    uint64_t key = st_state_diff_key(table, row, column);
    if (stamp == 0 || diff_has_cell(w->a->diff, key) ||
        diff_has_cell(w->b->diff, key)) {
      continue;
    }
    stamp ^= w->origins[column];
    if (count_earlier_timestamps(w, stamp, true) !=
        count_earlier_timestamps(w, stamp, false))
      w->differs = true;
  }
}

/* Somebody has changed his timestamp, and not both times for a new one, which
 * comes after all others. */
static bool reaches_kept_timestamps(const st_state_comparison *w,
                                    uint64_t origin, st_scalar last) {
  uint64_t newest = st_scalar_get(w->store, last);
  for (size_t i = 0; i < w->stamp_count; i++) {
    const st_timestamp_pair *s = &w->stamps[i];
    bool before = s->a - origin <= newest || s->b - origin <= newest;
    if (s->a != s->b && before) return true;
  }
  return false;
}

static void compare_timestamp_order(st_state_comparison *w) {
  sort_timestamp_pairs(w->stamps, w->stamp_count);
  for (size_t i = 1; i < w->stamp_count; i++) {
    const st_timestamp_pair *s = &w->stamps[i];
    if ((s->a == s[-1].a) != (s->b == s[-1].b) || s->b < s[-1].b) {
      w->differs = true;
    }
  }
  if (w->differs) return;
  bool reach = reaches_kept_timestamps(w, 0, ST_SCALAR_STAMP);
  bool reach_hooks = reaches_kept_timestamps(w, OVERRIDE_STAMP_BASE,
                                             ST_SCALAR_OVERRIDE_SEQUENCE);
  for (uint32_t c = 0; c < w->store->rules->column_count; c++) {
    bool hooks = w->origins[c] == OVERRIDE_STAMP_BASE;
    bool due = hooks ? reach_hooks : reach;
    if (due && w->forms[c] == CELL_TIMESTAMP) compare_kept_timestamps(w, c);
  }
}

/* -- The whole -- */

static void fill_cell_forms(st_state_comparison *w) {
  const strata_rules *rules = w->store->rules;
  memcpy(w->forms, fixed_cell_forms, sizeof fixed_cell_forms);
  w->origins[ST_COLUMN_OVERRIDE_SEQUENCE] = OVERRIDE_STAMP_BASE;
  for (uint32_t c = ST_COLUMN_LOG_COUNT; c <= ST_COLUMN_LOG_FIELDS; c++) {
    w->forms[c] = CELL_IGNORED;
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_CLOCK].count; i++) {
    w->forms[rules->first_clock_column + 3 * i + 1] = ROW_OF(EFFECT);
    w->forms[rules->first_clock_column + 3 * i + 2] = ROW_OF(WATCHER);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_ZONE].count; i++) {
    w->forms[rules->zones[i].ends_column] = ROW_OF(ENTITY);
    w->forms[rules->zones[i].ends_column + 1] = ROW_OF(ENTITY);
  }
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    if (attr->is_zone) continue;
    bool text = attr->type == STRATA_TEXT || attr->type == STRATA_ABILITIES;
    if (attr->type == STRATA_REF || text) {
      w->forms[attr->base_column] = text ? CELL_TEXT : CELL_HANDLE;
      w->origins[attr->base_column] = (uint64_t)attr->default_value;
    }
    if (attr->layered) w->forms[attr->chain_column] = ROW_OF(NODE);
    if (attr->counter) w->forms[attr->counter_stamp_column] = CELL_IGNORED;
  }
  /* Nobody asks when a counter came but the laws that it lets hold. */
  for (uint32_t i = 0; i < rules->law_count; i++) {
    strata_attr counter = rules->laws[i].counter;
    if (counter == 0) continue;
    w->forms[rules->attrs[counter - 1].counter_stamp_column] = CELL_TIMESTAMP;
  }
}

/* The columns of each table. */
static void group_columns_by_table(st_state_comparison *w) {
  uint32_t count = w->store->rules->column_count;
  uint32_t n = 0;
  for (uint32_t table = 0; table < ST_TABLE_COUNT; table++) {
    w->first_column[table] = n;
    for (uint32_t c = 0; c < count; c++) {
      if (w->store->columns[c].table == table) w->columns[n++] = c;
    }
  }
  w->first_column[ST_TABLE_COUNT] = n;
}

static bool init_row_map(st_state_comparison *w, st_row_map *map, size_t size) {
  map->mask = size - 1;
  map->keys = st_arena_alloc(&w->arena, size, sizeof map->keys[0]);
  map->values = st_arena_alloc(&w->arena, size, sizeof map->values[0]);
  return map->keys && map->values;
}

static bool init_comparison(st_state_comparison *w) {
  size_t count = w->store->rules->column_count;
  size_t size = 16;
  w->room = w->a->diff->count + w->b->diff->count;
  while (size < 2 * w->room) {
    size *= 2;
  }
  w->forms = st_arena_alloc(&w->arena, count, sizeof w->forms[0]);
  w->origins = st_arena_alloc(&w->arena, count, sizeof w->origins[0]);
  w->columns = st_arena_alloc(&w->arena, count, sizeof w->columns[0]);
  w->queue = st_arena_alloc(&w->arena, w->room, sizeof w->queue[0]);
  if (!w->forms || !w->origins || !w->columns || !w->queue ||
      !init_row_map(w, &w->to_a, size) || !init_row_map(w, &w->to_b, size) ||
      !init_row_map(w, &w->log_a, size) || !init_row_map(w, &w->log_b, size)) {
    return false;
  }
  fill_cell_forms(w);
  group_columns_by_table(w);
  return true;
}

static void compare_held_words(st_state_comparison *w) {
  if (w->a->held_word_count != w->b->held_word_count) w->differs = true;
  for (size_t i = 0; !w->differs && i < w->a->held_word_count; i++) {
    const st_held_word *a = &w->a->held_words[i];
    const st_held_word *b = &w->b->held_words[i];
    if (a->is_ref && b->is_ref) {
      match_handles(w, (uint64_t)a->word, (uint64_t)b->word);
    } else {
      w->differs = a->word != b->word || a->is_ref != b->is_ref;
    }
  }
}

strata_status st_state_equal_test(const st_store *store,
                                  const st_compared_state *a,
                                  const st_compared_state *b, bool strict,
                                  bool *same) {
  st_state_comparison w = {.store = store, .a = a, .b = b, .strict = strict};
  *same = false;
  st_arena_init(&w.arena, store->mem);
  if (!init_comparison(&w)) {
    w.failed = true;
  } else {
    match_same_identities(&w);
    compare_held_words(&w);
    compare_queued_rows(&w);
    match_remaining_rows(&w, ST_TABLE_ENTITY);
    match_remaining_rows(&w, ST_TABLE_EFFECT);
    match_remaining_rows(&w, ST_TABLE_WATCHER);
    if (!w.differs && !w.failed) match_owned_rows(&w);
    if (!w.differs && !w.failed) compare_timestamp_order(&w);
  }
  st_arena_fini(&w.arena);
  *same = !w.differs && !w.failed;
  return w.failed ? STRATA_ENOMEM : STRATA_OK;
}
