/* pen.h - writing many cells of an entity at once: each is looked up once, and
 * nothing is asked that is known. */
#ifndef STRATA_WORLD_STORE_CELL_PEN_H
#define STRATA_WORLD_STORE_CELL_PEN_H

#include "world/store/store.h"

#include <string.h>

/* Between st_cell_pen_begin and st_cell_pen_end nothing else is written. All
 * cells have been opened: see st_store_prepare_cell. */
typedef struct st_cell_pen {
  uint64_t *arena;
  const uint32_t *directory;
  const st_column *columns;
  st_journal_record *next_record;
  uint64_t hash;
} st_cell_pen;

static inline st_cell_pen st_cell_pen_begin(const st_store *store) {
  return (st_cell_pen){.arena = store->arena,
                       .directory = store->directory,
                       .columns = store->columns,
                       .next_record = store->journal + store->journal_count,
                       .hash = store->hash};
}

static inline void st_cell_pen_end(st_store *store, const st_cell_pen *pen) {
  store->journal_count = (size_t)(pen->next_record - store->journal);
  store->hash = pen->hash;
}

/* Note a word and return it; `fold` is what the folded number grows by. */
static inline uint64_t *st_cell_pen_record(st_cell_pen *pen, uint32_t column,
                                           uint32_t index, uint32_t at,
                                           uint64_t fold) {
  *pen->next_record++ =
      (st_journal_record){.old_word = pen->arena[at],
                          .column_and_word = (uint64_t)column << 32 | at,
                          .index = index};
  pen->hash += fold * st_cell_factor(&pen->columns[column], index);
  return &pen->arena[at];
}

static inline void st_cell_pen_put64(st_cell_pen *pen, uint32_t column,
                                     uint32_t index, uint64_t value,
                                     uint64_t fold) {
  uint32_t page =
      pen->directory[pen->columns[column].first_entry + (index >> ST_SHIFT_64)];
  uint32_t at = page * ST_PAGE_WORDS + index % ST_PAGE_WORDS;
  *st_cell_pen_record(pen, column, index, at, fold) = value;
}

static inline void st_cell_pen_put32(st_cell_pen *pen, uint32_t column,
                                     uint32_t index, uint32_t value,
                                     uint64_t fold) {
  uint32_t page =
      pen->directory[pen->columns[column].first_entry + (index >> ST_SHIFT_32)];
  uint32_t place = index % (ST_PAGE_BYTES / 4);
  uint32_t at = page * ST_PAGE_WORDS + place / 2;
  char *word = (void *)st_cell_pen_record(pen, column, index, at, fold);
  memcpy(word + place % 2 * sizeof value, &value, sizeof value);
}

/* Set a bit that is not set. */
static inline void st_cell_pen_set_bit(st_cell_pen *pen, uint32_t column,
                                       uint32_t index) {
  uint32_t page = pen->directory[pen->columns[column].first_entry +
                                 (index >> ST_SHIFT_BIT)];
  uint32_t at = page * ST_PAGE_WORDS + index / 64 % ST_PAGE_WORDS;
  *st_cell_pen_record(pen, column, index, at, 1) |= (uint64_t)1 << (index % 64);
}

/* Write a RAW cell of 64 bits whose number was `old`. */
static inline void st_cell_pen_change64(st_cell_pen *pen, uint32_t column,
                                        uint32_t index, uint64_t old,
                                        uint64_t value) {
  st_cell_pen_put64(pen, column, index, value,
                    st_cell_fold(value) - st_cell_fold(old));
}

/* Whether all of them have pages. */
static inline bool st_cell_pen_has_pages(const st_store *store, uint32_t row,
                                         const st_row_template *fresh) {
  bool open = true;
  uint32_t i = 0; /* there may be no cells at all */
  for (; i < fresh->bit_end; i++) {
    open &= st_has_page(store, fresh->cells[i].column, row, ST_SHIFT_BIT);
  }
  for (; i < fresh->end32; i++) {
    open &= st_has_page(store, fresh->cells[i].column, row, ST_SHIFT_32);
  }
  for (; i < fresh->count; i++) {
    open &= st_has_page(store, fresh->cells[i].column, row, ST_SHIFT_64);
  }
  return open;
}

static inline void st_cell_pen_put_template(st_cell_pen *pen, uint32_t row,
                                            const st_row_template *fresh) {
  uint32_t i = 0;
  for (; i < fresh->bit_end; i++) {
    st_cell_pen_set_bit(pen, fresh->cells[i].column, row);
  }
  for (; i < fresh->end32; i++) {
    const st_row_template_cell *cell = &fresh->cells[i];
    st_cell_pen_put32(pen, cell->column, row, (uint32_t)cell->bits, cell->fold);
  }
  for (; i < fresh->count; i++) {
    const st_row_template_cell *cell = &fresh->cells[i];
    st_cell_pen_put64(pen, cell->column, row, cell->bits, cell->fold);
  }
}

#endif
