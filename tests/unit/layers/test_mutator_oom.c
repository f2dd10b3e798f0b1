/* Allocation failure at every point of every change: the change returns ENOMEM,
 * a rollback to the mark leaves no trace in state or evaluator, and the change
 * made again succeeds. */
#include "mutator_stage.h"

TestSuite(mutator_oom, .timeout = 120);

typedef strata_status step(board *b);

static strata_status step_spawn(board *b) {
  const st_spawn_template model = {.definition =
                                       kit_definition(b->o.s.rules, "walker")};
  strata_entity out[2];
  return st_mutator_spawn(&b->change, &model, 2, out);
}

static strata_status step_copy(board *b) {
  strata_entity out;
  return st_mutator_spawn(&b->change, &(st_spawn_template){.copied = b->elf}, 1,
                          &out);
}

static strata_status step_snapshot(board *b) {
  uint32_t out;
  return st_mutator_spawn_copy_snapshot(&b->change, b->lord, &out);
}

static strata_status step_become(board *b) {
  return st_mutator_become_copy(&b->change, b->lord, b->elf,
                                layer_of(b, "copy"));
}

static strata_status step_base(board *b) {
  return set_number(b, "rank", b->elf, 3);
}

static strata_status step_counter(board *b) {
  return set_number(b, "charge", b->elf, 3);
}

static strata_status step_symbol(board *b) {
  return st_mutator_set_symbol(&b->change, attr_of(b, "modes"), b->elf, 1,
                               true);
}

static strata_status step_restamp(board *b) {
  return st_mutator_restamp(&b->change, b->lord);
}

static strata_status step_turn(board *b) {
  return st_mutator_turn_face(&b->change, b->lord,
                              kit_definition(b->o.s.rules, "dusk"));
}

static strata_status step_move(board *b) {
  const st_zone_move move = {.slot = b->lord,
                             .zone = objects_zone(&b->o, "exile")};
  strata_entity out;
  return st_mutator_move(&b->change, &move, &out);
}

static strata_status step_move_host(board *b) {
  const st_zone_move move = {.slot = b->host};
  strata_entity out;
  return st_mutator_move(&b->change, &move, &out);
}

static strata_status step_move_same(board *b) {
  const st_zone_move move = {.slot = b->elf,
                             .zone = objects_zone(&b->o, "library"),
                             .player = b->player,
                             .stays_same_object = true};
  strata_entity out;
  return st_mutator_move(&b->change, &move, &out);
}

static strata_status step_move_known(board *b) {
  size_t words = st_mutator_snapshot_words(&b->change);
  uint64_t *row = calloc(words, sizeof *row);
  cr_assert(ne(ptr, row, NULL));
  strata_status status = st_mutator_take_snapshot(&b->change, b->elf, row);
  const st_zone_move move = {.slot = b->elf, .snapshot = row};
  strata_entity out;
  if (!status) status = st_mutator_move(&b->change, &move, &out);
  free(row);
  return status;
}

static strata_status step_remove(board *b) {
  return st_mutator_remove(&b->change, handle(b, b->host));
}

static strata_status step_remove_player(board *b) {
  return st_mutator_remove(&b->change, handle(b, b->player));
}

static strata_status step_forget(board *b) {
  strata_status status = step_move(b);
  return status ? status : st_mutator_forget_last_known(&b->change);
}

static strata_status step_add(board *b) {
  const st_new_part part = add_part(b, "power", 0, 4);
  const st_new_effect desc = {
      .parts = &part, .part_count = 1, .targets = &b->lord, .target_count = 1};
  uint32_t out;
  return st_mutator_add_effect(&b->change, &desc, &out);
}

static strata_status step_end(board *b) {
  return st_mutator_end_effect(&b->change, b->anthem);
}

static strata_status step_tick(board *b) {
  uint32_t ended;
  strata_status status = st_mutator_tick_clock(&b->change, 1, &ended);
  return status ? status : st_mutator_tick_clock(&b->change, 1, &ended);
}

static strata_status step_expire(board *b) {
  return st_mutator_end_expired(&b->change);
}

/* The journal has no room left, so that the next write needs memory. */
static void fill_journal(st_store *store) {
  do {
    OK(st_store_touch(store, ST_COLUMN_PART_NEXT, 0));
  } while (store->journal_count + 2 <= store->journal_capacity);
}

static void open_scene(board *b) {
  board_open(b);
  (void)add_while(b, b->elf, "power", 1, "count(power > 99) > 0");
  (void)number_of(b, "power", b->elf);
}

/* The step fails at its n-th allocation: false if it needs fewer. */
static bool fail_at(step *step, const char *name, size_t n, bool forever,
                    uint64_t done) {
  board b;
  open_scene(&b);
  st_store *store = &b.o.s.store;
  uint64_t hash = store->hash;
  uint64_t layout = state_layout(store);
  uint64_t mark = 0;
  OK(st_store_mark(store, &mark));
  fill_journal(store);
  b.o.s.probe.fail_at = b.o.s.probe.calls + n;
  b.o.s.probe.fail_forever = forever;
  strata_status status = step(&b);
  b.o.s.probe.fail_at = 0;
  b.o.s.probe.fail_forever = false;
  bool failed = status != STRATA_OK;
  if (failed) {
    cr_assert(eq(int, status, STRATA_ENOMEM), "%s, allocation %zu", name, n);
    OK(st_store_rollback(store, mark));
    cr_assert(eq(u64, store->hash, hash), "%s, allocation %zu", name, n);
    cr_assert(eq(u64, state_layout(store), layout), "%s, %zu", name, n);
    expect_known(&b);
    OK(step(&b));
  }
  cr_assert(eq(u64, store->hash, done), "%s, allocation %zu", name, n);
  expect_known(&b);
  board_close(&b);
  return failed;
}

static uint64_t hash_after(step *step) {
  board b;
  open_scene(&b);
  OK(step(&b));
  uint64_t hash = b.o.s.store.hash;
  board_close(&b);
  return hash;
}

Test(mutator_oom, a_mark_takes_all_of_it_back) {
  static const struct {
    const char *name;
    step *step;
  } steps[] = {{"spawn", step_spawn},
               {"copy", step_copy},
               {"snapshot", step_snapshot},
               {"become", step_become},
               {"base", step_base},
               {"counter", step_counter},
               {"symbol", step_symbol},
               {"restamp", step_restamp},
               {"turn", step_turn},
               {"move", step_move},
               {"move host", step_move_host},
               {"move same", step_move_same},
               {"move known", step_move_known},
               {"remove", step_remove},
               {"remove player", step_remove_player},
               {"forget", step_forget},
               {"add", step_add},
               {"end", step_end},
               {"tick", step_tick},
               {"expire", step_expire}};
  for (size_t i = 0; i < ST_COUNT_OF(steps); i++) {
    uint64_t done = hash_after(steps[i].step);
    for (int forever = 0; forever < 2; forever++) {
      size_t n = 1;
      while (fail_at(steps[i].step, steps[i].name, n, forever, done)) {
        n++;
      }
      cr_expect(ge(sz, n, 2), "%s needs no memory", steps[i].name);
    }
  }
}
