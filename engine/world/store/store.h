/* store.h - the state of a world: columns of cells in pages, and the journal
 * that records every change of a cell. */
#ifndef STRATA_WORLD_STORE_STORE_H
#define STRATA_WORLD_STORE_STORE_H

#include "base/bits.h"
#include "base/mem.h"
#include "rules/catalog/rules.h"

#define ST_PAGE_BYTES 256
#define ST_PAGE_WORDS (ST_PAGE_BYTES / 8)

/* A column of one table, as the store uses it: st_column_spec without the bias,
 * and where the pages of the column are listed. */
typedef struct st_column {
  uint32_t first_entry; /* index of the column's first directory entry */
  uint8_t shift;        /* log2 of the number of cells in a page */
  uint8_t width, table, content; /* st_cell_width, st_table, st_cell_content */
  uint64_t key;                  /* hash of the column's name */
} st_column;

/*
 * One step that undo reverses. It is one of three:
 *  - a word of the arena that was overwritten, with the cell that the write was
 *    for;
 *  - with ST_JOURNAL_NEW_PAGE in the column, a page that the column got at
 *    entry `index` of its directory;
 *  - with ST_JOURNAL_FRESH_ROW in the column, a row whose cells were 0 before
 *    they were filled, so that one record undoes all of them. `old_word` has a
 *    bit for each column that may have been filled, from the record's on.
 */
typedef struct st_journal_record {
  uint64_t old_word;
  uint64_t column_and_word; /* column << 32 | index of a word of the arena */
  uint32_t index;
} st_journal_record;

static inline uint32_t
st_journal_record_column(const st_journal_record *record) {
  return (uint32_t)(record->column_and_word >> 32);
}

#define ST_JOURNAL_NEW_PAGE  UINT32_C(0x80000000)
#define ST_JOURNAL_FRESH_ROW UINT32_C(0x40000000)

static inline bool st_journal_record_is_row(const st_journal_record *record) {
  return st_journal_record_column(record) >> 30 == 1;
}

/* The first of the columns of a fresh row that are `left`, which begin as the
 * record's `old_word`:
 *   for (uint64_t left = r->old_word; left != 0; left &= left - 1) */
static inline uint32_t st_fresh_row_column(const st_journal_record *record,
                                           uint64_t left) {
  assert(st_journal_record_is_row(record));
  return (st_journal_record_column(record) ^ ST_JOURNAL_FRESH_ROW) +
         st_lowest_bit(left);
}

/* A state that undo can go back to: a position in the journal and the hash at
 * that moment. */
typedef struct st_savepoint {
  size_t journal_count;
  uint64_t hash;
} st_savepoint;

/* A savepoint that the host holds, by a serial number that no other mark of
 * the store ever has. */
typedef struct st_mark {
  uint64_t serial;
  st_savepoint savepoint;
} st_mark;

/* Receives the journal records that an undo has put back, so that caches can
 * drop what they derived from those cells. Records of new pages are among them.
 * The function must not allocate: an undo cannot fail. */
typedef void (*st_undo_fn)(void *user, const st_journal_record *records,
                           size_t count);

typedef struct st_store {
  st_mem *mem;
  const strata_rules *rules;
  uint64_t *arena; /* the pages; page 0 stays all zero, and cells without a
                      page of their own read it */
  uint32_t page_count, page_capacity;
  uint32_t *directory; /* the page of each entry of each column; 0: no page */
  uint32_t directory_count;
  st_column *columns;
  uint32_t column_count; /* that of the rules, which may be gone before */
  /* A bit for each column, 0: it has no page. An undo leaves the bits of
   * columns whose pages it takes away. */
  uint64_t *paged_columns;
  uint32_t capacity[ST_TABLE_COUNT];  /* rows reserved, a power of two */
  uint32_t row_limit[ST_TABLE_COUNT]; /* largest capacity allowed; 0: any */
  st_table refused_table;             /* the last table that reached its limit;
                                         ST_TABLE_WORLD: none has */
  uint64_t hash;                      /* see st_cell_factor */
  st_journal_record *journal;
  size_t journal_count, journal_capacity;
  st_mark *marks;
  size_t mark_count, mark_capacity;
  uint64_t next_serial; /* never used twice */
  st_undo_fn on_undo;
  void *on_undo_user;
  /* A cache of effect.c, by node: the node before it in the list of its part,
   * as it was when last seen. Each is checked before it is used, so no write
   * has to keep it true. */
  uint32_t *sibling_hints;
  size_t sibling_hint_capacity;
} st_store;

