/* The cache of values: keys, epochs, blocks of memory. */
#include "layers/values/number_program.h"
#include "layers/values/value_cache.h"
#include "unit/world/state_stage.h"

TestSuite(value_cache, .timeout = 60);

enum { ROWS = 256, GENERATION = 5 };

typedef struct cache {
  state s;
  st_value_cache cells;
} cache;

static void cache_open(cache *c) {
  state_open(&c->s, true);
  OK(st_value_cache_init(&c->cells, &c->s.mem, c->s.rules));
}

static void cache_close(cache *c) {
  st_value_cache_fini(&c->cells);
  state_close(&c->s);
}

static void keep(cache *c, strata_attr attr, uint32_t slot, uint64_t value) {
  uint64_t *row = st_value_cache_row(&c->cells, attr, slot, ROWS);
  cr_assert(ne(ptr, row, NULL));
  row[0] = st_value_cache_key(&c->cells.attrs[attr - 1], GENERATION);
  row[1] = value;
}

static void keep_all(cache *c) {
  for (strata_attr a = 1; a <= c->cells.attr_count; a++) {
    for (uint32_t slot = 0; slot < ROWS; slot++) {
      keep(c, a, slot, a * 1000 + slot);
    }
  }
}

/* As a reader does it: one comparison of the key. */
static bool holds(cache *c, strata_attr attr, uint32_t slot) {
  const st_value_cache_attr *a = &c->cells.attrs[attr - 1];
  if (slot / ST_VALUE_BLOCK_ROWS >= c->cells.block_count) return false;
  const uint64_t *row = a->rows[slot / ST_VALUE_BLOCK_ROWS] +
                        (size_t)(slot % ST_VALUE_BLOCK_ROWS) * a->stride;
  if (row[0] != st_value_cache_key(a, GENERATION)) return false;
  cr_assert(eq(u64, row[1], attr * 1000 + slot), "another's value");
  return true;
}

/* How many values are kept. */
static size_t held(cache *c) {
  size_t count = 0;
  for (strata_attr a = 1; a <= c->cells.attr_count; a++) {
    for (uint32_t slot = 0; slot < ROWS; slot++) {
      count += holds(c, a, slot);
    }
  }
  return count;
}

Test(value_cache, an_empty_cache_holds_nothing) {
  cache c;
  cache_open(&c);
  cr_expect(eq(sz, held(&c), 0));
  st_value_cache_drop(&c.cells, 1, 5000); /* there is nothing to forget */
  st_value_cache_drop_entity(&c.cells, 5000);
  cr_expect(eq(sz, c.cells.bytes, 0));
  cache_close(&c);
}

Test(value_cache, a_value_is_kept_under_its_generation) {
  cache c;
  cache_open(&c);
  keep(&c, 3, 100, 3100);

  cr_expect(holds(&c, 3, 100));
  cr_expect(eq(sz, held(&c), 1));
  const st_value_cache_attr *a = &c.cells.attrs[2];
  const uint64_t *row = st_value_cache_row(&c.cells, 3, 100, ROWS);
  cr_expect(ne(u64, row[0], st_value_cache_key(a, GENERATION + 2)));
  cr_expect(ne(u64, row[0], st_value_cache_key(a, GENERATION - 2)));
  cr_expect(lt(sz, 0, c.cells.bytes));
  cache_close(&c);
}

Test(value_cache, dropping_one_value_leaves_all_others) {
  cache c;
  cache_open(&c);
  keep_all(&c);
  size_t all = held(&c);
  cr_assert(eq(sz, all, (size_t)c.cells.attr_count * ROWS));

  st_value_cache_drop(&c.cells, 4, 70);

  cr_expect(not(holds(&c, 4, 70)));
  cr_expect(eq(sz, held(&c), all - 1));
  cache_close(&c);
}

Test(value_cache, dropping_an_entity_leaves_all_others) {
  cache c;
  cache_open(&c);
  keep_all(&c);
  size_t all = held(&c);

  st_value_cache_drop_entity(&c.cells, 127);

  cr_expect(eq(sz, held(&c), all - c.cells.attr_count));
  cr_expect(not(holds(&c, 1, 127)));
  cr_expect(holds(&c, 1, 128));
  cache_close(&c);
}

Test(value_cache, dropping_an_attribute_leaves_all_others) {
  cache c;
  cache_open(&c);
  keep_all(&c);
  size_t all = held(&c);

  st_value_cache_drop_attr(&c.cells, 2);

  cr_expect(eq(sz, held(&c), all - ROWS));
  cr_expect(not(holds(&c, 2, 1)));
  keep(&c, 2, 1, 2001);
  cr_expect(holds(&c, 2, 1));
  cache_close(&c);
}

Test(value_cache, dropping_all_keeps_the_memory) {
  cache c;
  cache_open(&c);
  keep_all(&c);
  size_t calls = c.s.probe.calls;

  st_value_cache_drop_all(&c.cells);

  cr_expect(eq(sz, held(&c), 0));
  keep_all(&c);
  cr_expect(eq(sz, held(&c), (size_t)c.cells.attr_count * ROWS));
  cr_expect(eq(sz, c.s.probe.calls, calls), "memory was asked for again");
  cache_close(&c);
}

