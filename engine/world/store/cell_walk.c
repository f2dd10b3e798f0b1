/*
 * cell_walk.c - the cells of a column that are not 0.
 */
#include "world/store/cell_walk.h"

static uint32_t next_bit(const uint64_t *page, uint32_t row, uint32_t end) {
  while (row < end) {
    uint64_t left = page[row / 64 % ST_PAGE_WORDS] >> (row % 64);
    if (left != 0) return row + st_lowest_bit(left);
    row = (row / 64 + 1) * 64;
  }
  return row;
}

/* As st_cell_walk_next, within one page, which is there. */
static uint32_t next_in_page(const st_store *store, uint32_t column,
                             uint32_t row, uint32_t end) {
  switch ((st_cell_width)store->columns[column].width) {
  case ST_CELL_BIT:
    return next_bit(st_store_page(store, column, row, ST_SHIFT_BIT), row, end);
  case ST_CELL_32:
    while (row < end && st_get32(store, column, row) == 0) {
      row++;
    }
    return row;
  case ST_CELL_64:
    while (row < end && st_get64(store, column, row) == 0) {
      row++;
    }
    return row;
  case ST_CELL_SPLIT:
    break;
  }
  while (row < end && st_get_split(store, column, row) == 0) {
    row++;
  }
  return row;
}

uint32_t st_cell_walk_next(const st_store *store, uint32_t column, uint32_t row,
                           uint32_t end) {
  const st_column *c = &store->columns[column];
  const uint32_t *pages = store->directory + c->first_entry;
  const uint32_t each =
      c->width == ST_CELL_SPLIT ? 2 : 1; /* pages of a place */
  assert(end <= store->capacity[c->table]);
  const uint32_t place_end = end > row ? ((end - 1) >> c->shift) + 1 : 0;
  for (uint32_t p = row >> c->shift; p < place_end; p++) {
    const uint32_t *place = pages + (size_t)each * p;
    if ((place[0] | place[each - 1]) == 0) continue;
    uint32_t first = p << c->shift;
    uint32_t page_end = (p + 1) << c->shift;
    if (page_end > end) page_end = end;
    if (first < row) first = row;
    uint32_t found = next_in_page(store, column, first, page_end);
    if (found < page_end) return found;
  }
  return end;
}
