/* linked_rows.h - doubly linked lists of rows of one table. Two columns of the
 * rows hold the links. A list grows at its front (newest first), or, if it
 * stores its last row, at its end (oldest first). */
#ifndef STRATA_WORLD_STORE_LINKED_ROWS_H
#define STRATA_WORLD_STORE_LINKED_ROWS_H

#include "world/store/cell_writer.h"

/* Where a list lies. The cells of its first and of its last row are in one
 * column; `last` 0: the list does not store its last row. */
typedef struct st_linked_rows {
  uint32_t column, first, last; /* a column, and two slots in it */
  uint32_t next, prev;          /* columns of the rows */
} st_linked_rows;

static inline uint32_t st_linked_rows_first(const st_store *store,
                                            const st_linked_rows *list) {
  return (uint32_t)st_get_any(store, list->column, list->first);
}

static inline bool st_linked_rows_has(const st_store *store,
                                      const st_linked_rows *list,
                                      uint32_t row) {
  return st_get32(store, list->prev, row) != 0 ||
         st_linked_rows_first(store, list) == row;
}

/* Insert a row at the front of a list that does not store its last row. Cost
 * O(1). */
static inline void st_linked_rows_push(st_cell_writer *w,
                                       const st_linked_rows *list,
                                       uint32_t row) {
  assert(list->last == 0);
  uint32_t older = st_linked_rows_first(w->store, list);
  st_cell_writer_put32(w, list->next, row, older);
  if (older != 0) st_cell_writer_put32(w, list->prev, older, row);
  st_cell_writer_put(w, list->column, list->first, row);
}

/* Append a row to a list that stores its last row. Cost O(1). */
static inline void st_linked_rows_append(st_cell_writer *w,
                                         const st_linked_rows *list,
                                         uint32_t row) {
  assert(list->last != 0);
  uint32_t last = (uint32_t)st_get_any(w->store, list->column, list->last);
  st_cell_writer_put32(w, list->prev, row, last);
  if (last != 0) {
    st_cell_writer_put32(w, list->next, last, row);
  } else {
    st_cell_writer_put(w, list->column, list->first, row);
  }
  st_cell_writer_put(w, list->column, list->last, row);
}

/* Remove a row that is in the list. Cost O(1). */
static inline void st_linked_rows_remove(st_cell_writer *w,
                                         const st_linked_rows *list,
                                         uint32_t row) {
  assert(st_linked_rows_has(w->store, list, row));
  uint32_t next = st_get32(w->store, list->next, row);
  uint32_t prev = st_get32(w->store, list->prev, row);
  if (next != 0) {
    st_cell_writer_put32(w, list->prev, next, prev);
  } else if (list->last != 0) {
    st_cell_writer_put(w, list->column, list->last, prev);
  }
  if (prev != 0) {
    st_cell_writer_put32(w, list->next, prev, next);
  } else {
    st_cell_writer_put(w, list->column, list->first, next);
  }
  st_cell_writer_put32(w, list->next, row, 0);
  st_cell_writer_put32(w, list->prev, row, 0);
}

#endif
