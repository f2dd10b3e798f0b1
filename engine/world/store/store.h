/* store.h - a world's state: columns of cells in pages, and the journal, the
 * only door through which a cell changes. */
#ifndef STRATA_WORLD_STORE_STORE_H
#define STRATA_WORLD_STORE_STORE_H

#include "base/bits.h"
#include "base/mem.h"
#include "rules/catalog/rules.h"

#define ST_PAGE_BYTES 256
#define ST_PAGE_WORDS (ST_PAGE_BYTES / 8)

typedef struct st_column {
  uint32_t first_entry; /* its first entry in the directory */
  uint8_t shift;        /* cells of a page, as a power of two */
  uint8_t width, table, content;
  uint64_t key;
} st_column;

/* One overwritten word of the arena and the cell it was for; or
 * (ST_JOURNAL_NEW_PAGE) one page given to a column, at place `index`. */
typedef struct st_journal_record {
  uint64_t old_word;
  uint64_t column_and_word; /* column << 32 | word of the arena */
  uint32_t index;
} st_journal_record;

static inline uint32_t
st_journal_record_column(const st_journal_record *record) {
  return (uint32_t)(record->column_and_word >> 32);
}

#define ST_JOURNAL_NEW_PAGE UINT32_C(0x80000000)

typedef struct st_savepoint {
  size_t journal_count;
  uint64_t hash;
} st_savepoint;

typedef struct st_mark {
  uint64_t serial;
  st_savepoint savepoint;
} st_mark;

/* Told of the cells that a rollback has put back (records of pages are among
 * them); may not need memory. */
typedef void (*st_undo_fn)(void *user, const st_journal_record *records,
                           size_t count);

typedef struct st_store {
  st_mem *mem;
  const strata_rules *rules;
  uint64_t *arena; /* page 0 is zero and stays so: what has no page reads it */
  uint32_t page_count, page_capacity;
  uint32_t *directory; /* of each column: its pages, 0 where it has none */
  uint32_t directory_count;
  st_column *columns;
  uint32_t capacity[ST_TABLE_COUNT];  /* rows, a power of two */
  uint32_t row_limit[ST_TABLE_COUNT]; /* that it may be; 0: as it likes */
  st_table
      refused_table; /* the last that might not grow; ST_TABLE_WORLD: none */
  uint64_t hash;     /* see st_cell_factor */
  st_journal_record *journal;
  size_t journal_count, journal_capacity;
  st_mark *marks;
  size_t mark_count, mark_capacity;
  uint64_t next_serial; /* never used twice */
  st_undo_fn on_undo;
  void *on_undo_user;
} st_store;

strata_status st_store_init(st_store *store, st_mem *mem,
                            const strata_rules *rules);
void st_store_fini(st_store *store);

/* Make `store` equal to `from`, without its journal. On ENOMEM it is as it
 * was. */
strata_status st_store_copy(st_store *store, const st_store *from);

/* Let tables have no more rows than that; those that have keep them. */
void st_store_set_quotas(st_store *store, const strata_quotas *quotas);

/* What a status means that has come of a write. */
const char *st_store_status_text(const st_store *store, strata_status status);

/* Let slots below `rows` of a table be used. It is room, not state. ENOMEM;
 * ELIMIT if the table would be larger than it may be. */
strata_status st_store_reserve(st_store *store, st_table table, uint32_t rows);

/* -- Reading. Slots must be below the table's capacity. -- */

/* Cells of a page, as a power of two, by their size. */
#define ST_SHIFT_BIT   11
#define ST_SHIFT_32    6
#define ST_SHIFT_64    5
#define ST_SHIFT_SPLIT 6 /* of a pair of pages */

/* The page of a cell; `shift` is that of the column, said by those who know. */
static inline const uint64_t *st_store_page(const st_store *store,
                                            uint32_t column, uint32_t index,
                                            unsigned shift) {
  const st_column *c = &store->columns[column];
  assert(index < store->capacity[c->table] && shift == c->shift);
  uint32_t page = store->directory[c->first_entry + (index >> shift)];
  return store->arena + (size_t)page * ST_PAGE_WORDS;
}

static inline uint64_t st_get64(const st_store *store, uint32_t column,
                                uint32_t index) {
  const uint64_t *cells = st_store_page(store, column, index, ST_SHIFT_64);
  return cells[index % ST_PAGE_WORDS];
}

static inline uint32_t st_get32(const st_store *store, uint32_t column,
                                uint32_t index) {
  const uint32_t *cells =
      (const void *)st_store_page(store, column, index, ST_SHIFT_32);
  return cells[index % (ST_PAGE_BYTES / 4)];
}

