/*
 * state_comparison.c - two states under comparison: which row of one state
 * matches which row of the other.
 *
 * Matching starts with rows that have the same identity in both states. Two
 * matched rows are put into a queue and compared cell by cell; where their
 * cells name rows, those two rows are matched in turn. A row that neither state
 * has written is matched to itself and needs no comparison. So the cost depends
 * on what has changed, not on the size of the world.
 *
 * Invariants: a row is matched at most once in each direction (a_to_b and
 * b_to_a are inverse maps), and only written rows are in the maps and the
 * queue. So the queue never holds more pairs than the two diffs hold cells, and
 * the maps, with twice that many places, never get full.
 *
 * Rows that no other row refers to are ignored: free rows, rows of the log, and
 * last-known rows that no handle names.
 */
#include "play/compare/state_comparison.h"

#include "base/hash.h"
#include "world/objects/entity.h"

#include <string.h>

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

static bool init_row_map(st_state_comparison *w, st_row_map *map, size_t size) {
  map->mask = size - 1;
  map->keys = st_arena_alloc(&w->arena, size, sizeof map->keys[0]);
  map->values = st_arena_alloc(&w->arena, size, sizeof map->values[0]);
  return map->keys && map->values;
}

bool st_state_comparison_init(st_state_comparison *w) {
  size_t size = 16;
  w->queue_capacity = w->a->diff->count + w->b->diff->count;
  while (size < 2 * w->queue_capacity) {
    size *= 2;
  }
  w->queue = st_arena_alloc(&w->arena, w->queue_capacity, sizeof w->queue[0]);
  if (!st_cell_forms_init(&w->cells, &w->arena, w->store) || !w->queue ||
      !init_row_map(w, &w->b_to_a, size) ||
      !init_row_map(w, &w->a_to_b, size) ||
      !init_row_map(w, &w->ignored_notes_a, size) ||
      !init_row_map(w, &w->ignored_notes_b, size)) {
    return false;
  }
  return true;
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

static bool diff_has_row(const st_state_diff *diff, st_table table,
                         uint32_t row) {
  size_t at = st_state_diff_lower_bound(diff, st_state_diff_key(table, row, 0));
  return at < diff->count && st_state_diff_table(diff->keys[at]) == table &&
         st_state_diff_row(diff->keys[at]) == row;
}

/* Whether one of the states has written the row, so that it may differ. */
static bool is_row_written(const st_state_comparison *w, st_table table,
                           uint32_t row) {
  return diff_has_row(w->a->diff, table, row) ||
         diff_has_row(w->b->diff, table, row);
}

/* Whether a row holds the same entity, effect or watcher as in the store, or is
 * what is left of that entity. */
static bool is_original_row(const st_state_comparison *w,
                            const st_state_diff *diff, st_table table,
                            uint32_t row) {
  static const uint32_t columns[ST_TABLE_COUNT] = {
      [ST_TABLE_ENTITY] = ST_COLUMN_ENTITY_GENERATION,
      [ST_TABLE_EFFECT] = ST_COLUMN_EFFECT_ENDED_COUNT,
      [ST_TABLE_WATCHER] = ST_COLUMN_WATCHER_ENDED_COUNT};
  uint32_t column = columns[table];
  if (column == 0) return false; /* rows of other tables have no handle */
  uint64_t before = st_get_any(w->store, column, row);
  uint64_t now = st_state_diff_get(diff, w->store, column, row);
  if (table == ST_TABLE_ENTITY) return before % 2 == 1 && now - before <= 1;
  uint32_t stamp = table == ST_TABLE_EFFECT ? ST_COLUMN_EFFECT_STAMP
                                            : ST_COLUMN_WATCHER_STAMP;
  return st_get_any(w->store, stamp, row) != 0 && now == before;
}

/* -- Matching cells of two states -- */

static void match_rows(st_state_comparison *w, st_table table, uint32_t a,
                       uint32_t b) {
  uint64_t known = 0;
  if (a == 0 || b == 0) {
    w->differs = w->differs || a != b;
    return;
  }
  bool touched = is_row_written(w, table, a);
  if (a == b && !touched) return;
  bool in_a = map_find(&w->a_to_b, row_key(table, a), &known);
  if (in_a && known == b) return;
  if (in_a || map_find(&w->b_to_a, row_key(table, b), NULL) || !touched ||
      !is_row_written(w, table, b) || w->queue_count == w->queue_capacity) {
    w->differs = true;
    return;
  }
  if (w->strict && a != b &&
      (is_original_row(w, w->a->diff, table, a) ||
       is_original_row(w, w->b->diff, table, b))) {
    w->differs = true;
    return;
  }
  map_put(&w->a_to_b, row_key(table, a), b);
  map_put(&w->b_to_a, row_key(table, b), a);
  w->queue[w->queue_count++] = (st_row_pair){table, a, b};
}

/* The slot that a handle names: of an entity that lives, or of one that is gone
 * and whose last-known row is kept. 0 if there is neither. */
static uint32_t slot_of_handle(const st_state_comparison *w, bool is_a,
                               uint64_t handle, bool *lives) {
  uint32_t slot = st_slot_of(handle);
  *lives = false;
  if (slot == 0 || slot >= w->store->capacity[ST_TABLE_ENTITY]) return 0;
  const st_state_diff *diff = is_a ? w->a->diff : w->b->diff;
  uint64_t now =
      st_state_diff_get(diff, w->store, ST_COLUMN_ENTITY_GENERATION, slot);
  uint32_t then = st_generation_of(handle);
  *lives = now == then && (then & 1) != 0;
  if (*lives) return slot;
  bool kept =
      then == now - 1 &&
      st_state_diff_get(diff, w->store, ST_COLUMN_ENTITY_LAST_KNOWN, slot) != 0;
  return kept ? slot : 0;
}

void st_state_comparison_match_handles(st_state_comparison *w, uint64_t a,
                                       uint64_t b) {
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

/* A number that may be a handle is one if it names an entity in each state:
 * handles are so large that no number of a game equals one by chance. */
static void match_numbers_or_handles(st_state_comparison *w, uint64_t a,
                                     uint64_t b) {
  bool lives;
  if (slot_of_handle(w, true, a, &lives) != 0 &&
      slot_of_handle(w, false, b, &lives) != 0) {
    st_state_comparison_match_handles(w, a, b);
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
  if (w->stamp_count == w->stamp_capacity) {
    size_t capacity = 2 * w->stamp_capacity + 64;
    st_timestamp_pair *all = st_arena_alloc(&w->arena, capacity, sizeof *all);
    if (!all) {
      w->out_of_memory = true;
      return;
    }
    if (w->stamp_count > 0) {
      memcpy(all, w->stamps, w->stamp_count * sizeof *all);
    }
    w->stamps = all;
    w->stamp_capacity = capacity;
  }
  w->stamps[w->stamp_count++] = (st_timestamp_pair){a ^ origin, b ^ origin};
}

/* The identity of an ability contains the number of its object, so two
 * different objects of the two states give different identities. The source and
 * the watcher definition of the trigger are compared as cells of their own. */
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
  uint8_t form = w->cells.forms[column];
  if (column == ST_COLUMN_SCALAR) form = st_cell_forms_of_scalar(rows->a);
  if (column == ST_COLUMN_ENTITY_BELOW &&
      read_cell_a(w, ST_COLUMN_ENTITY_LAST_KNOWN, rows->a) != 0) {
    form = ST_CELL_FORM_ROW_OF(EFFECT);
  }
  if (form >= ST_CELL_FORM_ROW) {
    match_rows(w, (st_table)(form - ST_CELL_FORM_ROW), (uint32_t)a,
               (uint32_t)b);
    return;
  }
  uint64_t origin = w->cells.xor_masks[column];
  switch ((st_cell_form)form) {
  case ST_CELL_FORM_HANDLE:
    st_state_comparison_match_handles(w, a ^ origin, b ^ origin);
    break;
  case ST_CELL_FORM_NUMBER_OR_HANDLE:
    match_numbers_or_handles(w, a, b);
    break;
  case ST_CELL_FORM_TIMESTAMP:
    record_timestamp_pair(w, a, b, origin);
    break;
  case ST_CELL_FORM_TEXT:
    compare_texts(w, (uint32_t)(a ^ origin), (uint32_t)(b ^ origin));
    break;
  case ST_CELL_FORM_ABILITY_IDENTITY:
    compare_ability_identities(w, rows);
    break;
  case ST_CELL_FORM_PLAIN:
    w->differs = w->differs || a != b;
    break;
  case ST_CELL_FORM_IGNORED:
  case ST_CELL_FORM_ROW:
    break;
  }
}

/* Compare the cells of a row that one of the states has written. */
static void compare_written_cells(st_state_comparison *w,
                                  const st_state_diff *diff,
                                  const st_row_pair *rows) {
  size_t at = st_state_diff_lower_bound(
      diff, st_state_diff_key(rows->table, rows->a, 0));
  for (; at < diff->count && !w->differs; at++) {
    uint64_t key = diff->keys[at];
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
  uint32_t end = w->cells.first_column[rows->table + 1];
  for (uint32_t i = w->cells.first_column[rows->table]; i < end && !w->differs;
       i++) {
    compare_cell(w, w->cells.columns[i], rows);
  }
}

void st_state_comparison_compare_queued(st_state_comparison *w) {
  while (!w->differs && !w->out_of_memory && w->queue_next < w->queue_count) {
    st_row_pair rows = w->queue[w->queue_next++];
    compare_matched_rows(w, &rows);
  }
}

/* -- Rows with the same identity -- */

static bool is_row_used(const st_state_comparison *w, const st_state_diff *diff,
                        st_table table, uint32_t row) {
  static const uint32_t signs[ST_TABLE_COUNT] = {
      [ST_TABLE_ENTITY] = ST_COLUMN_ENTITY_LIVE,
      [ST_TABLE_EFFECT] = ST_COLUMN_EFFECT_STAMP,
      [ST_TABLE_PART] = ST_COLUMN_PART_EFFECT,
      [ST_TABLE_NODE] = ST_COLUMN_NODE_PART,
      [ST_TABLE_NOTE] = ST_COLUMN_NOTE_KEY,
      [ST_TABLE_WATCHER] = ST_COLUMN_WATCHER_STAMP,
      [ST_TABLE_TRIGGER] = ST_COLUMN_TRIGGER_WATCHER_DEF,
      [ST_TABLE_OVERRIDE] = ST_COLUMN_OVERRIDE_FORM};
  return st_state_diff_get(diff, w->store, signs[table], row) != 0;
}

static bool is_cell_equal(const st_state_comparison *w, uint32_t column,
                          uint32_t row) {
  return read_cell_a(w, column, row) == read_cell_b(w, column, row);
}

/* Whether a row holds the same entity, effect or watcher in both states, by its
 * generation or count of ends, which outlive the use of a slot. */
static bool is_same_identity(const st_state_comparison *w, st_table table,
                             uint32_t row) {
  if (table == ST_TABLE_WORLD || table == ST_TABLE_DISABLED ||
      table == ST_TABLE_PERIOD) {
    return true;
  }
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

/* The next row behind that of *key that either state has written; false: there
 * is none. */
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

void st_state_comparison_match_same(st_state_comparison *w) {
  for (uint64_t key = 0; next_written_row(w, &key);) {
    st_table table = st_state_diff_table(key);
    uint32_t row = st_state_diff_row(key);
    if (is_same_identity(w, table, row)) match_rows(w, table, row, row);
  }
}

/* -- Rows that no matched row refers to -- */

/* The next row of one state that is in use and not matched; 0: none. */
static uint32_t next_unmatched_row(const st_state_comparison *w, bool is_a,
                                   st_table table, uint32_t after) {
  const st_state_diff *diff = is_a ? w->a->diff : w->b->diff;
  uint64_t key = st_state_diff_key(table, after, 0xffffff);
  while (next_written_row(w, &key) && st_state_diff_table(key) == table) {
    uint32_t row = st_state_diff_row(key);
    const st_row_map *map = is_a ? &w->a_to_b : &w->b_to_a;
    if (is_row_used(w, diff, table, row) &&
        !map_find(map, row_key(table, row), NULL)) {
      return row;
    }
  }
  return 0;
}

void st_state_comparison_match_remaining(st_state_comparison *w,
                                         st_table table) {
  uint32_t a = next_unmatched_row(w, true, table, 0);
  uint32_t b = next_unmatched_row(w, false, table, 0);
  while (!w->differs && !w->out_of_memory && (a != 0 || b != 0)) {
    match_rows(w, table, a, b);
    st_state_comparison_compare_queued(w);
    a = next_unmatched_row(w, true, table, a);
    b = next_unmatched_row(w, false, table, b);
  }
}

/* Notes of log rows, and of last-known rows that nothing refers to, are no part
 * of the comparison. */
static void ignore_note_chain(const st_state_comparison *w, bool is_a,
                              uint32_t column, uint32_t row) {
  const st_state_diff *diff = is_a ? w->a->diff : w->b->diff;
  const st_row_map *map = is_a ? &w->ignored_notes_a : &w->ignored_notes_b;
  uint32_t note = (uint32_t)st_state_diff_get(diff, w->store, column, row);
  while (note != 0) {
    if (is_row_written(w, ST_TABLE_NOTE, note)) {
      map_put(map, row_key(ST_TABLE_NOTE, note), 1);
    }
    note =
        (uint32_t)st_state_diff_get(diff, w->store, ST_COLUMN_NOTE_NEXT, note);
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
      if (!map_find(&w->a_to_b, row_key(table, row), NULL)) {
        ignore_note_chain(w, true, ST_COLUMN_ENTITY_NOTES, row);
      }
      if (!map_find(&w->b_to_a, row_key(table, row), NULL)) {
        ignore_note_chain(w, false, ST_COLUMN_ENTITY_NOTES, row);
      }
    }
  }
}

/* Match a row that another row owns to itself. Its owner need not have been
 * written, so that no matched row leads to it. */
static void match_owned_row(st_state_comparison *w, st_table table,
                            uint32_t row) {
  uint64_t key = row_key(table, row);
  bool a = is_row_used(w, w->a->diff, table, row) &&
           !map_find(&w->a_to_b, key, NULL) &&
           !map_find(&w->ignored_notes_a, key, NULL);
  bool b = is_row_used(w, w->b->diff, table, row) &&
           !map_find(&w->b_to_a, key, NULL) &&
           !map_find(&w->ignored_notes_b, key, NULL);
  if (a || b) match_rows(w, table, a ? row : 0, b ? row : 0);
}

/* Owners come before what they own. */
void st_state_comparison_match_owned(st_state_comparison *w) {
  static const st_table tables[] = {ST_TABLE_TRIGGER, ST_TABLE_PART,
                                    ST_TABLE_NODE, ST_TABLE_OVERRIDE,
                                    ST_TABLE_NOTE};
  ignore_unreachable_notes(w);
  for (size_t i = 0; i < ST_COUNT_OF(tables); i++) {
    uint64_t key = st_state_diff_key(tables[i], 0, 0xffffff);
    while (!w->differs && !w->out_of_memory && next_written_row(w, &key) &&
           st_state_diff_table(key) == tables[i]) {
      match_owned_row(w, tables[i], st_state_diff_row(key));
      st_state_comparison_compare_queued(w);
    }
  }
}
