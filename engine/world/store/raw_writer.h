/* raw_writer.h - writing the cells of new rows. Nothing is compared, and no old
 * number is looked up that the caller knows. Other code writes with
 * st_cell_writer or st_put64 and the like. */
#ifndef STRATA_WORLD_STORE_RAW_WRITER_H
#define STRATA_WORLD_STORE_RAW_WRITER_H

#include "world/store/store.h"

#include <string.h>

/*
 * What the writes need of the store, at hand. Between st_raw_writer_begin and
 * st_raw_writer_end nothing else writes to the store: journal and hash of the
 * writer are newer. It is passed by value where its memory may move, so that no
 * pointer to it is left and all of it can stay in registers.
 *
 * Each write takes room in the journal that st_raw_writer_make_room has made. A
 * cell without a page gets one; if there is no memory for it, `status` says so
 * and nothing is written. The caller that took the savepoint then undoes.
 */
typedef struct st_raw_writer {
  st_store *store;
  uint64_t *arena;
  const uint32_t *directory;
  const st_column *columns;
  st_journal_record *journal;
  size_t journal_count;
  uint64_t hash;
  strata_status status;
} st_raw_writer;

static inline st_raw_writer st_raw_writer_begin(st_store *store) {
  return (st_raw_writer){.store = store,
                         .arena = store->arena,
                         .directory = store->directory,
                         .columns = store->columns,
                         .journal = store->journal,
                         .journal_count = store->journal_count,
                         .hash = store->hash};
}

static inline strata_status st_raw_writer_end(const st_raw_writer *w) {
  w->store->journal_count = w->journal_count;
  w->store->hash = w->hash;
  return w->status;
}

/* The slow paths of the functions below: the writer afterwards. */
st_raw_writer st_raw_writer_grow_journal(st_raw_writer w, size_t records);
st_raw_writer st_raw_writer_add_page(st_raw_writer w, uint32_t column,
                                     uint32_t place);
st_raw_writer st_raw_writer_reserve(st_raw_writer w, st_table table,
                                    uint32_t rows);

/* Make room for so many writes. False if there is no memory. */
static inline bool st_raw_writer_make_room(st_raw_writer *w, size_t writes) {
  const st_store *store = w->store;
  size_t records = 2 * writes; /* each may need a page */
  if (ST_LIKELY(w->journal_count + records <= store->journal_capacity)) {
    return true;
  }
  *w = st_raw_writer_grow_journal(*w, records);
  return w->status == STRATA_OK;
}

/* The word at `at` of the page at `place` of a column's directory, which is
 * recorded in the journal to be overwritten; NULL if it has no page and there
 * is no memory for one. `folded_change` is the new folded number (st_cell_fold)
 * less the old one. */
static inline uint64_t *st_raw_writer_record(st_raw_writer *w, uint32_t column,
                                             uint32_t index, uint32_t place,
                                             uint32_t at,
                                             uint64_t folded_change) {
  uint32_t page = w->directory[w->columns[column].first_entry + place];
  if (ST_UNLIKELY(page == 0)) {
    *w = st_raw_writer_add_page(*w, column, place);
    page = w->directory[w->columns[column].first_entry + place];
    if (page == 0) return NULL;
  }
  at += page * ST_PAGE_WORDS;
  assert(w->journal_count < w->store->journal_capacity);
  w->journal[w->journal_count++] =
      (st_journal_record){.old_word = w->arena[at],
                          .column_and_word = (uint64_t)column << 32 | at,
                          .index = index};
  w->hash += folded_change * st_cell_factor(&w->columns[column], index);
  return &w->arena[at];
}

static inline void st_raw_writer_put64(st_raw_writer *w, uint32_t column,
                                       uint32_t index, uint64_t value,
                                       uint64_t folded_change) {
  uint64_t *word = st_raw_writer_record(w, column, index, index >> ST_SHIFT_64,
                                        index % ST_PAGE_WORDS, folded_change);
  if (word) *word = value;
}

/* Write one of the two halves of a word, of a page of 32-bit cells. */
static inline void st_raw_writer_put_half(st_raw_writer *w, uint32_t column,
                                          uint32_t index, uint32_t place,
                                          uint32_t value,
                                          uint64_t folded_change) {
  uint32_t at = index % (ST_PAGE_BYTES / 4);
  char *word = (void *)st_raw_writer_record(w, column, index, place, at / 2,
                                            folded_change);
  if (word) memcpy(word + at % 2 * sizeof value, &value, sizeof value);
}

static inline void st_raw_writer_put32(st_raw_writer *w, uint32_t column,
                                       uint32_t index, uint32_t value,
                                       uint64_t folded_change) {
  st_raw_writer_put_half(w, column, index, index >> ST_SHIFT_32, value,
                         folded_change);
}

