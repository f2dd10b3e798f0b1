/*
 * names.c - a sorted array of names, with a hash table in large copies.
 *
 * A few hundred names are added once, while packs load, and then only looked
 * up. A sorted array with binary search is smaller than a hash map, iterates
 * in the same order on every machine, and gives ids that do not depend on the
 * order of declaration.
 *
 * Packs with thousands of cards have tens of thousands of names, and freezing
 * looks each up several times; there, binary search waits for memory at every
 * step. So a copy, which hardly ever grows, also has a table of indexes by
 * hash with open addressing.
 */
#include "base/names.h"

#include "base/hash.h"

#include <string.h>

#define NEAREST_LIMIT    24 /* longer words have no nearest name */
#define MIN_HASHED_NAMES 64 /* below this, binary search is as fast */

static int compare_name(const st_name *name, const char *text, size_t length) {
  size_t shorter = name->length < length ? name->length : length;
  int order = memcmp(name->text, text, shorter);
  if (order != 0) return order;
  return name->length < length ? -1 : name->length > length;
}

/* The index of the first name that is not less than `text`. */
static size_t find_lower_bound(const st_names *names, const char *text,
                               size_t length) {
  size_t low = 0;
  size_t high = names->count;
  /* Names often arrive in sorted order. */
  if (high > 0 && compare_name(&names->items[high - 1], text, length) < 0) {
    return high;
  }
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (compare_name(&names->items[mid], text, length) < 0) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low;
}

static uint32_t find_hashed(const st_names *names, const char *text,
                            size_t length) {
  uint64_t hash = st_hash_bytes(text, length, 0);
  size_t mask = names->slot_count - 1;
  for (size_t i = hash & mask; names->slots[i] != 0; i = (i + 1) & mask) {
    const st_name *name = &names->items[names->slots[i] - 1];
    if (name->hash == hash && compare_name(name, text, length) == 0) {
      return names->slots[i] - 1;
    }
  }
  return ST_NAME_NONE;
}

uint32_t st_names_find(const st_names *names, const char *text, size_t length) {
  if (names->slots) return find_hashed(names, text, length);
  size_t i = find_lower_bound(names, text, length);
  if (i == names->count) return ST_NAME_NONE;
  return compare_name(&names->items[i], text, length) == 0 ? (uint32_t)i
                                                           : ST_NAME_NONE;
}

/* Entries with equal hashes lie in index order, so the first one is found
 * first. */
static uint32_t find_by_hash_value(const st_names *names, uint64_t hash) {
  size_t mask = names->slot_count - 1;
  for (size_t i = hash & mask; names->slots[i] != 0; i = (i + 1) & mask) {
    uint32_t found = names->slots[i] - 1;
    if (names->items[found].hash == hash) return found;
  }
  return ST_NAME_NONE;
}

uint32_t st_names_find_by_hash(const st_names *names, uint64_t hash) {
  if (names->slots) return find_by_hash_value(names, hash);
  for (size_t i = 0; i < names->count; i++) {
    if (names->items[i].hash == hash) return (uint32_t)i;
  }
  return ST_NAME_NONE;
}

static void free_hash_slots(st_names *names, st_mem *mem) {
  st_mem_free(mem, names->slots, names->slot_count, sizeof names->slots[0]);
  names->slots = NULL;
  names->slot_count = 0;
}

bool st_names_add(st_names *names, st_mem *mem, const char *text,
                  uint32_t tag) {
  size_t length = strlen(text);
  assert(st_names_find(names, text, length) == ST_NAME_NONE);
  if (!st_mem_reserve(mem, &names->items, &names->capacity, names->count + 1,
                      sizeof names->items[0])) {
    return false;
  }
  char *copy = st_mem_copy_text(mem, text, length);
  if (!copy) return false;
  free_hash_slots(names, mem);
  size_t i = find_lower_bound(names, text, length);
  memmove(names->items + i + 1, names->items + i,
          (names->count - i) * sizeof names->items[0]);
  names->items[i] = (st_name){.text = copy,
                              .length = length,
                              .hash = st_hash_bytes(text, length, 0),
                              .tag = tag};
  names->count++;
  return true;
}

static size_t min3(size_t a, size_t b, size_t c) {
  size_t ab = a < b ? a : b;
  return ab < c ? ab : c;
}

