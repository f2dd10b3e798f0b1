/*
 * save.c - canonical bytes.
 *
 * A save is a header and one section for each column that has a cell which is
 * not 0, in the order of the columns' names; a section holds the pages that
 * are not all 0. Numbers are little-endian. Where a cell is an id of the
 * rules, the hash of the name stands for it, so a save can be read under rules
 * to which names have been added, or which know old names of things
 * (rules/declare/old_names). A number is written as all 64 bits, however its
 * cells are kept, so that ranges may change as well.
 *
 *   header   magic 8, version 4, zero 4, size 8, rules 8, hash 8, checksum 8
 *   section  key 8, kind 4, pages 4; then for each page: place 4, zero 4, cells
 *
 * Reading trusts nothing: the checksum first, then every number, and at last
 * the hash that the header promises, less what old names have made of it.
 */
#include "world/save/save.h"

#include "base/bits.h"
#include "base/hash.h"
#include "rules/catalog/column_layout.h"

#include <string.h>

#define HEADER_BYTES  48
#define SECTION_BYTES 16
#define PLACE_BYTES   8
#define SAVE_VERSION  5
#define SAVE_OLDEST   3 /* what it lacks is 0 */

static const uint8_t save_magic[8] = {'S', 'T', 'R', 'A', 'T', 'A', 0x1a, '\n'};

static uint64_t state_hash(uint64_t hash) {
  return st_mix(UINT64_C(0x5374726174612031), hash);
}

uint64_t st_save_hash(const st_store *store) {
  return state_hash(store->hash);
}

/* Bytes that the cells of one page take. */
static size_t page_size(const st_column *column) {
  switch ((st_cell_content)column->content) {
  case ST_CONTENT_RAW:
  case ST_CONTENT_NARROW:
    return ST_PAGE_BYTES;
  case ST_CONTENT_SYMBOL:
  case ST_CONTENT_ATTR:
  case ST_CONTENT_CLOCK:
  case ST_CONTENT_GROUP:
  case ST_CONTENT_DEFINITION:
  case ST_CONTENT_EVENT_TYPE:
  case ST_CONTENT_WATCHER_DEF:
  case ST_CONTENT_HANDLER:
    return (size_t)ST_PAGE_BYTES / 4 * 8;
  case ST_CONTENT_PART_HEADER:
    return (size_t)ST_PAGE_WORDS * 24;
  case ST_CONTENT_COUNT:
    break;
  }
  assert(!"a meaning"); /* unreachable */
  return 0;
}

/* Cells of a page of a save, as a power of two: numbers have all their bits
 * there. */
static unsigned saved_page_shift(const st_column *column) {
  switch ((st_cell_width)column->width) {
  case ST_CELL_32:
    return column->content == ST_CONTENT_NARROW ? ST_SHIFT_64 : ST_SHIFT_32;
  case ST_CELL_BIT:
    return ST_SHIFT_BIT;
  case ST_CELL_64:
  case ST_CELL_SPLIT:
    break;
  }
  return ST_SHIFT_64;
}

/* How many pages of a save a column may have. */
static uint32_t saved_page_count(const st_store *store,
                                 const st_column *column) {
  uint32_t pages = store->capacity[column->table] >> saved_page_shift(column);
  return pages > 0 ? pages : 1;
}

/* Its size and meaning, as a save has them. */
static uint32_t section_type(const st_column *column) {
  bool is_wide = saved_page_shift(column) == ST_SHIFT_64;
  bool is_raw = column->content == ST_CONTENT_NARROW;
  return (is_wide ? (uint32_t)ST_CELL_64 : column->width) |
         (is_raw ? (uint32_t)ST_CONTENT_RAW : column->content) << 8;
}

static uint32_t narrow_bias(const st_store *store, const st_column *column) {
  return store->rules->columns[column - store->columns].bias;
}

static bool is_zero(const uint64_t *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (words[i] != 0) return false; /* as a rule one of the first is not */
  }
  return true;
}

/* A page of a column, by its place in the directory. */
static const uint64_t *page_at(const st_store *store, const st_column *column,
                               uint32_t place) {
  uint32_t page = store->directory[column->first_entry + place];
  return store->arena + (size_t)page * ST_PAGE_WORDS;
}

