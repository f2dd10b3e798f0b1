/* The store of cells, compared with a plain array of all cells. */
#include "state_stage.h"
#include "world/store/cell_walk.h"

#include <stdlib.h>
#include <string.h>

TestSuite(store, .timeout = 120);

enum { ROWS = 200, MARKS = 6 };

/* What the store should say. */
typedef struct model {
  uint64_t *cells; /* column * ROWS + row */
  uint64_t hash, layout;
  uint64_t mark;
} model;

typedef struct play {
  state s;
  kit_dice dice;
  model now;
  model marks[MARKS];
  size_t mark_count;
} play;

static size_t model_bytes(const play *p) {
  return p->s.rules->column_count * (size_t)ROWS * sizeof(uint64_t);
}

static void play_open(play *p, uint64_t seed) {
  *p = (play){.dice = {seed}};
  state_open(&p->s, seed % 2);
  p->now.cells = calloc(1, model_bytes(p));
  for (int i = 0; i < MARKS; i++) {
    p->marks[i].cells = malloc(model_bytes(p));
    cr_assert(ne(ptr, p->marks[i].cells, NULL));
  }
}

static void play_close(play *p) {
  free(p->now.cells);
  for (int i = 0; i < MARKS; i++) {
    free(p->marks[i].cells);
  }
  state_close(&p->s);
}

static uint32_t rows_of(const play *p, uint32_t column) {
  uint32_t rows = p->s.store.capacity[p->s.store.columns[column].table];
  return rows < ROWS ? rows : ROWS;
}

static uint64_t *model_cell(const play *p, uint32_t column, uint32_t row) {
  return &p->now.cells[column * (size_t)ROWS + row];
}

/* A number that the cell can hold: 0, small ids, or anything. */
static uint64_t some_number(play *p, uint32_t column) {
  uint64_t number = kit_roll(&p->dice);
  uint32_t kind = kit_below(&p->dice, 4);
  if (kind == 0) number = 0;
  if (kind == 1) number = kit_below(&p->dice, 14);
  const st_column *c = &p->s.store.columns[column];
  if (c->width == ST_CELL_BIT) return number & 1;
  return c->width == ST_CELL_32 ? (uint32_t)number : number;
}

static strata_status put(play *p, uint32_t column, uint32_t row,
                         uint64_t number) {
  st_store *store = &p->s.store;
  const st_column *c = &store->columns[column];
  bool quick = kit_below(&p->dice, 2) && c->content == ST_CONTENT_RAW;
  if (quick && c->width == ST_CELL_64 &&
      st_put64_in_place(store, column, row, number)) {
    return STRATA_OK;
  }
  if (quick && c->width == ST_CELL_BIT &&
      st_put_bit_in_place(store, column, row, number != 0)) {
    return STRATA_OK;
  }
  uint32_t below = p->s.rules->columns[column].bias;
  if (c->content == ST_CONTENT_NARROW && kit_below(&p->dice, 2) &&
      st_put_narrow_in_place(store, column, below, row,
                             st_narrow_number(below, (uint32_t)number))) {
    return STRATA_OK;
  }
  return st_put_any(store, column, row, number);
}

static void put_some(play *p) {
  uint32_t column = kit_below(&p->dice, p->s.rules->column_count);
  uint32_t row = kit_below(&p->dice, rows_of(p, column));
  uint64_t number = some_number(p, column);
  OK(put(p, column, row, number));
  *model_cell(p, column, row) = number;
}

static void check_cells(const play *p, const st_store *store) {
  for (uint32_t c = 0; c < p->s.rules->column_count; c++) {
    for (uint32_t row = 0; row < rows_of(p, c); row++) {
      if (st_get_any(store, c, row) == *model_cell(p, c, row)) continue;
      cr_assert(eq(u64, st_get_any(store, c, row), *model_cell(p, c, row)),
                "column %u row %u", c, row);
    }
  }
}

/* A walk of each column, from its first row to the last, finds the cells that
 * are not 0, and no others. */
