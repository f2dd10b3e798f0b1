/* Started watchers, compared with a plain list. */
#include "row_stage.h"
#include "world/tables/started_watchers.h"

TestSuite(started_watchers, .timeout = 120);

enum { MOST = 40, NAMES = 2 };

typedef struct watch {
  uint32_t slot;
  uint64_t handle, stamp;
  st_new_started_watcher desc;
  st_note names[NAMES];
  int64_t left;  /* -1: no limit */
  int64_t uses;  /* -1: no limit */
  uint64_t ends; /* when its clock stands there; 0: never */
} watch;

typedef struct model {
  watch items[MOST]; /* oldest first */
  uint32_t count;
  uint64_t clocks[3];
} model;

typedef struct play {
  rows r;
  model now, marks[ROWS_MARKS];
} play;

static void start(play *p) {
  if (p->now.count == MOST) return;
  rows *r = &p->r;
  watch *w = &p->now.items[p->now.count];
  *w = (watch){.left = -1, .uses = -1};
  w->desc = (st_new_started_watcher){.watcher_def =
                                         1 + kit_below(&r->dice, ROWS_CODES),
                                     .source = rows_card(r),
                                     .you = rows_card(r),
                                     .clock = kit_below(&r->dice, 3)};
  if (kit_below(&r->dice, 2)) w->left = 1 + kit_below(&r->dice, 9);
  if (kit_below(&r->dice, 9) == 0) w->left = INT64_MAX;
  if (kit_below(&r->dice, 2)) w->uses = 1 + kit_below(&r->dice, 3);
  w->desc.amount = w->left < 0 ? 0 : w->left;
  w->desc.uses = w->uses < 0 ? 0 : (uint32_t)w->uses;
  if (w->desc.clock) w->desc.ticks = kit_below(&r->dice, 4);
  w->desc.variable_count = rows_notes(r, w->names, NAMES);
  w->desc.variables = w->names;
  if (w->desc.ticks) w->ends = p->now.clocks[w->desc.clock] + w->desc.ticks;
  OK(st_started_watcher_add(&r->s.store, &w->desc, &w->slot));
  w->handle = st_started_watcher_handle(&r->s.store, w->slot);
  w->stamp = st_get_split(&r->s.store, ST_COLUMN_WATCHER_STAMP, w->slot);
  p->now.count++;
}

static void take_out(model *m, uint32_t n) {
  memmove(&m->items[n], &m->items[n + 1],
          (m->count - n - 1) * sizeof m->items[0]);
  m->count--;
}

static void end(play *p, uint32_t n) {
  uint64_t handle = p->now.items[n].handle;
  OK(st_started_watcher_remove(&p->r.s.store, p->now.items[n].slot));
  cr_assert(eq(u32, st_started_watcher_slot(&p->r.s.store, handle), 0),
            "stale");
  take_out(&p->now, n);
}

static void use(play *p, uint32_t n) {
  watch *w = &p->now.items[n];
  int64_t wanted = kit_below(&p->r.dice, 6);
  int64_t taken = -1;
  OK(st_started_watcher_take_amount(&p->r.s.store, w->slot, wanted, &taken));
  if (w->left >= 0) {
    cr_assert(eq(i64, taken, w->left < wanted ? w->left : wanted));
    w->left -= taken;
  } else {
    cr_assert(eq(i64, taken, wanted));
  }
  if (w->uses == 0) return;
  OK(st_started_watcher_use(&p->r.s.store, w->slot));
  if (w->uses > 0) w->uses--;
}

static void tick(play *p) {
  st_store *store = &p->r.s.store;
  strata_clock clock = 1 + kit_below(&p->r.dice, 2);
  uint64_t now = ++p->now.clocks[clock];
  OK(st_put64(store, st_clock_ticks_column(p->r.s.rules, clock), 1, now));
  uint32_t ended = 77;
  uint32_t want = 0;
  OK(st_started_watcher_expire(store, clock, &ended));
  for (uint32_t i = p->now.count; i-- > 0;) {
    const watch *w = &p->now.items[i];
    if (w->desc.clock != clock || w->ends == 0 || w->ends > now) continue;
    take_out(&p->now, i);
    want++;
  }
  cr_assert(eq(u32, ended, want));
}

static void renew(play *p, uint32_t n) {
  watch *w = &p->now.items[n];
  if (w->desc.clock == 0) return;
  uint32_t ticks = kit_below(&p->r.dice, 4);
  OK(st_started_watcher_set_ticks(&p->r.s.store, w->slot, ticks));
  w->ends = ticks ? p->now.clocks[w->desc.clock] + ticks : 0;
}

