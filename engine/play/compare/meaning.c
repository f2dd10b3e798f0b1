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
#include "play/compare/meaning.h"

#include "base/arena.h"
#include "base/hash.h"
#include "rules/model/clause.h"
#include "world/objects/entity.h"

#include <string.h>

/* What a cell says. */
typedef enum st_form {
  FORM_PLAIN,
  FORM_NOTHING, /* nothing that means anything */
  FORM_HANDLE,
  FORM_PERHAPS, /* a number, or a handle */
  FORM_STAMP,
  FORM_TEXT,
  FORM_WHOSE,    /* an ability's name, which has its object's number in it */
  FORM_SLOT = 16 /* + table: a row of it, or 0 */
} st_form;

#define SLOT(table) (FORM_SLOT + ST_TABLE_##table)

/* A column or number that is new is plain until the tables here say otherwise:
 * whoever adds one has to look at them. */
static_assert(ST_COLUMN_FIXED == 122, "what does the new column say?");
static_assert(ST_SCALAR_COUNT == 44, "what does the new number say?");
static_assert(ST_TABLE_COUNT == 15, "who owns rows of the new table?");

/* What is hooked is counted by itself: its timestamps are put behind all
 * others, so that nobody asks which of two of different counts was first. */
#define HOOK_STAMPS (UINT64_C(1) << 63)

/* Those of the columns that every world has; all others of them are plain. */
static const uint8_t fixed_forms[ST_COLUMN_FIXED] = {
    [ST_COLUMN_ENTITY_GENERATION] = FORM_NOTHING, /* see handles */
    [ST_COLUMN_ENTITY_NEXT_FREE] = FORM_NOTHING,
    [ST_COLUMN_ENTITY_STAMP] = FORM_STAMP,
    [ST_COLUMN_ENTITY_SUCCESSOR] = FORM_HANDLE,
    [ST_COLUMN_ENTITY_ZONE_PLAYER] = SLOT(ENTITY),
    [ST_COLUMN_ENTITY_ABOVE] = SLOT(ENTITY),
    [ST_COLUMN_ENTITY_BELOW] = SLOT(ENTITY), /* of those gone: an effect */
    [ST_COLUMN_ENTITY_NOTES] = SLOT(NOTE),
    [ST_COLUMN_ENTITY_FIRED] = SLOT(FIRED),
    [ST_COLUMN_TEXT_START] = FORM_NOTHING,
    [ST_COLUMN_TEXT_LENGTH] = FORM_NOTHING,
    [ST_COLUMN_BYTES] = FORM_NOTHING,
    [ST_COLUMN_EFFECT_ENDED] = FORM_NOTHING,
    [ST_COLUMN_EFFECT_NEXT_FREE] = FORM_NOTHING,
    [ST_COLUMN_EFFECT_STAMP] = FORM_STAMP,
    [ST_COLUMN_EFFECT_SOURCE] = FORM_HANDLE,
    [ST_COLUMN_EFFECT_PARTS] = SLOT(PART),
    [ST_COLUMN_EFFECT_NAME] = FORM_TEXT,
    [ST_COLUMN_EFFECT_SUBJECT] = FORM_TEXT,
    [ST_COLUMN_EFFECT_CONDITION] = FORM_TEXT,
    [ST_COLUMN_EFFECT_WHILE] = FORM_TEXT,
    [ST_COLUMN_EFFECT_COPIED] = SLOT(ENTITY),
    [ST_COLUMN_EFFECT_TIMED_NEXT] = SLOT(EFFECT),
    [ST_COLUMN_EFFECT_TIMED_PREV] = SLOT(EFFECT),
    [ST_COLUMN_EFFECT_WATCHED_NEXT] = SLOT(EFFECT),
    [ST_COLUMN_EFFECT_WATCHED_PREV] = SLOT(EFFECT),
    [ST_COLUMN_EFFECT_PLANNED_NEXT] = SLOT(EFFECT),
    [ST_COLUMN_EFFECT_PLANNED_PREV] = SLOT(EFFECT),
    [ST_COLUMN_PART_NEXT] = SLOT(PART),
    [ST_COLUMN_PART_EFFECT] = SLOT(EFFECT),
    [ST_COLUMN_PART_VALUE] = FORM_PERHAPS,
    [ST_COLUMN_PART_TEXT] = FORM_TEXT,
    [ST_COLUMN_PART_NODES] = SLOT(NODE),
    [ST_COLUMN_NODE_PART] = SLOT(PART),
    [ST_COLUMN_NODE_TARGET] = SLOT(ENTITY),
    [ST_COLUMN_NODE_PREV] = SLOT(NODE),
    [ST_COLUMN_NODE_NEXT] = SLOT(NODE),
    [ST_COLUMN_NODE_SIBLING] = SLOT(NODE),
    [ST_COLUMN_NOTE_NEXT] = SLOT(NOTE),
    [ST_COLUMN_NOTE_NUMBER] = FORM_PERHAPS,
    [ST_COLUMN_WATCH_ENDED] = FORM_NOTHING,
    [ST_COLUMN_WATCH_NEXT_FREE] = FORM_NOTHING,
    [ST_COLUMN_WATCH_STAMP] = FORM_STAMP,
    [ST_COLUMN_WATCH_SOURCE] = FORM_HANDLE,
    [ST_COLUMN_WATCH_YOU] = FORM_HANDLE,
    [ST_COLUMN_WATCH_TIMED_NEXT] = SLOT(WATCH),
    [ST_COLUMN_WATCH_TIMED_PREV] = SLOT(WATCH),
    [ST_COLUMN_WATCH_NOTES] = SLOT(NOTE),
    [ST_COLUMN_WATCH_NEXT] = SLOT(WATCH),
    [ST_COLUMN_WATCH_PREV] = SLOT(WATCH),
    [ST_COLUMN_FIRED_NEXT] = SLOT(FIRED),
    [ST_COLUMN_FIRED_PREV] = SLOT(FIRED),
    [ST_COLUMN_FIRED_HOLDER] = SLOT(ENTITY),
    [ST_COLUMN_FIRED_STAMP] = FORM_STAMP,
    [ST_COLUMN_FIRED_SOURCE] = FORM_HANDLE,
    [ST_COLUMN_FIRED_YOU] = FORM_HANDLE,
    [ST_COLUMN_FIRED_IDENTITY] = FORM_WHOSE,
    [ST_COLUMN_FIRED_NOTES] = SLOT(NOTE),
    [ST_COLUMN_ENTITY_HOOKS] = SLOT(HOOK),
    [ST_COLUMN_HOOK_NEXT] = SLOT(HOOK),
    [ST_COLUMN_HOOK_OWNER] = SLOT(ENTITY),
    [ST_COLUMN_HOOK_STAMP] = FORM_STAMP,
    [ST_COLUMN_HOOK_TIMED_NEXT] = SLOT(HOOK),
    [ST_COLUMN_HOOK_TIMED_PREV] = SLOT(HOOK),
    [ST_COLUMN_HOOK_NOTES] = SLOT(NOTE)};

