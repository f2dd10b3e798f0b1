/*
 * save_write.c - the state of a store as a save: canonical bytes.
 *
 * Two stores with equal cells give equal bytes, whatever the order in which
 * their pages came to be: a save names a page by its place in the column, and
 * leaves out pages that are all 0. Widths do not show either: a number is
 * written as all 64 bits, though its column may keep 32 of them.
 */
#include "world/save/save_write.h"

#include "base/hash.h"
#include "world/save/save_format.h"

#include <string.h>

static bool is_zero(const uint64_t *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (words[i] != 0) return false; /* usually one of the first */
  }
  return true;
}

/* A page of a column, by the index of its directory entry. */
static const uint64_t *page_at(const st_store *store, const st_column *column,
                               uint32_t place) {
  uint32_t page = store->directory[column->first_entry + place];
  return store->arena + (size_t)page * ST_PAGE_WORDS;
}

/* The second half of a page of 32-bit cells if `odd`, else the first. */
static const uint64_t *half_page(const uint64_t *page, uint32_t odd) {
  return page + (odd ? ST_PAGE_WORDS / 2 : 0);
}

static void join_halves(const uint32_t *restrict low,
                        const uint32_t *restrict high, uint64_t *restrict out) {
  for (int i = 0; i < ST_PAGE_WORDS; i++) {
    out[i] = st_split_join(low[i], high[i]);
  }
}

static void widen_narrow(uint32_t bias, const uint32_t *restrict cells,
                         uint64_t *restrict out) {
  for (int i = 0; i < ST_PAGE_WORDS; i++) {
    out[i] = st_narrow_number(bias, cells[i]);
  }
}

/* The cells of a page of a save as they lie in the store, or, where a save has
 * other widths, converted into `room`; NULL if they are all 0. */
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
    widen_narrow(st_save_narrow_bias(store, column), (const void *)page, room);
    return room;
  }
  const uint64_t *page = page_at(store, column, place);
  return page == store->arena || is_zero(page, ST_PAGE_WORDS) ? NULL : page;
}

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

/* What stands for a layer in a save: its number, or the hash of its name. */
static uint64_t layer_saved_name(const strata_rules *rules,
                                 strata_layer layer) {
  return rules->numbered_layers ? (uint64_t)(int64_t)layer
                                : rules->layers[layer].hash;
}

static void write_part_headers(const st_store *store, const uint64_t *from,
                               uint8_t *to) {
  const strata_rules *rules = store->rules;
  for (int i = 0; i < ST_PAGE_WORDS; i++, to += 24) {
    uint64_t header = from[i];
    if (header == 0) {
      memset(to, 0, 24);
      continue;
    }
    st_write_u64(to, layer_saved_name(rules, st_part_header_layer(header)));
    st_write_u64(to + 8, rules->attrs[st_part_header_attr(header) - 1].hash);
    st_write_u64(to + 16, header & ST_PART_HEADER_LOW);
  }
}

static void write_page(const st_store *store, const st_column *column,
                       const uint64_t *from, uint8_t *to) {
  strata_name_kind kind;
  if (column->content == ST_CONTENT_PART_HEADER) {
    write_part_headers(store, from, to);
  } else if (st_cell_content_kind((st_cell_content)column->content, &kind)) {
    write_names(store, column, from, to);
  } else if (st_save_page_shift(column) == ST_SHIFT_32) {
    write_halves(to, from);
  } else {
    write_words(to, from);
  }
}

/* Write the section of one column and add its bytes to *size; false if it does
 * not fit. */
static bool write_section(const st_store *store, const st_column *column,
                          uint8_t *buffer, size_t capacity, size_t *size) {
  size_t start = *size;
  size_t at = start + ST_SAVE_SECTION_BYTES;
  size_t step = ST_SAVE_PLACE_BYTES + st_save_page_bytes(column);
  uint32_t pages = 0;
  uint64_t room[ST_PAGE_WORDS];
  uint32_t page_count = st_save_page_count(store, column);
  for (uint32_t place = 0; place < page_count; place++) {
    const uint64_t *page = find_nonzero_page(store, column, place, room);
    if (!page) continue;
    if (capacity < at || capacity - at < step) return false;
    st_write_u32(buffer + at, place);
    st_write_u32(buffer + at + 4, 0);
    write_page(store, column, page, buffer + at + ST_SAVE_PLACE_BYTES);
    at += step;
    pages++;
  }
  if (pages == 0) return true;
  st_write_u64(buffer + start, column->key);
  st_write_u32(buffer + start + 8, st_save_section_type(column));
  st_write_u32(buffer + start + 12, pages);
  *size = at;
  return true;
}

static size_t size_needed(const st_store *store) {
  size_t size = ST_SAVE_HEADER_BYTES;
  for (uint32_t i = 0; i < store->rules->column_count; i++) {
    const st_column *column = &store->columns[i];
    size_t pages = 0;
    uint64_t room[ST_PAGE_WORDS];
    uint32_t page_count = st_save_page_count(store, column);
    for (uint32_t place = 0; place < page_count; place++) {
      pages += find_nonzero_page(store, column, place, room) != NULL;
    }
    if (pages == 0) continue;
    size += ST_SAVE_SECTION_BYTES +
            pages * (ST_SAVE_PLACE_BYTES + st_save_page_bytes(column));
  }
  return size;
}

bool st_save_write(const st_store *store, uint8_t *buffer, size_t capacity,
                   size_t *size) {
  size_t at = ST_SAVE_HEADER_BYTES;
  bool fits = capacity >= ST_SAVE_HEADER_BYTES;
  for (uint32_t i = 0; fits && i < store->rules->column_count; i++) {
    fits = write_section(store, &store->columns[i], buffer, capacity, &at);
  }
  if (!fits) {
    *size = size_needed(store);
    return false;
  }
  memcpy(buffer, st_save_magic, sizeof st_save_magic);
  st_write_u32(buffer + 8, ST_SAVE_VERSION);
  st_write_u32(buffer + 12, 0);
  st_write_u64(buffer + 16, at);
  st_write_u64(buffer + 24, store->rules->hash);
  st_write_u64(buffer + 32, st_save_hash(store));
  st_write_u64(buffer + 40, st_save_checksum(buffer, at));
  *size = at;
  return true;
}
