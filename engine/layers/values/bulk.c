/*
 * bulk.c - one number of many entities, a word of slots at a time.
 *
 * Whoever reads a whole column names entities in the order of their slots, as
 * they were spawned. Then generations, cells and classes lie side by side, and
 * loops over them take a nanosecond for a value, where a value that is looked
 * up takes ten. No cache is asked or filled.
 */
#include "layers/values/bulk.h"

#include "base/lanes.h"

#include <string.h>

/* Shorter runs are not worth it: base values come by the word. */
enum { LEAST = 8 };

/* Words whose pages are fetched while one is worked on. */
enum { AHEAD = 3 };

strata_status st_bulk_begin(st_eval *eval, strata_attr attr, st_bulk *out) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  const st_plan *plan = &eval->plan;
  *out = (st_bulk){.eval = eval, .attr = a};
  assert(a->type == STRATA_INT || a->type == STRATA_FLAG);
  if (plan->kept[attr - 1]) {
    uint64_t *const *numbers = st_eval_pass(eval)->board.numbers;
    out->numbers = (const int64_t *)numbers[attr - 1];
    out->from = out->numbers ? ST_BULK_BOARD : ST_BULK_BASE;
    return STRATA_OK;
  }
  if (plan->switched[attr - 1] != 0) return STRATA_OK;
  out->chained = a->layered;
  if (st_eval_pass(eval)->of_attr[attr - 1].count == 0) {
    out->from = ST_BULK_BASE;
    return STRATA_OK;
  }
  strata_status status = st_fold_many(eval, attr, &out->sums);
  if (!status && out->sums && out->sums->usable) out->from = ST_BULK_SUMS;
  return status;
}

size_t st_bulk_run(const strata_entity *entities, size_t count) {
  assert(count > 0);
  uint32_t slot = st_slot_of(entities[0]);
  size_t most = 64 - slot % 64;
  if (count < most) most = count;
  if (st_slot_of(entities[most - 1]) == slot + (uint32_t)most - 1) return most;
  size_t n = 1;
  while (n < most && st_slot_of(entities[n]) == slot + (uint32_t)n) {
    n++;
  }
  return n;
}

static bool is_chained(const st_bulk *bulk, uint32_t slot, size_t count) {
  if (!bulk->chained) return false;
  const st_store *store = bulk->eval->store;
  const uint64_t *page =
      st_store_page(store, bulk->attr->chain, slot, ST_SHIFT_32);
  if (page == store->arena) return false; /* nobody of the word */
  const uint32_t *nodes = (const uint32_t *)(const void *)page + slot % 64;
  uint32_t any = 0;
  for (size_t i = 0; i < count; i++) {
    any |= nodes[i];
  }
  return any != 0;
}

/* Base values of all 64 slots of a word, there or in `room`. */
static const int64_t *base_word(const st_bulk *bulk, uint32_t word,
                                int64_t *room) {
  const st_store *store = bulk->eval->store;
  if (bulk->attr->type == STRATA_INT) {
    return st_entity_base_word(store, bulk->attr, word, room);
  }
  uint64_t flags = st_entity_base_flags(store, bulk->attr, word);
  for (uint32_t i = 0; i < 64; i++) {
    room[i] = (int64_t)(flags >> i & 1);
  }
  return room;
}

/* The classes of a run: NULL if they are its slots. */
static bool find_classes(const st_bulk *bulk, uint32_t slot, size_t count,
                         const uint32_t **out) {
  const st_classes *classes = &bulk->eval->classes;
  *out = classes->shared ? classes->of + slot : NULL;
  return !classes->shared || slot + count <= classes->top;
}

/* Sums where something is set before it is added to. */
static bool add_settings(const st_bulk *bulk, uint32_t slot,
                         const uint32_t *classes, const int64_t *base,
                         size_t count, int64_t *out) {
  bool all = true;
  for (size_t i = 0; i < count; i++) {
    uint32_t class = classes ? classes[i] : slot + (uint32_t)i;
    all &= st_sums_value(bulk->sums, bulk->attr, class, base[i], &out[i]);
  }
  return all;
}

static bool read_sums(const st_bulk *bulk, uint32_t slot,
                      const uint32_t *classes, size_t count, int64_t *out) {
  const st_sums *sums = bulk->sums;
  int64_t room[64];
  const int64_t *base = base_word(bulk, slot / 64, room) + slot % 64;
  if (sums->set) return add_settings(bulk, slot, classes, base, count, out);
  int64_t least = bulk->attr->min + sums->reach;
  int64_t most = bulk->attr->max - sums->reach;
  if (!st_lanes_are_within(base, count, least, most)) return false;
  if (classes) {
    st_lanes_sum_picked(base, sums->add, classes, count, out);
  } else {
    st_lanes_sum(base, sums->add + slot, count, out);
  }
  return true;
}

static void read_board(const st_bulk *bulk, uint32_t slot,
                       const uint32_t *classes, size_t count, int64_t *out) {
  if (!classes) {
    memcpy(out, bulk->numbers + slot, count * sizeof *out);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    out[i] = bulk->numbers[classes[i]];
  }
}

static void read_base(const st_bulk *bulk, uint32_t slot, size_t count,
                      int64_t *out) {
  int64_t room[64];
  const int64_t *base = base_word(bulk, slot / 64, room) + slot % 64;
  memcpy(out, base, count * sizeof *out);
}

/* Pages of a word lie anywhere, which no machine foresees. */
static void fetch_ahead(const st_bulk *bulk, uint32_t slot) {
#if defined(__GNUC__)
  const st_store *store = bulk->eval->store;
  slot = slot / 64 * 64 + AHEAD * 64;
  if (slot >= store->capacity[ST_TABLE_ENTITY]) return;
  uint32_t columns[] = {ST_COLUMN_ENTITY_GENERATION, bulk->attr->column};
  for (size_t i = 0; i < ST_COUNT_OF(columns); i++) {
    unsigned shift = store->columns[columns[i]].shift;
    for (uint32_t at = 0; at < 64; at += 1u << shift) {
      const uint64_t *page = st_store_page(store, columns[i], slot + at, shift);
      for (uint32_t word = 0; word < ST_PAGE_WORDS; word += 8) {
        __builtin_prefetch(page + word);
      }
    }
  }
#else
  (void)bulk;
  (void)slot;
#endif
}

bool st_bulk_read(const st_bulk *bulk, const strata_entity *run, size_t count,
                  int64_t *out) {
  const st_store *store = bulk->eval->store;
  uint32_t slot = st_slot_of(run[0]);
  if (bulk->from == ST_BULK_NOTHING || count < LEAST ||
      slot >= store->capacity[ST_TABLE_ENTITY]) {
    return false;
  }
  const uint32_t *generations = (const void *)st_store_page(
      store, ST_COLUMN_ENTITY_GENERATION, slot, ST_SHIFT_32);
  if (!st_lanes_are_handles(run, generations + slot % 64, slot, count) ||
      is_chained(bulk, slot, count)) {
    return false;
  }
  fetch_ahead(bulk, slot);
  if (bulk->from == ST_BULK_BASE) {
    read_base(bulk, slot, count, out);
    return true;
  }
  const uint32_t *classes;
  if (!find_classes(bulk, slot, count, &classes)) return false;
  if (bulk->from == ST_BULK_SUMS) {
    return read_sums(bulk, slot, classes, count, out);
  }
  read_board(bulk, slot, classes, count, out);
  return true;
}
