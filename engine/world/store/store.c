/*
 * store.c - pages, columns, the journal.
 *
 * The state is one contiguous arena of small pages. A column has a range of
 * entries in the directory, and each entry names a page or the zero page. A
 * cell that was never written reads the zero page and costs nothing. Pages are
 * addressed by number, not by pointer: a fork is two copies of bytes, and the
 * arena may move when it grows.
 *
 * Invariants:
 *  - page 0 is all zero;
 *  - each other page below page_count belongs to one directory entry;
 *  - pages are handed out in order and undo takes them back in reverse
 *    (asserted in undo_page), so undo restores the layout as well as the
 *    values;
 *  - `hash` is the sum that st_cell_factor describes. Each write updates it,
 *    undo restores it as a number.
 * Unit test `store` holds them against a plain array, with random writes, marks
 * and rollbacks.
 *
 * Workload: reads are a hundred times as frequent as writes; writes come in
 * tens to hundreds between marks; forks copy 64 KB to 1 MB.
 */
#include "world/store/store.h"

#include <string.h>

static const uint8_t cell_shift[] = {[ST_CELL_BIT] = ST_SHIFT_BIT,
                                     [ST_CELL_32] = ST_SHIFT_32,
                                     [ST_CELL_64] = ST_SHIFT_64,
                                     [ST_CELL_SPLIT] = ST_SHIFT_SPLIT};

/* The rows that each table has capacity for at first: one word of bits, and
 * enough for the scalars of the world. Capacity costs directory entries alone;
 * pages come with writes. */
static const uint32_t first_capacity = 64;

/* How many directory entries a column needs for `rows` rows. */
static uint32_t entries_for(uint8_t cell, uint32_t rows) {
  uint32_t entries = rows >> cell_shift[cell];
  if (entries == 0) entries = 1;
  return cell == ST_CELL_SPLIT ? 2 * entries : entries;
}

static uint32_t directory_size(const st_store *store,
                               const uint32_t *capacity) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < store->rules->column_count; i++) {
    const st_column_spec *spec = &store->rules->columns[i];
    size += entries_for(spec->width, capacity[spec->table]);
  }
  return size;
}

/* Make a new directory for `capacity[t]` rows in each table t; the columns keep
 * the pages that they have. */
static strata_status lay_out_directory(st_store *store,
                                       const uint32_t *capacity) {
  uint32_t size = directory_size(store, capacity);
  uint32_t *directory = st_mem_zeroed(store->mem, size, sizeof *directory);
  if (!directory) return STRATA_ENOMEM;
  uint32_t at = 0;
  for (uint32_t i = 0; i < store->rules->column_count; i++) {
    st_column *column = &store->columns[i];
    uint32_t entries = entries_for(column->width, capacity[column->table]);
    if (store->directory) {
      uint32_t old = entries_for(column->width, store->capacity[column->table]);
      memcpy(directory + at, store->directory + column->first_entry,
             old * sizeof *directory);
    }
    column->first_entry = at;
    at += entries;
  }
  assert(at == size);
  st_mem_free(store->mem, store->directory, store->directory_count,
              sizeof *directory);
  store->directory = directory;
  store->directory_count = size;
  memcpy(store->capacity, capacity, sizeof store->capacity);
  return STRATA_OK;
}

/* From so many pages on, the arena grows by a quarter instead of doubling. */
enum { LARGE_ARENA_PAGES = 4096 };

static strata_status grow_arena(st_store *store, uint32_t pages) {
  if (pages <= store->page_capacity) return STRATA_OK;
  size_t had = store->page_capacity;
  size_t wanted = had < LARGE_ARENA_PAGES ? had * 2 : had + had / 4;
  if (wanted < 64) wanted = 64;
  if (wanted < pages) wanted = pages;
  if (wanted > UINT32_MAX) return STRATA_ENOMEM;
  void *arena = st_mem_resize(store->mem, store->arena, store->page_capacity,
                              wanted, ST_PAGE_BYTES);
  if (!arena) return STRATA_ENOMEM;
  store->arena = arena;
  store->page_capacity = (uint32_t)wanted;
  return STRATA_OK;
}

