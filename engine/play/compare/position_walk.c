/*
 * position_walk.c - names of rows, and the hash of their cells.
 *
 * No two entities, effects or started watchers have the same timestamp, and
 * what is left of an entity keeps the one that the entity had. So the rank of a
 * timestamp, among all that the walk meets, names a row. Only snapshots of
 * values have no timestamp: their content stands for them.
 */
#include "play/compare/position_walk.h"

#include "play/compare/state_diff.h"
#include "world/objects/entity.h"
#include "world/objects/zone.h"
#include "world/store/strings.h"

enum { NAME_GONE = 1, NAME_SNAPSHOT = 2 }; /* keys of names, for st_mix */

static bool has_pages(const st_store *store, uint32_t column) {
  uint32_t end = column + 1 < store->rules->column_count
                     ? store->columns[column + 1].first_entry
                     : store->directory_count;
  for (uint32_t i = store->columns[column].first_entry; i < end; i++) {
    if (store->directory[i] != 0) return true;
  }
  return false;
}

/* Leave out the columns in which every cell is 0: of most symbols that a set
 * can hold, no entity has any. */
static void drop_empty_columns(st_position_walk *w) {
  st_cell_forms *cells = &w->cells;
  uint32_t count = 0;
  uint32_t i = 0;
  for (uint32_t table = 0; table < ST_TABLE_COUNT; table++) {
    uint32_t end = cells->first_column[table + 1];
    cells->first_column[table] = count;
    for (; i < end; i++) {
      uint32_t column = cells->columns[i];
      if (has_pages(w->store, column)) cells->columns[count++] = column;
    }
  }
  cells->first_column[ST_TABLE_COUNT] = count;
}

bool st_position_walk_init(st_position_walk *w) {
  const st_store *store = w->store;
  st_arena_init(&w->arena, store->mem);
  w->is_collecting = true;
  w->is_gone =
      st_arena_alloc(&w->arena, st_bit_words(store->capacity[ST_TABLE_ENTITY]),
                     sizeof w->is_gone[0]);
  if (!w->is_gone || !st_cell_forms_init(&w->cells, &w->arena, store)) {
    return false;
  }
  drop_empty_columns(w);
  return true;
}

void st_position_walk_fini(st_position_walk *w) {
  st_mem *mem = w->store->mem;
  st_mem_free(mem, w->stamps, w->stamp_capacity, sizeof w->stamps[0]);
  st_mem_free(mem, w->gone, w->gone_capacity, sizeof w->gone[0]);
  st_arena_fini(&w->arena);
}

void st_position_walk_begin_hash(st_position_walk *w) {
  st_state_diff_sort_words(w->stamps, w->stamp_count);
  w->is_collecting = false;
}

/* -- Names -- */