static void check_one(const st_store *store, uint32_t slot, const watch *w) {
  int64_t left = 0;
  uint32_t uses = 0;
  cr_assert(eq(u32, slot, w->slot));
  cr_assert(eq(u32, st_started_watcher_slot(store, w->handle), slot));
  cr_assert(
      eq(u64, st_get_split(store, ST_COLUMN_WATCHER_STAMP, slot), w->stamp));
  cr_assert(eq(u32, st_get32(store, ST_COLUMN_WATCHER_DEF, slot),
               w->desc.watcher_def));
  cr_assert(
      eq(u64, st_get64(store, ST_COLUMN_WATCHER_SOURCE, slot), w->desc.source));
  cr_assert(eq(u64, st_get64(store, ST_COLUMN_WATCHER_YOU, slot), w->desc.you));
  cr_assert(eq(int, st_started_watcher_amount_left(store, slot, &left),
               w->left >= 0));
  cr_assert(eq(i64, left, w->left));
  cr_assert(
      eq(int, st_started_watcher_uses_left(store, slot, &uses), w->uses >= 0));
  cr_assert(eq(u32, uses, (uint32_t)w->uses));
  cr_assert(eq(int, st_started_watcher_is_spent(store, slot),
               w->left == 0 || w->uses == 0));
  cr_assert(st_notes_equal(store, st_started_watcher_variables(slot), w->names,
                           w->desc.variable_count));
}

static void check(const play *p, const st_store *store) {
  uint32_t slot = st_started_watcher_first(store);
  for (uint32_t i = 0; i < p->now.count; i++) {
    cr_assert(ne(u32, slot, 0));
    check_one(store, slot, &p->now.items[i]);
    slot = st_started_watcher_next(store, slot);
  }
  cr_assert(eq(u32, slot, 0));
  OK(rows_judge(store));
}

static void play_step(play *p) {
  uint32_t roll = kit_below(&p->r.dice, 20);
  bool any = p->now.count > 0;
  uint32_t n = any ? kit_below(&p->r.dice, p->now.count) : 0;
  if (roll < 7) {
    start(p);
  } else if (roll < 9 && any) {
    end(p, n);
  } else if (roll < 13 && any) {
    use(p, n);
  } else if (roll < 15) {
    tick(p);
  } else if (roll < 16 && any) {
    renew(p, n);
  } else if (roll == 18) {
    int mark = rows_mark(&p->r);
    if (mark >= 0) p->marks[mark] = p->now;
  } else if (roll == 19) {
    int mark = rows_back(&p->r);
    if (mark >= 0) p->now = p->marks[mark];
  }
  /* Copies of the model have names of their own. */
  for (uint32_t i = 0; i < p->now.count; i++) {
    p->now.items[i].desc.variables = p->now.items[i].names;
  }
}

Test(started_watchers, random_games_agree_with_a_plain_list) {
  static play p;
  int games = full_test() ? 60 : 10;
  for (int g = 0; g < games; g++) {
    memset(&p, 0, sizeof p);
    rows_open(&p.r, (uint64_t)g);
    for (int i = 0; i < 300; i++) {
      play_step(&p);
      st_store_end(&p.r.s.store);
      check(&p, &p.r.s.store);
    }
    rows copy;
    rows_fork(&copy, &p.r);
    check(&p, &copy.s.store);
    rows_close(&copy);
    rows_load(&copy, &p.r);
    check(&p, &copy.s.store);
    rows_close(&copy);
    rows_close(&p.r);
  }
}

static uint32_t plain(rows *r) {
  uint32_t slot = 0;
  OK(st_started_watcher_add(
      &r->s.store, &(st_new_started_watcher){.watcher_def = 1}, &slot));
  return slot;
}

Test(started_watchers, a_worn_out_slot_is_not_used_again) {
  rows r;
  rows_open(&r, 1);
  uint32_t slot = plain(&r);
  OK(st_put32(&r.s.store, ST_COLUMN_WATCHER_ENDED_COUNT, slot,
              ST_STARTED_WATCHER_ENDED_MAX));
  uint64_t handle = st_started_watcher_handle(&r.s.store, slot);
  cr_expect(eq(u32, st_started_watcher_slot(&r.s.store, handle), slot));

  OK(st_started_watcher_remove(&r.s.store, slot));

  cr_expect(eq(u32, st_started_watcher_slot(&r.s.store, handle), 0));
  cr_expect(ne(u32, plain(&r), slot));
  OK(rows_judge(&r.s.store));
  rows_close(&r);
}