/* 64 columns may begin at the last one, and are read as two words. */
static size_t paged_word_count(const st_store *store) {
  return store->column_count / 64 + (size_t)2;
}

strata_status st_store_init(st_store *store, st_mem *mem,
                            const strata_rules *rules) {
  *store = (st_store){.mem = mem,
                      .rules = rules,
                      .column_count = rules->column_count,
                      .next_serial = 1};
  store->columns =
      st_mem_zeroed(mem, rules->column_count, sizeof store->columns[0]);
  store->paged_columns = st_mem_zeroed(mem, paged_word_count(store),
                                       sizeof store->paged_columns[0]);
  if (!store->columns || !store->paged_columns) {
    st_store_fini(store);
    return STRATA_ENOMEM;
  }
  for (uint32_t i = 0; i < rules->column_count; i++) {
    const st_column_spec *spec = &rules->columns[i];
    store->columns[i] = (st_column){.shift = cell_shift[spec->width],
                                    .width = spec->width,
                                    .table = spec->table,
                                    .content = spec->content,
                                    .key = spec->key};
  }
  uint32_t capacity[ST_TABLE_COUNT];
  for (int i = 0; i < ST_TABLE_COUNT; i++) {
    capacity[i] = first_capacity;
  }
  strata_status status = lay_out_directory(store, capacity);
  if (!status) status = grow_arena(store, 1);
  if (status) {
    st_store_fini(store);
    return status;
  }
  memset(store->arena, 0, ST_PAGE_BYTES);
  store->page_count = 1;
  return STRATA_OK;
}

void st_store_fini(st_store *store) {
  st_mem_free(store->mem, store->arena, store->page_capacity, ST_PAGE_BYTES);
  st_mem_free(store->mem, store->directory, store->directory_count,
              sizeof store->directory[0]);
  st_mem_free(store->mem, store->columns, store->column_count,
              sizeof store->columns[0]);
  st_mem_free(store->mem, store->paged_columns,
              store->paged_columns ? paged_word_count(store) : 0,
              sizeof store->paged_columns[0]);
  st_mem_free(store->mem, store->journal, store->journal_capacity,
              sizeof store->journal[0]);
  st_mem_free(store->mem, store->marks, store->mark_capacity,
              sizeof store->marks[0]);
  st_mem_free(store->mem, store->sibling_hints, store->sibling_hint_capacity,
              sizeof store->sibling_hints[0]);
  *store = (st_store){.mem = store->mem, .rules = store->rules};
}

strata_status st_store_copy(st_store *store, const st_store *from) {
  assert(store->rules == from->rules && store != from);
  strata_status status = grow_arena(store, from->page_count);
  if (status) return status;
  if (memcmp(store->capacity, from->capacity, sizeof store->capacity) != 0) {
    size_t bytes = sizeof store->directory[0];
    uint32_t *directory =
        st_mem_resize(store->mem, NULL, 0, from->directory_count, bytes);
    if (!directory) return STRATA_ENOMEM;
    st_mem_free(store->mem, store->directory, store->directory_count, bytes);
    store->directory = directory;
    store->directory_count = from->directory_count;
    memcpy(store->capacity, from->capacity, sizeof store->capacity);
    memcpy(store->columns, from->columns,
           store->rules->column_count * sizeof store->columns[0]);
  }
  memcpy(store->directory, from->directory,
         from->directory_count * sizeof store->directory[0]);
  memcpy(store->arena, from->arena, (size_t)from->page_count * ST_PAGE_BYTES);
  memcpy(store->paged_columns, from->paged_columns,
         paged_word_count(store) * sizeof store->paged_columns[0]);
  store->page_count = from->page_count;
  store->hash = from->hash;
  store->journal_count = 0;
  store->mark_count = 0;
  return STRATA_OK;
}

strata_status st_store_reserve(st_store *store, st_table table, uint32_t rows) {
  if (rows <= store->capacity[table]) return STRATA_OK;
  uint32_t all[ST_TABLE_COUNT] = {0};
  all[table] = rows;
  return st_store_reserve_all(store, all);
}

