/* Pending triggers, compared with a plain queue and a plain list of their
 * holders. */
#include "row_stage.h"
#include "world/tables/pending_triggers.h"

TestSuite(pending_triggers, .timeout = 120);

enum { MOST = 40, NAMES = 2, HOLDERS = ROWS_CARDS + 6 };

typedef struct item {
  uint32_t row;
  st_new_pending_trigger desc;
  st_note names[NAMES];
} item;

typedef struct model {
  item queue[MOST]; /* first come first */
  uint32_t count;
  item held[HOLDERS + 1]; /* by slot; a code of 0: nothing */
} model;

typedef struct play {
  rows r;
  model now, marks[ROWS_MARKS];
} play;

static bool same(const item *a, const item *b) {
  if (a->desc.watcher_def != b->desc.watcher_def ||
      a->desc.source != b->desc.source || a->desc.you != b->desc.you ||
      a->desc.identity != b->desc.identity ||
      a->desc.variable_count != b->desc.variable_count) {
    return false;
  }
  for (uint32_t i = 0; i < a->desc.variable_count; i++) {
    if (a->names[i].key != b->names[i].key ||
        a->names[i].value.number != b->names[i].value.number ||
        a->names[i].value.symbol != b->names[i].value.symbol) {
      return false;
    }
  }
  return true;
}

static item some(play *p) {
  rows *r = &p->r;
  item x = {.desc = {.watcher_def = 1 + kit_below(&r->dice, 2),
                     .source = r->cards[kit_below(&r->dice, 2)],
                     .you = r->cards[2],
                     .identity = kit_below(&r->dice, 2) ? UINT64_MAX : 7,
                     .count = 1 + kit_below(&r->dice, 3)}};
  x.desc.variable_count =
      kit_below(&r->dice, 2) ? 0 : rows_notes(r, x.names, 1);
  return x;
}

static void add(play *p) {
  if (p->now.count == MOST) return;
  item x = some(p);
  x.desc.variables = x.names;
  OK(st_pending_trigger_add(&p->r.s.store, &x.desc, &x.row));
  item *last = p->now.count ? &p->now.queue[p->now.count - 1] : NULL;
  if (last && same(last, &x)) {
    cr_assert(eq(u32, x.row, last->row));
    last->desc.count += x.desc.count;
  } else {
    p->now.queue[p->now.count++] = x;
  }
}

static void take_out(model *m, uint32_t n) {
  memmove(&m->queue[n], &m->queue[n + 1],
          (m->count - n - 1) * sizeof m->queue[0]);
  m->count--;
}

static uint32_t free_holder(play *p) {
  uint32_t slot = 1 + kit_below(&p->r.dice, HOLDERS);
  return p->now.held[slot].desc.watcher_def ? 0 : slot;
}

static void place(play *p, uint32_t n) {
  uint32_t slot = free_holder(p);
  if (slot == 0) return;
  item *x = &p->now.queue[n];
  uint32_t count = 1 + kit_below(&p->r.dice, x->desc.count);
  OK(st_pending_trigger_place(&p->r.s.store, x->row, count, slot));
  p->now.held[slot] = *x;
  p->now.held[slot].desc.count = count;
  x->desc.count -= count;
  if (x->desc.count == 0) take_out(&p->now, n);
}

static void hold(play *p) {
  uint32_t slot = free_holder(p);
  if (slot == 0) return;
  item x = some(p);
  x.desc.variables = x.names;
  x.desc.count = 1;
  OK(st_pending_trigger_hold(&p->r.s.store, &x.desc, slot));
  p->now.held[slot] = x;
}

/* A stack object ceases, or goes and is remembered for a while. */
static void replace_holder(play *p) {
  st_store *store = &p->r.s.store;
  uint32_t slot = ROWS_CARDS + 1 + kit_below(&p->r.dice, 6);
  if (kit_below(&p->r.dice, 2)) {
    OK(st_entity_despawn(store, slot));
  } else {
    uint32_t row = st_pending_trigger_held_by(store, slot);
    OK(st_entity_keep_last_known(store, slot));
    cr_assert(eq(u32, st_pending_trigger_held_by(store, slot), row),
              "as it was");
    OK(rows_judge(store));
    OK(st_entity_free_last_known(store, slot));
  }
  cr_assert(eq(u32, st_slot_of(state_spawn(&p->r.s)), slot));
  p->now.held[slot] = (item){0};
}