/* Half a page of 32-bit cells: the `odd` half or the first. */
static const uint64_t *half_page(const uint64_t *page, uint32_t odd) {
  return page + (odd ? ST_PAGE_WORDS / 2 : 0);
}

static void join_halves(const uint32_t *restrict low,
                        const uint32_t *restrict high, uint64_t *restrict out) {
  for (int i = 0; i < ST_PAGE_WORDS; i++) {
    out[i] = st_split_join(low[i], high[i]);
  }
}

static void widen_narrow(uint32_t below, const uint32_t *restrict cells,
                         uint64_t *restrict out) {
  for (int i = 0; i < ST_PAGE_WORDS; i++) {
    out[i] = st_narrow_number(below, cells[i]);
  }
}

/* The cells of a page of a save, in `room` or where they are; NULL if they are
 * all 0. */
static const uint64_t *find_nonzero_page(const st_store *store,
                                         const st_column *column,
                                         uint32_t place, uint64_t *room) {
  const size_t half = ST_PAGE_WORDS / 2;
  uint32_t odd = place % 2;
  if (column->width == ST_CELL_SPLIT) {
    const uint64_t *low = half_page(page_at(store, column, place - odd), odd);
    const uint64_t *high =
        half_page(page_at(store, column, place - odd + 1), odd);
    if (is_zero(low, half) && is_zero(high, half)) return NULL;
    join_halves((const void *)low, (const void *)high, room);
    return room;
  }
  if (column->content == ST_CONTENT_NARROW) {
    const uint64_t *page = half_page(page_at(store, column, place / 2), odd);
    if (is_zero(page, half)) return NULL;
    widen_narrow(narrow_bias(store, column), (const void *)page, room);
    return room;
  }
  const uint64_t *page = page_at(store, column, place);
  return page == store->arena || is_zero(page, ST_PAGE_WORDS) ? NULL : page;
}

/* -- Writing -- */

static void write_words(uint8_t *to, const uint64_t *from) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(to, from, ST_PAGE_BYTES);
#else
  for (int i = 0; i < ST_PAGE_WORDS; i++)
    st_write_u64(to + 8 * i, from[i]);
#endif
}

static void write_halves(uint8_t *to, const uint64_t *from) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(to, from, ST_PAGE_BYTES);
#else
  const uint32_t *halves = (const void *)from;
  for (int i = 0; i < ST_PAGE_BYTES / 4; i++) {
    st_write_u32(to + 4 * i, halves[i]);
  }
#endif
}

static void write_names(const st_store *store, const st_column *column,
                        const uint64_t *from, uint8_t *to) {
  const uint32_t *ids = (const void *)from;
  for (int i = 0; i < ST_PAGE_BYTES / 4; i++) {
    uint64_t name = ids[i] == 0 ? 0
                                : st_rules_canonical_number(
                                      store->rules,
                                      (st_cell_content)column->content, ids[i]);
    st_write_u64(to + 8 * (size_t)i, name);
  }
}

static uint64_t layer_saved_name(const strata_rules *rules,
                                 strata_layer layer) {
  return rules->numbered_layers ? (uint64_t)(int64_t)layer
                                : rules->layers[layer].hash;
}

static void write_part_headers(const st_store *store, const uint64_t *from,
                               uint8_t *to) {
  const strata_rules *rules = store->rules;
  for (int i = 0; i < ST_PAGE_WORDS; i++, to += 24) {
    uint64_t verb = from[i];
    if (verb == 0) {
      memset(to, 0, 24);
      continue;
    }
    st_write_u64(to, layer_saved_name(rules, st_part_header_layer(verb)));
    st_write_u64(to + 8, rules->attrs[st_part_header_attr(verb) - 1].hash);
    st_write_u64(to + 16, verb & ST_PART_HEADER_LOW);
  }
}