strata_status st_store_reserve_all(st_store *store,
                                   const uint32_t rows[ST_TABLE_COUNT]) {
  uint32_t capacity[ST_TABLE_COUNT];
  memcpy(capacity, store->capacity, sizeof capacity);
  for (uint32_t table = 0; table < ST_TABLE_COUNT; table++) {
    if (rows[table] <= capacity[table]) continue;
    if (rows[table] > UINT32_C(1) << 31) return STRATA_ERANGE;
    if (store->row_limit[table] != 0 && rows[table] > store->row_limit[table]) {
      store->refused_table = (st_table)table;
      return STRATA_ELIMIT;
    }
    while (capacity[table] < rows[table]) {
      capacity[table] *= 2;
    }
  }
  bool more = memcmp(capacity, store->capacity, sizeof capacity) != 0;
  return more ? lay_out_directory(store, capacity) : STRATA_OK;
}

/* -- Quotas -- */

/* A quota as a capacity: a power of two, at least the initial capacity. Slot 0
 * of a table is never used, so one row less fits. 0 stays 0: no limit. */
static uint32_t round_up_quota(uint32_t quota) {
  uint32_t rows = first_capacity;
  while (rows < quota && rows < UINT32_C(1) << 31) {
    rows *= 2;
  }
  return quota != 0 ? rows : 0;
}

void st_store_set_quotas(st_store *store, const strata_quotas *quotas) {
  uint32_t *limit = store->row_limit;
  limit[ST_TABLE_ENTITY] = round_up_quota(quotas->entities);
  limit[ST_TABLE_EFFECT] = round_up_quota(quotas->effects);
  limit[ST_TABLE_WATCHER] = round_up_quota(quotas->watchers);
  limit[ST_TABLE_OVERRIDE] = round_up_quota(quotas->hooks);
  limit[ST_TABLE_NOTE] = round_up_quota(quotas->notes);
  /* The ring of the log uses all of its rows, and slot 0 comes on top. */
  limit[ST_TABLE_LOG] = 2 * round_up_quota(quotas->log_rows);
  limit[ST_TABLE_BYTES] = round_up_quota(quotas->text);
}

const char *st_store_status_text(const st_store *store, strata_status status) {
  static const char *const names[ST_TABLE_COUNT] = {
      [ST_TABLE_ENTITY] = "entity limit: the world may hold no more of them",
      [ST_TABLE_EFFECT] = "modifier limit: the world may hold no more effects",
      [ST_TABLE_WATCHER] = "watcher limit: the world may hold no more of them",
      [ST_TABLE_OVERRIDE] = "hook limit: the world may hold no more of them",
      [ST_TABLE_NOTE] = "note limit: the world may hold no more of them",
      [ST_TABLE_LOG] = "log limit: the world may keep no more rows",
      [ST_TABLE_BYTES] = "text limit: the world may hold no more bytes"};
  const char *name =
      status == STRATA_ELIMIT ? names[store->refused_table] : NULL;
  return name ? name : st_status_text(status);
}

uint64_t st_get_any(const st_store *store, uint32_t column, uint32_t index) {
  switch ((st_cell_width)store->columns[column].width) {
  case ST_CELL_BIT:
    return st_get_bit(store, column, index);
  case ST_CELL_32:
    return st_get32(store, column, index);
  case ST_CELL_64:
    return st_get64(store, column, index);
  case ST_CELL_SPLIT:
    break;
  }
  return st_get_split(store, column, index);
}

/* -- Writing -- */

strata_status st_store_add_page(st_store *store, uint32_t column,
                                uint32_t place) {
  assert(store->journal_count < store->journal_capacity);
  strata_status status = grow_arena(store, store->page_count + 1);
  if (status) return status;
  const st_column *c = &store->columns[column];
  uint32_t page = store->page_count++;
  memset(store->arena + (size_t)page * ST_PAGE_WORDS, 0, ST_PAGE_BYTES);
  store->directory[c->first_entry + place] = page;
  st_bit_set(store->paged_columns, column, true);
  store->journal[store->journal_count++] = (st_journal_record){
      .column_and_word = (uint64_t)(column | ST_JOURNAL_NEW_PAGE) << 32,
      .index = place};
  return STRATA_OK;
}

