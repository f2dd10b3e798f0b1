/* Ways forward: a state that was rolled back comes back, cell by cell, also
 * where pages lie elsewhere meanwhile, and caches are told of each cell. */
#include "state_stage.h"
#include "world/store/way_forward.h"

#include <stdlib.h>
#include <string.h>

TestSuite(way_forward, .timeout = 120);

enum { CELL_ROWS = 150 };

typedef struct trip {
  state s;
  kit_dice dice;
  size_t cells;
  uint64_t *later; /* all cells of the later state */
  bool *told;      /* by cell: an undo, or going the way, tells of it */
} trip;

static void trip_open(trip *t, uint64_t seed) {
  *t = (trip){.dice = {seed}};
  state_open(&t->s, seed % 2);
  for (int i = 0; i < ST_TABLE_COUNT; i++) {
    OK(st_store_reserve(&t->s.store, (st_table)i, CELL_ROWS));
  }
  t->cells = t->s.rules->column_count * (size_t)CELL_ROWS;
  t->later = calloc(t->cells, sizeof *t->later);
  t->told = calloc(t->cells, sizeof *t->told);
  cr_assert(t->later && t->told);
}

static void trip_close(trip *t) {
  free(t->later);
  free(t->told);
  state_close(&t->s);
}

static uint64_t read_cell(const trip *t, size_t cell) {
  return st_get_any(&t->s.store, (uint32_t)(cell / CELL_ROWS),
                    (uint32_t)(cell % CELL_ROWS));
}

static void write_cell(trip *t, size_t cell, uint64_t number) {
  OK(st_put_any(&t->s.store, (uint32_t)(cell / CELL_ROWS),
                (uint32_t)(cell % CELL_ROWS), number));
}

/* Write cells, each small or large, some of them several times. */
static void write_some(trip *t, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    size_t cell = kit_below(&t->dice, (uint32_t)t->cells);
    uint64_t number = kit_below(&t->dice, 3);
    const st_column *c = &t->s.store.columns[cell / CELL_ROWS];
    if (c->content == ST_CONTENT_RAW && kit_below(&t->dice, 2)) {
      number = kit_roll(&t->dice);
    }
    if (c->width == ST_CELL_BIT) number &= 1;
    if (c->width == ST_CELL_32) number = (uint32_t)number;
    write_cell(t, cell, number);
    write_cell(t, cell, number & kit_below(&t->dice, 2));
    write_cell(t, cell, number);
  }
}

/* Give pages to cells, and leave the state as it is. */
static void move_pages(trip *t) {
  for (uint32_t i = 0; i < 30; i++) {
    size_t cell = kit_below(&t->dice, (uint32_t)t->cells);
    uint64_t number = read_cell(t, cell);
    write_cell(t, cell, number ^ 1);
    write_cell(t, cell, number);
  }
}

static void note_told(void *user, const st_journal_record *records,
                      size_t count) {
  trip *t = user;
  for (size_t i = 0; i < count; i++) {
    uint32_t column = st_journal_record_column(&records[i]);
    if (column & ST_JOURNAL_NEW_PAGE) continue;
    t->told[column * (size_t)CELL_ROWS + records[i].index] = true;
  }
}

/* The cells that were told of, and their number; they are told of no more. */
static size_t take_told(trip *t, bool *out) {
  size_t count = 0;
  for (size_t i = 0; i < t->cells; i++) {
    count += t->told[i];
  }
  memcpy(out, t->told, t->cells * sizeof *out);
  memset(t->told, 0, t->cells * sizeof *t->told);
  return count;
}

/* From a state forward, back, and forward again on the way that was kept. */
static void go_and_come_back(trip *t, bool moves) {
  st_store *store = &t->s.store;
  st_way_forward way = {0};
  st_savepoint begin = st_store_begin(store);
  write_some(t, 60);
  OK(st_store_touch(store, ST_COLUMN_WATCHER_DEF, 7));
  for (size_t i = 0; i < t->cells; i++) {
    t->later[i] = read_cell(t, i);
  }
  uint64_t hash = store->hash;
  OK(st_way_forward_keep(&way, store, begin));
  cr_assert(eq(u64, store->hash, hash));
  memset(t->told, 0, t->cells * sizeof *t->told);
  store->on_undo = note_told;
  store->on_undo_user = t;
  st_store_undo(store, begin);
  bool *back = calloc(t->cells, sizeof *back);
  bool *forward = calloc(t->cells, sizeof *forward);
  cr_assert(back && forward);
  size_t told = take_told(t, back);
  if (moves) move_pages(t);
  cr_assert(eq(u64, store->hash, begin.hash));
  st_savepoint middle = st_store_begin(store);

  OK(st_way_forward_go(&way, store));

  cr_assert(eq(u64, store->hash, hash));
  for (size_t i = 0; i < t->cells; i++) {
    if (read_cell(t, i) == t->later[i]) continue;
    cr_assert(eq(u64, read_cell(t, i), t->later[i]), "cell %zu", i);
  }
  cr_expect(eq(sz, take_told(t, forward), told));
  cr_expect(memcmp(back, forward, t->cells * sizeof *back) == 0,
            "caches are told of other cells");
  cr_expect(forward[ST_COLUMN_WATCHER_DEF * (size_t)CELL_ROWS + 7]);
  if (kit_below(&t->dice, 2)) {
    st_store_undo(store, middle);
    cr_assert(eq(u64, store->hash, begin.hash), "the way is undone");
    OK(st_way_forward_go(&way, store));
    cr_assert(eq(u64, store->hash, hash), "and gone again");
  }
  store->on_undo = NULL;
  st_way_forward_fini(&way, store->mem);
  free(back);
  free(forward);
}