/* Those of the world's numbers; the others are plain. */
static const uint8_t scalar_forms[ST_SCALAR_COUNT] = {
    [ST_SCALAR_STAMP] = FORM_NOTHING,
    [ST_SCALAR_ENTITY_TOP] = FORM_NOTHING,
    [ST_SCALAR_ENTITY_FREE] = FORM_NOTHING,
    [ST_SCALAR_TEXT_TOP] = FORM_NOTHING,
    [ST_SCALAR_BYTES_TOP] = FORM_NOTHING,
    [ST_SCALAR_EFFECT_TOP] = FORM_NOTHING,
    [ST_SCALAR_EFFECT_FREE] = FORM_NOTHING,
    [ST_SCALAR_PART_TOP] = FORM_NOTHING,
    [ST_SCALAR_PART_FREE] = FORM_NOTHING,
    [ST_SCALAR_NODE_TOP] = FORM_NOTHING,
    [ST_SCALAR_NODE_FREE] = FORM_NOTHING,
    [ST_SCALAR_NOTE_TOP] = FORM_NOTHING,
    [ST_SCALAR_NOTE_FREE] = FORM_NOTHING,
    [ST_SCALAR_WATCH_TOP] = FORM_NOTHING,
    [ST_SCALAR_WATCH_FREE] = FORM_NOTHING,
    [ST_SCALAR_FIRED_TOP] = FORM_NOTHING,
    [ST_SCALAR_FIRED_FREE] = FORM_NOTHING,
    [ST_SCALAR_LOG_ROOM] = FORM_NOTHING,
    [ST_SCALAR_LOG_FORGOTTEN] = FORM_NOTHING,
    [ST_SCALAR_LOG_LAST] = FORM_NOTHING,
    [ST_SCALAR_ACTIONS] = FORM_NOTHING,
    [ST_SCALAR_CHANCE] = FORM_NOTHING,
    [ST_SCALAR_HOOK_TOP] = FORM_NOTHING,
    [ST_SCALAR_HOOK_FREE] = FORM_NOTHING,
    [ST_SCALAR_HOOK_STAMP] = FORM_NOTHING,
    [ST_SCALAR_WATCHED] = SLOT(EFFECT),
    [ST_SCALAR_PLANNED] = SLOT(EFFECT),
    [ST_SCALAR_WORLD_NOTES] = SLOT(NOTE),
    [ST_SCALAR_WATCH_FIRST] = SLOT(WATCH),
    [ST_SCALAR_WATCH_LAST] = SLOT(WATCH),
    [ST_SCALAR_FIRED_FIRST] = SLOT(FIRED),
    [ST_SCALAR_FIRED_LAST] = SLOT(FIRED),
    [ST_SCALAR_HOOK_TIMED] = SLOT(HOOK),
    [ST_SCALAR_WORLD_HOOKS] = SLOT(HOOK)};