bool st_store_grow_journal(st_store *store, size_t more) {
  return st_mem_reserve(store->mem, &store->journal, &store->journal_capacity,
                        store->journal_count + more, sizeof store->journal[0]);
}

strata_status st_store_reserve_writes(st_store *store, uint32_t pages,
                                      size_t records) {
  /* a write makes sure of two records before it takes the first */
  if (!st_store_grow_journal(store, records + 2)) return STRATA_ENOMEM;
  return grow_arena(store, store->page_count + pages);
}

/* The page of entry `place` of a column, to be written, and space in the
 * journal for the old word; NULL if there is no memory. `zero`: the write is of
 * a 0, which needs no page. The caller then gets the zero page and finds that
 * the cell does not change. */
static inline uint64_t *find_writable_page(st_store *store, uint32_t column,
                                           uint32_t place, bool zero) {
  if (ST_UNLIKELY(store->journal_count + 2 > store->journal_capacity) &&
      !st_store_grow_journal(store, 2)) {
    return NULL;
  }
  const st_column *c = &store->columns[column];
  assert(place < entries_for(c->width, store->capacity[c->table]));
  const uint32_t *entry = &store->directory[c->first_entry + place];
  if (ST_UNLIKELY(*entry == 0) && !zero &&
      st_store_add_page(store, column, place)) {
    return NULL;
  }
  return store->arena + (size_t)*entry * ST_PAGE_WORDS;
}

/* What a change of a cell adds to the hash of the state. */
static inline uint64_t hash_change(const st_store *store,
                                   const st_column *column, uint32_t index,
                                   uint64_t value, uint64_t old) {
  if (column->content == ST_CONTENT_NARROW) {
    uint32_t bias = store->rules->columns[column - store->columns].bias;
    value = st_narrow_number(bias, (uint32_t)value);
    old = st_narrow_number(bias, (uint32_t)old);
  } else if (column->content != ST_CONTENT_RAW) {
    st_cell_content content = (st_cell_content)column->content;
    if (value != 0) {
      value = st_rules_canonical_number(store->rules, content, value);
    }
    if (old != 0) old = st_rules_canonical_number(store->rules, content, old);
  }
  return (st_cell_fold(value) - st_cell_fold(old)) *
         st_cell_factor(column, index);
}

strata_status st_put64(st_store *store, uint32_t column, uint32_t index,
                       uint64_t value) {
  uint64_t *page =
      find_writable_page(store, column, index >> ST_SHIFT_64, value == 0);
  if (!page) return STRATA_ENOMEM;
  const st_column *c = &store->columns[column];
  assert(c->width == ST_CELL_64);
  uint64_t *cell = &page[index % ST_PAGE_WORDS];
  if (*cell == value) return STRATA_OK;
  st_journal_add_word(store, cell, column, index);
  store->hash += hash_change(store, c, index, value, *cell);
  *cell = value;
  return STRATA_OK;
}

strata_status st_put32(st_store *store, uint32_t column, uint32_t index,
                       uint32_t value) {
  uint64_t *page =
      find_writable_page(store, column, index >> ST_SHIFT_32, value == 0);
  if (!page) return STRATA_ENOMEM;
  const st_column *c = &store->columns[column];
  assert(c->width == ST_CELL_32);
  uint32_t place = index % (ST_PAGE_BYTES / 4);
  uint32_t *cell = (uint32_t *)(void *)page + place;
  if (*cell == value) return STRATA_OK;
  st_journal_add_word(store, page + place / 2, column, index);
  store->hash += hash_change(store, c, index, value, *cell);
  *cell = value;
  return STRATA_OK;
}

strata_status st_put_bit(st_store *store, uint32_t column, uint32_t index,
                         bool value) {
  uint64_t *page =
      find_writable_page(store, column, index >> ST_SHIFT_BIT, !value);
  if (!page) return STRATA_ENOMEM;
  const st_column *c = &store->columns[column];
  assert(c->width == ST_CELL_BIT);
  uint64_t *word = &page[index / 64 % ST_PAGE_WORDS];
  uint64_t mask = (uint64_t)1 << (index % 64);
  if (((*word & mask) != 0) == value) return STRATA_OK;
  st_journal_add_word(store, word, column, index);
  uint64_t bit = st_cell_factor(c, index);
  store->hash += value ? bit : 0 - bit;
  *word ^= mask;
  return STRATA_OK;
}