strata_status st_store_init(st_store *store, st_mem *mem,
                            const strata_rules *rules);
void st_store_fini(st_store *store);

/* Copy the state of `from`, which has the same rules; the journal and the marks
 * of `store` are empty afterwards. On ENOMEM `store` is unchanged. Cost
 * O(pages). */
strata_status st_store_copy(st_store *store, const st_store *from);

/* Limit how many rows tables may have. Rows that exist already stay. */
void st_store_set_quotas(st_store *store, const strata_quotas *quotas);

/* The text for a status that a write returned: for ELIMIT, which limit. */
const char *st_store_status_text(const st_store *store, strata_status status);

/* Make the slots below `rows` of a table usable. Capacity is not part of the
 * state: undo leaves it, and no hash or save depends on it. ENOMEM; ELIMIT if
 * the quota of the table forbids it; ERANGE above 2^31 rows. Cost O(directory)
 * when the table grows, which doubles it. */
strata_status st_store_reserve(st_store *store, st_table table, uint32_t rows);

/* Reserve rows for all tables at once, which makes one new directory and not
 * one for each table that grows. Errors as st_store_reserve; then no table has
 * grown. */
strata_status st_store_reserve_all(st_store *store,
                                   const uint32_t rows[ST_TABLE_COUNT]);

/* -- Reading. The slot must be below the table's capacity: asserted. -- */

/* log2 of the number of cells in a page, by cell width. */
#define ST_SHIFT_BIT   11
#define ST_SHIFT_32    6
#define ST_SHIFT_64    5
#define ST_SHIFT_SPLIT 6 /* in a pair of pages */

/* The page of a cell. `shift` is the column's own; callers pass it as a
 * constant, which saves a load. */
static inline const uint64_t *st_store_page(const st_store *store,
                                            uint32_t column, uint32_t index,
                                            unsigned shift) {
  const st_column *c = &store->columns[column];
  assert(index < store->capacity[c->table] && shift == c->shift);
  uint32_t page = store->directory[c->first_entry + (index >> shift)];
  return store->arena + (size_t)page * ST_PAGE_WORDS;
}

/* Which of the 64 columns from `first` on may have pages, as bits: cells of
 * all others are 0. */
