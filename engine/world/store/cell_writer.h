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
  for (uint32_t begin = first; begin <= last; begin += 64) {
    uint64_t left = st_store_paged_columns(w->store, begin);
    for (; left != 0; left &= left - 1) {
      uint32_t column = begin + st_lowest_bit(left);
      if (column > last) return;
      if (st_cell_is_zero(w->store, column, index)) continue;
      st_cell_writer_put(w, column, index, 0);
    }
  }
}

#endif