static uint64_t *find_writable_half(st_store *store, uint32_t column,
                                    uint32_t index, uint32_t half,
                                    uint32_t value) {
  return find_writable_page(store, column, st_split_page(index, half),
                            value == 0);
}

static void put_split_half(st_store *store, uint32_t column, uint32_t index,
                           uint64_t *page, uint32_t value) {
  uint32_t place = index % (ST_PAGE_BYTES / 4);
  uint32_t *cell = (uint32_t *)(void *)page + place;
  if (*cell == value) return;
  st_journal_add_word(store, page + place / 2, column, index);
  *cell = value;
}

/* Whether both halves of a SPLIT cell can be written: a half that is 0 needs no
 * page. */
static bool has_room_for_split(const st_store *store, uint32_t column,
                               uint32_t index, uint32_t low, uint32_t high) {
  const uint32_t *pages = store->directory +
                          store->columns[column].first_entry +
                          st_split_page(index, 0);
  return st_store_has_room(store, 2) && (pages[0] != 0 || low == 0) &&
         (pages[1] != 0 || high == 0);
}

strata_status st_put_split(st_store *store, uint32_t column, uint32_t index,
                           uint64_t value) {
  uint64_t old = st_get_split(store, column, index);
  if (old == value) return STRATA_OK;
  uint32_t low = (uint32_t)value;
  uint32_t high = st_split_high(value);
  /* Preparing one half may move the arena, or use the space in the journal that
   * the other half needs, so check both again. */
  while (ST_UNLIKELY(!has_room_for_split(store, column, index, low, high))) {
    if (!find_writable_half(store, column, index, 0, low) ||
        !find_writable_half(store, column, index, 1, high)) {
      return STRATA_ENOMEM;
    }
  }
  const st_column *c = &store->columns[column];
  const uint32_t *pages =
      store->directory + c->first_entry + st_split_page(index, 0);
  put_split_half(store, column, index,
                 store->arena + (size_t)pages[0] * ST_PAGE_WORDS, low);
  put_split_half(store, column, index,
                 store->arena + (size_t)pages[1] * ST_PAGE_WORDS, high);
  store->hash += hash_change(store, c, index, value, old);
  return STRATA_OK;
}

strata_status st_put_any(st_store *store, uint32_t column, uint32_t index,
                         uint64_t value) {
  switch ((st_cell_width)store->columns[column].width) {
  case ST_CELL_BIT:
    assert(value <= 1);
    return st_put_bit(store, column, index, value != 0);
  case ST_CELL_32:
    assert(value <= UINT32_MAX);
    return st_put32(store, column, index, (uint32_t)value);
  case ST_CELL_64:
    return st_put64(store, column, index, value);
  case ST_CELL_SPLIT:
    break;
  }
  return st_put_split(store, column, index, value);
}

strata_status st_store_prepare_cell(st_store *store, uint32_t column,
                                    uint32_t index, size_t records) {
  if (!st_store_has_room(store, records + 1) &&
      !st_store_grow_journal(store, records + 1)) {
    return STRATA_ENOMEM;
  }
  const st_column *c = &store->columns[column];
  assert(index < store->capacity[c->table] && c->width != ST_CELL_SPLIT);
  uint32_t place = index >> c->shift;
  return store->directory[c->first_entry + place] != 0
             ? STRATA_OK
             : st_store_add_page(store, column, place);
}

strata_status st_store_touch(st_store *store, uint32_t column, uint32_t index) {
  if (store->journal_count + 2 > store->journal_capacity &&
      !st_store_grow_journal(store, 2)) {
    return STRATA_ENOMEM;
  }
  assert(store->columns[column].width == ST_CELL_32);
  const uint64_t *page = st_store_page(store, column, index, ST_SHIFT_32);
  st_journal_add_word(store, page + index % (ST_PAGE_BYTES / 4) / 2, column,
                      index);
  if (store->on_undo) {
    store->on_undo(store->on_undo_user,
                   &store->journal[store->journal_count - 1], 1);
  }
  return STRATA_OK;
}