/* The number of edits (insert, delete, replace, swap neighbours) from `a` to
 * `b`. */
static size_t edit_distance(const char *a, size_t na, const char *b,
                            size_t nb) {
  size_t rows[3][NEAREST_LIMIT + 1];
  size_t *before = rows[0], *last = rows[1], *now = rows[2];
  for (size_t j = 0; j <= nb; j++) {
    before[j] = 0;
    last[j] = j;
  }
  for (size_t i = 1; i <= na; i++) {
    now[0] = i;
    for (size_t j = 1; j <= nb; j++) {
      now[j] = min3(last[j] + 1, now[j - 1] + 1,
                    last[j - 1] + (a[i - 1] != b[j - 1]));
      bool swapped =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped && before[j - 2] + 1 < now[j]) now[j] = before[j - 2] + 1;
    }
    size_t *reused = before;
    before = last;
    last = now;
    now = reused;
  }
  return last[nb];
}

const char *st_names_nearest(const st_names *names, const char *text) {
  size_t length = strlen(text);
  if (length > NEAREST_LIMIT) return NULL;
  const char *best = NULL;
  size_t best_distance = 1 + (length > 0 ? length - 1 : 0) /
                                 4; /* a farther name is another word */
  for (size_t i = 0; i < names->count; i++) {
    const st_name *name = &names->items[i];
    if (name->length > NEAREST_LIMIT) continue;
    size_t d = edit_distance(text, length, name->text, name->length);
    if (d < best_distance || (d == best_distance && !best)) {
      best = name->text;
      best_distance = d;
    }
  }
  return best;
}

/* True if a text lies in the shared block and has none of its own. */
static bool is_in_shared_block(const st_names *names, const char *text) {
  uintptr_t at = (uintptr_t)text;
  uintptr_t first = (uintptr_t)names->shared_texts;
  return names->shared_texts && at >= first && at < first + names->shared_size;
}

void st_names_fini(st_names *names, st_mem *mem) {
  for (size_t i = 0; i < names->count; i++) {
    const st_name *name = &names->items[i];
    if (!is_in_shared_block(names, name->text)) {
      st_mem_free(mem, name->text, name->length + 1, 1);
    }
  }
  st_mem_free(mem, names->shared_texts, names->shared_size, 1);
  st_mem_free(mem, names->items, names->capacity, sizeof names->items[0]);
  free_hash_slots(names, mem);
  *names = (st_names){0};
}

/* At most half of the slots are in use. */
static bool build_hash_slots(st_names *names, st_mem *mem) {
  if (names->count < MIN_HASHED_NAMES) return true;
  size_t count = 2 * (size_t)MIN_HASHED_NAMES;
  while (count < 2 * names->count) {
    count *= 2;
  }
  names->slots = st_mem_zeroed(mem, count, sizeof names->slots[0]);
  if (!names->slots) return false;
  names->slot_count = count;
  for (uint32_t n = 0; n < names->count; n++) {
    size_t i = names->items[n].hash & (count - 1);
    while (names->slots[i] != 0) {
      i = (i + 1) & (count - 1);
    }
    names->slots[i] = n + 1;
  }
  return true;
}

bool st_names_copy(const st_names *names, st_mem *mem, st_names *copy) {
  *copy = (st_names){0};
  if (names->count == 0) return true;
  size_t size = 0;
  for (size_t i = 0; i < names->count; i++) {
    size += names->items[i].length + 1;
  }
  char *texts = st_mem_resize(mem, NULL, 0, size, 1);
  if (!texts) return false;
  st_name *items =
      st_mem_resize(mem, NULL, 0, names->count, sizeof names->items[0]);
  if (!items) {
    st_mem_free(mem, texts, size, 1);
    return false;
  }
  *copy = (st_names){.items = items,
                     .count = names->count,
                     .capacity = names->count,
                     .shared_texts = texts,
                     .shared_size = size};
  for (size_t i = 0; i < names->count; i++) {
    const st_name *from = &names->items[i];
    items[i] = (st_name){.text = memcpy(texts, from->text, from->length + 1),
                         .length = from->length,
                         .hash = from->hash,
                         .tag = from->tag};
    texts += from->length + 1;
  }
  if (build_hash_slots(copy, mem)) return true;
  st_names_fini(copy, mem);
  return false;
}