Test(way_forward, it_leads_to_the_later_state) {
  for (uint64_t seed = 0; seed < 8; seed++) {
    trip t;
    trip_open(&t, seed);
    for (uint32_t i = 0; i < 12; i++) {
      go_and_come_back(&t, i % 2 == 1);
      if (i % 5 == 4) st_store_commit(&t.s.store);
    }
    trip_close(&t);
  }
}

Test(way_forward, a_cell_is_kept_once) {
  trip t;
  trip_open(&t, 1);
  st_way_forward way = {0};
  st_savepoint begin = st_store_begin(&t.s.store);
  for (uint32_t i = 1; i <= 100; i++) {
    OK(st_scalar_put(&t.s.store, ST_SCALAR_STAMP, i));
  }

  OK(st_way_forward_keep(&way, &t.s.store, begin));

  cr_expect(eq(sz, way.count, 1));
  st_way_forward_fini(&way, t.s.store.mem);
  trip_close(&t);
}

Test(way_forward, without_memory_it_is_undone) {
  trip t;
  trip_open(&t, 3);
  st_store *store = &t.s.store;
  st_way_forward way = {0};
  st_savepoint begin = st_store_begin(store);
  write_some(&t, 2000);
  size_t failed = 0;
  uint64_t hash = store->hash;
  t.s.probe.fail_at = t.s.probe.calls + 1;
  cr_expect(eq(int, st_way_forward_keep(&way, store, begin), STRATA_ENOMEM));
  t.s.probe.fail_at = 0;
  cr_expect(eq(u64, store->hash, hash));
  OK(st_way_forward_keep(&way, store, begin));
  st_store_undo(store, begin);
  /* A copy has no more memory than it needs, so going the way needs some. */
  for (size_t n = 1;; n++) {
    st_store other;
    OK(st_store_init(&other, &t.s.mem, t.s.rules));
    OK(st_store_copy(&other, store));
    t.s.probe.fail_at = t.s.probe.calls + n;
    strata_status status = st_way_forward_go(&way, &other);
    t.s.probe.fail_at = 0;
    if (status) {
      cr_assert(eq(int, status, STRATA_ENOMEM));
      st_store_undo(&other, (st_savepoint){.hash = begin.hash});
      failed++;
      OK(st_way_forward_go(&way, &other));
    }
    cr_expect(eq(u64, other.hash, hash));
    st_store_fini(&other);
    if (!status) break;
  }
  cr_expect(lt(sz, 0, failed));
  st_way_forward_fini(&way, store->mem);
  trip_close(&t);
}

/* Cells that were never written share the zero page. */
Test(way_forward, it_tells_of_cells_without_a_page) {
  trip t;
  trip_open(&t, 1);
  st_store *store = &t.s.store;
  st_way_forward way = {0};
  st_savepoint begin = st_store_begin(store);
  OK(st_store_touch(store, ST_COLUMN_WATCHER_DEF, 7));
  OK(st_store_touch(store, ST_COLUMN_EFFECT_GLOBAL_NEXT, 7));
  OK(st_way_forward_keep(&way, store, begin));
  st_store_undo(store, begin);
  store->on_undo = note_told;
  store->on_undo_user = &t;

  OK(st_way_forward_go(&way, store));

  store->on_undo = NULL;
  cr_expect(t.told[ST_COLUMN_WATCHER_DEF * (size_t)CELL_ROWS + 7]);
  cr_expect(t.told[ST_COLUMN_EFFECT_GLOBAL_NEXT * (size_t)CELL_ROWS + 7]);
  st_way_forward_fini(&way, store->mem);
  trip_close(&t);
}
