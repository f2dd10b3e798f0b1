/* cell_writer.h - writing many cells with one test for failure: after the first
 * write that fails, the others do nothing and `status` keeps the reason. The
 * caller that took the savepoint undoes what was written. */
#ifndef STRATA_WORLD_STORE_CELL_WRITER_H
#define STRATA_WORLD_STORE_CELL_WRITER_H

#include "world/store/store.h"

typedef struct st_cell_writer {
  st_store *store;
  strata_status status;
} st_cell_writer;

static inline void st_cell_writer_put(st_cell_writer *w, uint32_t column,
                                      uint32_t index, uint64_t value) {
  if (!w->status) w->status = st_put_any(w->store, column, index, value);
}

/* For a column whose width is known. */
static inline void st_cell_writer_put32(st_cell_writer *w, uint32_t column,
                                        uint32_t index, uint32_t value) {
  if (!w->status) w->status = st_put32(w->store, column, index, value);
}
static inline void st_cell_writer_put64(st_cell_writer *w, uint32_t column,
                                        uint32_t index, uint64_t value) {
  if (!w->status) w->status = st_put64(w->store, column, index, value);
}

/* -- Filling new rows, whose cells are 0: a 0 is not written, and nothing is
 * compared. -- */

/* For a RAW column. */
static inline void st_cell_writer_fill32(st_cell_writer *w, uint32_t column,
                                         uint32_t index, uint32_t value) {
  if (w->status || value == 0 ||
      st_put32_in_place(w->store, column, index, value)) {
    return;
  }
  w->status = st_put32(w->store, column, index, value);
}

static inline void st_cell_writer_fill_split(st_cell_writer *w, uint32_t column,
                                             uint32_t index, uint64_t value) {
  st_store *store = w->store;
  const st_column *c = &store->columns[column];
  if (w->status || value == 0) return;
  assert(c->width == ST_CELL_SPLIT && st_get_split(store, column, index) == 0);
  uint32_t place = index % (ST_PAGE_BYTES / 4);
  uint64_t *word = st_store_ready_word(
      store, store->directory[c->first_entry + st_split_page(index, 0)],
      place / 2);
  if (ST_UNLIKELY(!word || st_split_high(value) != 0)) {
    w->status = st_put_split(store, column, index, value);
    return;
  }
  uint64_t number = value;
  if (c->content != ST_CONTENT_RAW) {
    number = st_rules_canonical_number(store->rules,
                                       (st_cell_content)c->content, value);
  }
  st_journal_add_word(store, word, column, index);
  st_store_rehash_cell(store, c, index, 0, number);
  ((uint32_t *)(void *)word)[place % 2] = (uint32_t)value;
}

static inline void st_cell_writer_put_scalar(st_cell_writer *w,
                                             st_scalar scalar, uint64_t value) {
  st_cell_writer_put(w, ST_COLUMN_SCALAR, scalar, value);
}

/* Take a row of a pool; 0 if that fails. */
static inline uint32_t st_cell_writer_alloc_row(st_cell_writer *w,
                                                st_table table) {
  uint32_t slot = 0;
  if (!w->status) w->status = st_row_pool_alloc(w->store, table, &slot);
  return w->status ? 0 : slot;
}

static inline void st_cell_writer_free_row(st_cell_writer *w, st_table table,
                                           uint32_t slot) {
  if (!w->status) w->status = st_row_pool_free(w->store, table, slot);
}

/* Clear the cells of a row in columns `first` to `last`. */
static inline void st_cell_writer_clear(st_cell_writer *w, uint32_t first,
                                        uint32_t last, uint32_t index) {
  for (uint32_t column = first; column <= last; column++) {
    if (st_cell_is_zero(w->store, column, index)) continue;
    st_cell_writer_put(w, column, index, 0);
  }
}

#endif