/* Rows of one side by what they are in the other; open addressing. */
typedef struct st_mapping {
  uint64_t *from, *to;
  size_t mask;
} st_mapping;

typedef struct st_two_rows {
  st_table table;
  uint32_t a, b;
} st_two_rows;

typedef struct st_two_stamps {
  uint64_t a, b;
} st_two_stamps;

typedef struct st_walk {
  const st_store *store;
  const st_meant *a, *b;
  st_arena arena;
  uint8_t *forms;    /* by column */
  uint64_t *origins; /* by column: of a handle or text, see st_base_of_cell; of
                        timestamps, where they begin */
  uint32_t *columns; /* by table, in a row */
  uint32_t first_column[ST_TABLE_COUNT + 1];
  st_mapping to_b, to_a;
  st_mapping log_a, log_b; /* notes that are no part of what is meant */
  st_two_rows *queue;
  size_t next, count, room;
  st_two_stamps *stamps;
  size_t stamp_count, stamp_room;
  bool strict, differs, failed; /* failed: there is no memory */
} st_walk;

/* -- Mappings -- */

static uint64_t row_key(st_table table, uint32_t row) {
  return st_delta_key(table, row, 0) | 1; /* never 0 */
}

static size_t place_in(const st_mapping *map, uint64_t key) {
  size_t at = (size_t)st_mix(1, key) & map->mask;
  while (map->from[at] != 0 && map->from[at] != key) {
    at = (at + 1) & map->mask;
  }
  return at;
}

static bool find_in(const st_mapping *map, uint64_t key, uint64_t *out) {
  size_t at = place_in(map, key);
  if (map->from[at] == 0) return false;
  if (out) *out = map->to[at];
  return true;
}

static void put_in(const st_mapping *map, uint64_t key, uint64_t to) {
  size_t at = place_in(map, key);
  map->from[at] = key;
  map->to[at] = to;
}

/* -- Cells -- */

static uint64_t read_a(const st_walk *w, uint32_t column, uint32_t row) {
  return st_delta_get(w->a->delta, w->store, column, row);
}
static uint64_t read_b(const st_walk *w, uint32_t column, uint32_t row) {
  return st_delta_get(w->b->delta, w->store, column, row);
}

static bool has_row(const st_delta *delta, st_table table, uint32_t row) {
  size_t at = st_delta_find(delta, st_delta_key(table, row, 0));
  return at < delta->count && st_delta_table(delta->keys[at]) == table &&
         st_delta_row(delta->keys[at]) == row;
}

/* One of the two has written it: the rows differ, or may. */
static bool is_touched(const st_walk *w, st_table table, uint32_t row) {
  return has_row(w->a->delta, table, row) || has_row(w->b->delta, table, row);
}

/* It is who it is in the store too, or was until it went. */
static bool is_old(const st_walk *w, const st_delta *delta, st_table table,
                   uint32_t row) {
  static const uint32_t columns[ST_TABLE_COUNT] = {
      [ST_TABLE_ENTITY] = ST_COLUMN_ENTITY_GENERATION,
      [ST_TABLE_EFFECT] = ST_COLUMN_EFFECT_ENDED,
      [ST_TABLE_WATCH] = ST_COLUMN_WATCH_ENDED};
  uint32_t column = columns[table];
  if (column == 0) return false; /* its number is nobody's handle */
  uint64_t before = st_get_any(w->store, column, row);
  uint64_t now = st_delta_get(delta, w->store, column, row);
  if (table == ST_TABLE_ENTITY) return before % 2 == 1 && now - before <= 1;
  uint32_t stamp =
      table == ST_TABLE_EFFECT ? ST_COLUMN_EFFECT_STAMP : ST_COLUMN_WATCH_STAMP;
  return st_get_any(w->store, stamp, row) != 0 && now == before;
}