static void check_walks(const play *p) {
  for (uint32_t c = 0; c < p->s.rules->column_count; c++) {
    const uint32_t end = rows_of(p, c);
    uint32_t found = st_cell_walk_next(&p->s.store, c, 0, end);
    for (uint32_t row = 0; row < end; row++) {
      if (*model_cell(p, c, row) == 0) continue;
      cr_assert(eq(u32, found, row), "column %u", c);
      found = st_cell_walk_next(&p->s.store, c, row + 1, end);
    }
    cr_assert(eq(u32, found, end), "column %u", c);
  }
}

/* The hash of a store that got the same cells the other way round. */
static uint64_t fresh_hash(const play *p) {
  state s;
  state_open(&s, !p->s.rules->numbered_layers);
  for (int t = 0; t < ST_TABLE_COUNT; t++) {
    OK(st_store_reserve(&s.store, (st_table)t, ROWS));
  }
  for (uint32_t c = p->s.rules->column_count; c-- > 0;) {
    for (uint32_t row = ROWS; row-- > 0;) {
      OK(st_put_any(&s.store, c, row, *model_cell(p, c, row)));
    }
  }
  uint64_t hash = s.store.hash;
  state_close(&s);
  return hash;
}

static void remember(play *p, model *into) {
  memcpy(into->cells, p->now.cells, model_bytes(p));
  into->hash = p->s.store.hash;
  into->layout = state_layout(&p->s.store);
}

static void check_restored(play *p, const model *from) {
  memcpy(p->now.cells, from->cells, model_bytes(p));
  cr_assert(eq(u64, p->s.store.hash, from->hash), "the hash is another");
  cr_assert(eq(u64, state_layout(&p->s.store), from->layout),
            "pages lie elsewhere");
  check_cells(p, &p->s.store);
}

static void set_mark(play *p) {
  if (p->mark_count == MARKS) return;
  model *mark = &p->marks[p->mark_count++];
  remember(p, mark);
  OK(st_store_mark(&p->s.store, &mark->mark));
}

static void roll_back(play *p) {
  if (p->mark_count == 0) return;
  size_t n = kit_below(&p->dice, (uint32_t)p->mark_count);
  uint64_t newest = p->marks[p->mark_count - 1].mark;
  OK(st_store_rollback(&p->s.store, p->marks[n].mark));
  check_restored(p, &p->marks[n]);
  if (n + 1 < p->mark_count) {
    cr_assert(eq(int, st_store_rollback(&p->s.store, newest), STRATA_ESTALE));
  }
  p->mark_count = n + 1;
}

/* A mark and those after it are forgotten, and nothing else happens. */
static void keep(play *p) {
  if (p->mark_count == 0) return;
  size_t n = kit_below(&p->dice, (uint32_t)p->mark_count);
  uint64_t layout = state_layout(&p->s.store);
  uint64_t hash = p->s.store.hash;
  size_t records = p->s.store.journal_count;
  OK(st_store_release_mark(&p->s.store, p->marks[n].mark));
  for (size_t i = n; i < p->mark_count; i++) {
    uint64_t mark = p->marks[i].mark;
    cr_assert(eq(int, st_store_rollback(&p->s.store, mark), STRATA_ESTALE));
    cr_assert(eq(int, st_store_release_mark(&p->s.store, mark), STRATA_ESTALE));
  }
  p->mark_count = n;
  cr_assert(eq(sz, p->s.store.journal_count, records));
  cr_assert(eq(u64, p->s.store.hash, hash), "the hash is another");
  cr_assert(eq(u64, state_layout(&p->s.store), layout), "pages lie elsewhere");
  check_cells(p, &p->s.store);
}

/* A call that fails half-way: what it wrote is taken back. */
static void fail_a_call(play *p) {
  model before = {.cells = malloc(model_bytes(p))};
  cr_assert(ne(ptr, before.cells, NULL));
  remember(p, &before);
  st_savepoint start = st_store_begin(&p->s.store);
  for (uint32_t i = kit_below(&p->dice, 9); i-- > 0;) {
    put_some(p);
  }
  st_store_undo(&p->s.store, start);
  check_restored(p, &before);
  free(before.cells);
}