static uint64_t rank_of_stamp(const st_position_walk *w, uint64_t stamp) {
  size_t low = 0;
  size_t high = w->stamp_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (w->stamps[middle] < stamp) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* The name of a timestamp in the second walk. */
static uint64_t name_of_stamp(const st_position_walk *w, uint64_t stamp) {
  for (uint32_t i = 0; i < 2; i++) {
    if (stamp == w->exchanged[i]) {
      return 1 + rank_of_stamp(w, w->exchanged[1 - i]);
    }
  }
  return 1 + rank_of_stamp(w, stamp);
}

/* Equal timestamps stand side by side, and a cell may be met more than once, so
 * a rank counts all that are met: the same number for equal states. */
uint64_t st_position_stamp(st_position_walk *w, uint64_t stamp) {
  if (stamp == 0) return 0;
  if (!w->is_collecting) return name_of_stamp(w, stamp);
  if (!st_mem_reserve(w->store->mem, &w->stamps, &w->stamp_capacity,
                      w->stamp_count + 1, sizeof w->stamps[0])) {
    w->out_of_memory = true;
    return 0;
  }
  w->stamps[w->stamp_count++] = stamp;
  return 0;
}

static void collect_gone(st_position_walk *w, uint32_t slot) {
  if (st_bit_test(w->is_gone, slot)) return;
  st_bit_set(w->is_gone, slot, true);
  if (!st_mem_reserve(w->store->mem, &w->gone, &w->gone_capacity,
                      w->gone_count + 1, sizeof w->gone[0])) {
    w->out_of_memory = true;
    return;
  }
  w->gone[w->gone_count++] = slot;
}

/* Snapshots do not contain each other, except in a forged save: hence
 * is_within. */
static uint64_t content_of_snapshot(st_position_walk *w, uint32_t slot) {
  if (w->is_within) return NAME_SNAPSHOT;
  uint64_t sum = w->sum;
  w->sum = 0;
  w->is_within = true;
  st_position_add_row(w, ST_TABLE_ENTITY, slot, 0);
  w->is_within = false;
  uint64_t content = w->sum;
  w->sum = sum;
  return st_mix(NAME_SNAPSHOT, content);
}

uint64_t st_position_entity(st_position_walk *w, uint32_t slot) {
  if (slot == 0) return 0;
  bool lives = st_get_bit(w->store, ST_COLUMN_ENTITY_LIVE, slot);
  uint64_t stamp = st_get64(w->store, ST_COLUMN_ENTITY_STAMP, slot);
  if (w->is_collecting) {
    if (!lives) collect_gone(w, slot);
    return 0;
  }
  return stamp != 0 ? name_of_stamp(w, stamp) : content_of_snapshot(w, slot);
}

uint64_t st_position_handle(st_position_walk *w, uint64_t handle) {
  if (handle == 0) return 0;
  uint32_t slot = st_entity_slot(w->store, handle);
  if (slot == 0) slot = st_entity_last_known_slot(w->store, handle);
  return slot != 0 ? st_position_entity(w, slot) : st_mix(NAME_GONE, 0);
}

/* A number is a handle if it is one that was given out: handles are so large
 * that no number of a game equals one by chance. */
uint64_t st_position_number(st_position_walk *w, uint64_t number) {
  uint32_t slot = st_slot_of(number);
  uint32_t generation = st_generation_of(number);
  if (slot == 0 || slot > st_entity_top(w->store) || generation % 2 == 0 ||
      generation > st_get32(w->store, ST_COLUMN_ENTITY_GENERATION, slot)) {
    return number;
  }
  return st_position_handle(w, number);
}

/* -- Cells -- */

/* The ticks from now to the tick that a cell names. */
static uint64_t ticks_until(const st_store *store, uint32_t clock_column,
                            uint32_t row, uint64_t expires) {
  strata_clock clock = st_get32(store, clock_column, row);
  if (clock == 0) return expires;
  return expires -
         st_get64(store, st_clock_ticks_column(store->rules, clock), 1);
}

static uint64_t plain_value(const st_store *store, uint32_t column,
                            uint32_t row, uint64_t cell) {
  switch (column) {
  case ST_COLUMN_EFFECT_EXPIRES:
    return ticks_until(store, ST_COLUMN_EFFECT_CLOCK, row, cell);
  case ST_COLUMN_WATCHER_EXPIRES:
    return ticks_until(store, ST_COLUMN_WATCHER_CLOCK, row, cell);
  case ST_COLUMN_OVERRIDE_EXPIRES:
    return ticks_until(store, ST_COLUMN_OVERRIDE_CLOCK, row, cell);
  default:
    break;
  }
  st_cell_content content = (st_cell_content)store->columns[column].content;
  if (content == ST_CONTENT_RAW) return cell;
  return content == ST_CONTENT_NARROW
             ? st_narrow_number(store->rules->columns[column].bias,
                                (uint32_t)cell)
             : st_rules_canonical_number(store->rules, content, cell);
}

/* Which of the neighbours of an entity is part of the position: in an ordered
 * zone the one below. Other zones have an order that matters to nobody. What is
 * left of an entity has its copiable values above, and an effect below. */
static uint64_t neighbour_value(st_position_walk *w, uint32_t column,
                                uint32_t row, uint32_t slot) {
  bool above = column == ST_COLUMN_ENTITY_ABOVE;
  if (!st_get_bit(w->store, ST_COLUMN_ENTITY_LIVE, row)) {
    return above ? st_position_entity(w, slot) : 0;
  }
  const st_zone *zone = st_zone_of_slot(w->store, row);
  return !above && zone && zone->ordered ? st_position_entity(w, slot) : 0;
}

/* The value of a cell that holds a row number. Other rows than entities are met
 * from their owners; columns of the rules link ends of zones, and effects. */
static uint64_t row_value(st_position_walk *w, uint32_t column, uint32_t row,
                          uint64_t cell) {
  if (w->cells.forms[column] != ST_CELL_FORM_ROW_OF(ENTITY) ||
      column >= ST_COLUMN_FIXED_COUNT) {
    return 0;
  }
  if (column == ST_COLUMN_ENTITY_ABOVE || column == ST_COLUMN_ENTITY_BELOW) {
    return neighbour_value(w, column, row, (uint32_t)cell);
  }
  return st_position_entity(w, (uint32_t)cell);
}

/* The value of a cell that is not 0, as far as it belongs to the position; else
 * 0. */
static uint64_t cell_value(st_position_walk *w, uint32_t column, uint32_t row,
                           uint64_t cell) {
  uint8_t form = w->cells.forms[column];
  uint64_t mask = w->cells.xor_masks[column];
  if (form >= ST_CELL_FORM_ROW) return row_value(w, column, row, cell);
  switch ((st_cell_form)form) {
  case ST_CELL_FORM_PLAIN:
    return plain_value(w->store, column, row, cell);
  case ST_CELL_FORM_HANDLE:
    return st_position_handle(w, cell ^ mask);
  case ST_CELL_FORM_NUMBER_OR_HANDLE:
    return st_position_number(w, cell);
  case ST_CELL_FORM_TIMESTAMP:
    return st_position_stamp(w, cell ^ mask);
  case ST_CELL_FORM_TEXT:
    /* 0 for a text that is as the default, under whatever number */
    return st_strings_hash(w->store, (uint32_t)(cell ^ mask)) -
           st_strings_hash(w->store, (uint32_t)mask);
  case ST_CELL_FORM_IGNORED:
  case ST_CELL_FORM_ABILITY_IDENTITY: /* follows from definition and source */
  case ST_CELL_FORM_ROW:
    break;
  }
  return 0;
}

void st_position_add_row(st_position_walk *w, st_table table, uint32_t row,
                         uint64_t name) {
  uint32_t end = w->cells.first_column[table + 1];
  for (uint32_t i = w->cells.first_column[table]; i < end; i++) {
    uint32_t column = w->cells.columns[i];
    bool plain = w->cells.forms[column] == ST_CELL_FORM_PLAIN;
    if (w->is_collecting && plain) continue; /* refers to nothing */
    uint64_t cell = st_get_any(w->store, column, row);
    if (cell == 0) continue;
    uint64_t value = cell_value(w, column, row, cell);
    if (value != 0) {
      st_position_add(w, name, w->store->columns[column].key, value);
    }
  }
}

uint64_t st_position_content(st_position_walk *w, uint32_t slot) {
  uint64_t sum = 0;
  uint32_t end = w->cells.first_column[ST_TABLE_ENTITY + 1];
  for (uint32_t i = w->cells.first_column[ST_TABLE_ENTITY]; i < end; i++) {
    uint32_t column = w->cells.columns[i];
    uint8_t form = w->cells.forms[column];
    uint64_t cell = st_get_any(w->store, column, slot);
    if (cell == 0 ||
        (form != ST_CELL_FORM_PLAIN && form != ST_CELL_FORM_TEXT)) {
      continue;
    }
    sum += st_mix(w->store->columns[column].key,
                  cell_value(w, column, slot, cell));
  }
  return sum;
}
