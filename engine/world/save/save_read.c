/*
 * save_read.c - filling a store from a save that may be hostile.
 *
 * Reading trusts nothing: it checks the checksum first, then every number, and
 * at last the hash of the state that the header states.
 *
 * A save names things of the rules by the hashes of their names. Rules may know
 * old names (rules/declare/old_names), and then the state that is read differs
 * from the saved one by the names alone: the reader adds up what the renames
 * change of the hash, and compares the header's hash with that taken into
 * account.
 */
#include "world/save/save_read.h"

#include "base/bits.h"
#include "base/hash.h"
#include "rules/catalog/column_layout.h"
#include "world/save/save_format.h"

#include <string.h>

typedef struct save_reader {
  st_store *store;
  const uint8_t *bytes;
  size_t size, offset;
  uint32_t next_column;        /* sections come in the order of columns */
  bool has_old_names;          /* the rules know old names */
  st_column saved_column;      /* the section's column, with its saved key */
  uint64_t rename_hash_change; /* hash of the saved state less that of the
                                  state read so far, by renames */
  /* If has_old_names: the hash of the name by which the save calls each thing,
   * by kind of name and id, and the key by which it calls each column; 0: not
   * met yet. */
  uint64_t *met_names[ST_NAME_KIND_COUNT], *met_columns;
  strata_error *error;
} save_reader;

static strata_status refuse_corrupt(const save_reader *r, const char *what) {
  return ST_ERROR(r->error, STRATA_ECORRUPT, r->offset, "load: byte ",
                  st_number_format((int64_t)r->offset).text, ": ", what);
}

/* Refuse what the store refuses: for want of memory, or by a quota. */
static strata_status refuse_by_store(const save_reader *r,
                                     strata_status status) {
  return ST_ERROR(r->error, status, r->offset,
                  "load: ", st_store_status_text(r->store, status));
}

static strata_status refuse_missing_name(const save_reader *r,
                                         const char *what) {
  return ST_ERROR(r->error, STRATA_ENOENT, r->offset, "load: byte ",
                  st_number_format((int64_t)r->offset).text,
                  ": the rules lack ", what,
                  " that the save uses; load it with the packs of the save");
}

/* The save holds only the hash of the name, so say of which kind it is, and
 * what the state has it for. */
static strata_status refuse_missing_id(const save_reader *r,
                                       strata_name_kind kind, st_table table) {
  static const char *const uses[ST_TABLE_COUNT] = {
      [ST_TABLE_WATCHER] = ", for what an effect has started",
      [ST_TABLE_TRIGGER] = ", for what waits on the stack",
      [ST_TABLE_LOG] = ", in a row of the log",
      [ST_TABLE_OVERRIDE] = ", for a chain of an object",
      [ST_TABLE_DISABLED] = ", as one that has failed",
      [ST_TABLE_PERIOD] = ", as one that is open, is added or was the last"};
  const char *name = st_name_kind_text(kind);
  const char *is = kind == STRATA_NAME_WATCHER_DEF
                       ? " (an action, or what watches for an event)"
                       : "";
  return ST_ERROR(r->error, STRATA_ENOENT, r->offset, "load: byte ",
                  st_number_format((int64_t)r->offset).text,
                  ": the rules lack a", strchr("aeiou", name[0]) ? "n " : " ",
                  name, is, " that the save uses",
                  uses[table] ? uses[table] : "",
                  "; load it with the packs of the save, or let a rename say ",
                  "what it is called now");
}