/* The page of a half of a SPLIT cell: 0 is the lower one. */
static inline uint32_t st_split_page(uint32_t index, uint32_t half) {
  return 2 * (index >> ST_SHIFT_SPLIT) + half;
}

/* A number of 64 bits from its halves: the upper one is what it has more than
 * the sign of the lower one. */
static inline uint64_t st_split_join(uint32_t low, uint32_t high) {
  return (uint64_t)(int64_t)(int32_t)low ^ (uint64_t)high << 32;
}

static inline uint32_t st_split_high(uint64_t number) {
  return (uint32_t)((number ^ st_split_join((uint32_t)number, 0)) >> 32);
}

static inline uint64_t st_get_split(const st_store *store, uint32_t column,
                                    uint32_t index) {
  const st_column *c = &store->columns[column];
  assert(index < store->capacity[c->table] && c->width == ST_CELL_SPLIT);
  const uint32_t *pages =
      store->directory + c->first_entry + st_split_page(index, 0);
  const uint32_t *halves = (const void *)store->arena;
  size_t place = index % (ST_PAGE_BYTES / 4);
  return st_split_join(halves[(size_t)pages[0] * (ST_PAGE_BYTES / 4) + place],
                       halves[(size_t)pages[1] * (ST_PAGE_BYTES / 4) + place]);
}

/* The bits of slots 64*word .. +63. */
static inline uint64_t st_get_bits64(const st_store *store, uint32_t column,
                                     uint32_t word) {
  return st_store_page(store, column, word * 64,
                       ST_SHIFT_BIT)[word % ST_PAGE_WORDS];
}

static inline bool st_get_bit(const st_store *store, uint32_t column,
                              uint32_t index) {
  return st_get_bits64(store, column, index / 64) >> (index % 64) & 1;
}

/* The cell's number, whatever its size. */
uint64_t st_get_any(const st_store *store, uint32_t column, uint32_t index);

static inline uint64_t st_scalar_get(const st_store *store, st_scalar scalar) {
  return st_get64(store, ST_COLUMN_SCALAR, scalar);
}

/* -- Writing. ENOMEM leaves the cell as it was. Cost O(1). -- */

strata_status st_put64(st_store *store, uint32_t column, uint32_t index,
                       uint64_t value);
strata_status st_put32(st_store *store, uint32_t column, uint32_t index,
                       uint32_t value);
strata_status st_put_bit(st_store *store, uint32_t column, uint32_t index,
                         bool value);
strata_status st_put_split(st_store *store, uint32_t column, uint32_t index,
                           uint64_t value);
strata_status st_put_any(st_store *store, uint32_t column, uint32_t index,
                         uint64_t value);

/*
 * The hash of a state is the sum, over its cells, of the cell's number times a
 * factor of the cell's own: a cell that is 0 adds nothing, and a write costs
 * one product. Folding the number first keeps changes of its high bits from
 * falling out at the top.
 */
static inline uint64_t st_cell_factor(const st_column *column, uint32_t index) {
  uint64_t x = column->key + index * UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
  return (x ^ x >> 29) | 1;
}

/* The word of a cell, with room in the journal for it; NULL where the one or
 * the other must be made first. */
static inline uint64_t *st_store_ready_word(const st_store *store,
                                            uint32_t page, uint32_t word) {
  bool ready = page != 0 && store->journal_count < store->journal_capacity;
  return ST_LIKELY(ready) ? &store->arena[(size_t)page * ST_PAGE_WORDS + word]
                          : NULL;
}

static inline void st_journal_add_word(st_store *store, const uint64_t *word,
                                       uint32_t column, uint32_t index) {
  st_journal_record *record = &store->journal[store->journal_count++];
  record->old_word = *word;
  record->column_and_word =
      (uint64_t)column << 32 | (uint64_t)(word - store->arena);
  record->index = index;
}

/* What a cell's new number changes of the hash. */
static inline void st_store_rehash_cell(st_store *store,
                                        const st_column *column, uint32_t index,
                                        uint64_t old, uint64_t number) {
  store->hash += (st_cell_fold(number) - st_cell_fold(old)) *
                 st_cell_factor(column, index);
}

/* st_put64 and st_put_bit for a RAW column where nothing must grow; false, and
 * nothing is done, where something must. */
static inline bool st_put64_in_place(st_store *store, uint32_t column,
                                     uint32_t index, uint64_t value) {
  const st_column *c = &store->columns[column];
  assert(c->width == ST_CELL_64 && c->content == ST_CONTENT_RAW);
  uint64_t *cell = st_store_ready_word(
      store, store->directory[c->first_entry + (index >> ST_SHIFT_64)],
      index % ST_PAGE_WORDS);
  if (!cell) return false;
  /* Recorded also if it does not change: cheaper than to find out. */
  st_journal_add_word(store, cell, column, index);
  st_store_rehash_cell(store, c, index, *cell, value);
  *cell = value;
  return true;
}

