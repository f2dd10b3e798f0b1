/* Allocation failure at every point where a finished evaluation is brought up
 * to date in place of being made anew: who enters, leaves or changes is put
 * into the values that are there. A read that fails is refused, and the read
 * made again gives what it gives when nothing fails. */
#include "classic.h"

TestSuite(oom_updates, .timeout = 300);

enum { MOVES = 16 };

/* What happens between two reads of all values. Nothing borrows abilities, is
 * copied or has its text changed, so that each move is an update. Anthems enter
 * by the half dozen, so that what holds their effects grows. */
static const struct {
  const char *enters; /* a definition, which goes to the battlefield */
  size_t more;        /* so many more of it */
  size_t leaves;      /* of those that entered, this one dies; 0: none */
  size_t grows;       /* this one gets a counter; 0: none */
} moves[MOVES] = {
    {.enters = "anthem", .more = 5},
    {.enters = "bears"},
    {.enters = "elf"},
    {.enters = "elf_lord", .more = 4},
    {.enters = "anthem", .more = 5},
    {.grows = 7},
    {.enters = "red_anthem", .more = 5},
    {.enters = "bears"},
    {.leaves = 1},
    {.enters = "anthem", .more = 9},
    {.grows = 8},
    {.enters = "elf_lord", .more = 5},
    {.leaves = 12},
    {.enters = "bears"},
    {.enters = "herd"},
    {.enters = "elf"},
};

typedef struct table {
  game g;
  strata_entity card[64];
  size_t count;
} table;

static void open_table(table *t) {
  static const strata_tuning all[] = {STRATA_TUNE_CLASSES, STRATA_TUNE_SUMS,
                                      STRATA_TUNE_UPDATES};
  *t = (table){0};
  game_open_classic(&t->g);
  for (size_t i = 0; i < 3; i++) {
    OK(strata_world_tune(t->g.world, all[i], STRATA_TUNE_ALWAYS));
  }
}

static void make_move(table *t, size_t i) {
  for (size_t n = 0; moves[i].enters && n <= moves[i].more; n++) {
    t->card[++t->count] = classic_enter(&t->g, moves[i].enters);
  }
  if (moves[i].leaves) {
    classic_leave(&t->g, t->card[moves[i].leaves], "graveyard");
  }
  if (moves[i].grows) game_base(&t->g, t->card[moves[i].grows], "plus", 2);
}

/* Fold all values of all entities to `*sum`. */
static strata_status read_all(const game *g, uint64_t *sum) {
  uint32_t count = strata_rules_count(g->rules, STRATA_NAME_ATTRIBUTE);
  *sum = 0;
  for (strata_entity card = strata_entity_next(g->world, 0); card;
       card = strata_entity_next(g->world, card)) {
    for (strata_attr attr = 1; attr <= count; attr++) {
      strata_value value;
      strata_status status = strata_get(g->world, card, attr, &value);
      if (status) return status;
      *sum = kit_fold_value(*sum, g->rules, &value);
    }
  }
  return STRATA_OK;
}

/* What is read after each move when nothing fails; each read is compared with
 * one from nothing. */
static void reference(uint64_t sums[MOVES]) {
  table t;
  open_table(&t);
  for (size_t i = 0; i < MOVES; i++) {
    uint64_t anew = 0;
    make_move(&t, i);
    OK(read_all(&t.g, &sums[i]));
    strata_world *fork = NULL;
    OK(strata_fork(t.g.world, NULL, &fork));
    game copy = {.rules = t.g.rules, .world = fork};
    OK(read_all(&copy, &anew));
    cr_assert(eq(u64, sums[i], anew), "move %zu", i);
    strata_world_free(fork);
  }
  game_close(&t.g);
}

/* Let the n-th allocation of the read after move `at` fail. True if there were
 * so many. */
static bool fail_once(const uint64_t sums[MOVES], size_t at, size_t n,
                      bool on) {
  table t;
  open_table(&t);
  for (size_t i = 0; i < MOVES; i++) {
    uint64_t sum = 0;
    make_move(&t, i);
    if (i == at)
      *(on ? &t.g.mem.fail_from : &t.g.mem.fail_at) = t.g.mem.calls + n;
    strata_status status = read_all(&t.g, &sum);
    t.g.mem.fail_at = t.g.mem.fail_from = 0;
    if (status) {
      cr_assert(eq(int, status, STRATA_ENOMEM), "move %zu, %zu", at, n);
      OK(read_all(&t.g, &sum));
    }
    cr_assert(eq(u64, sum, sums[i]), "move %zu, allocation %zu, read %zu", at,
              n, i);
  }
  bool failed = t.g.mem.failures > 0;
  game_close(&t.g);
  return failed;
}

static void fail_each(bool on) {
  uint64_t sums[MOVES];
  size_t failed = 0;
  reference(sums);
  for (size_t at = 0; at < MOVES; at++) {
    size_t n = 1;
    while (fail_once(sums, at, n, on)) {
      n++;
    }
    failed += n - 1;
  }
  cr_expect(lt(sz, MOVES, failed), "%zu allocations failed", failed);
}

Test(oom_updates, finding_MU03_each_allocation_fails_once) {
  fail_each(false);
}

Test(oom_updates, all_allocations_of_a_read_fail_from_one_on) {
  fail_each(true);
}