static void write_page(const st_store *store, const st_column *column,
                       const uint64_t *from, uint8_t *to) {
  switch ((st_cell_content)column->content) {
  case ST_CONTENT_RAW:
  case ST_CONTENT_NARROW:
    if (saved_page_shift(column) == ST_SHIFT_32) {
      write_halves(to, from);
    } else {
      write_words(to, from);
    }
    break;
  case ST_CONTENT_SYMBOL:
  case ST_CONTENT_ATTR:
  case ST_CONTENT_CLOCK:
  case ST_CONTENT_GROUP:
  case ST_CONTENT_DEFINITION:
  case ST_CONTENT_EVENT_TYPE:
  case ST_CONTENT_WATCHER_DEF:
  case ST_CONTENT_HANDLER:
    write_names(store, column, from, to);
    break;
  case ST_CONTENT_PART_HEADER:
    write_part_headers(store, from, to);
    break;
  case ST_CONTENT_COUNT:
    break;
  }
}

/* Write one column's section; false if it does not fit. */
static bool write_section(const st_store *store, const st_column *column,
                          uint8_t *buffer, size_t capacity, size_t *size) {
  size_t start = *size;
  size_t at = start + SECTION_BYTES;
  size_t step = PLACE_BYTES + page_size(column);
  uint32_t pages = 0;
  uint64_t room[ST_PAGE_WORDS];
  uint32_t most = saved_page_count(store, column);
  for (uint32_t place = 0; place < most; place++) {
    const uint64_t *page = find_nonzero_page(store, column, place, room);
    if (!page) continue;
    if (capacity < at || capacity - at < step) return false;
    st_write_u32(buffer + at, place);
    st_write_u32(buffer + at + 4, 0);
    write_page(store, column, page, buffer + at + PLACE_BYTES);
    at += step;
    pages++;
  }
  if (pages == 0) return true;
  st_write_u64(buffer + start, column->key);
  st_write_u32(buffer + start + 8, section_type(column));
  st_write_u32(buffer + start + 12, pages);
  *size = at;
  return true;
}

static size_t size_needed(const st_store *store) {
  size_t size = HEADER_BYTES;
  for (uint32_t i = 0; i < store->rules->column_count; i++) {
    const st_column *column = &store->columns[i];
    size_t pages = 0;
    uint64_t room[ST_PAGE_WORDS];
    uint32_t most = saved_page_count(store, column);
    for (uint32_t place = 0; place < most; place++) {
      pages += find_nonzero_page(store, column, place, room) != NULL;
    }
    if (pages == 0) continue;
    size += SECTION_BYTES + pages * (PLACE_BYTES + page_size(column));
  }
  return size;
}

static uint64_t checksum(const uint8_t *bytes, size_t size) {
  return st_mix(st_checksum(bytes, HEADER_BYTES - 8),
                st_checksum(bytes + HEADER_BYTES, size - HEADER_BYTES));
}

bool st_save_write(const st_store *store, uint8_t *buffer, size_t capacity,
                   size_t *size) {
  size_t at = HEADER_BYTES;
  bool fits = capacity >= HEADER_BYTES;
  for (uint32_t i = 0; fits && i < store->rules->column_count; i++) {
    fits = write_section(store, &store->columns[i], buffer, capacity, &at);
  }
  if (!fits) {
    *size = size_needed(store);
    return false;
  }
  memcpy(buffer, save_magic, sizeof save_magic);
  st_write_u32(buffer + 8, SAVE_VERSION);
  st_write_u32(buffer + 12, 0);
  st_write_u64(buffer + 16, at);
  st_write_u64(buffer + 24, store->rules->hash);
  st_write_u64(buffer + 32, st_save_hash(store));
  st_write_u64(buffer + 40, checksum(buffer, at));
  *size = at;
  return true;
}

/* -- Reading -- */

typedef struct save_reader {
  st_store *store;
  const uint8_t *bytes;
  size_t size, offset;
  uint32_t next_column;        /* sections come in the order of columns */
  bool has_old_names;          /* the rules know old names */
  st_column saved_column;      /* the section's column, with the key it had */
  uint64_t rename_hash_change; /* what old names have added to the hash of the
                                  save */
  /* If they know some: under which name each thing was met, by kind and id, and
   * each column; 0: not yet. */
  uint64_t *met_names[ST_NAME_KIND_COUNT], *met_columns;
  strata_error *error;
} save_reader;