/* The same for a SHORT one. */
static inline bool st_put_narrow_in_place(st_store *store, uint32_t column,
                                          uint32_t bias, uint32_t index,
                                          uint64_t number) {
  const st_column *c = &store->columns[column];
  assert(c->content == ST_CONTENT_NARROW && st_narrow_fits(bias, number));
  uint32_t place = index % (ST_PAGE_BYTES / 4);
  uint64_t *word = st_store_ready_word(
      store, store->directory[c->first_entry + (index >> ST_SHIFT_32)],
      place / 2);
  if (!word) return false;
  st_journal_add_word(store, word, column, index);
  uint32_t *cell = (uint32_t *)(void *)word + place % 2;
  st_store_rehash_cell(store, c, index, st_narrow_number(bias, *cell), number);
  *cell = (uint32_t)number;
  return true;
}

static inline bool st_put_bit_in_place(st_store *store, uint32_t column,
                                       uint32_t index, bool value) {
  const st_column *c = &store->columns[column];
  assert(c->width == ST_CELL_BIT);
  uint64_t *word = st_store_ready_word(
      store, store->directory[c->first_entry + (index >> ST_SHIFT_BIT)],
      index / 64 % ST_PAGE_WORDS);
  if (!word) return false;
  st_journal_add_word(store, word, column, index);
  uint64_t old = *word >> (index % 64) & 1;
  uint64_t change = (uint64_t)value - old; /* 1, 0 or -1 */
  store->hash += change * st_cell_factor(c, index);
  *word += change << (index % 64);
  return true;
}

static inline strata_status st_scalar_put(st_store *store, st_scalar scalar,
                                          uint64_t value) {
  return st_put64(store, ST_COLUMN_SCALAR, scalar, value);
}

/* Whether a cell that is not SPLIT has a page; `shift` as in st_store_page. */
static inline bool st_has_page(const st_store *store, uint32_t column,
                               uint32_t index, unsigned shift) {
  const st_column *c = &store->columns[column];
  assert(index < store->capacity[c->table] && c->shift == shift &&
         c->width != ST_CELL_SPLIT);
  return store->directory[c->first_entry + (index >> shift)] != 0;
}

static inline bool st_store_has_room(const st_store *store, size_t records) {
  return store->journal_count + records <= store->journal_capacity;
}

/* Make such a cell's page, and room in the journal for so many records. */
strata_status st_store_prepare_cell(st_store *store, uint32_t column,
                                    uint32_t index, size_t records);

/* -- Journal -- */

/* Where a call begins: st_store_undo takes back what it wrote since. */
static inline st_savepoint st_store_begin(const st_store *store) {
  return (st_savepoint){store->journal_count, store->hash};
}

void st_store_undo(st_store *store, st_savepoint to);

/*
 * Look at an earlier state: the words of the cells and those in the journal
 * from `from` on change places, so that cells read as they did there. Until
 * they change places again, which `back` false does, nothing may be written and
 * nothing but cells be asked. Cost O(records).
 */
void st_store_swap_journal(st_store *store, size_t from, bool back);

/* A call has succeeded. Without a mark nothing can go back beyond this, so
 * the journal starts anew. */
static inline void st_store_end(st_store *store) {
  if (store->mark_count == 0) store->journal_count = 0;
}

/* Write down that something derived from this cell changes, though the cell
 * itself does not: undo tells of it, and so do we now. */
strata_status st_store_touch(st_store *store, uint32_t column, uint32_t index);

strata_status st_store_mark(st_store *store, uint64_t *out);
strata_status st_store_rollback(st_store *store, uint64_t mark);

/* Forget a mark, and those set after it, but none before it, and keep what was
 * written since. */
strata_status st_store_release_mark(st_store *store, uint64_t mark);

/* Keep everything, and forget all marks. */
void st_store_commit(st_store *store);

/* -- Rows: slots of a table, used again through a list of free ones. -- */

typedef struct st_row_pool {
  st_table table;
  st_scalar top, free; /* slots handed out so far; newest free one */
  uint32_t next_free;  /* column of the list of free ones */
} st_row_pool;

/* A slot whose cells are all 0, but for what outlives its use (a generation).
 */
strata_status st_row_pool_alloc(st_store *store, const st_row_pool *rows,
                                uint32_t *out);

/* Give a slot back; its cells must be 0 again (but for a generation). */
strata_status st_row_pool_free(st_store *store, const st_row_pool *rows,
                               uint32_t slot);

#endif