/* -- Two of something -- */

static void two_rows(st_walk *w, st_table table, uint32_t a, uint32_t b) {
  uint64_t known = 0;
  if (a == 0 || b == 0) {
    w->differs = w->differs || a != b;
    return;
  }
  bool touched = is_touched(w, table, a);
  if (a == b && !touched) return;
  bool in_a = find_in(&w->to_b, row_key(table, a), &known);
  if (in_a && known == b) return;
  if (in_a || find_in(&w->to_a, row_key(table, b), NULL) || !touched ||
      !is_touched(w, table, b) || w->count == w->room) {
    w->differs = true;
    return;
  }
  if (w->strict && a != b &&
      (is_old(w, w->a->delta, table, a) || is_old(w, w->b->delta, table, b))) {
    w->differs = true;
    return;
  }
  put_in(&w->to_b, row_key(table, a), b);
  put_in(&w->to_a, row_key(table, b), a);
  w->queue[w->count++] = (st_two_rows){table, a, b};
}

/* How a handle is known: the slot while it lives, or what is kept of it. */
static uint32_t slot_of(const st_walk *w, bool is_a, uint64_t handle,
                        bool *lives) {
  uint32_t slot = st_slot_of(handle);
  *lives = false;
  if (slot == 0 || slot >= w->store->capacity[ST_TABLE_ENTITY]) return 0;
  const st_delta *delta = is_a ? w->a->delta : w->b->delta;
  uint64_t now =
      st_delta_get(delta, w->store, ST_COLUMN_ENTITY_GENERATION, slot);
  uint32_t then = st_generation_of(handle);
  *lives = now == then && (then & 1) != 0;
  if (*lives) return slot;
  bool kept = then == now - 1 &&
              st_delta_get(delta, w->store, ST_COLUMN_ENTITY_GONE, slot) != 0;
  return kept ? slot : 0;
}

static void two_handles(st_walk *w, uint64_t a, uint64_t b) {
  bool lives_a;
  bool lives_b;
  uint32_t x = slot_of(w, true, a, &lives_a);
  uint32_t y = slot_of(w, false, b, &lives_b);
  if (x == 0 || y == 0) {
    w->differs = w->differs || x != y || a != b;
  } else if (lives_a != lives_b) {
    w->differs = true;
  } else {
    two_rows(w, ST_TABLE_ENTITY, x, y);
  }
}

/* What may be a handle is one if it names somebody: no other number of a game
 * comes near to them by chance. */
static void two_numbers(st_walk *w, uint64_t a, uint64_t b) {
  bool lives;
  if (slot_of(w, true, a, &lives) != 0 && slot_of(w, false, b, &lives) != 0) {
    two_handles(w, a, b);
  } else {
    w->differs = w->differs || a != b;
  }
}

static void two_texts(st_walk *w, uint32_t a, uint32_t b) {
  if (a == b && !is_touched(w, ST_TABLE_TEXT, a)) return;
  if (a == 0 || b == 0) {
    w->differs = w->differs || a != b;
    return;
  }
  uint64_t length = read_a(w, ST_COLUMN_TEXT_LENGTH, a);
  uint32_t x = (uint32_t)read_a(w, ST_COLUMN_TEXT_START, a);
  uint32_t y = (uint32_t)read_b(w, ST_COLUMN_TEXT_START, b);
  if (length != read_b(w, ST_COLUMN_TEXT_LENGTH, b)) w->differs = true;
  for (uint32_t i = 0; !w->differs && i < (length + 7) / 8; i++) {
    w->differs =
        read_a(w, ST_COLUMN_BYTES, x + i) != read_b(w, ST_COLUMN_BYTES, y + i);
  }
}