static strata_status refuse_corrupt(const save_reader *r, const char *what) {
  return ST_ERROR(r->error, STRATA_ECORRUPT, r->offset, "load: byte ",
                  st_number_format((int64_t)r->offset).text, ": ", what);
}

static strata_status refuse_missing_name(const save_reader *r,
                                         const char *what) {
  return ST_ERROR(r->error, STRATA_ENOENT, r->offset, "load: byte ",
                  st_number_format((int64_t)r->offset).text,
                  ": the rules lack ", what,
                  " that the save uses; load it with the packs of the save");
}

/* Note under which name something was met. A save has one for each, so under
 * another it was another thing, and both would become one. */
static strata_status check_one_old_name(const save_reader *r, uint64_t *met,
                                        uint64_t name, const char *kind,
                                        const char *now) {
  if (*met == 0) *met = name;
  if (*met == name) return STRATA_OK;
  return ST_ERROR(r->error, STRATA_EEXIST, r->offset, "load: byte ",
                  st_number_format((int64_t)r->offset).text,
                  ": two things of the save have one name after renames: ",
                  kind, " ", now, "; let renames lead them to different ones");
}

static strata_status check_old_name_of_id(const save_reader *r,
                                          strata_name_kind kind, uint32_t id,
                                          uint64_t name) {
  if (!r->met_names[kind]) return STRATA_OK;
  const st_name *now = &r->store->rules->names[kind].items[id - 1];
  return check_one_old_name(r, &r->met_names[kind][id - 1], name,
                            st_name_kind_text(kind), now->text);
}

static strata_status alloc_met_names(save_reader *r) {
  const strata_rules *rules = r->store->rules;
  if (!r->has_old_names) return STRATA_OK;
  r->met_columns =
      st_mem_zeroed(r->store->mem, rules->column_count + 1u, sizeof(uint64_t));
  if (!r->met_columns) return STRATA_ENOMEM;
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    if (rules->old_names[kind].count == 0) continue;
    r->met_names[kind] = st_mem_zeroed(
        r->store->mem, rules->names[kind].count + 1u, sizeof(uint64_t));
    if (!r->met_names[kind]) return STRATA_ENOMEM;
  }
  return STRATA_OK;
}

static void free_met_names(save_reader *r) {
  const strata_rules *rules = r->store->rules;
  st_mem *mem = r->store->mem;
  st_mem_free(mem, r->met_columns,
              r->met_columns ? rules->column_count + 1u : 0, sizeof(uint64_t));
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    st_mem_free(mem, r->met_names[kind],
                r->met_names[kind] ? rules->names[kind].count + 1u : 0,
                sizeof(uint64_t));
  }
}

static strata_status read_save_header(save_reader *r) {
  if (r->size < HEADER_BYTES ||
      memcmp(r->bytes, save_magic, sizeof save_magic) != 0) {
    return refuse_corrupt(r, "this is no save");
  }
  r->offset = 8;
  uint32_t version = st_read_u32(r->bytes + 8);
  if (version < SAVE_OLDEST || version > SAVE_VERSION ||
      st_read_u32(r->bytes + 12) != 0) {
    return refuse_corrupt(r, "a save of another version");
  }
  r->offset = 16;
  if (st_read_u64(r->bytes + 16) != r->size) {
    return refuse_corrupt(r, "the save is cut off, or has something after it");
  }
  r->offset = 40;
  if (st_read_u64(r->bytes + 40) != checksum(r->bytes, r->size)) {
    return refuse_corrupt(r, "the checksum is wrong: some byte has changed");
  }
  r->offset = HEADER_BYTES;
  return STRATA_OK;
}

static bool find_layer(const strata_rules *rules, uint64_t name,
                       strata_layer *out) {
  if (rules->numbered_layers) {
    int64_t number = (int64_t)name;
    *out = (strata_layer)number;
    return number >= INT32_MIN && number <= INT32_MAX;
  }
  uint32_t id = st_rules_find_by_hash(rules, STRATA_NAME_LAYER, name);
  *out = (strata_layer)id - 1;
  return id != 0;
}