/* -- Journal -- */

static void undo_page(st_store *store, const st_journal_record *r) {
  const st_column *c =
      &store->columns[st_journal_record_column(r) & ~ST_JOURNAL_NEW_PAGE];
  assert(store->directory[c->first_entry + r->index] == store->page_count - 1);
  store->directory[c->first_entry + r->index] = 0;
  store->page_count--;
}

/* Write one half of a word of 32-bit cells, as neither hash nor journal see. */
static void set_half(st_store *store, uint32_t entry, uint32_t index,
                     uint32_t value) {
  uint64_t *page =
      store->arena + (size_t)store->directory[entry] * ST_PAGE_WORDS;
  uint32_t *cell = (uint32_t *)(void *)page + index % (ST_PAGE_BYTES / 4);
  if (*cell != value) *cell = value; /* the zero page is never written */
}

/* Give a cell another number, as neither hash nor journal see. Returns the old
 * one. It has the pages that either number needs. */
static uint64_t exchange_cell(st_store *store, uint32_t column, uint32_t index,
                              uint64_t number) {
  const st_column *c = &store->columns[column];
  uint64_t old = st_get_any(store, column, index);
  if (old == number) return old;
  uint32_t entry = c->first_entry + (index >> c->shift);
  uint64_t *page =
      store->arena + (size_t)store->directory[entry] * ST_PAGE_WORDS;
  switch ((st_cell_width)c->width) {
  case ST_CELL_BIT:
    assert(false); /* no row that is written at once has one */
    break;
  case ST_CELL_32:
    set_half(store, entry, index, (uint32_t)number);
    break;
  case ST_CELL_64:
    page[index % ST_PAGE_WORDS] = number;
    break;
  case ST_CELL_SPLIT:
    entry = c->first_entry + st_split_page(index, 0);
    set_half(store, entry, index, (uint32_t)number);
    set_half(store, entry + 1, index, st_split_high(number));
    break;
  }
  return old;
}

static void undo_fresh_row(st_store *store, const st_journal_record *r) {
  for (uint64_t left = r->old_word; left != 0; left &= left - 1) {
    (void)exchange_cell(store, st_fresh_row_column(r, left), r->index, 0);
  }
}

void st_store_undo(st_store *store, st_savepoint to) {
  assert(to.journal_count <= store->journal_count);
  size_t count = store->journal_count - to.journal_count;
  if (count == 0) return;
  for (size_t i = store->journal_count; i-- > to.journal_count;) {
    const st_journal_record *r = &store->journal[i];
    if (ST_UNLIKELY(st_journal_record_column(r) & ST_JOURNAL_NEW_PAGE)) {
      undo_page(store, r);
    } else if (st_journal_record_is_row(r)) {
      undo_fresh_row(store, r);
    } else {
      store->arena[(uint32_t)r->column_and_word] = r->old_word;
    }
  }
  store->journal_count = to.journal_count;
  store->hash = to.hash;
  if (store->on_undo) {
    store->on_undo(store->on_undo_user, store->journal + to.journal_count,
                   count);
  }
}

size_t st_store_count_named(const st_store *store, size_t from) {
  size_t count = 0;
  for (size_t i = from; i < store->journal_count; i++) {
    const st_journal_record *r = &store->journal[i];
    count += st_journal_record_is_row(r) ? st_count_bits(r->old_word) : 1;
  }
  return count;
}

/* Take the cells of a fresh row to `to`; and put them back from before `end`.
 * Both return where the next row's begin. */
static uint64_t *take_fresh_row(st_store *store, const st_journal_record *r,
                                uint64_t *to) {
  for (uint64_t left = r->old_word; left != 0; left &= left - 1) {
    *to++ = exchange_cell(store, st_fresh_row_column(r, left), r->index, 0);
  }
  return to;
}

static uint64_t *put_fresh_row(st_store *store, const st_journal_record *r,
                               uint64_t *end) {
  uint64_t *from = end - st_count_bits(r->old_word);
  const uint64_t *next = from;
  for (uint64_t left = r->old_word; left != 0; left &= left - 1) {
    (void)exchange_cell(store, st_fresh_row_column(r, left), r->index, *next++);
  }
  return from;
}