static void two_stamps(st_walk *w, uint64_t a, uint64_t b, uint64_t origin) {
  if (a == 0 || b == 0) {
    w->differs = w->differs || a != b;
    return;
  }
  if (w->stamp_count == w->stamp_room) {
    size_t room = 2 * w->stamp_room + 64;
    st_two_stamps *all = st_arena_take(&w->arena, room, sizeof *all);
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
  w->stamps[w->stamp_count++] = (st_two_stamps){a ^ origin, b ^ origin};
}

/* An ability of one who has another number has another name; which one it is
 * says its code, which is compared, as its source is. */
static void two_identities(st_walk *w, const st_two_rows *rows) {
  uint64_t a = read_a(w, ST_COLUMN_FIRED_IDENTITY, rows->a);
  uint64_t b = read_b(w, ST_COLUMN_FIRED_IDENTITY, rows->b);
  uint64_t x = read_a(w, ST_COLUMN_FIRED_SOURCE, rows->a);
  uint64_t y = read_b(w, ST_COLUMN_FIRED_SOURCE, rows->b);
  w->differs = w->differs || (a != b && x == y);
}

/* -- Rows -- */

static void compare_cell(st_walk *w, uint32_t column, const st_two_rows *rows) {
  uint64_t a = read_a(w, column, rows->a);
  uint64_t b = read_b(w, column, rows->b);
  uint8_t form = w->forms[column];
  if (column == ST_COLUMN_SCALAR) form = scalar_forms[rows->a];
  if (column == ST_COLUMN_ENTITY_BELOW &&
      read_a(w, ST_COLUMN_ENTITY_GONE, rows->a) != 0) {
    form = SLOT(EFFECT);
  }
  if (form >= FORM_SLOT) {
    two_rows(w, (st_table)(form - FORM_SLOT), (uint32_t)a, (uint32_t)b);
    return;
  }
  uint64_t origin = w->origins[column];
  switch ((st_form)form) {
  case FORM_HANDLE:
    two_handles(w, a ^ origin, b ^ origin);
    break;
  case FORM_PERHAPS:
    two_numbers(w, a, b);
    break;
  case FORM_STAMP:
    two_stamps(w, a, b, origin);
    break;
  case FORM_TEXT:
    two_texts(w, (uint32_t)(a ^ origin), (uint32_t)(b ^ origin));
    break;
  case FORM_WHOSE:
    two_identities(w, rows);
    break;
  case FORM_PLAIN:
    w->differs = w->differs || a != b;
    break;
  case FORM_NOTHING:
  case FORM_SLOT:
    break;
  }
}

/* The cells that one of the two has written; `other` has not been through. */
static void compare_written(st_walk *w, const st_delta *delta,
                            const st_two_rows *rows) {
  size_t at = st_delta_find(delta, st_delta_key(rows->table, rows->a, 0));
  for (; at < delta->count && !w->differs; at++) {
    uint64_t key = delta->keys[at];
    if (st_delta_table(key) != rows->table || st_delta_row(key) != rows->a) {
      return;
    }
    compare_cell(w, st_delta_column(key), rows);
  }
}

static void compare_rows(st_walk *w, const st_two_rows *rows) {
  if (rows->a == rows->b) {
    compare_written(w, w->a->delta, rows);
    compare_written(w, w->b->delta, rows);
    return;
  }
  uint32_t end = w->first_column[rows->table + 1];
  for (uint32_t i = w->first_column[rows->table]; i < end && !w->differs; i++) {
    compare_cell(w, w->columns[i], rows);
  }
}

static void walk(st_walk *w) {
  while (!w->differs && !w->failed && w->next < w->count) {
    st_two_rows rows = w->queue[w->next++];
    compare_rows(w, &rows);
  }
}

/* -- Which rows are the same, and which are in use -- */

static bool in_use(const st_walk *w, const st_delta *delta, st_table table,
                   uint32_t row) {
  static const uint32_t signs[ST_TABLE_COUNT] = {
      [ST_TABLE_ENTITY] = ST_COLUMN_ENTITY_LIVE,
      [ST_TABLE_EFFECT] = ST_COLUMN_EFFECT_STAMP,
      [ST_TABLE_PART] = ST_COLUMN_PART_EFFECT,
      [ST_TABLE_NODE] = ST_COLUMN_NODE_PART,
      [ST_TABLE_NOTE] = ST_COLUMN_NOTE_KEY,
      [ST_TABLE_WATCH] = ST_COLUMN_WATCH_STAMP,
      [ST_TABLE_FIRED] = ST_COLUMN_FIRED_CODE,
      [ST_TABLE_HOOK] = ST_COLUMN_HOOK_FORM};
  return st_delta_get(delta, w->store, signs[table], row) != 0;
}

static bool is_equal(const st_walk *w, uint32_t column, uint32_t row) {
  return read_a(w, column, row) == read_b(w, column, row);
}

/* It is nobody else in the other: by what outlives the use of a slot. */
static bool is_itself(const st_walk *w, st_table table, uint32_t row) {
  if (table == ST_TABLE_WORLD || table == ST_TABLE_FAULT) return true;
  if (table != ST_TABLE_ENTITY && table != ST_TABLE_EFFECT &&
      table != ST_TABLE_WATCH) {
    return false;
  }
  bool used =
      in_use(w, w->a->delta, table, row) && in_use(w, w->b->delta, table, row);
  if (table == ST_TABLE_EFFECT) {
    return used && is_equal(w, ST_COLUMN_EFFECT_ENDED, row);
  }
  if (table == ST_TABLE_WATCH) {
    return used && is_equal(w, ST_COLUMN_WATCH_ENDED, row);
  }
  if (!used && w->strict) {
    used = read_a(w, ST_COLUMN_ENTITY_GONE, row) != 0 &&
           read_b(w, ST_COLUMN_ENTITY_GONE, row) != 0;
  }
  return used && is_equal(w, ST_COLUMN_ENTITY_GENERATION, row);
}

/* The next row that either has written, behind `after`; false: none. */
static bool next_row(const st_walk *w, uint64_t *key) {
  uint64_t after = *key == 0 ? 0 : (*key | 0xffffff) + 1;
  const st_delta *a = w->a->delta;
  const st_delta *b = w->b->delta;
  size_t i = st_delta_find(a, after);
  size_t k = st_delta_find(b, after);
  uint64_t x = i < a->count ? a->keys[i] : UINT64_MAX;
  uint64_t y = k < b->count ? b->keys[k] : UINT64_MAX;
  *key = x < y ? x : y;
  return *key != UINT64_MAX;
}

static void begin_with_same(st_walk *w) {
  for (uint64_t key = 0; next_row(w, &key);) {
    st_table table = st_delta_table(key);
    uint32_t row = st_delta_row(key);
    if (is_itself(w, table, row)) two_rows(w, table, row, row);
  }
}

/* -- What nothing on the way has named -- */

/* Those in use of one side that are mapped to nothing, in order of slots. */
static uint32_t next_left(const st_walk *w, bool is_a, st_table table,
                          uint32_t after) {
  const st_delta *delta = is_a ? w->a->delta : w->b->delta;
  uint64_t key = st_delta_key(table, after, 0xffffff);
  while (next_row(w, &key) && st_delta_table(key) == table) {
    uint32_t row = st_delta_row(key);
    const st_mapping *map = is_a ? &w->to_b : &w->to_a;
    if (in_use(w, delta, table, row) &&
        !find_in(map, row_key(table, row), NULL)) {
      return row;
    }
  }
  return 0;
}

static void join_left(st_walk *w, st_table table) {
  uint32_t a = next_left(w, true, table, 0);
  uint32_t b = next_left(w, false, table, 0);
  while (!w->differs && !w->failed && (a != 0 || b != 0)) {
    two_rows(w, table, a, b);
    walk(w);
    a = next_left(w, true, table, a);
    b = next_left(w, false, table, b);
  }
}

/* Notes of the log, and of those gone whom nobody names, mean nothing. */
static void mark_chain(const st_walk *w, bool is_a, uint32_t column,
                       uint32_t row) {
  const st_delta *delta = is_a ? w->a->delta : w->b->delta;
  const st_mapping *map = is_a ? &w->log_a : &w->log_b;
  uint32_t note = (uint32_t)st_delta_get(delta, w->store, column, row);
  while (note != 0) {
    if (is_touched(w, ST_TABLE_NOTE, note)) {
      put_in(map, row_key(ST_TABLE_NOTE, note), 1);
    }
    note = (uint32_t)st_delta_get(delta, w->store, ST_COLUMN_NOTE_NEXT, note);
  }
}

static void mark_notes(const st_walk *w) {
  for (uint64_t key = 0; next_row(w, &key);) {
    st_table table = st_delta_table(key);
    uint32_t row = st_delta_row(key);
    if (table == ST_TABLE_LOG) {
      mark_chain(w, true, ST_COLUMN_LOG_NOTES, row);
      mark_chain(w, false, ST_COLUMN_LOG_NOTES, row);
    } else if (table == ST_TABLE_ENTITY) {
      if (!find_in(&w->to_b, row_key(table, row), NULL)) {
        mark_chain(w, true, ST_COLUMN_ENTITY_NOTES, row);
      }
      if (!find_in(&w->to_a, row_key(table, row), NULL)) {
        mark_chain(w, false, ST_COLUMN_ENTITY_NOTES, row);
      }
    }
  }
}

/* A row of those that others own: who owns it may not have been written. Then
 * it is itself. */
static void take_owned(st_walk *w, st_table table, uint32_t row) {
  uint64_t key = row_key(table, row);
  bool a = in_use(w, w->a->delta, table, row) &&
           !find_in(&w->to_b, key, NULL) && !find_in(&w->log_a, key, NULL);
  bool b = in_use(w, w->b->delta, table, row) &&
           !find_in(&w->to_a, key, NULL) && !find_in(&w->log_b, key, NULL);
  if (a || b) two_rows(w, table, a ? row : 0, b ? row : 0);
}

/* Owners come before what they own. */
static void take_all_owned(st_walk *w) {
  static const st_table tables[] = {ST_TABLE_FIRED, ST_TABLE_PART,
                                    ST_TABLE_NODE, ST_TABLE_HOOK,
                                    ST_TABLE_NOTE};
  mark_notes(w);
  for (size_t i = 0; i < ST_COUNT_OF(tables); i++) {
    uint64_t key = st_delta_key(tables[i], 0, 0xffffff);
    while (!w->differs && !w->failed && next_row(w, &key) &&
           st_delta_table(key) == tables[i]) {
      take_owned(w, tables[i], st_delta_row(key));
      walk(w);
    }
  }
}

/* -- Timestamps -- */

static void sort_stamps(st_two_stamps *all, size_t count) {
  for (size_t gap = count / 2; gap > 0; gap /= 2) {
    for (size_t i = gap; i < count; i++) {
      st_two_stamps one = all[i];
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
static size_t earlier(const st_walk *w, uint64_t stamp, bool is_a) {
  size_t low = 0;
  size_t high = w->stamp_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const st_two_stamps *s = &w->stamps[middle];
    if ((is_a ? s->a : s->b) < stamp) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static bool has_cell(const st_delta *delta, uint64_t key) {
  size_t at = st_delta_find(delta, key);
  return at < delta->count && delta->keys[at] == key;
}

/* Whoever has kept his timestamp is still between the same two. */
static void check_kept(st_walk *w, uint32_t column) {
  st_table table = (st_table)w->store->columns[column].table;
  for (uint32_t row = 1; row < w->store->capacity[table]; row++) {
    uint64_t stamp = st_get_any(w->store, column, row);
    uint64_t key = st_delta_key(table, row, column);
    if (stamp == 0 || has_cell(w->a->delta, key) ||
        has_cell(w->b->delta, key)) {
      continue;
    }
    stamp ^= w->origins[column];
    if (earlier(w, stamp, true) != earlier(w, stamp, false)) w->differs = true;
  }
}

/* Somebody has changed his timestamp, and not both times for a new one, which
 * comes after all others. */
static bool reach_kept(const st_walk *w, uint64_t origin, st_scalar last) {
  uint64_t newest = st_scalar_get(w->store, last);
  for (size_t i = 0; i < w->stamp_count; i++) {
    const st_two_stamps *s = &w->stamps[i];
    bool before = s->a - origin <= newest || s->b - origin <= newest;
    if (s->a != s->b && before) return true;
  }
  return false;
}

static void check_stamps(st_walk *w) {
  sort_stamps(w->stamps, w->stamp_count);
  for (size_t i = 1; i < w->stamp_count; i++) {
    const st_two_stamps *s = &w->stamps[i];
    if ((s->a == s[-1].a) != (s->b == s[-1].b) || s->b < s[-1].b) {
      w->differs = true;
    }
  }
  if (w->differs) return;
  bool reach = reach_kept(w, 0, ST_SCALAR_STAMP);
  bool reach_hooks = reach_kept(w, HOOK_STAMPS, ST_SCALAR_HOOK_STAMP);
  for (uint32_t c = 0; c < w->store->rules->column_count; c++) {
    bool hooks = w->origins[c] == HOOK_STAMPS;
    bool due = hooks ? reach_hooks : reach;
    if (due && w->forms[c] == FORM_STAMP) check_kept(w, c);
  }
}

/* -- The whole -- */

static void find_forms(st_walk *w) {
  const strata_rules *rules = w->store->rules;
  memcpy(w->forms, fixed_forms, sizeof fixed_forms);
  w->origins[ST_COLUMN_HOOK_STAMP] = HOOK_STAMPS;
  for (uint32_t c = ST_COLUMN_LOG_COUNT; c <= ST_COLUMN_LOG_NOTES; c++) {
    w->forms[c] = FORM_NOTHING;
  }
  for (size_t i = 0; i < rules->names[STRATA_KIND_CLOCK].count; i++) {
    w->forms[rules->clock_columns + 3 * i + 1] = SLOT(EFFECT);
    w->forms[rules->clock_columns + 3 * i + 2] = SLOT(WATCH);
  }
  for (size_t i = 0; i < rules->names[STRATA_KIND_ZONE].count; i++) {
    w->forms[rules->zones[i].ends] = SLOT(ENTITY);
    w->forms[rules->zones[i].ends + 1] = SLOT(ENTITY);
  }
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    const st_attr *attr = &rules->attrs[i];
    if (attr->owned) continue;
    bool text = attr->type == STRATA_TEXT || attr->type == STRATA_ABILITIES;
    if (attr->type == STRATA_REF || text) {
      w->forms[attr->column] = text ? FORM_TEXT : FORM_HANDLE;
      w->origins[attr->column] = (uint64_t)attr->default_value;
    }
    if (attr->layered) w->forms[attr->chain] = SLOT(NODE);
    if (attr->counter) w->forms[attr->counter_stamp] = FORM_NOTHING;
  }
  /* Nobody asks when a counter came but the laws that it lets hold. */
  for (uint32_t i = 0; i < rules->law_count; i++) {
    strata_attr counter = rules->laws[i].counter;
    if (counter == 0) continue;
    w->forms[rules->attrs[counter - 1].counter_stamp] = FORM_STAMP;
  }
}

/* The columns of each table. */
static void sort_columns(st_walk *w) {
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

static bool make_map(st_walk *w, st_mapping *map, size_t size) {
  map->mask = size - 1;
  map->from = st_arena_take(&w->arena, size, sizeof map->from[0]);
  map->to = st_arena_take(&w->arena, size, sizeof map->to[0]);
  return map->from && map->to;
}

static bool begin(st_walk *w) {
  size_t count = w->store->rules->column_count;
  size_t size = 16;
  w->room = w->a->delta->count + w->b->delta->count;
  while (size < 2 * w->room) {
    size *= 2;
  }
  w->forms = st_arena_take(&w->arena, count, sizeof w->forms[0]);
  w->origins = st_arena_take(&w->arena, count, sizeof w->origins[0]);
  w->columns = st_arena_take(&w->arena, count, sizeof w->columns[0]);
  w->queue = st_arena_take(&w->arena, w->room, sizeof w->queue[0]);
  if (!w->forms || !w->origins || !w->columns || !w->queue ||
      !make_map(w, &w->to_a, size) || !make_map(w, &w->to_b, size) ||
      !make_map(w, &w->log_a, size) || !make_map(w, &w->log_b, size)) {
    return false;
  }
  find_forms(w);
  sort_columns(w);
  return true;
}

static void compare_held(st_walk *w) {
  if (w->a->held_count != w->b->held_count) w->differs = true;
  for (size_t i = 0; !w->differs && i < w->a->held_count; i++) {
    const st_held *a = &w->a->held[i];
    const st_held *b = &w->b->held[i];
    if (a->is_ref && b->is_ref) {
      two_handles(w, (uint64_t)a->word, (uint64_t)b->word);
    } else {
      w->differs = a->word != b->word || a->is_ref != b->is_ref;
    }
  }
}

strata_status st_meaning_same(const st_store *store, const st_meant *a,
                              const st_meant *b, bool strict, bool *same) {
  st_walk w = {.store = store, .a = a, .b = b, .strict = strict};
  *same = false;
  st_arena_init(&w.arena, store->mem);
  if (!begin(&w)) {
    w.failed = true;
  } else {
    begin_with_same(&w);
    compare_held(&w);
    walk(&w);
    join_left(&w, ST_TABLE_ENTITY);
    join_left(&w, ST_TABLE_EFFECT);
    join_left(&w, ST_TABLE_WATCH);
    if (!w.differs && !w.failed) take_all_owned(&w);
    if (!w.differs && !w.failed) check_stamps(&w);
  }
  st_arena_fini(&w.arena);
  *same = !w.differs && !w.failed;
  return w.failed ? STRATA_ENOMEM : STRATA_OK;
}
