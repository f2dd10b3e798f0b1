/* raw_writer.h - writing the cells of new rows. Nothing is compared, and no old
 * number is looked up that the caller knows. Other code writes with
 * st_cell_writer or st_put64 and the like. */
#ifndef STRATA_WORLD_STORE_RAW_WRITER_H
#define STRATA_WORLD_STORE_RAW_WRITER_H

#include "world/store/store.h"

#include <string.h>

/* For a function that has a writer: all that it calls is inlined, since a
 * pointer to the writer that is passed on keeps it out of registers. */
#if defined(__GNUC__)
#define ST_HAS_RAW_WRITER __attribute__((flatten))
#else
#define ST_HAS_RAW_WRITER
#endif

/*
 * What the writes need of the store, at hand. Between st_raw_writer_begin and
 * st_raw_writer_end nothing else writes to the store: journal and hash of the
 * writer are newer. All of it is to stay in registers.
 *
 * Each record takes room in the journal that st_raw_writer_make_room has made.
 * A cell without a page gets one; if there is no memory for it, `status` says
 * so and nothing is written. The caller that took the savepoint then undoes.
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

/* Where the store has to grow. */
ST_COLD strata_status st_raw_writer_grow_journal(st_store *store,
                                                 size_t records);
ST_COLD strata_status st_raw_writer_add_page(st_store *store, uint32_t column,
                                             uint32_t place);

/* Begin again after the store has grown, and its memory may have moved. */
static inline void st_raw_writer_go_on(st_raw_writer *w, strata_status status) {
  if (w->status == STRATA_OK) w->status = status;
  w->arena = w->store->arena;
  w->directory = w->store->directory;
  w->journal = w->store->journal;
  w->journal_count = w->store->journal_count;
}

/* Make room for so many writes. False if there is no memory. */
static inline bool st_raw_writer_make_room(st_raw_writer *w, size_t writes) {
  size_t records = 2 * writes; /* each may need a page */
  if (ST_LIKELY(w->journal_count + records <= w->store->journal_capacity)) {
    return true;
  }
  (void)st_raw_writer_end(w);
  st_raw_writer_go_on(w, st_raw_writer_grow_journal(w->store, records));
  return w->status == STRATA_OK;
}

/* The number of the page at `place` of a column's directory; 0 if it has none
 * and there is no memory for one. */
static inline size_t st_raw_writer_page(st_raw_writer *w, uint32_t column,
                                        uint32_t place) {
  uint32_t page = w->directory[w->columns[column].first_entry + place];
  if (ST_LIKELY(page != 0)) return page;
  (void)st_raw_writer_end(w);
  st_raw_writer_go_on(w, st_raw_writer_add_page(w->store, column, place));
  return w->directory[w->columns[column].first_entry + place];
}

/* The word at `at` of such a page; NULL if there is no memory. */
static inline uint64_t *st_raw_writer_word(st_raw_writer *w, uint32_t column,
                                           uint32_t place, uint32_t at) {
  size_t page = st_raw_writer_page(w, column, place);
  return page != 0 ? &w->arena[page * ST_PAGE_WORDS + at] : NULL;
}

/* Record a word before it is overwritten. */
static inline void st_raw_writer_record(st_raw_writer *w, const uint64_t *word,
                                        uint32_t column, uint32_t index) {
  st_journal_record *record = &w->journal[w->journal_count++];
  assert(w->journal_count <= w->store->journal_capacity);
  record->old_word = *word;
  record->column_and_word =
      (uint64_t)column << 32 | (uint64_t)(word - w->arena);
  record->index = index;
}

/* Update the hash: a cell's folded number (st_cell_fold) grows by `change`. */
static inline void st_raw_writer_rehash(st_raw_writer *w, uint32_t column,
                                        uint32_t index, uint64_t change) {
  w->hash += change * st_cell_factor(&w->columns[column], index);
}

/* -- Writing to a row that was there -- */

static inline void st_raw_writer_put64(st_raw_writer *w, uint32_t column,
                                       uint32_t index, uint64_t value,
                                       uint64_t folded_change) {
  uint64_t *word = st_raw_writer_word(w, column, index >> ST_SHIFT_64,
                                      index % ST_PAGE_WORDS);
  if (!word) return;
  st_raw_writer_record(w, word, column, index);
  st_raw_writer_rehash(w, column, index, folded_change);
  *word = value;
}

static inline void st_raw_writer_put32(st_raw_writer *w, uint32_t column,
                                       uint32_t index, uint32_t value,
                                       uint64_t folded_change) {
  uint64_t *word = st_raw_writer_word(w, column, index >> ST_SHIFT_32,
                                      index / 2 % ST_PAGE_WORDS);
  if (!word) return;
  st_raw_writer_record(w, word, column, index);
  st_raw_writer_rehash(w, column, index, folded_change);
  memcpy((char *)word + index % 2 * sizeof value, &value, sizeof value);
}