static void swap_word(st_store *store, st_journal_record *r) {
  uint64_t *word = &store->arena[(uint32_t)r->column_and_word];
  uint64_t other = *word;
  *word = r->old_word;
  r->old_word = other;
}

void st_store_swap_journal(st_store *store, size_t from, bool back,
                           uint64_t *fresh) {
  assert(from <= store->journal_count);
  size_t count = store->journal_count - from;
  if (!back) { /* what was taken last is put back first */
    for (size_t i = 0; i < count; i++) {
      const st_journal_record *r = &store->journal[from + i];
      if (st_journal_record_is_row(r)) fresh += st_count_bits(r->old_word);
    }
  }
  for (size_t i = 0; i < count; i++) {
    st_journal_record *r =
        &store->journal[back ? store->journal_count - 1 - i : from + i];
    if (st_journal_record_column(r) & ST_JOURNAL_NEW_PAGE) continue;
    if (!st_journal_record_is_row(r)) {
      swap_word(store, r);
    } else {
      fresh = back ? take_fresh_row(store, r, fresh)
                   : put_fresh_row(store, r, fresh);
    }
  }
}

strata_status st_store_mark(st_store *store, uint64_t *out) {
  if (!st_mem_reserve(store->mem, &store->marks, &store->mark_capacity,
                      store->mark_count + 1, sizeof store->marks[0])) {
    return STRATA_ENOMEM;
  }
  uint64_t serial = store->next_serial++;
  store->marks[store->mark_count++] =
      (st_mark){.serial = serial, .savepoint = st_store_begin(store)};
  *out = serial;
  return STRATA_OK;
}

/* The position of a mark among all marks, from 1; 0 if it was released. */
static size_t find_mark(const st_store *store, uint64_t mark) {
  size_t n = store->mark_count;
  while (n > 0 && store->marks[n - 1].serial > mark) {
    n--;
  }
  return n > 0 && store->marks[n - 1].serial == mark ? n : 0;
}

strata_status st_store_rollback(st_store *store, uint64_t mark) {
  size_t n = find_mark(store, mark);
  if (n == 0) return STRATA_ESTALE;
  st_store_undo(store, store->marks[n - 1].savepoint);
  store->mark_count = n;
  return STRATA_OK;
}

/* The journal stays even if no mark is left: a call that is going on may still
 * be undone. The end of that call empties the journal. */
strata_status st_store_release_mark(st_store *store, uint64_t mark) {
  size_t n = find_mark(store, mark);
  if (n == 0) return STRATA_ESTALE;
  store->mark_count = n - 1;
  return STRATA_OK;
}

void st_store_commit(st_store *store) {
  store->mark_count = 0;
  store->journal_count = 0;
}

/* -- Rows -- */

strata_status st_row_pool_alloc(st_store *store, st_table table,
                                uint32_t *out) {
  const st_row_pool *pool = st_row_pool_of(table);
  uint32_t slot = (uint32_t)st_scalar_get(store, pool->free);
  strata_status status;
  if (slot != 0) {
    uint32_t next = st_get32(store, pool->next_free, slot);
    status = st_scalar_put(store, pool->free, next);
    if (!status && next != 0 &&
        !st_put32_in_place(store, pool->next_free, slot, 0)) {
      status = st_put32(store, pool->next_free, slot, 0);
    }
  } else {
    slot = (uint32_t)st_scalar_get(store, pool->top) + 1;
    status = slot < store->capacity[table]
                 ? STRATA_OK
                 : st_store_reserve(store, table, slot + 1);
    if (!status) status = st_scalar_put(store, pool->top, slot);
  }
  *out = slot;
  return status;
}

strata_status st_row_pool_free(st_store *store, st_table table, uint32_t slot) {
  const st_row_pool *pool = st_row_pool_of(table);
  uint32_t next = (uint32_t)st_scalar_get(store, pool->free);
  strata_status status = st_put32(store, pool->next_free, slot, next);
  if (status) return status;
  return st_scalar_put(store, pool->free, slot);
}