static void play_step(play *p) {
  uint32_t roll = kit_below(&p->dice, 100);
  if (roll < 80) {
    put_some(p);
    st_store_end(&p->s.store);
  } else if (roll < 88) {
    set_mark(p);
  } else if (roll < 93) {
    roll_back(p);
  } else if (roll < 95) {
    fail_a_call(p);
  } else if (roll < 97) {
    keep(p);
  } else if (roll < 99) {
    st_table table = (st_table)kit_below(&p->dice, ST_TABLE_COUNT);
    OK(st_store_reserve(&p->s.store, table, 1 + kit_below(&p->dice, ROWS)));
    check_cells(p, &p->s.store);
  } else {
    st_store_commit(&p->s.store);
    p->mark_count = 0;
  }
}

Test(store, random_writes_marks_and_rollbacks_agree_with_a_plain_array) {
  int games = full_test() ? 40 : 4;
  for (int g = 0; g < games; g++) {
    play p;
    play_open(&p, (uint64_t)g);
    for (int i = 0; i < 1000; i++) {
      play_step(&p);
    }
    check_cells(&p, &p.s.store);
    check_walks(&p);
    cr_assert(eq(u64, p.s.store.hash, fresh_hash(&p)), "game %d", g);
    play_close(&p);
  }
}

static void put_count(state *s, uint64_t count) {
  OK(st_scalar_put(&s->store, ST_SCALAR_EFFECT_COUNT, count));
  st_store_end(&s->store);
}

static uint64_t get_count(const state *s) {
  return st_scalar_get(&s->store, ST_SCALAR_EFFECT_COUNT);
}

Test(store, a_mark_that_is_kept_leaves_those_below_it) {
  state s;
  state_open(&s, true);
  uint64_t below = 0;
  uint64_t kept = 0;
  uint64_t above = 0;
  put_count(&s, 1);
  uint64_t hash = s.store.hash;
  OK(st_store_mark(&s.store, &below));
  put_count(&s, 2);
  OK(st_store_mark(&s.store, &kept));
  put_count(&s, 3);
  OK(st_store_mark(&s.store, &above));
  put_count(&s, 4);

  OK(st_store_release_mark(&s.store, kept));
  st_store_end(&s.store);

  cr_expect(eq(u64, get_count(&s), 4));
  cr_expect(eq(int, st_store_rollback(&s.store, kept), STRATA_ESTALE));
  cr_expect(eq(int, st_store_rollback(&s.store, above), STRATA_ESTALE));
  cr_expect(eq(u64, get_count(&s), 4), "a mark that is gone took back");
  put_count(&s, 5);
  OK(st_store_rollback(&s.store, below));
  cr_expect(eq(u64, get_count(&s), 1));
  cr_expect(eq(u64, s.store.hash, hash));
  state_close(&s);
}

Test(store, the_journal_ends_with_the_call_that_keeps_the_last_mark) {
  state s;
  state_open(&s, true);
  uint64_t mark = 0;
  st_savepoint start = st_store_begin(&s.store);
  OK(st_store_mark(&s.store, &mark));
  put_count(&s, 7);

  OK(st_store_release_mark(&s.store, mark));

  cr_expect(ge(sz, s.store.journal_count, start.journal_count + 1),
            "it cannot go back");
  st_store_undo(&s.store, start);
  cr_expect(eq(u64, get_count(&s), 0), "its call was undone");
  OK(st_store_mark(&s.store, &mark));
  put_count(&s, 8);
  OK(st_store_release_mark(&s.store, mark));
  st_store_end(&s.store);
  cr_expect(eq(sz, s.store.journal_count, 0));
  cr_expect(eq(u64, get_count(&s), 8));
  state_close(&s);
}