/* Set a bit that is 0. */
static inline void st_raw_writer_set_bit(st_raw_writer *w, uint32_t column,
                                         uint32_t index) {
  uint64_t *word = st_raw_writer_word(w, column, index >> ST_SHIFT_BIT,
                                      index / 64 % ST_PAGE_WORDS);
  if (!word) return;
  st_raw_writer_record(w, word, column, index);
  st_raw_writer_rehash(w, column, index, 1);
  *word |= (uint64_t)1 << (index % 64);
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

static inline uint64_t st_raw_writer_scalar(const st_raw_writer *w,
                                            st_scalar scalar) {
  uint32_t entry = w->columns[ST_COLUMN_SCALAR].first_entry;
  size_t page = w->directory[entry + (scalar >> ST_SHIFT_64)];
  return w->arena[page * ST_PAGE_WORDS + scalar % ST_PAGE_WORDS];
}
static inline void st_raw_writer_change_scalar(st_raw_writer *w,
                                               st_scalar scalar, uint64_t old,
                                               uint64_t value) {
  st_raw_writer_change64(w, ST_COLUMN_SCALAR, scalar, old, value);
}

/* -- Filling a fresh row: one record stands for its cells, which hold 0 until
 * they are filled. A 0 is not written. -- */

/* A set of columns, from `first` on. */
#define ST_ROW_COLUMN(first, column) (UINT64_C(1) << ((column) - (first)))

/* Record that a row is fresh in a set of columns from `first` on. */
static inline void st_raw_writer_open_row(st_raw_writer *w, uint32_t first,
                                          uint64_t columns, uint32_t row) {
  assert(w->journal_count < w->store->journal_capacity);
  w->journal[w->journal_count++] = (st_journal_record){
      .old_word = columns,
      .column_and_word = (uint64_t)(first | ST_JOURNAL_FRESH_ROW) << 32,
      .index = row};
}

/* Whether the journal says that a cell is of a fresh row and holds 0, for
 * assertions. */
bool st_raw_writer_is_fresh(const st_raw_writer *w, uint32_t column,
                            uint32_t row);

/* Write 32 bits, in the page at `place`. */
static inline void st_raw_writer_fill_half(st_raw_writer *w, uint32_t column,
                                           uint32_t row, uint32_t place,
                                           uint32_t value, uint64_t fold) {
  size_t page = st_raw_writer_page(w, column, place);
  if (page == 0) return;
  st_raw_writer_rehash(w, column, row, fold);
  size_t at = page * ST_PAGE_BYTES + row % (ST_PAGE_BYTES / 4) * sizeof value;
  memcpy((char *)w->arena + at, &value, sizeof value);
}

/* For a RAW column. */
static inline void st_raw_writer_fill32(st_raw_writer *w, uint32_t column,
                                        uint32_t row, uint32_t value) {
  assert(st_raw_writer_is_fresh(w, column, row) &&
         w->columns[column].content == ST_CONTENT_RAW);
  if (value == 0) return;
  st_raw_writer_fill_half(w, column, row, row >> ST_SHIFT_32, value, value);
}

/* For a RAW column. */
static inline void st_raw_writer_fill64(st_raw_writer *w, uint32_t column,
                                        uint32_t row, uint64_t value) {
  assert(st_raw_writer_is_fresh(w, column, row) &&
         w->columns[column].content == ST_CONTENT_RAW);
  if (value == 0) return;
  uint64_t *word =
      st_raw_writer_word(w, column, row >> ST_SHIFT_64, row % ST_PAGE_WORDS);
  if (!word) return;
  st_raw_writer_rehash(w, column, row, st_cell_fold(value));
  *word = value;
}

/* For a column of 32-bit cells that hold ids of the rules. */
static inline void st_raw_writer_fill_id(st_raw_writer *w, uint32_t column,
                                         uint32_t row, uint32_t id) {
  assert(st_raw_writer_is_fresh(w, column, row));
  if (id == 0) return;
  uint64_t number = st_rules_canonical_number(
      w->store->rules, (st_cell_content)w->columns[column].content, id);
  st_raw_writer_fill_half(w, column, row, row >> ST_SHIFT_32, id,
                          st_cell_fold(number));
}

/* For a SPLIT column; `number` is the value's canonical number, the value
 * itself if the column is RAW. */
static inline void st_raw_writer_fill_split(st_raw_writer *w, uint32_t column,
                                            uint32_t row, uint64_t value,
                                            uint64_t number) {
  assert(st_raw_writer_is_fresh(w, column, row));
  uint64_t fold = st_cell_fold(number);
  if ((uint32_t)value != 0) {
    st_raw_writer_fill_half(w, column, row, st_split_page(row, 0),
                            (uint32_t)value, fold);
    fold = 0; /* the hash has it */
  }
  uint32_t high = st_split_high(value);
  if (high == 0) return;
  st_raw_writer_fill_half(w, column, row, st_split_page(row, 1), high, fold);
}

/* -- Rows -- */

/* Take a row of a pool, as st_row_pool_alloc does, by two writes at most; 0 if
 * that fails. */
static inline uint32_t st_raw_writer_take_row(st_raw_writer *w,
                                              st_table table) {
  const st_row_pool *pool = st_row_pool_of(table);
  uint32_t row = (uint32_t)st_raw_writer_scalar(w, pool->free);
  if (row != 0) {
    uint32_t next = st_get32(w->store, pool->next_free, row);
    st_raw_writer_change_scalar(w, pool->free, row, next);
    if (next != 0) st_raw_writer_change32(w, pool->next_free, row, next, 0);
    return row;
  }
  row = (uint32_t)st_raw_writer_scalar(w, pool->top) + 1;
  if (ST_UNLIKELY(row >= w->store->capacity[table])) {
    (void)st_raw_writer_end(w);
    st_raw_writer_go_on(w, st_store_reserve(w->store, table, row + 1));
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
