/* raw_writer.h - writing many cells in a row without checks: no look-up of the
 * old number, no test for a page, no growth. It is for the cells of a new
 * entity; other code writes with st_cell_writer or st_put64 and the like. */
#ifndef STRATA_WORLD_STORE_RAW_WRITER_H
#define STRATA_WORLD_STORE_RAW_WRITER_H

#include "world/store/store.h"

#include <string.h>

/* Between st_raw_writer_begin and st_raw_writer_end nothing else writes to the
 * store. Each cell has a page and the journal has space for a record of each
 * write: the caller has called st_store_prepare_cell. */
typedef struct st_raw_writer {
  uint64_t *arena;
  const uint32_t *directory;
  const st_column *columns;
  st_journal_record *next_record;
  uint64_t hash;
} st_raw_writer;

static inline st_raw_writer st_raw_writer_begin(const st_store *store) {
  return (st_raw_writer){.arena = store->arena,
                         .directory = store->directory,
                         .columns = store->columns,
                         .next_record = store->journal + store->journal_count,
                         .hash = store->hash};
}

static inline void st_raw_writer_end(st_store *store, const st_raw_writer *w) {
  store->journal_count = (size_t)(w->next_record - store->journal);
  store->hash = w->hash;
}

/* Record the word at `at` in the journal and return it to be overwritten.
 * `folded_change` is the new folded number (st_cell_fold) less the old one. */
static inline uint64_t *st_raw_writer_record(st_raw_writer *w, uint32_t column,
                                             uint32_t index, uint32_t at,
                                             uint64_t folded_change) {
  *w->next_record++ =
      (st_journal_record){.old_word = w->arena[at],
                          .column_and_word = (uint64_t)column << 32 | at,
                          .index = index};
  w->hash += folded_change * st_cell_factor(&w->columns[column], index);
  return &w->arena[at];
}

static inline void st_raw_writer_put64(st_raw_writer *w, uint32_t column,
                                       uint32_t index, uint64_t value,
                                       uint64_t folded_change) {
  uint32_t page =
      w->directory[w->columns[column].first_entry + (index >> ST_SHIFT_64)];
  uint32_t at = page * ST_PAGE_WORDS + index % ST_PAGE_WORDS;
  *st_raw_writer_record(w, column, index, at, folded_change) = value;
}

static inline void st_raw_writer_put32(st_raw_writer *w, uint32_t column,
                                       uint32_t index, uint32_t value,
                                       uint64_t folded_change) {
  uint32_t page =
      w->directory[w->columns[column].first_entry + (index >> ST_SHIFT_32)];
  uint32_t place = index % (ST_PAGE_BYTES / 4);
  uint32_t at = page * ST_PAGE_WORDS + place / 2;
  char *word =
      (void *)st_raw_writer_record(w, column, index, at, folded_change);
  memcpy(word + place % 2 * sizeof value, &value, sizeof value);
}

/* Set a bit that is 0. */
static inline void st_raw_writer_set_bit(st_raw_writer *w, uint32_t column,
                                         uint32_t index) {
  uint32_t page =
      w->directory[w->columns[column].first_entry + (index >> ST_SHIFT_BIT)];
  uint32_t at = page * ST_PAGE_WORDS + index / 64 % ST_PAGE_WORDS;
  *st_raw_writer_record(w, column, index, at, 1) |= (uint64_t)1 << (index % 64);
}

/* Write a RAW cell of 64 bits that holds `old`. */
static inline void st_raw_writer_change64(st_raw_writer *w, uint32_t column,
                                          uint32_t index, uint64_t old,
                                          uint64_t value) {
  st_raw_writer_put64(w, column, index, value,
                      st_cell_fold(value) - st_cell_fold(old));
}

/* Whether each cell of a template has a page in this row. */
static inline bool
st_raw_writer_has_pages(const st_store *store, uint32_t row,
                        const st_row_template *row_template) {
  bool open = true;
  uint32_t i = 0; /* a template may have no cells */
  for (; i < row_template->bit_end; i++) {
    open &=
        st_has_page(store, row_template->cells[i].column, row, ST_SHIFT_BIT);
  }
  for (; i < row_template->end32; i++) {
    open &= st_has_page(store, row_template->cells[i].column, row, ST_SHIFT_32);
  }
  for (; i < row_template->count; i++) {
    open &= st_has_page(store, row_template->cells[i].column, row, ST_SHIFT_64);
  }
  return open;
}

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
