/*
 * read_many.c - reads one number of many entities, a word of slots at a time.
 *
 * A caller that reads a whole column names entities in the order of their
 * slots, as they were spawned. Then generations, cells and classes lie side by
 * side, and loops over them take a nanosecond for a value, where evaluating a
 * single value takes ten. The cache of values is neither read nor filled.
 */
#include "layers/values/read_many.h"

#include "base/lanes.h"

#include <string.h>

/* Shorter runs are not worth it, because base values are read by the word. */
enum { RUN_LENGTH_MIN = 8 };

/* How many words ahead pages are prefetched. */
enum { PREFETCH_WORDS = 3 };

strata_status st_read_many_begin(st_eval *eval, strata_attr attr,
                                 st_read_many *out) {
  const st_attr *a = &eval->rules->attrs[attr - 1];
  const st_in_force *in_force = &eval->in_force;
  *out = (st_read_many){.eval = eval, .attr = a};
  assert(a->type == STRATA_INT || a->type == STRATA_FLAG);
  if (in_force->is_on_board[attr - 1]) {
    uint64_t *const *numbers = st_eval_pass(eval)->board.numbers;
    out->numbers = (const int64_t *)numbers[attr - 1];
    out->source = out->numbers ? ST_READ_MANY_BOARD : ST_READ_MANY_BASE;
    return STRATA_OK;
  }
  if (in_force->switch_group[attr - 1] != 0) return STRATA_OK;
  out->may_have_locked_parts = a->layered;
  if (st_eval_pass(eval)->applied_to_attr[attr - 1].count == 0) {
    out->source = ST_READ_MANY_BASE;
    return STRATA_OK;
  }
  strata_status status = st_evaluate_value_sums(eval, attr, &out->sums);
  if (!status && out->sums && out->sums->usable) {
    out->source = ST_READ_MANY_SUMS;
  }
  return status;
}

size_t st_read_many_run_length(const strata_entity *entities, size_t count) {
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

static bool has_locked_parts(const st_read_many *reader, uint32_t slot,
                             size_t count) {
  if (!reader->may_have_locked_parts) return false;
  const st_store *store = reader->eval->store;
  const uint64_t *page =
      st_store_page(store, reader->attr->chain_column, slot, ST_SHIFT_32);
  /* no entity of the word has locked parts */
  if (page == store->arena) return false;
  const uint32_t *nodes = (const uint32_t *)(const void *)page + slot % 64;
  uint32_t any = 0;
  for (size_t i = 0; i < count; i++) {
    any |= nodes[i];
  }
  return any != 0;
}

/* Read the base values of all 64 slots of a word, where they lie or into
 * `room`. */
static const int64_t *read_base_word(const st_read_many *reader, uint32_t word,
                                     int64_t *room) {
  const st_store *store = reader->eval->store;
  if (reader->attr->type == STRATA_INT) {
    return st_entity_base64(store, reader->attr, word, room);
  }
  uint64_t flags = st_entity_base_flags64(store, reader->attr, word);
  for (uint32_t i = 0; i < 64; i++) {
    room[i] = (int64_t)(flags >> i & 1);
  }
  return room;
}

/* The classes of a run; NULL if they are its slots. */
static bool find_run_classes(const st_read_many *reader, uint32_t slot,
                             size_t count, const uint32_t **out) {
  const st_classes *classes = &reader->eval->classes;
  *out = classes->shared ? classes->class_of_slot + slot : NULL;
  return !classes->shared || slot + count <= classes->slot_capacity;
}

/* Read sums of an attribute to which a SET was applied. */
static bool read_sums_with_sets(const st_read_many *reader, uint32_t slot,
                                const uint32_t *classes, const int64_t *base,
                                size_t count, int64_t *out) {
  bool all = true;
  for (size_t i = 0; i < count; i++) {
    uint32_t class = classes ? classes[i] : slot + (uint32_t)i;
    all &= st_class_sums_value(reader->sums, reader->attr, class, base[i],
                               &out[i]);
  }
  return all;
}

static bool read_run_sums(const st_read_many *reader, uint32_t slot,
                          const uint32_t *classes, size_t count, int64_t *out) {
  const st_class_sums *sums = reader->sums;
  int64_t room[64];
  const int64_t *base = read_base_word(reader, slot / 64, room) + slot % 64;
  if (sums->set) {
    return read_sums_with_sets(reader, slot, classes, base, count, out);
  }
  int64_t least = reader->attr->min + sums->reach;
  int64_t most = reader->attr->max - sums->reach;
  if (!st_lanes_are_within(base, count, least, most)) return false;
  if (classes) {
    st_lanes_sum_picked(base, sums->add, classes, count, out);
  } else {
    st_lanes_sum(base, sums->add + slot, count, out);
  }
  return true;
}

static void read_run_board(const st_read_many *reader, uint32_t slot,
                           const uint32_t *classes, size_t count,
                           int64_t *out) {
  if (!classes) {
    memcpy(out, reader->numbers + slot, count * sizeof *out);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    out[i] = reader->numbers[classes[i]];
  }
}

static void read_run_base(const st_read_many *reader, uint32_t slot,
                          size_t count, int64_t *out) {
  int64_t room[64];
  const int64_t *base = read_base_word(reader, slot / 64, room) + slot % 64;
  memcpy(out, base, count * sizeof *out);
}

/* The pages of a word lie anywhere in the arena, so the hardware does not
 * prefetch them. */
static void prefetch_pages(const st_read_many *reader, uint32_t slot) {
#if defined(__GNUC__)
  const st_store *store = reader->eval->store;
  slot = slot / 64 * 64 + PREFETCH_WORDS * 64;
  if (slot >= store->capacity[ST_TABLE_ENTITY]) return;
  uint32_t columns[] = {ST_COLUMN_ENTITY_GENERATION, reader->attr->base_column};
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
  (void)reader;
  (void)slot;
#endif
}

bool st_read_many_values(const st_read_many *reader, const strata_entity *run,
                         size_t count, int64_t *out) {
  const st_store *store = reader->eval->store;
  uint32_t slot = st_slot_of(run[0]);
  if (reader->source == ST_READ_MANY_NOTHING || count < RUN_LENGTH_MIN ||
      slot >= store->capacity[ST_TABLE_ENTITY]) {
    return false;
  }
  const uint32_t *generations = (const void *)st_store_page(
      store, ST_COLUMN_ENTITY_GENERATION, slot, ST_SHIFT_32);
  if (!st_lanes_are_handles(run, generations + slot % 64, slot, count) ||
      has_locked_parts(reader, slot, count)) {
    return false;
  }
  prefetch_pages(reader, slot);
  if (reader->source == ST_READ_MANY_BASE) {
    read_run_base(reader, slot, count, out);
    return true;
  }
  const uint32_t *classes;
  if (!find_run_classes(reader, slot, count, &classes)) return false;
  if (reader->source == ST_READ_MANY_SUMS) {
    return read_run_sums(reader, slot, classes, count, out);
  }
  read_run_board(reader, slot, classes, count, out);
  return true;
}