static inline uint64_t st_store_paged_columns(const st_store *store,
                                              uint32_t first) {
  const uint64_t *words = &store->paged_columns[first / 64];
  const uint32_t shift = first % 64;
  return shift == 0 ? words[0] : words[0] >> shift | words[1] << (64 - shift);
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

/* The directory entry, relative to the column's first, of one half of a SPLIT
 * cell: half 0 is the lower one. */
static inline uint32_t st_split_page(uint32_t index, uint32_t half) {
  return 2 * (index >> ST_SHIFT_SPLIT) + half;
}

/* A number of 64 bits from the two halves of a SPLIT cell. The upper half is
 * stored as the difference (xor) from the sign extension of the lower one, so
 * it is 0 for every number that fits 32 signed bits. */
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

/* The bits of slots 64 * word to 64 * word + 63. */
static inline uint64_t st_get_bits64(const st_store *store, uint32_t column,
                                     uint32_t word) {
  return st_store_page(store, column, word * 64,
                       ST_SHIFT_BIT)[word % ST_PAGE_WORDS];
}

static inline bool st_get_bit(const st_store *store, uint32_t column,
                              uint32_t index) {
  return st_get_bits64(store, column, index / 64) >> (index % 64) & 1;
}

/* Read a cell of any width. */
uint64_t st_get_any(const st_store *store, uint32_t column, uint32_t index);

/* Whether a cell of any width is 0, as most cells are. */
static inline bool st_cell_is_zero(const st_store *store, uint32_t column,
                                   uint32_t index) {
  switch ((st_cell_width)store->columns[column].width) {
  case ST_CELL_BIT:
    return !st_get_bit(store, column, index);
  case ST_CELL_32:
    return st_get32(store, column, index) == 0;
  case ST_CELL_64:
    return st_get64(store, column, index) == 0;
  case ST_CELL_SPLIT:
    break;
  }
  return st_get_split(store, column, index) == 0;
}

static inline uint64_t st_scalar_get(const st_store *store, st_scalar scalar) {
  return st_get64(store, ST_COLUMN_SCALAR, scalar);
}

/* -- Writing. A failed write leaves the cell as it was. Cost O(1). -- */

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
 * The factor of a cell. The hash of a state is the sum, over all cells, of the
 * cell's folded number (st_cell_fold) times the cell's factor. A cell that is 0
 * adds nothing, and a write costs one product. Without folding, changes of a
 * number's high bits would be lost in the overflow of the product.
 *
 * The sum is of canonical numbers: an id of the rules counts as the hash of its
 * name, and a number does not depend on the width of its cell.
 */
static inline uint64_t st_cell_factor(const st_column *column, uint32_t index) {
  uint64_t x = column->key + index * UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
  return (x ^ x >> 29) | 1;
}

/* The word of a cell that can be written at once. NULL if the cell has no page
 * or the journal has no space for a record. */
static inline uint64_t *st_store_ready_word(const st_store *store,
                                            uint32_t page, uint32_t word) {
  bool ready = page != 0 && store->journal_count < store->journal_capacity;
  return ST_LIKELY(ready) ? &store->arena[(size_t)page * ST_PAGE_WORDS + word]
                          : NULL;
}

/* Record a word before it is overwritten. The journal has space. */
static inline void st_journal_add_word(st_store *store, const uint64_t *word,
                                       uint32_t column, uint32_t index) {
  st_journal_record *record = &store->journal[store->journal_count++];
  record->old_word = *word;
  record->column_and_word =
      (uint64_t)column << 32 | (uint64_t)(word - store->arena);
  record->index = index;
}

/* Update the hash for a cell whose canonical number changes. */
static inline void st_store_rehash_cell(st_store *store,
                                        const st_column *column, uint32_t index,
                                        uint64_t old, uint64_t number) {
  store->hash += (st_cell_fold(number) - st_cell_fold(old)) *
                 st_cell_factor(column, index);
}

/* The fast paths of st_put64, st_put32 and st_put_bit: they write only if the
 * cell has a page and the journal has space. Otherwise they return false and
 * change nothing. */

/* For a RAW column of 64-bit cells. */
static inline bool st_put64_in_place(st_store *store, uint32_t column,
                                     uint32_t index, uint64_t value) {
  const st_column *c = &store->columns[column];
  assert(c->width == ST_CELL_64 && c->content == ST_CONTENT_RAW);
  uint64_t *cell = st_store_ready_word(
      store, store->directory[c->first_entry + (index >> ST_SHIFT_64)],
      index % ST_PAGE_WORDS);
  if (!cell) return false;
  /* The word is recorded even if it stays the same: a test costs more. */
  st_journal_add_word(store, cell, column, index);
  st_store_rehash_cell(store, c, index, *cell, value);
  *cell = value;
  return true;
}

/* For a RAW column of 32-bit cells. */
static inline bool st_put32_in_place(st_store *store, uint32_t column,
                                     uint32_t index, uint32_t value) {
  const st_column *c = &store->columns[column];
  assert(c->width == ST_CELL_32 && c->content == ST_CONTENT_RAW);
  uint32_t place = index % (ST_PAGE_BYTES / 4);
  uint64_t *word = st_store_ready_word(
      store, store->directory[c->first_entry + (index >> ST_SHIFT_32)],
      place / 2);
  if (!word) return false;
  st_journal_add_word(store, word, column, index);
  uint32_t *cell = (uint32_t *)(void *)word + place % 2;
  st_store_rehash_cell(store, c, index, *cell, value);
  *cell = value;
  return true;
}

/* For a NARROW column; `number` must fit the column's range. */
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

/* For a column of bits. */
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
  bool done = st_scalar_get(store, scalar) == value ||
              st_put64_in_place(store, ST_COLUMN_SCALAR, scalar, value);
  return done ? STRATA_OK : st_put64(store, ST_COLUMN_SCALAR, scalar, value);
}

static inline bool st_store_has_room(const st_store *store, size_t records) {
  return store->journal_count + records <= store->journal_capacity;
}

/* Give a cell that is not SPLIT a page of its own, and make space in the
 * journal for `records` records. */
strata_status st_store_prepare_cell(st_store *store, uint32_t column,
                                    uint32_t index, size_t records);

/* Make space in the journal for `more` records; false if there is no memory. */
bool st_store_grow_journal(st_store *store, size_t more);

/* Make space for so many pages and records more than there are, also after an
 * undo: writes that need no more cannot fail then. ENOMEM. */
strata_status st_store_reserve_writes(st_store *store, uint32_t pages,
                                      size_t records);

/* Give entry `place` of a column's range of the directory, which has no page, a
 * page of its own. The journal has space for a record. */
strata_status st_store_add_page(st_store *store, uint32_t column,
                                uint32_t place);

/* -- Journal -- */

/* The savepoint of this moment. st_store_undo reverses the writes that come
 * after it. */