Test(store, a_commit_forgets_what_keeping_a_mark_has_left) {
  state s;
  state_open(&s, true);
  uint64_t below = 0;
  uint64_t kept = 0;
  OK(st_store_mark(&s.store, &below));
  put_count(&s, 1);
  OK(st_store_mark(&s.store, &kept));
  put_count(&s, 2);
  OK(st_store_release_mark(&s.store, kept));

  st_store_commit(&s.store);

  cr_expect(eq(int, st_store_rollback(&s.store, below), STRATA_ESTALE));
  cr_expect(eq(int, st_store_release_mark(&s.store, below), STRATA_ESTALE));
  cr_expect(eq(sz, s.store.journal_count, 0));
  cr_expect(eq(u64, get_count(&s), 2));
  state_close(&s);
}

Test(store, a_write_without_memory_leaves_cells_and_hash) {
  play p;
  play_open(&p, 7);
  uint64_t mark;
  OK(st_store_mark(&p.s.store, &mark)); /* so that the journal grows */
  for (int i = 0; i < 6000; i++) {
    uint32_t column = kit_below(&p.dice, p.s.rules->column_count);
    uint32_t row = kit_below(&p.dice, rows_of(&p, column));
    uint64_t number = some_number(&p, column);
    uint64_t hash = p.s.store.hash;
    p.s.probe.fail_at = p.s.probe.calls + 1;
    strata_status status = put(&p, column, row, number);
    p.s.probe.fail_at = 0;
    if (status) {
      cr_assert(eq(int, status, STRATA_ENOMEM));
      cr_assert(eq(u64, p.s.store.hash, hash));
      cr_assert(eq(u64, st_get_any(&p.s.store, column, row),
                   *model_cell(&p, column, row)));
      OK(put(&p, column, row, number));
    }
    *model_cell(&p, column, row) = number;
  }
  cr_expect(lt(sz, 5, p.s.probe.failures), "nothing grew");
  check_cells(&p, &p.s.store);
  cr_expect(eq(u64, p.s.store.hash, fresh_hash(&p)));
  OK(st_store_rollback(&p.s.store, mark));
  cr_expect(eq(u64, p.s.store.hash, 0));
  cr_expect(eq(u32, p.s.store.page_count, 1));
  play_close(&p);
}

/* Put 100 cells somewhere below a number of rows. */
static void fill(play *p, uint32_t rows) {
  for (int t = 0; t < ST_TABLE_COUNT; t++) {
    OK(st_store_reserve(&p->s.store, (st_table)t, rows));
  }
  for (int i = 0; i < 400; i++) {
    put_some(p);
  }
}

Test(store, a_copy_equals_its_source_and_goes_its_own_way) {
  play a;
  play b;
  play_open(&a, 1);
  play_open(&b, 3);
  fill(&a, 150);
  fill(&b, 60);
  uint64_t mark;
  OK(st_store_mark(&b.s.store, &mark));
  b.s.store.rules = a.s.store.rules; /* equal, and the same is asked for */

  OK(st_store_copy(&b.s.store, &a.s.store));

  check_cells(&a, &b.s.store);
  cr_expect(eq(u64, b.s.store.hash, a.s.store.hash));
  cr_expect(eq(u64, state_layout(&b.s.store), state_layout(&a.s.store)));
  cr_expect(eq(int, st_store_rollback(&b.s.store, mark), STRATA_ESTALE));
  uint64_t hash = a.s.store.hash;
  OK(st_put64(&b.s.store, ST_COLUMN_SCALAR, 3, 12345));
  cr_expect(eq(u64, a.s.store.hash, hash));
  check_cells(&a, &a.s.store);
  play_close(&b);
  play_close(&a);
}

static bool has_page(const st_store *store, uint32_t column) {
  uint32_t end = column + 1 < store->column_count
                     ? store->columns[column + 1].first_entry
                     : store->directory_count;
  for (uint32_t i = store->columns[column].first_entry; i < end; i++) {
    if (store->directory[i] != 0) return true;
  }
  return false;
}