/* Record the name by which the save calls a thing, and refuse a second name: a
 * save calls each thing by one name, so two names are two things of the save,
 * and renames would make them one. */
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
  if (r->size < ST_SAVE_HEADER_BYTES ||
      memcmp(r->bytes, st_save_magic, sizeof st_save_magic) != 0) {
    return refuse_corrupt(r, "this is no save");
  }
  r->offset = 8;
  uint32_t version = st_read_u32(r->bytes + 8);
  if (version < ST_SAVE_OLDEST || version > ST_SAVE_VERSION ||
      st_read_u32(r->bytes + 12) != 0) {
    return refuse_corrupt(r, "a save of another version");
  }
  r->offset = 16;
  if (st_read_u64(r->bytes + 16) != r->size) {
    return refuse_corrupt(r, "the save is cut off, or has something after it");
  }
  r->offset = 40;
  if (st_read_u64(r->bytes + 40) != st_save_checksum(r->bytes, r->size)) {
    return refuse_corrupt(r, "the checksum is wrong: some byte has changed");
  }
  r->offset = ST_SAVE_HEADER_BYTES;
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
  if (low > ST_PART_HEADER_LOW) {
    return refuse_corrupt(r, "an operation out of range");
  }
  *out = st_part_header(layer, attr, 0, 0, 0) | low;
  return STRATA_OK;
}

static strata_status read_narrow(const save_reader *r, const st_column *column,
                                 uint64_t number, uint64_t *out) {
  if (!st_narrow_fits(st_save_narrow_bias(r->store, column), number)) {
    return refuse_corrupt(r, "a number out of its attribute's range");
  }
  *out = (uint32_t)number;
  return STRATA_OK;
}

/* Convert the n-th cell of a page of a save to a cell of the store. */
static strata_status read_cell(save_reader *r, const st_column *column,
                               const uint8_t *from, uint32_t n, uint64_t *out) {
  st_cell_content content = (st_cell_content)column->content;
  strata_name_kind kind;
  if (content == ST_CONTENT_RAW) {
    *out = column->width == ST_CELL_32 ? st_read_u32(from + 4 * (size_t)n)
                                       : st_read_u64(from + 8 * (size_t)n);
    return STRATA_OK;
  }
  if (content == ST_CONTENT_PART_HEADER) {
    return read_part_header(r, from + 24 * (size_t)n, out);
  }
  uint64_t name = st_read_u64(from + 8 * (size_t)n);
  if (content == ST_CONTENT_NARROW) return read_narrow(r, column, name, out);
  bool has_name = name != 0 && st_cell_content_kind(content, &kind);
  *out = has_name ? st_rules_find_by_hash(r->store->rules, kind, name) : 0;
  if (!has_name) return STRATA_OK;
  return *out == 0 ? refuse_missing_id(r, kind, (st_table)column->table)
                   : check_old_name_of_id(r, kind, (uint32_t)*out, name);
}

/* The canonical number that a cell with a name had in the world that was
 * saved. */
static uint64_t canonical_as_saved(const strata_rules *rules,
                                   const uint8_t *from,
                                   st_cell_content content) {
  if (content != ST_CONTENT_PART_HEADER) return st_read_u64(from);
  uint64_t place = st_read_u64(from);
  if (rules->numbered_layers) place = (uint32_t)place;
  return st_mix(place, st_read_u64(from + 8)) + st_read_u64(from + 16);
}

/* Add to rename_hash_change what a cell adds because its column, or the name in
 * the cell, was renamed. `from` is the cell in the save. */
static void adjust_hash_number(save_reader *r, const st_column *column,
                               const uint8_t *from, uint32_t index,
                               uint64_t cell) {
  st_cell_content content = (st_cell_content)column->content;
  uint64_t now = cell;
  uint64_t then = cell;
  if (content == ST_CONTENT_NARROW) {
    now =
        st_narrow_number(st_save_narrow_bias(r->store, column), (uint32_t)cell);
    then = now;
  } else if (content != ST_CONTENT_RAW) {
    now = st_rules_canonical_number(r->store->rules, content, cell);
    then = canonical_as_saved(r->store->rules, from, content);
  }
  r->rename_hash_change +=
      st_cell_fold(then) * st_cell_factor(&r->saved_column, index) -
      st_cell_fold(now) * st_cell_factor(column, index);
}

/* The same for 64 cells of a bit each. */
static void adjust_hash_bits(save_reader *r, const st_column *column,
                             uint32_t index, uint64_t bits) {
  for (; bits != 0; bits &= bits - 1) {
    uint32_t at = index + st_lowest_bit(bits);
    r->rename_hash_change +=
        st_cell_factor(&r->saved_column, at) - st_cell_factor(column, at);
  }
}