static inline st_savepoint st_store_begin(const st_store *store) {
  return (st_savepoint){store->journal_count, store->hash};
}

/* Go back to a savepoint: cells, pages and hash. Cost O(records). */
void st_store_undo(st_store *store, st_savepoint to);

/* At most how many cells the journal names from record `from` on, each as often
 * as it is named: a record of a new page counts too. Cost O(records). */
size_t st_store_count_named(const st_store *store, size_t from);

/*
 * Exchange the words of the cells with the words in the journal from record
 * `from` on. With `back` true, cells then read as they did at that record; a
 * second call with `back` false restores them. Between the two calls nothing
 * may be written and only cells may be read: hash and caches are not exchanged.
 * `fresh` keeps the cells of fresh rows between the calls: it has room for
 * st_store_count_named cells. Cost O(records).
 */
void st_store_swap_journal(st_store *store, size_t from, bool back,
                           uint64_t *fresh);

/* End a call that has succeeded. If there is no mark, nothing can go back
 * further than this, so the journal becomes empty. */
static inline void st_store_end(st_store *store) {
  if (store->mark_count == 0) store->journal_count = 0;
}

/* Report, now and at each undo, that something derived from a cell changes
 * though the cell itself does not: on_undo receives a record of the cell.
 * The column has 32-bit cells. */
strata_status st_store_touch(st_store *store, uint32_t column, uint32_t index);

/* Set a mark; *out is its serial number. */
strata_status st_store_mark(st_store *store, uint64_t *out);

/* Go back to a mark and release the marks that were set after it; the mark
 * itself stays. ESTALE if it has been released. */
strata_status st_store_rollback(st_store *store, uint64_t mark);

/* Release a mark and those that were set after it. Keep older marks and all
 * writes. ESTALE if the mark has been released already. */
strata_status st_store_release_mark(st_store *store, uint64_t mark);

/* Release all marks and empty the journal: nothing can be undone any more. */
void st_store_commit(st_store *store);

/* -- Rows: slots of a table that are used again through a free list. -- */

typedef struct st_row_pool {
  st_scalar top, free; /* highest slot ever used; newest free slot, or 0 */
  uint32_t next_free;  /* column that links the free slots */
} st_row_pool;

/* The pool of a table that has one. Inline, so that a caller that names the
 * table has it as constants. */
static inline const st_row_pool *st_row_pool_of(st_table table) {
  static const st_row_pool pools[ST_TABLE_COUNT] = {
      [ST_TABLE_ENTITY] = {ST_SCALAR_ENTITY_TOP, ST_SCALAR_ENTITY_FREE,
                           ST_COLUMN_ENTITY_NEXT_FREE},
      [ST_TABLE_EFFECT] = {ST_SCALAR_EFFECT_TOP, ST_SCALAR_EFFECT_FREE,
                           ST_COLUMN_EFFECT_NEXT_FREE},
      [ST_TABLE_PART] = {ST_SCALAR_PART_TOP, ST_SCALAR_PART_FREE,
                         ST_COLUMN_PART_NEXT},
      [ST_TABLE_NODE] = {ST_SCALAR_NODE_TOP, ST_SCALAR_NODE_FREE,
                         ST_COLUMN_NODE_SIBLING},
      [ST_TABLE_NOTE] = {ST_SCALAR_NOTE_TOP, ST_SCALAR_NOTE_FREE,
                         ST_COLUMN_NOTE_NEXT},
      [ST_TABLE_WATCHER] = {ST_SCALAR_WATCHER_TOP, ST_SCALAR_WATCHER_FREE,
                            ST_COLUMN_WATCHER_NEXT_FREE},
      [ST_TABLE_TRIGGER] = {ST_SCALAR_TRIGGER_TOP, ST_SCALAR_TRIGGER_FREE,
                            ST_COLUMN_TRIGGER_NEXT},
      [ST_TABLE_OVERRIDE] = {ST_SCALAR_OVERRIDE_TOP, ST_SCALAR_OVERRIDE_FREE,
                             ST_COLUMN_OVERRIDE_NEXT}};
  assert(pools[table].next_free != 0);
  return &pools[table];
}

/* Take a free slot, or the one above all others. Its cells are all 0, except
 * cells that outlive the use of a slot (a generation, a count of uses). */
strata_status st_row_pool_alloc(st_store *store, st_table table, uint32_t *out);

/* Put a slot on the free list. The caller has cleared its cells, except those
 * that outlive the use of a slot. */
strata_status st_row_pool_free(st_store *store, st_table table, uint32_t slot);

#endif