/* Columns with pages are among those that are told, from any column on. */
static void check_paged_columns(const st_store *store) {
  for (uint32_t first = 0; first < store->column_count; first++) {
    uint64_t paged = st_store_paged_columns(store, first);
    for (uint32_t i = 0; i < 64 && first + i < store->column_count; i++) {
      bool told = paged >> i & 1;
      cr_assert(told || !has_page(store, first + i));
      cr_assert(eq(int, told, st_store_paged_columns(store, first + i) & 1));
    }
  }
}

Test(store, columns_with_pages_are_known) {
  play p;
  play copy;
  play_open(&p, 1);
  play_open(&copy, 3);
  const uint32_t last = p.s.store.column_count - 1;
  cr_expect(not(has_page(&p.s.store, last)), "control");
  cr_expect(eq(u64, st_store_paged_columns(&p.s.store, last), 0));
  const st_savepoint empty = st_store_begin(&p.s.store);
  OK(st_put_any(&p.s.store, last, 1, 1));
  cr_expect(eq(u64, st_store_paged_columns(&p.s.store, last), 1));
  st_store_undo(&p.s.store, empty);
  fill(&p, 150);
  check_paged_columns(&p.s.store);

  copy.s.store.rules = p.s.store.rules;
  OK(st_store_copy(&copy.s.store, &p.s.store));

  check_paged_columns(&copy.s.store);
  play_close(&copy);
  play_close(&p);
}

Test(store, a_copy_without_memory_leaves_the_target) {
  play a;
  play b;
  play_open(&a, 1);
  play_open(&b, 3);
  for (int i = 0; i < 20; i++) {
    fill(&a, 150);
  }
  fill(&b, 60);
  b.s.store.rules = a.s.store.rules;
  uint64_t hash = b.s.store.hash;
  uint64_t layout = state_layout(&b.s.store);
  size_t failed = 0;
  strata_status status = STRATA_ENOMEM;
  for (size_t n = 1; status; n++) {
    b.s.probe.fail_at = b.s.probe.calls + n;
    status = st_store_copy(&b.s.store, &a.s.store);
    if (!status) break;
    failed++;
    cr_assert(eq(int, status, STRATA_ENOMEM));
    cr_assert(eq(u64, b.s.store.hash, hash));
    cr_assert(eq(u64, state_layout(&b.s.store), layout));
    check_cells(&b, &b.s.store);
  }
  cr_expect(eq(sz, failed, 2), "an arena and a directory");
  check_cells(&a, &b.s.store);
  play_close(&b);
  play_close(&a);
}

Test(store, more_room_keeps_the_content_or_is_refused) {
  play p;
  play_open(&p, 3);
  fill(&p, 60);
  uint64_t layout = state_layout(&p.s.store);
  p.s.probe.fail_at = p.s.probe.calls + 1;
  cr_expect(eq(int, st_store_reserve(&p.s.store, ST_TABLE_ENTITY, 5000),
               STRATA_ENOMEM));
  cr_expect(eq(u64, state_layout(&p.s.store), layout));
  cr_expect(eq(int, st_store_reserve(&p.s.store, ST_TABLE_ENTITY, UINT32_MAX),
               STRATA_ERANGE));

  OK(st_store_reserve(&p.s.store, ST_TABLE_ENTITY, 5000));

  cr_expect(eq(u32, p.s.store.capacity[ST_TABLE_ENTITY], 8192));
  cr_expect(eq(u64, state_layout(&p.s.store), layout));
  check_cells(&p, &p.s.store);
  play_close(&p);
}

Test(store, initialising_without_memory_leaves_nothing_behind) {
  state s;
  state_open(&s, true);
  for (size_t n = 1; n <= 4; n++) {
    st_store store;
    s.probe.fail_at = s.probe.calls + n;
    cr_expect(eq(int, st_store_init(&store, &s.mem, s.rules), STRATA_ENOMEM));
  }
  state_close(&s);
}

