/*
 * store_difference.c - in which words two states of the same rules differ.
 *
 * A difference is a list of pages that are not equal. Of each it has the column
 * and the place in the column's directory, a mask of the words that differ, and
 * for each of these words the exclusive or of both. A page is found by its
 * column and not by its number in the arena, because equal states need not have
 * their pages in one order. Exclusive or goes both ways, and the differences
 * along a line of states may be applied in any order.
 *
 * Workload: an action of a game of cards changes 20 to 200 words of 64 KB, so
 * its difference is a hundredth of the state.
 */
#include "world/store/store_difference.h"

#include <string.h>

static_assert(ST_PAGE_WORDS <= 32, "a mask of words has 32 bits");

static uint32_t count_entries(const st_store *store, uint32_t column) {
  uint32_t next = column + 1 < store->rules->column_count
                      ? store->columns[column + 1].first_entry
                      : store->directory_count;
  return next - store->columns[column].first_entry;
}

/* The words of a page; those of the zero page if the column has none there. */
static const uint64_t *page_words(const st_store *store, uint32_t column,
                                  uint32_t place, uint32_t entries) {
  uint32_t first = store->columns[column].first_entry;
  uint32_t page = place < entries ? store->directory[first + place] : 0;
  return store->arena + (size_t)page * ST_PAGE_WORDS;
}

static strata_status add_page(st_mem *mem, st_store_difference *d,
                              uint32_t column, uint32_t place,
                              const uint64_t *a, const uint64_t *b) {
  if (!st_mem_reserve(mem, &d->words, &d->capacity,
                      d->count + 2 + ST_PAGE_WORDS, sizeof d->words[0])) {
    return STRATA_ENOMEM;
  }
  uint64_t *head = &d->words[d->count];
  head[0] = (uint64_t)column << 32 | place;
  head[1] = 0;
  d->count += 2;
  for (uint32_t i = 0; i < ST_PAGE_WORDS; i++) {
    if (a[i] == b[i]) continue;
    head[1] |= UINT64_C(1) << i;
    d->words[d->count++] = a[i] ^ b[i];
  }
  return STRATA_OK;
}

static strata_status add_column(st_mem *mem, st_store_difference *d,
                                const st_store *a, const st_store *b,
                                uint32_t column) {
  uint32_t a_entries = count_entries(a, column);
  uint32_t b_entries = count_entries(b, column);
  uint32_t entries = a_entries > b_entries ? a_entries : b_entries;
  strata_status status = STRATA_OK;
  for (uint32_t place = 0; !status && place < entries; place++) {
    const uint64_t *one = page_words(a, column, place, a_entries);
    const uint64_t *other = page_words(b, column, place, b_entries);
    if (memcmp(one, other, ST_PAGE_BYTES) != 0) {
      status = add_page(mem, d, column, place, one, other);
    }
  }
  return status;
}

strata_status st_store_difference_make(st_mem *mem, const st_store *a,
                                       const st_store *b,
                                       st_store_difference *out) {
  assert(a->rules == b->rules);
  st_store_difference d = {0};
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < a->rules->column_count; i++) {
    status = add_column(mem, &d, a, b, i);
  }
  if (status) {
    st_store_difference_fini(mem, &d);
    return status;
  }
  /* It is kept for long: the room that is left is given back. */
  uint64_t *exact = d.count == 0 ? NULL
                                 : st_mem_resize(mem, d.words, d.capacity,
                                                 d.count, sizeof d.words[0]);
  if (exact) {
    d.words = exact;
    d.capacity = d.count;
  }
  *out = d;
  return STRATA_OK;
}

/* Let a column have a page of its own at a place. */
static strata_status ensure_page(st_store *store, uint32_t column,
                                 uint32_t place) {
  const st_column *c = &store->columns[column];
  if (place >= count_entries(store, column)) {
    uint32_t run = c->width == ST_CELL_SPLIT ? place / 2 : place;
    strata_status status =
        st_store_reserve(store, (st_table)c->table, (run << c->shift) + 1);
    if (status) return status;
  }
  if (store->directory[c->first_entry + place] != 0) return STRATA_OK;
  if (!st_store_has_room(store, 1) && !st_store_grow_journal(store, 1)) {
    return STRATA_ENOMEM;
  }
  return st_store_add_page(store, column, place);
}

strata_status st_store_difference_apply(st_store *store,
                                        const st_store_difference *difference,
                                        uint64_t hash) {
  assert(store->mark_count == 0);
  for (size_t at = 0; at < difference->count;) {
    uint32_t column = (uint32_t)(difference->words[at] >> 32);
    uint32_t place = (uint32_t)difference->words[at];
    uint64_t mask = difference->words[at + 1];
    at += 2;
    strata_status status = ensure_page(store, column, place);
    if (status) return status;
    uint32_t first = store->columns[column].first_entry;
    uint64_t *words =
        store->arena + (size_t)store->directory[first + place] * ST_PAGE_WORDS;
    for (; mask != 0; mask &= mask - 1) {
      words[st_lowest_bit(mask)] ^= difference->words[at++];
    }
  }
  store->hash = hash;
  st_store_commit(store);
  return STRATA_OK;
}

void st_store_difference_fini(st_mem *mem, st_store_difference *difference) {
  st_mem_free(mem, difference->words, difference->capacity,
              sizeof difference->words[0]);
  *difference = (st_store_difference){0};
}