static void check_row(const st_store *store, uint32_t row, const item *x) {
  cr_assert(st_pending_trigger_is_used(store, row));
  cr_assert(eq(u32, st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row),
               x->desc.watcher_def));
  cr_assert(
      eq(u64, st_get64(store, ST_COLUMN_TRIGGER_SOURCE, row), x->desc.source));
  cr_assert(eq(u64, st_get64(store, ST_COLUMN_TRIGGER_YOU, row), x->desc.you));
  cr_assert(eq(u64, st_get64(store, ST_COLUMN_TRIGGER_IDENTITY, row),
               x->desc.identity));
  cr_assert(
      eq(u32, st_get32(store, ST_COLUMN_TRIGGER_COUNT, row), x->desc.count));
  cr_assert(st_notes_equal(store, st_pending_trigger_variables(row), x->names,
                           x->desc.variable_count));
}

static void check(const play *p, const st_store *store) {
  uint32_t row = st_pending_trigger_first(store);
  for (uint32_t i = 0; i < p->now.count; i++) {
    cr_assert(eq(u32, row, p->now.queue[i].row), "place %u", i);
    check_row(store, row, &p->now.queue[i]);
    row = st_pending_trigger_next(store, row);
  }
  cr_assert(eq(u32, row, 0));
  for (uint32_t slot = 1; slot <= HOLDERS; slot++) {
    const item *x = &p->now.held[slot];
    uint32_t held = st_pending_trigger_held_by(store, slot);
    cr_assert(eq(int, held != 0, x->desc.watcher_def != 0), "slot %u", slot);
    if (held) check_row(store, held, x);
  }
  OK(rows_judge(store));
}

static void play_step(play *p) {
  uint32_t roll = kit_below(&p->r.dice, 24);
  uint32_t n = p->now.count ? kit_below(&p->r.dice, p->now.count) : 0;
  if (roll < 9) {
    add(p);
  } else if (roll < 13 && p->now.count) {
    place(p, n);
  } else if (roll < 15 && p->now.count) {
    OK(st_pending_trigger_remove(&p->r.s.store, p->now.queue[n].row));
    take_out(&p->now, n);
  } else if (roll < 16) {
    hold(p);
  } else if (roll < 19) {
    uint32_t slot = 1 + kit_below(&p->r.dice, HOLDERS);
    if (p->now.held[slot].desc.watcher_def == 0) return;
    OK(st_pending_trigger_end_held(&p->r.s.store, slot));
    p->now.held[slot] = (item){0};
  } else if (roll < 21) {
    replace_holder(p);
  } else if (roll < 22) {
    int mark = rows_mark(&p->r);
    if (mark >= 0) p->marks[mark] = p->now;
  } else if (roll < 23) {
    int mark = rows_back(&p->r);
    if (mark >= 0) p->now = p->marks[mark];
  }
}

Test(pending_triggers, random_games_agree_with_plain_lists) {
  static play p;
  int games = full_test() ? 60 : 10;
  for (int g = 0; g < games; g++) {
    memset(&p, 0, sizeof p);
    rows_open(&p.r, (uint64_t)g);
    while (st_entity_top(&p.r.s.store) < HOLDERS) {
      (void)state_spawn(&p.r.s);
    }
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

Test(pending_triggers, a_run_is_as_long_as_a_row_can_count) {
  rows r;
  rows_open(&r, 1);
  st_new_pending_trigger desc = {.watcher_def = 1, .count = UINT32_MAX - 1};
  uint32_t first = 0;
  uint32_t row = 0;
  OK(st_pending_trigger_add(&r.s.store, &desc, &first));
  desc.count = 1;
  OK(st_pending_trigger_add(&r.s.store, &desc, &row));
  cr_expect(eq(u32, row, first));
  OK(st_pending_trigger_add(&r.s.store, &desc, &row));
  cr_expect(ne(u32, row, first));
  rows_close(&r);
}

static strata_status many_calls(rows *r) {
  st_store *store = &r->s.store;
  st_note names[] = {{9, {0, 0}}, {8, {0, 1}}};
  st_new_pending_trigger desc = {.watcher_def = 2,
                                 .source = r->cards[0],
                                 .you = r->cards[1],
                                 .identity = 7,
                                 .count = 1,
                                 .variables = names,
                                 .variable_count = 2};
  uint32_t row = 0;
  strata_status status = STRATA_OK;
  for (int64_t i = 0; i < 140 && !status; i++) { /* runs of two */
    names[0].value.number = i / 2;
    status = st_pending_trigger_add(store, &desc, &row);
  }
  if (!status) status = st_pending_trigger_place(store, row, 1, 1);
  if (!status) status = st_pending_trigger_place(store, row, 1, 2);
  if (!status) status = st_pending_trigger_hold(store, &desc, 3);
  if (!status)
    status = st_pending_trigger_remove(store, st_pending_trigger_first(store));
  if (!status) status = st_pending_trigger_end_held(store, 1);
  return status ? status : st_entity_despawn(store, 2);
}

Test(pending_triggers, calls_without_memory_are_undone_whole) {
  rows_without_memory(NULL, many_calls);
}
