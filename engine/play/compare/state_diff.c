/*
 * state_diff.c - the cells in which two states differ.
 *
 * The journal records which cells were written. So two states, of which one
 * came from the other, are compared by the cells that were written in between,
 * however large the states are. The keys are a sorted array: the cells of one
 * row lie side by side, and a lookup is a binary search.
 */
#include "play/compare/state_diff.h"

void st_state_diff_init(st_state_diff *diff, st_mem *mem) {
  *diff = (st_state_diff){.mem = mem};
}

void st_state_diff_fini(st_state_diff *diff) {
  st_mem *mem = diff->mem;
  st_mem_free(mem, diff->keys, diff->key_capacity, sizeof diff->keys[0]);
  st_mem_free(mem, diff->values, diff->value_capacity, sizeof diff->values[0]);
  st_mem_free(mem, diff->fresh, diff->fresh_capacity, sizeof diff->fresh[0]);
  *diff = (st_state_diff){.mem = mem};
}

/* -- Recording -- */

static void sift_down(uint64_t *keys, size_t at, size_t count) {
  for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && keys[child + 1] > keys[child]) child++;
    if (keys[at] >= keys[child]) return;
    uint64_t other = keys[at];
    keys[at] = keys[child];
    keys[child] = other;
    at = child;
  }
}

/* Equal words cannot be told apart, so heapsort, which is not stable, will do.
 */
void st_state_diff_sort_words(uint64_t *words, size_t count) {
  for (size_t i = count / 2; i-- > 0;) {
    sift_down(words, i, count);
  }
  for (size_t end = count; end > 1; end--) {
    uint64_t greatest = words[0];
    words[0] = words[end - 1];
    words[end - 1] = greatest;
    sift_down(words, 0, end - 1);
  }
}

static uint64_t key_of_cell(const st_store *store, uint32_t column,
                            uint32_t row) {
  return st_state_diff_key((st_table)store->columns[column].table, row, column);
}

/* Collect the keys of all cells that were written since a place in the journal.
 */
static bool collect_written_keys(st_state_diff *diff, const st_store *store,
                                 size_t from) {
  size_t most = st_store_count_named(store, from);
  if (!st_mem_reserve(diff->mem, &diff->keys, &diff->key_capacity, most,
                      sizeof diff->keys[0]) ||
      !st_mem_reserve(diff->mem, &diff->values, &diff->value_capacity, most,
                      sizeof diff->values[0])) {
    return false;
  }
  size_t count = 0;
  for (size_t i = from; i < store->journal_count; i++) {
    const st_journal_record *r = &store->journal[i];
    uint32_t column = st_journal_record_column(r);
    if (column & ST_JOURNAL_NEW_PAGE) continue;
    if (!st_journal_record_is_row(r)) {
      diff->keys[count++] = key_of_cell(store, column, r->index);
      continue;
    }
    for (uint64_t left = r->old_word; left != 0; left &= left - 1) {
      column = st_fresh_row_column(r, left);
      diff->keys[count++] = key_of_cell(store, column, r->index);
    }
  }
  st_state_diff_sort_words(diff->keys, count);
  diff->count = 0;
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && diff->keys[i] == diff->keys[i - 1]) continue;
    diff->keys[diff->count++] = diff->keys[i];
  }
  return true;
}

static uint64_t current_cell(const st_store *store, uint64_t key) {
  return st_get_any(store, st_state_diff_column(key), st_state_diff_row(key));
}

static void read_current_cells(st_state_diff *diff, const st_store *store) {
  for (size_t i = 0; i < diff->count; i++) {
    diff->values[i] = current_cell(store, diff->keys[i]);
  }
}

bool st_state_diff_read_after(st_state_diff *diff, const st_store *store,
                              size_t from) {
  if (!collect_written_keys(diff, store, from)) return false;
  read_current_cells(diff, store);
  return true;
}

bool st_state_diff_read_before(st_state_diff *diff, st_store *store,
                               size_t from) {
  if (!collect_written_keys(diff, store, from) ||
      !st_mem_reserve(diff->mem, &diff->fresh, &diff->fresh_capacity,
                      st_store_count_named(store, from),
                      sizeof diff->fresh[0])) {
    return false;
  }
  st_store_swap_journal(store, from, true, diff->fresh);
  read_current_cells(diff, store);
  st_store_swap_journal(store, from, false, diff->fresh);
  return true;
}

void st_state_diff_drop_equal(st_state_diff *diff, const st_store *store) {
  size_t count = 0;
  for (size_t i = 0; i < diff->count; i++) {
    if (current_cell(store, diff->keys[i]) == diff->values[i]) continue;
    diff->keys[count] = diff->keys[i];
    diff->values[count++] = diff->values[i];
  }
  diff->count = count;
}

/* -- Reading -- */

size_t st_state_diff_lower_bound(const st_state_diff *diff, uint64_t key) {
  size_t low = 0;
  size_t high = diff->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (diff->keys[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

uint64_t st_state_diff_get(const st_state_diff *diff, const st_store *store,
                           uint32_t column, uint32_t row) {
  uint64_t key = key_of_cell(store, column, row);
  size_t at = st_state_diff_lower_bound(diff, key);
  bool there = at < diff->count && diff->keys[at] == key;
  return there ? diff->values[at] : st_get_any(store, column, row);
}
