/* save_format.h - what the writer and the reader of saves share: the layout of
 * a save, its checksum, and the hash of a state. */
#ifndef STRATA_WORLD_SAVE_SAVE_FORMAT_H
#define STRATA_WORLD_SAVE_SAVE_FORMAT_H

#include "world/store/store.h"

#define ST_SAVE_HEADER_BYTES  48
#define ST_SAVE_SECTION_BYTES 16
#define ST_SAVE_PLACE_BYTES   8
#define ST_SAVE_VERSION       5
/* The oldest version that is still read. Columns that were added later are read
 * as 0. */
#define ST_SAVE_OLDEST 3

extern const uint8_t st_save_magic[8];

/* The hash of a store's state: of the cells, whatever the order of columns. */
uint64_t st_save_hash(const st_store *store);

/* The hash of a state whose sum of cells (st_cell_factor) is `sum`. */
uint64_t st_save_hash_of_sum(uint64_t sum);

/* Bytes that the cells of one page of a save take. */
size_t st_save_page_bytes(const st_column *column);

/* How many cells a page of a save holds, as a power of two. Numbers have all 64
 * bits there, so a page of NARROW or SPLIT cells holds half as many cells as
 * their page in the store. */
unsigned st_save_page_shift(const st_column *column);

/* How many pages a column may have in a save. */
uint32_t st_save_page_count(const st_store *store, const st_column *column);

/* The type of a column's section: cell width | content << 8. */
uint32_t st_save_section_type(const st_column *column);

/* The bias of a NARROW column: how far below 0 its smallest number is. */
uint32_t st_save_narrow_bias(const st_store *store, const st_column *column);

/* The checksum of a whole save, without the field that holds it. */
uint64_t st_save_checksum(const uint8_t *bytes, size_t size);

#endif