static strata_status read_part_header(save_reader *r, const uint8_t *from,
                                      uint64_t *out) {
  const strata_rules *rules = r->store->rules;
  uint64_t low = st_read_u64(from + 16);
  *out = 0;
  if (st_read_u64(from) == 0 && st_read_u64(from + 8) == 0 && low == 0) {
    return STRATA_OK;
  }
  strata_layer layer;
  if (!find_layer(rules, st_read_u64(from), &layer)) {
    return refuse_missing_name(r, "a layer");
  }
  uint32_t attr = st_rules_find_by_hash(rules, STRATA_NAME_ATTRIBUTE,
                                        st_read_u64(from + 8));
  if (attr == 0) return refuse_missing_name(r, "an attribute");
  strata_status status = check_old_name_of_id(r, STRATA_NAME_ATTRIBUTE, attr,
                                              st_read_u64(from + 8));
  if (status) return status;
  if (low > ST_PART_HEADER_LOW)
    return refuse_corrupt(r, "an operation out of range");
  *out = st_part_header(layer, attr, 0, 0, 0) | low;
  return STRATA_OK;
}

static strata_status read_narrow(const save_reader *r, const st_column *column,
                                 uint64_t number, uint64_t *out) {
  if (!st_narrow_fits(narrow_bias(r->store, column), number)) {
    return refuse_corrupt(r, "a number out of its attribute's range");
  }
  *out = (uint32_t)number;
  return STRATA_OK;
}

/* The n-th cell of a page as it is stored. */
static strata_status read_cell(save_reader *r, const st_column *column,
                               const uint8_t *from, uint32_t n, uint64_t *out) {
  st_cell_content meaning = (st_cell_content)column->content;
  strata_name_kind kind;
  switch (meaning) {
  case ST_CONTENT_RAW:
    *out = column->width == ST_CELL_32 ? st_read_u32(from + 4 * (size_t)n)
                                       : st_read_u64(from + 8 * (size_t)n);
    return STRATA_OK;
  case ST_CONTENT_NARROW:
    return read_narrow(r, column, st_read_u64(from + 8 * (size_t)n), out);
  case ST_CONTENT_PART_HEADER:
    return read_part_header(r, from + 24 * (size_t)n, out);
  case ST_CONTENT_SYMBOL:
  case ST_CONTENT_ATTR:
  case ST_CONTENT_CLOCK:
  case ST_CONTENT_GROUP:
  case ST_CONTENT_DEFINITION:
  case ST_CONTENT_EVENT_TYPE:
  case ST_CONTENT_WATCHER_DEF:
  case ST_CONTENT_HANDLER:
  case ST_CONTENT_COUNT:
    break;
  }
  uint64_t name = st_read_u64(from + 8 * (size_t)n);
  bool has_name = name != 0 && st_cell_content_kind(meaning, &kind);
  *out = has_name ? st_rules_find_by_hash(r->store->rules, kind, name) : 0;
  if (!has_name) return STRATA_OK;
  return *out == 0 ? refuse_missing_name(r, "a name")
                   : check_old_name_of_id(r, kind, (uint32_t)*out, name);
}

/* What a cell with a name says in the hash of the one that wrote it: the number
 * that stands for it there. */
static uint64_t canonical_as_saved(const strata_rules *rules,
                                   const uint8_t *from,
                                   st_cell_content meaning) {
  if (meaning != ST_CONTENT_PART_HEADER) return st_read_u64(from);
  uint64_t place = st_read_u64(from);
  if (rules->numbered_layers) place = (uint32_t)place;
  return st_mix(place, st_read_u64(from + 8)) + st_read_u64(from + 16);
}

/* Note what it is to the hash that a cell with a number is in a column that had
 * another name, or says another name; `from` is where it is in the save. */
static void adjust_hash_number(save_reader *r, const st_column *column,
                               const uint8_t *from, uint32_t index,
                               uint64_t cell) {
  st_cell_content meaning = (st_cell_content)column->content;
  uint64_t now = cell;
  uint64_t then = cell;
  if (meaning == ST_CONTENT_NARROW) {
    now = st_narrow_number(narrow_bias(r->store, column), (uint32_t)cell);
    then = now;
  } else if (meaning != ST_CONTENT_RAW) {
    now = st_rules_canonical_number(r->store->rules, meaning, cell);
    then = canonical_as_saved(r->store->rules, from, meaning);
  }
  r->rename_hash_change +=
      st_cell_fold(then) * st_cell_factor(&r->saved_column, index) -
      st_cell_fold(now) * st_cell_factor(column, index);
}

