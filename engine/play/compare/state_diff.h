/* state_diff.h - the cells in which two states differ, one of which is in the
 * store. */
#ifndef STRATA_PLAY_COMPARE_STATE_DIFF_H
#define STRATA_PLAY_COMPARE_STATE_DIFF_H

#include "world/store/store.h"

/*
 * A state, as the cells in which it differs from the state in the store. Keys
 * ascend and are made by st_state_diff_key, so the cells of a row lie side by
 * side.
 */
typedef struct st_state_diff {
  st_mem *mem;
  uint64_t *keys, *values;
  size_t count, key_capacity, value_capacity;
  uint64_t *fresh; /* buffer for the cells of fresh rows */
  size_t fresh_capacity;
} st_state_diff;

/* Sort words, the least first. Cost O(count * log count). */
void st_state_diff_sort_words(uint64_t *words, size_t count);

void st_state_diff_init(st_state_diff *diff, st_mem *mem);
void st_state_diff_fini(st_state_diff *diff);

static inline uint64_t st_state_diff_key(st_table table, uint32_t row,
                                         uint32_t column) {
  assert(column < UINT32_C(1) << 24);
  return (uint64_t)table << 56 | (uint64_t)row << 24 | column;
}
static inline st_table st_state_diff_table(uint64_t key) {
  return (st_table)(key >> 56);
}
static inline uint32_t st_state_diff_row(uint64_t key) {
  return (uint32_t)(key >> 24);
}
static inline uint32_t st_state_diff_column(uint64_t key) {
  return (uint32_t)key & 0xffffff;
}

/* Read all cells that were written since a place in the journal, with their
 * present values. False if there is no memory. Cost O(records * log records).
 */
bool st_state_diff_read_after(st_state_diff *diff, const st_store *store,
                              size_t from);

/* Read the same cells with the values that they had at that place. */
bool st_state_diff_read_before(st_state_diff *diff, st_store *store,
                               size_t from);

/* Drop cells that have the same value in the store. */
void st_state_diff_drop_equal(st_state_diff *diff, const st_store *store);

/* The place of the first key that is not less than `key`. Cost O(log cells). */
size_t st_state_diff_lower_bound(const st_state_diff *diff, uint64_t key);

/* The value of a cell in the state of the diff. */
uint64_t st_state_diff_get(const st_state_diff *diff, const st_store *store,
                           uint32_t column, uint32_t row);

#endif