/* The same for the n-th cell of a page, whatever its width. */
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

/* Write a cell; for a column of bits, the 64 cells of word `index`. */
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

/* Whether a page of a column stands in a save as it does in a store. */
static bool is_page_as_stored(const save_reader *r, const st_column *c) {
  return c->content == ST_CONTENT_RAW && !r->has_old_names &&
         (c->width == ST_CELL_32 || c->width == ST_CELL_64);
}

/* Read such a page, which the column does not have yet, word by word. *any: it
 * has a cell that is not 0. */
static strata_status read_raw_page(save_reader *r, uint32_t column,
                                   uint32_t place, bool *any) {
  st_store *store = r->store;
  const st_column *c = &store->columns[column];
  const uint8_t *from = r->bytes + r->offset + ST_SAVE_PLACE_BYTES;
  uint32_t first = place << c->shift;
  strata_status status = st_store_prepare_cell(store, column, first, 1);
  if (status) return refuse_by_store(r, status);
  uint64_t *page =
      st_store_ready_word(store, store->directory[c->first_entry + place], 0);
  *any = false;
  for (uint32_t w = 0; w < ST_PAGE_WORDS; w++) {
    uint64_t word = st_read_u64(from + 8 * (size_t)w);
    if (word == 0) continue;
    *any = true;
    if (c->width == ST_CELL_64) {
      page[w] = word;
      store->hash += st_cell_fold(word) * st_cell_factor(c, first + w);
      continue;
    }
    uint32_t halves[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    memcpy(&page[w], halves, sizeof halves);
    store->hash +=
        st_cell_fold(halves[0]) * st_cell_factor(c, first + 2 * w) +
        st_cell_fold(halves[1]) * st_cell_factor(c, first + 2 * w + 1);
  }
  return STRATA_OK;
}

/* Read the cells of a page one by one. *any: one is not 0. */
static strata_status read_cells(save_reader *r, uint32_t column, uint32_t first,
                                uint32_t cells, bool *any) {
  const st_column *c = &r->store->columns[column];
  const uint8_t *from = r->bytes + r->offset + ST_SAVE_PLACE_BYTES;
  uint32_t unit = c->width == ST_CELL_BIT ? first / 64 : first;
  uint32_t rows = r->store->capacity[c->table];
  *any = false;
  for (uint32_t n = 0; n < cells; n++) {
    uint64_t cell = 0;
    strata_status status = read_cell(r, c, from, n, &cell);
    if (status) return status;
    if (cell == 0) continue;
    uint64_t last = c->width == ST_CELL_BIT ? (uint64_t)(unit + n) * 64 + 63
                                            : (uint64_t)unit + n;
    if (last >= rows) return refuse_corrupt(r, "a cell beyond all rows");
    *any = true;
    adjust_hash_renamed(r, c, from, n, unit + n, cell);
    status = write_loaded_cell(r, column, unit + n, cell);
    if (status) return refuse_by_store(r, status);
  }
  return STRATA_OK;
}

static strata_status read_page(save_reader *r, uint32_t column,
                               uint32_t place) {
  st_store *store = r->store;
  const st_column *c = &store->columns[column];
  const uint8_t *from = r->bytes + r->offset + ST_SAVE_PLACE_BYTES;
  uint64_t rows_each = (uint64_t)1 << st_save_page_shift(c);
  uint64_t first = place * rows_each;
  /* In a save that was written by st_save_write, each row takes at least one
   * byte. A page that claims higher rows would only make us reserve memory. */
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
  if (status) return refuse_by_store(r, status);
  uint32_t cells =
      c->width == ST_CELL_BIT ? ST_PAGE_WORDS : (uint32_t)rows_each;
  bool any = false;
  status = is_page_as_stored(r, c)
               ? read_raw_page(r, column, place, &any)
               : read_cells(r, column, (uint32_t)first, cells, &any);
  store->journal_count = 0;
  if (status) return status;
  return any ? STRATA_OK : refuse_corrupt(r, "a page of nothing");
}

/* The column of a section, UINT32_MAX if the rules have none. The section of a
 * renamed column may come at any position. */
static uint32_t find_section_column(save_reader *r, uint64_t key) {
  const strata_rules *rules = r->store->rules;
  for (uint32_t i = r->next_column; i < rules->column_count; i++) {
    if (r->store->columns[i].key != key) continue;
    r->next_column = i + 1;
    return i;
  }
  return st_column_layout_find_old(rules, key);
}

/* Reserve in each table the rows that its scalar claims: free rows may have no
 * cells. A save that was written by st_save_write has more bytes than rows; if
 * a scalar claims more, nothing is reserved and st_validate_world refuses it.
 */
static strata_status reserve_rows(save_reader *r) {
  static const struct {
    st_table table;
    st_scalar top;
  } tables[] = {{ST_TABLE_ENTITY, ST_SCALAR_ENTITY_TOP},
                {ST_TABLE_EFFECT, ST_SCALAR_EFFECT_TOP},
                {ST_TABLE_PART, ST_SCALAR_PART_TOP},
                {ST_TABLE_NODE, ST_SCALAR_NODE_TOP},
                {ST_TABLE_TEXT, ST_SCALAR_TEXT_TOP},
                {ST_TABLE_BYTES, ST_SCALAR_BYTES_TOP},
                {ST_TABLE_NOTE, ST_SCALAR_NOTE_TOP},
                {ST_TABLE_WATCHER, ST_SCALAR_WATCHER_TOP},
                {ST_TABLE_TRIGGER, ST_SCALAR_TRIGGER_TOP},
                {ST_TABLE_LOG, ST_SCALAR_LOG_CAPACITY},
                {ST_TABLE_ACTION_VALUE, ST_SCALAR_ACTION_VALUE_TOP},
                {ST_TABLE_OVERRIDE, ST_SCALAR_OVERRIDE_TOP},
                {ST_TABLE_DISABLED, ST_SCALAR_DISABLED_TOP},
                {ST_TABLE_PERIOD, ST_SCALAR_PERIOD_TOP}};
  uint32_t rows[ST_TABLE_COUNT] = {0};
  for (size_t i = 0; i < ST_COUNT_OF(tables); i++) {
    uint64_t top = st_scalar_get(r->store, tables[i].top);
    if (top <= r->size) rows[tables[i].table] = (uint32_t)(top + 1);
  }
  strata_status status = st_store_reserve_all(r->store, rows);
  return status ? refuse_by_store(r, status) : STRATA_OK;
}

static strata_status read_section(save_reader *r) {
  if (r->size - r->offset < ST_SAVE_SECTION_BYTES) {
    return refuse_corrupt(r, "a section cut off");
  }
  uint64_t key = st_read_u64(r->bytes + r->offset);
  uint32_t pages = st_read_u32(r->bytes + r->offset + 12);
  uint32_t column = find_section_column(r, key);
  if (column == UINT32_MAX) {
    return refuse_missing_name(r, "an attribute, symbol, zone or clock");
  }
  const st_column *c = &r->store->columns[column];
  r->saved_column = *c;
  r->saved_column.key = key;
  if (st_read_u32(r->bytes + r->offset + 8) != st_save_section_type(c)) {
    return refuse_corrupt(r, "a column of another type than the rules say");
  }
  if (pages == 0) return refuse_corrupt(r, "a section of nothing");
  if (r->met_columns) {
    strata_status met = check_one_old_name(
        r, &r->met_columns[column], key,
        "an attribute, a word of a set, a zone or a clock", "");
    if (met) return met;
  }
  r->offset += ST_SAVE_SECTION_BYTES;
  uint64_t after = 0;
  size_t step = ST_SAVE_PLACE_BYTES + st_save_page_bytes(c);
  for (; pages > 0; pages--) {
    if (!st_mem_work(r->store->mem, 1)) return STRATA_ENOMEM;
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
  return column == ST_COLUMN_SCALAR ? reserve_rows(r) : STRATA_OK;
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
      st_save_hash_of_sum(store->hash + r.rename_hash_change)) {
    return refuse_corrupt(&r, "the state is not the one that was saved");
  }
  return STRATA_OK;
}