Test(started_watchers, handles_of_nothing_name_nothing) {
  rows r;
  rows_open(&r, 1);
  uint32_t slot = plain(&r);
  uint64_t handle = st_started_watcher_handle(&r.s.store, slot);
  cr_expect(eq(u64, st_started_watcher_handle(&r.s.store, 0), 0));
  cr_expect(eq(u32, st_started_watcher_slot(&r.s.store, 0), 0));
  cr_expect(eq(u32, st_started_watcher_slot(&r.s.store, UINT64_MAX), 0));
  cr_expect(eq(u32, st_started_watcher_slot(&r.s.store, handle + 1), 0));
  cr_expect(
      eq(u32, st_started_watcher_slot(&r.s.store, handle + (UINT64_C(1) << 32)),
         0));
  rows_close(&r);
}

Test(started_watchers, more_uses_than_can_be_counted_are_refused) {
  rows r;
  rows_open(&r, 1);
  uint64_t hash = r.s.store.hash;
  uint32_t slot = 0;
  st_new_started_watcher desc = {.watcher_def = 1, .uses = UINT32_MAX};
  cr_expect(
      eq(int, st_started_watcher_add(&r.s.store, &desc, &slot), STRATA_ERANGE));
  cr_expect(eq(u64, r.s.store.hash, hash));
  desc.uses--;
  OK(st_started_watcher_add(&r.s.store, &desc, &slot));
  rows_close(&r);
}

/* What a world of the host's has as watchers, after `ticks` of a clock. */
static uint32_t left_after(const rows *r, uint32_t ticks) {
  static uint8_t bytes[1 << 14];
  size_t size = 0;
  strata_world *world = NULL;
  cr_assert(st_save_write(&r->s.store, bytes, sizeof bytes, &size));
  OK(strata_load(r->s.rules, NULL, bytes, size, &world, NULL));
  for (; ticks > 0; ticks--) {
    uint32_t ended = 77;
    OK(strata_tick(world, 1, &ended));
    cr_expect(eq(u32, ended, 0), "a watcher is no effect");
  }
  OK(strata_save(world, bytes, sizeof bytes, &size));
  strata_world_free(world);
  rows after;
  rows_open_bare(&after);
  OK(st_save_read(&after.s.store, bytes, size, NULL));
  OK(rows_judge(&after.s.store));
  uint32_t count = 0;
  uint32_t slot = st_started_watcher_first(&after.s.store);
  for (; slot != 0; slot = st_started_watcher_next(&after.s.store, slot)) {
    count++;
  }
  rows_close(&after);
  return count;
}

Test(started_watchers, a_tick_of_the_world_ends_what_is_due) {
  rows r;
  rows_open(&r, 1);
  st_new_started_watcher desc = {.watcher_def = 1, .clock = 1};
  uint32_t slot = 0;
  for (desc.ticks = 0; desc.ticks < 4; desc.ticks++) {
    OK(st_started_watcher_add(&r.s.store, &desc, &slot));
  }
  desc = (st_new_started_watcher){.watcher_def = 1, .clock = 2, .ticks = 1};
  OK(st_started_watcher_add(&r.s.store, &desc, &slot));
  for (uint32_t ticks = 0; ticks < 4; ticks++) {
    cr_expect(eq(u32, left_after(&r, ticks), 5 - ticks));
  }
  rows_close(&r);
}

static strata_status many_calls(rows *r) {
  st_store *store = &r->s.store;
  st_note names[] = {{9, {1, 0}}, {8, {0, 1}}};
  st_new_started_watcher desc = {.watcher_def = 2,
                                 .source = r->cards[0],
                                 .you = r->cards[1],
                                 .amount = INT64_MAX,
                                 .uses = 3,
                                 .clock = 1,
                                 .ticks = 1,
                                 .variables = names,
                                 .variable_count = 2};
  uint32_t slot = 0;
  int64_t taken;
  uint32_t ended;
  strata_status status = STRATA_OK;
  for (int i = 0; i < 70 && !status; i++) { /* over a page, and more rows */
    status = st_started_watcher_add(store, &desc, &slot);
  }
  if (!status) status = st_started_watcher_take_amount(store, slot, 5, &taken);
  if (!status) status = st_started_watcher_use(store, slot);
  if (!status) status = st_started_watcher_set_ticks(store, slot, 0);
  if (!status) status = st_started_watcher_remove(store, slot);
  if (!status) {
    status = st_put64(store, st_clock_ticks_column(r->s.rules, 1), 1, 1);
  }
  return status ? status : st_started_watcher_expire(store, 1, &ended);
}

Test(started_watchers, calls_without_memory_are_undone_whole) {
  rows_without_memory(NULL, many_calls);
}
