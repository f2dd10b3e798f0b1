/* pen.h - writing many cells of an entity at once: each is looked up once, and
 * nothing is asked that is known. */
#ifndef STRATA_PEN_H
#define STRATA_PEN_H

#include "world/store/store.h"

#include <string.h>

/* Between st_pen_of and st_pen_end nothing else is written. All cells have been
 * opened: see st_store_open. */
typedef struct st_pen {
  uint64_t *arena;
  const uint32_t *directory;
  const st_column *columns;
  st_record *record;
  uint64_t hash;
} st_pen;

static inline st_pen st_pen_of(const st_store *store) {
  return (st_pen){.arena = store->arena,
                  .directory = store->directory,
                  .columns = store->columns,
                  .record = store->journal + store->journal_count,
                  .hash = store->hash};
}

static inline void st_pen_end(st_store *store, const st_pen *pen) {
  store->journal_count = (size_t)(pen->record - store->journal);
  store->hash = pen->hash;
}

/* Note a word and return it; `fold` is what the folded number grows by. */
static inline uint64_t *st_pen_note(st_pen *pen, uint32_t column,
                                    uint32_t index, uint32_t at,
                                    uint64_t fold) {
  *pen->record++ = (st_record){.old = pen->arena[at],
                               .where = (uint64_t)column << 32 | at,
                               .index = index};
  pen->hash += fold * st_cell_factor(&pen->columns[column], index);
  return &pen->arena[at];
}

static inline void st_pen_put64(st_pen *pen, uint32_t column, uint32_t index,
                                uint64_t value, uint64_t fold) {
  uint32_t page =
      pen->directory[pen->columns[column].dir + (index >> ST_SHIFT_64)];
  uint32_t at = page * ST_PAGE_WORDS + index % ST_PAGE_WORDS;
  *st_pen_note(pen, column, index, at, fold) = value;
}

static inline void st_pen_put32(st_pen *pen, uint32_t column, uint32_t index,
                                uint32_t value, uint64_t fold) {
  uint32_t page =
      pen->directory[pen->columns[column].dir + (index >> ST_SHIFT_32)];
  uint32_t place = index % (ST_PAGE_BYTES / 4);
  uint32_t at = page * ST_PAGE_WORDS + place / 2;
  char *word = (void *)st_pen_note(pen, column, index, at, fold);
  memcpy(word + place % 2 * sizeof value, &value, sizeof value);
}

/* Set a bit that is not set. */
static inline void st_pen_bit(st_pen *pen, uint32_t column, uint32_t index) {
  uint32_t page =
      pen->directory[pen->columns[column].dir + (index >> ST_SHIFT_BIT)];
  uint32_t at = page * ST_PAGE_WORDS + index / 64 % ST_PAGE_WORDS;
  *st_pen_note(pen, column, index, at, 1) |= (uint64_t)1 << (index % 64);
}

/* Write a RAW cell of 64 bits whose number was `old`. */
static inline void st_pen_change64(st_pen *pen, uint32_t column, uint32_t index,
                                   uint64_t old, uint64_t value) {
  st_pen_put64(pen, column, index, value,
               st_cell_fold(value) - st_cell_fold(old));
}

/* Whether all of them have pages. */
static inline bool st_pen_is_open(const st_store *store, uint32_t row,
                                  const st_fresh *fresh) {
  bool open = true;
  uint32_t i = 0; /* there may be no cells at all */
  for (; i < fresh->bits; i++) {
    open &= st_has_page(store, fresh->cells[i].column, row, ST_SHIFT_BIT);
  }
  for (; i < fresh->shorts; i++) {
    open &= st_has_page(store, fresh->cells[i].column, row, ST_SHIFT_32);
  }
  for (; i < fresh->count; i++) {
    open &= st_has_page(store, fresh->cells[i].column, row, ST_SHIFT_64);
  }
  return open;
}

static inline void st_pen_fresh(st_pen *pen, uint32_t row,
                                const st_fresh *fresh) {
  uint32_t i = 0;
  for (; i < fresh->bits; i++) {
    st_pen_bit(pen, fresh->cells[i].column, row);
  }
  for (; i < fresh->shorts; i++) {
    const st_fresh_cell *cell = &fresh->cells[i];
    st_pen_put32(pen, cell->column, row, (uint32_t)cell->bits, cell->fold);
  }
  for (; i < fresh->count; i++) {
    const st_fresh_cell *cell = &fresh->cells[i];
    st_pen_put64(pen, cell->column, row, cell->bits, cell->fold);
  }
}

#endif
