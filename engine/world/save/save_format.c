/*
 * save_format.c - the layout of a save, its checksum and the hash of a state.
 *
 * A save is a header and one section for each column that has a cell which is
 * not 0, in the order in which the rules list the columns
 * (rules/catalog/column_layout.c). A section holds the pages that are not all
 * 0. Numbers are little-endian.
 *
 *   header   magic 8, version 4, zero 4, size 8, rules 8, hash 8, checksum 8
 *   section  key 8, type 4, pages 4; then for each page: place 4, zero 4, cells
 *
 * Where a cell is an id of the rules, the hash of the name stands for it. So a
 * save can be read under rules to which names have been added, or which know
 * old names of things (rules/declare/old_names). A number is written as all 64
 * bits, however its cells are kept, so the range of an attribute may change
 * too.
 */
#include "world/save/save_format.h"

#include "base/hash.h"

const uint8_t st_save_magic[8] = {'S', 'T', 'R', 'A', 'T', 'A', 0x1a, '\n'};

uint64_t st_save_hash_of_sum(uint64_t sum) {
  return st_mix(UINT64_C(0x5374726174612031), sum);
}

uint64_t st_save_hash(const st_store *store) {
  return st_save_hash_of_sum(store->hash);
}

size_t st_save_page_bytes(const st_column *column) {
  strata_name_kind kind;
  st_cell_content content = (st_cell_content)column->content;
  if (content == ST_CONTENT_PART_HEADER) return (size_t)ST_PAGE_WORDS * 24;
  return st_cell_content_kind(content, &kind) ? (size_t)ST_PAGE_BYTES / 4 * 8
                                              : ST_PAGE_BYTES;
}

unsigned st_save_page_shift(const st_column *column) {
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

uint32_t st_save_page_count(const st_store *store, const st_column *column) {
  uint32_t pages = store->capacity[column->table] >> st_save_page_shift(column);
  return pages > 0 ? pages : 1;
}

uint32_t st_save_section_type(const st_column *column) {
  bool is_wide = st_save_page_shift(column) == ST_SHIFT_64;
  bool is_raw = column->content == ST_CONTENT_NARROW;
  return (is_wide ? (uint32_t)ST_CELL_64 : column->width) |
         (is_raw ? (uint32_t)ST_CONTENT_RAW : column->content) << 8;
}

uint32_t st_save_narrow_bias(const st_store *store, const st_column *column) {
  return store->rules->columns[column - store->columns].bias;
}

uint64_t st_save_checksum(const uint8_t *bytes, size_t size) {
  return st_mix(
      st_checksum(bytes, ST_SAVE_HEADER_BYTES - 8),
      st_checksum(bytes + ST_SAVE_HEADER_BYTES, size - ST_SAVE_HEADER_BYTES));
}