Test(value_cache, clearing_gives_the_memory_back) {
  cache c;
  cache_open(&c);
  size_t before = c.s.probe.live_bytes;
  keep_all(&c);
  cr_expect(lt(sz, before, c.s.probe.live_bytes));

  st_value_cache_clear(&c.cells);

  cr_expect(eq(sz, c.s.probe.live_bytes, before));
  cr_expect(eq(sz, c.cells.bytes, 0));
  cr_expect(eq(sz, held(&c), 0));
  keep(&c, 1, 1, 1001);
  cr_expect(holds(&c, 1, 1));
  cache_close(&c);
}

Test(value_cache,
     numbers_share_their_epoch_with_the_fast_path_and_others_do_not) {
  cache c;
  cache_open(&c);
  st_value_cache_drop_all(&c.cells);
  for (strata_attr a = 1; a <= c.cells.attr_count; a++) {
    const st_value_cache_attr *cells = &c.cells.attrs[a - 1];
    strata_type type = c.s.rules->attrs[a - 1].type;
    bool is_int = type == STRATA_INT || type == STRATA_FLAG;
    cr_expect(eq(u32, cells->int_epoch, is_int ? cells->epoch : UINT32_MAX));
    cr_expect(ne(u32, cells->epoch, 0), "a wiped row would count");
  }
  cache_close(&c);
}

/* Every epoch that an attribute had since its rows were last wiped. */
static void expect_forgotten(cache *c, strata_attr attr, bool all) {
  keep_all(c);
  if (all) {
    st_value_cache_drop_all(&c->cells);
    cr_assert(eq(sz, held(c), 0), "next epoch %u", c->cells.next_epoch);
  } else {
    st_value_cache_drop_attr(&c->cells, attr);
    for (uint32_t slot = 0; slot < ROWS; slot += 50) {
      cr_assert(not(holds(c, attr, slot)), "next epoch %u",
                c->cells.next_epoch);
    }
  }
  for (strata_attr a = 1; a <= c->cells.attr_count; a++) {
    const st_value_cache_attr *cells = &c->cells.attrs[a - 1];
    cr_assert(cells->epoch > 0 && cells->epoch < c->cells.next_epoch);
    cr_assert(ne(u32, cells->epoch, UINT32_MAX), "the int_epoch of no int");
  }
}

Test(value_cache, epochs_begin_again_without_an_old_value_coming_back) {
  for (uint32_t left = 0; left < 40; left++) {
    cache c;
    cache_open(&c);
    keep_all(&c); /* rows of the first epochs, which will come again */
    c.cells.next_epoch = UINT32_MAX - left;
    for (uint32_t i = 0; i < 5; i++) {
      expect_forgotten(&c, 1 + (left + i) % c.cells.attr_count,
                       (left + i) % 3 == 0);
    }
    cache_close(&c);
  }
}

Test(value_cache, without_memory_there_is_no_row_and_nothing_is_lost) {
  cache c;
  cache_open(&c);
  keep(&c, 1, 3, 1003);
  size_t failed = 0;
  for (size_t n = 1; n < 10; n++) {
    c.s.probe.fail_at = c.s.probe.calls + n;
    uint64_t *row = st_value_cache_row(&c.cells, 5, 5000, 8192);
    c.s.probe.fail_at = 0;
    cr_assert(holds(&c, 1, 3), "allocation %zu", n);
    if (row) break;
    failed++;
  }
  cr_expect(lt(sz, 0, failed));
  keep(&c, 5, 150, 5150);
  cr_expect(holds(&c, 5, 150));
  cache_close(&c);
}

Test(value_cache, a_program_has_its_place_if_one_was_made) {
  cache c;
  cache_open(&c);
  cr_expect(st_value_cache_find_program(&c.cells, 2, 5) == NULL);
  keep(&c, 2, 5, 2005);
  cr_expect(st_value_cache_find_program(&c.cells, 2, 5) == NULL);

  st_number_program **place = st_value_cache_make_program(&c.cells, 2, 5);

  cr_assert(place && *place == NULL);
  st_value_part entry = {.verb = st_part_header(0, 2, 0, 0, STRATA_OP_ADD)};
  OK(st_number_program_build(place, &c.s.mem, &entry, 1));
  const st_number_program *program = *place;
  keep(&c, 2, 199, 2199);
  cr_assert(st_value_cache_find_program(&c.cells, 2, 5) == program);
  cr_expect(st_value_cache_find_program(&c.cells, 3, 5) == NULL);
  cache_close(&c); /* frees the program */
}

Test(value_cache, values_stay_when_there_is_room_for_more_entities) {
  cache c;
  cache_open(&c);
  keep_all(&c);
  st_number_program **place = st_value_cache_make_program(&c.cells, 2, 5);
  cr_assert(ne(ptr, place, NULL));
  st_value_part entry = {.verb = st_part_header(0, 2, 0, 0, STRATA_OP_ADD)};
  OK(st_number_program_build(place, &c.s.mem, &entry, 1));

  cr_assert(ne(ptr, st_value_cache_row(&c.cells, 7, 1000, 1024), NULL));

  cr_expect(eq(sz, held(&c), (size_t)c.cells.attr_count * ROWS));
  cr_expect(eq(u64, st_value_cache_row(&c.cells, 7, 1000, 1024)[0], 0));
  cr_expect(st_value_cache_find_program(&c.cells, 2, 5) == NULL, "let go of");
  cache_close(&c);
}