/* The same of 64 cells of a bit each. */
static void adjust_hash_bits(save_reader *r, const st_column *column,
                             uint32_t index, uint64_t bits) {
  for (; bits != 0; bits &= bits - 1) {
    uint32_t at = index + st_lowest_bit(bits);
    r->rename_hash_change +=
        st_cell_factor(&r->saved_column, at) - st_cell_factor(column, at);
  }
}

/* The same of the n-th cell of a page. */
static void adjust_hash_renamed(save_reader *r, const st_column *column,
                                const uint8_t *from, uint32_t n, uint32_t index,
                                uint64_t cell) {
  if (!r->has_old_names) return;
  if (column->width == ST_CELL_BIT) {
    adjust_hash_bits(r, column, index * 64, cell);
  } else {
    size_t step = column->content == ST_CONTENT_PART_HEADER ? 24 : 8;
    adjust_hash_number(r, column, from + step * n, index, cell);
  }
}

static strata_status write_loaded_cell(save_reader *r, uint32_t column,
                                       uint32_t index, uint64_t cell) {
  st_store *store = r->store;
  if (store->columns[column].width != ST_CELL_BIT) {
    return st_put_any(store, column, index, cell);
  }
  for (; cell != 0; cell &= cell - 1) {
    strata_status status =
        st_put_bit(store, column, index * 64 + st_lowest_bit(cell), true);
    if (status) return status;
  }
  return STRATA_OK;
}

static strata_status read_page(save_reader *r, uint32_t column,
                               uint32_t place) {
  st_store *store = r->store;
  const st_column *c = &store->columns[column];
  const uint8_t *from = r->bytes + r->offset + PLACE_BYTES;
  uint64_t rows_each = (uint64_t)1 << saved_page_shift(c);
  uint64_t first = place * rows_each;
  /* Every row that a real save has takes at least a byte of it: what claims
   * more would only make us reserve memory. */
  if (first > r->size) return refuse_corrupt(r, "a page beyond all rows");
  uint64_t end = first + rows_each;
  if (c->width == ST_CELL_BIT) { /* a page of bits spans many rows */
    uint32_t words = ST_PAGE_WORDS;
    while (words > 1 && st_read_u64(from + 8 * (size_t)(words - 1)) == 0) {
      words--;
    }
    end = first + (uint64_t)words * 64;
  }
  strata_status status =
      st_store_reserve(store, (st_table)c->table, (uint32_t)end);
  uint32_t cells =
      c->width == ST_CELL_BIT ? ST_PAGE_WORDS : (uint32_t)rows_each;
  uint32_t unit =
      c->width == ST_CELL_BIT ? (uint32_t)first / 64 : (uint32_t)first;
  uint32_t rows = store->capacity[c->table];
  bool any = false;
  for (uint32_t n = 0; !status && n < cells; n++) {
    uint64_t cell = 0;
    status = read_cell(r, c, from, n, &cell);
    if (status) return status;
    if (cell == 0) continue;
    uint64_t last = c->width == ST_CELL_BIT ? (uint64_t)(unit + n) * 64 + 63
                                            : (uint64_t)unit + n;
    if (last >= rows) return refuse_corrupt(r, "a cell beyond all rows");
    any = true;
    adjust_hash_renamed(r, c, from, n, unit + n, cell);
    status = write_loaded_cell(r, column, unit + n, cell);
  }
  store->journal_count = 0;
  if (status) {
    return ST_ERROR(r->error, status, r->offset,
                    "load: ", st_store_status_text(r->store, status));
  }
  return any ? STRATA_OK : refuse_corrupt(r, "a page of nothing");
}

/* The column of a section, UINT32_MAX if there is none. One that has another
 * name now may come anywhere. */
static uint32_t find_section_column(save_reader *r, uint64_t key) {
  const strata_rules *rules = r->store->rules;
  for (uint32_t i = r->next_column; i < rules->column_count; i++) {
    if (r->store->columns[i].key != key) continue;
    r->next_column = i + 1;
    return i;
  }
  return st_column_layout_find_old(rules, key);
}