/* Set a bit that is 0. */
static inline void st_raw_writer_set_bit(st_raw_writer *w, uint32_t column,
                                         uint32_t index) {
  uint64_t *word = st_raw_writer_record(w, column, index, index >> ST_SHIFT_BIT,
                                        index / 64 % ST_PAGE_WORDS, 1);
  if (word) *word |= (uint64_t)1 << (index % 64);
}

/* Write a RAW cell that holds `old`. */
static inline void st_raw_writer_change64(st_raw_writer *w, uint32_t column,
                                          uint32_t index, uint64_t old,
                                          uint64_t value) {
  assert(st_get64(w->store, column, index) == old &&
         w->columns[column].content == ST_CONTENT_RAW);
  st_raw_writer_put64(w, column, index, value,
                      st_cell_fold(value) - st_cell_fold(old));
}
static inline void st_raw_writer_change32(st_raw_writer *w, uint32_t column,
                                          uint32_t index, uint32_t old,
                                          uint32_t value) {
  assert(st_get32(w->store, column, index) == old &&
         w->columns[column].content == ST_CONTENT_RAW);
  st_raw_writer_put32(w, column, index, value, (uint64_t)value - old);
}
static inline void st_raw_writer_change_scalar(st_raw_writer *w,
                                               st_scalar scalar, uint64_t old,
                                               uint64_t value) {
  st_raw_writer_change64(w, ST_COLUMN_SCALAR, scalar, old, value);
}

/* -- Filling: the cell holds 0, and a 0 is not written. -- */

/* For a RAW column. */
static inline void st_raw_writer_fill32(st_raw_writer *w, uint32_t column,
                                        uint32_t index, uint32_t value) {
  if (value != 0) st_raw_writer_change32(w, column, index, 0, value);
}

/* For a column of 32-bit cells that hold ids of the rules. */
static inline void st_raw_writer_fill_id(st_raw_writer *w, uint32_t column,
                                         uint32_t index, uint32_t id) {
  if (id == 0) return;
  assert(st_get32(w->store, column, index) == 0);
  uint64_t number = st_rules_canonical_number(
      w->store->rules, (st_cell_content)w->columns[column].content, id);
  st_raw_writer_put32(w, column, index, id, st_cell_fold(number));
}

/* For any SPLIT column. */
static inline void st_raw_writer_fill_split(st_raw_writer *w, uint32_t column,
                                            uint32_t index, uint64_t value) {
  st_cell_content content = (st_cell_content)w->columns[column].content;
  uint64_t number = value;
  if (value == 0) return;
  assert(st_get_split(w->store, column, index) == 0);
  if (content != ST_CONTENT_RAW) {
    number = st_rules_canonical_number(w->store->rules, content, value);
  }
  uint64_t change =
      st_cell_fold(number); /* by the half that is written first */
  if ((uint32_t)value != 0) {
    st_raw_writer_put_half(w, column, index, st_split_page(index, 0),
                           (uint32_t)value, change);
    change = 0;
  }
  uint32_t high = st_split_high(value);
  if (high == 0) return;
  st_raw_writer_put_half(w, column, index, st_split_page(index, 1), high,
                         change);
}

/* -- Rows -- */

/* Take a row of a pool, as st_row_pool_alloc does, by two writes at most; 0 if
 * that fails. */
static inline uint32_t st_raw_writer_take_row(st_raw_writer *w,
                                              st_table table) {
  const st_row_pool *pool = st_row_pool_of(table);
  uint32_t row = (uint32_t)st_scalar_get(w->store, pool->free);
  if (row != 0) {
    uint32_t next = st_get32(w->store, pool->next_free, row);
    st_raw_writer_change_scalar(w, pool->free, row, next);
    if (next != 0) st_raw_writer_change32(w, pool->next_free, row, next, 0);
    return row;
  }
  row = (uint32_t)st_scalar_get(w->store, pool->top) + 1;
  if (ST_UNLIKELY(row >= w->store->capacity[table])) {
    *w = st_raw_writer_reserve(*w, table, row + 1);
    if (w->status) return 0;
  }
  st_raw_writer_change_scalar(w, pool->top, row - 1, row);
  return row;
}

/* Write the cells of a template to a row in which they hold 0. */
static inline void
st_raw_writer_put_template(st_raw_writer *w, uint32_t row,
                           const st_row_template *row_template) {
  uint32_t i = 0;
  for (; i < row_template->bit_end; i++) {
    st_raw_writer_set_bit(w, row_template->cells[i].column, row);
  }
  for (; i < row_template->end32; i++) {
    const st_row_template_cell *cell = &row_template->cells[i];
    st_raw_writer_put32(w, cell->column, row, (uint32_t)cell->bits, cell->fold);
  }
  for (; i < row_template->count; i++) {
    const st_row_template_cell *cell = &row_template->cells[i];
    st_raw_writer_put64(w, cell->column, row, cell->bits, cell->fold);
  }
}

#endif