/* -- Being told of rollbacks -- */

typedef struct told {
  size_t count;
  uint32_t column[8], index[8];
} told;

static void tell(void *user, const st_journal_record *records, size_t count) {
  told *t = user;
  for (size_t i = 0; i < count; i++) {
    if (st_journal_record_column(&records[i]) & ST_JOURNAL_NEW_PAGE) continue;
    cr_assert(lt(sz, t->count, ST_COUNT_OF(t->column)));
    t->column[t->count] = st_journal_record_column(&records[i]);
    t->index[t->count++] = records[i].index;
  }
}

Test(store, a_rollback_tells_of_the_cells_that_it_puts_back) {
  state s;
  state_open(&s, true);
  told t = {0};
  OK(st_put32(&s.store, ST_COLUMN_PART_NEXT, 3, 9));
  uint64_t mark;
  OK(st_store_mark(&s.store, &mark));
  s.store.on_undo = tell;
  s.store.on_undo_user = &t;

  OK(st_put32(&s.store, ST_COLUMN_PART_NEXT, 3, 10));
  OK(st_put_bit(&s.store, ST_COLUMN_ENTITY_LIVE, 61, true));
  OK(st_put64(&s.store, ST_COLUMN_BYTES, 40, 0)); /* changes nothing */
  cr_expect(eq(sz, t.count, 0), "told before anything was put back");
  OK(st_store_touch(&s.store, ST_COLUMN_NODE_PREV, 5));
  cr_expect(eq(sz, t.count, 1), "told of a touch at once");
  OK(st_store_rollback(&s.store, mark));

  cr_assert(eq(sz, t.count, 4));
  cr_expect(eq(u32, t.column[1], ST_COLUMN_PART_NEXT));
  cr_expect(eq(u32, t.index[1], 3));
  cr_expect(eq(u32, t.column[2], ST_COLUMN_ENTITY_LIVE));
  cr_expect(eq(u32, t.index[2], 61));
  cr_expect(eq(u32, t.column[3], ST_COLUMN_NODE_PREV));
  cr_expect(eq(u32, t.index[3], 5));
  cr_expect(eq(u32, st_get32(&s.store, ST_COLUMN_PART_NEXT, 3), 9));
  state_close(&s);
}

Test(store, undoing_nothing_tells_of_nothing) {
  state s;
  state_open(&s, true);
  told t = {0};
  s.store.on_undo = tell;
  s.store.on_undo_user = &t;

  st_store_undo(&s.store, st_store_begin(&s.store));

  cr_expect(eq(sz, t.count, 0));
  state_close(&s);
}

Test(store, a_small_number_of_64_bits_has_half_a_cell) {
  static const struct {
    uint64_t number;
    uint32_t pages;
  } cases[] = {{0, 0},
               {1, 1},
               {INT32_MAX, 1},
               {(uint64_t)-1, 1},
               {(uint64_t)INT32_MIN, 1},
               {UINT64_C(1) << 31, 2},
               {UINT32_MAX, 2},
               {UINT64_C(1) << 32, 1}, /* the lower half is 0 */
               {UINT64_C(1) << 63, 1},
               {INT64_MAX, 2},
               {(uint64_t)INT32_MIN - 1, 2}};
  for (size_t i = 0; i < ST_COUNT_OF(cases); i++) {
    state s;
    state_open(&s, true);
    uint32_t none = s.store.page_count;

    OK(st_put_split(&s.store, ST_COLUMN_PART_VALUE, 5, cases[i].number));

    cr_expect(eq(u64, st_get_split(&s.store, ST_COLUMN_PART_VALUE, 5),
                 cases[i].number));
    cr_expect(eq(u32, s.store.page_count - none, cases[i].pages), "%zu", i);
    OK(st_put_split(&s.store, ST_COLUMN_PART_VALUE, 5, 0));
    cr_expect(eq(u64, s.store.hash, 0));
    state_close(&s);
  }
}