static strata_status read_section(save_reader *r) {
  if (r->size - r->offset < SECTION_BYTES)
    return refuse_corrupt(r, "a section cut off");
  uint64_t key = st_read_u64(r->bytes + r->offset);
  uint32_t pages = st_read_u32(r->bytes + r->offset + 12);
  uint32_t column = find_section_column(r, key);
  if (column == UINT32_MAX) {
    return refuse_missing_name(r, "an attribute, symbol, zone or clock");
  }
  const st_column *c = &r->store->columns[column];
  r->saved_column = *c;
  r->saved_column.key = key;
  if (st_read_u32(r->bytes + r->offset + 8) != section_type(c)) {
    return refuse_corrupt(r, "a column of another type than the rules say");
  }
  if (pages == 0) return refuse_corrupt(r, "a section of nothing");
  if (r->met_columns) {
    strata_status met = check_one_old_name(
        r, &r->met_columns[column], key,
        "an attribute, a word of a set, a zone or a clock", "");
    if (met) return met;
  }
  r->offset += SECTION_BYTES;
  uint64_t after = 0;
  size_t step = PLACE_BYTES + page_size(c);
  for (; pages > 0; pages--) {
    if (r->size - r->offset < step) return refuse_corrupt(r, "a page cut off");
    uint32_t place = st_read_u32(r->bytes + r->offset);
    if (place < after || st_read_u32(r->bytes + r->offset + 4) != 0) {
      return refuse_corrupt(r, "pages out of order");
    }
    after = (uint64_t)place + 1;
    strata_status status = read_page(r, column, place);
    if (status) return status;
    r->offset += step;
  }
  return STRATA_OK;
}

/* Let every table have room for the rows that it says it has: those that are
 * free may have no cell. A real save has more bytes than rows; of what claims
 * more, st_validate_world says that it does not fit. */
static strata_status reserve_rows(save_reader *r) {
  static const struct {
    st_table table;
    st_scalar top;
  } tables[] = {{ST_TABLE_ENTITY, ST_SCALAR_ENTITY_TOP},
                {ST_TABLE_EFFECT, ST_SCALAR_EFFECT_TOP},
                {ST_TABLE_PART, ST_SCALAR_PART_TOP},
                {ST_TABLE_NODE, ST_SCALAR_NODE_TOP},
                {ST_TABLE_NOTE, ST_SCALAR_NOTE_TOP},
                {ST_TABLE_WATCHER, ST_SCALAR_WATCHER_TOP},
                {ST_TABLE_TRIGGER, ST_SCALAR_TRIGGER_TOP},
                {ST_TABLE_LOG, ST_SCALAR_LOG_CAPACITY},
                {ST_TABLE_ACTION_VALUE, ST_SCALAR_ACTION_VALUE_TOP},
                {ST_TABLE_OVERRIDE, ST_SCALAR_OVERRIDE_TOP},
                {ST_TABLE_DISABLED, ST_SCALAR_DISABLED_TOP}};
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < ST_COUNT_OF(tables) && !status; i++) {
    uint64_t top = st_scalar_get(r->store, tables[i].top);
    if (top > r->size) continue;
    status = st_store_reserve(r->store, tables[i].table, (uint32_t)(top + 1));
  }
  if (!status) return STRATA_OK;
  return ST_ERROR(r->error, status, r->offset,
                  "load: ", st_store_status_text(r->store, status));
}

strata_status st_save_read(st_store *store, const uint8_t *bytes, size_t size,
                           strata_error *error) {
  save_reader r = {
      .store = store, .bytes = bytes, .size = size, .error = error};
  r.has_old_names = st_rules_has_old_names(store->rules);
  strata_status status = read_save_header(&r);
  if (!status) status = alloc_met_names(&r);
  while (!status && r.offset < size) {
    status = read_section(&r);
  }
  free_met_names(&r);
  if (status) return status;
  r.offset = 32;
  if (st_read_u64(bytes + 32) !=
      state_hash(store->hash + r.rename_hash_change)) {
    return refuse_corrupt(&r, "the state is not the one that was saved");
  }
  return reserve_rows(&r);
}
