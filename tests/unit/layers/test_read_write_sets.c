/* Read and write sets of units only spare dependency trials (613.8a): passes
 * are the same when every pair of units is tried at every step. The linker
 * replaces the two functions below with those of this file (--wrap), so one
 * program does both. */
#include "api/world/api_world.h"
#include "kit_moves.h"
#include "layers/order/dependency.h"
#include "layers/order/read_write_sets.h"
#include "unit/world/state_stage.h"

#include <string.h>

TestSuite(read_write_sets, .timeout = 300);

/* All pairs of more units take their time. */
enum { MOST_UNITS = 60 };

/* Everything reads and writes one thing that is always touched. */
static bool is_blunt;

bool __real_st_rw_set_add_reads(st_rw_set *t, const st_layer_unit *unit,
                                const st_clause *code);
bool __real_st_rw_set_add_writes(st_rw_set *t, const st_clause *code);
bool __wrap_st_rw_set_add_reads(st_rw_set *t, const st_layer_unit *unit,
                                const st_clause *code);
bool __wrap_st_rw_set_add_writes(st_rw_set *t, const st_clause *code);

bool __wrap_st_rw_set_add_reads(st_rw_set *t, const st_layer_unit *unit,
                                const st_clause *code) {
  if (!is_blunt) return __real_st_rw_set_add_reads(t, unit, code);
  return st_u32_vec_push(t->pass->mem, t->items, ST_RW_ITEM(1, 0));
}

/* The real writes stay, because a text change must still be recorded: it
 * changes what other units read. */
bool __wrap_st_rw_set_add_writes(st_rw_set *t, const st_clause *code) {
  if (!__real_st_rw_set_add_writes(t, code)) return false;
  return !is_blunt || st_u32_vec_push(t->pass->mem, t->items, ST_RW_ITEM(1, 0));
}

/* -- Passes compared -- */

static void run(st_pass *pass, st_eval *eval, bool blunt) {
  OK(st_pass_init(pass, eval->mem, &eval->compiled, &eval->in_force,
                  &eval->classes));
  is_blunt = blunt;
  OK(st_pass_run(pass));
  is_blunt = false;
}

/* Lists have numbers in the order in which trials made them. */
static bool same_applied(const st_pass *pass, const st_applied_part *a,
                         const st_applied_part *b) {
  bool list = st_part_header_attr(a->part->flags) == pass->rules->ability_attr;
  return a->unit == b->unit && a->part->flags == b->part->flags &&
         a->because == b->because && a->place.high == b->place.high &&
         a->place.low == b->place.low &&
         a->place.sequence == b->place.sequence &&
         (list || a->value == b->value);
}

static void expect_same_members(const st_pass *a, const st_pass *b, uint32_t n,
                                int seed) {
  const st_layer_unit *x = &a->units[n];
  const st_layer_unit *y = &b->units[n];
  cr_assert(eq(int, x->started, y->started), "game %d, unit %u", seed, n);
  cr_assert(eq(int, x->condition_holds, y->condition_holds), "game %d, unit %u",
            seed, n);
  cr_assert(eq(u32, x->members.one, y->members.one), "game %d", seed);
  for (uint32_t w = 0; x->members.bits && w < a->words; w++) {
    cr_assert(eq(u64, x->members.bits[w], y->members.bits[w]), "game %d", seed);
  }
}

/* Compare two passes. Returns the number of units that were not applied in the
 * order of their timestamps. */
static size_t compare(const st_pass *sparing, const st_pass *blunt, int seed) {
  size_t waited = 0;
  cr_assert(eq(sz, sparing->unit_count, blunt->unit_count), "game %d", seed);
  cr_assert(eq(sz, sparing->applied_count, blunt->applied_count), "game %d",
            seed);
  for (uint32_t i = 0; i < sparing->unit_count; i++) {
    expect_same_members(sparing, blunt, i, seed);
  }
  for (size_t i = 0; i < sparing->applied_count; i++) {
    cr_assert(same_applied(sparing, &sparing->applied[i], &blunt->applied[i]),
              "game %d, the %zu-th that is applied", seed, i);
    waited += sparing->applied[i].waited_for != 0;
  }
  return waited;
}

Test(read_write_sets, sparing_trials_changes_no_order) {
  strata_rules *rules = NULL;
  OK(kit_classic_rules(NULL, &rules));
  int games = full_test() ? 3000 : 150;
  size_t waited = 0;
  for (int seed = 0; seed < games; seed++) {
    moves m;
    cr_assert(moves_open(&m, rules, 9000 + (uint64_t)seed));
    for (int i = 0; i < 6; i++) {
      moves_play(&m, 10);
      st_eval *eval = &m.world->eval;
      OK(st_eval_refresh(eval));
      if (st_eval_pass(eval)->unit_count > MOST_UNITS) continue;
      st_pass sparing;
      st_pass blunt;
      run(&sparing, eval, false);
      run(&blunt, eval, true);
      waited += compare(&sparing, &blunt, seed);
      st_pass_fini(&sparing);
      st_pass_fini(&blunt);
    }
    moves_close(&m);
  }
  cr_expect(lt(sz, (size_t)games / 2, waited),
            "there was something to wait for");
  strata_rules_free(rules);
}

/* -- Mentions -- */

static void mention_some(kit_dice *dice, st_mem *mem, st_rw_index *m,
                         uint32_t count, uint32_t symbols) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t token = ST_RW_ITEM(kit_below(dice, 5), kit_below(dice, symbols));
    cr_assert(st_rw_index_add(mem, m, &token, 1, i));
  }
}

Test(read_write_sets, mentions_are_found_by_token) {
  kit_dice dice = {5};
  probe p = {0};
  st_mem mem;
  st_mem_init(&mem, probe_alloc, &p);
  st_rw_index room = {0};
  for (uint32_t count = 0; count < 300; count += count < 60 ? 1 : 17) {
    st_rw_index m = {0};
    mention_some(&dice, &mem, &m, count, count % 2 ? 3 : 1000);
    cr_assert(st_rw_index_sort(&mem, &m, &room));
    for (size_t i = 1; i < m.count; i++) {
      bool sorted =
          m.at[i - 1].item < m.at[i].item ||
          (m.at[i - 1].item == m.at[i].item && m.at[i - 1].unit < m.at[i].unit);
      cr_assert(sorted, "%zu of %u", i, count);
    }
    for (uint32_t attr = 0; attr < 6; attr++) {
      uint32_t token = ST_RW_ITEM(attr, 1);
      size_t at = st_rw_index_lower_bound(&m, token);
      cr_assert(at == m.count || m.at[at].item >= token);
      cr_assert(at == 0 || m.at[at - 1].item < token);
    }
    cr_assert(eq(sz, m.count, count));
    st_mem_free(&mem, m.at, m.capacity, sizeof m.at[0]);
  }
  st_mem_free(&mem, room.at, room.capacity, sizeof room.at[0]);
  EXPECT_NO_LEAK(&p);
}

/* -- Filters -- */

static bool touch(uint32_t a, uint32_t b) {
  return ST_RW_WHOLE_ATTR(a) == ST_RW_WHOLE_ATTR(b) &&
         (a == b || a == ST_RW_WHOLE_ATTR(a) || b == ST_RW_WHOLE_ATTR(b));
}

Test(read_write_sets, a_filter_lets_no_token_through_that_is_touched) {
  kit_dice dice = {11};
  size_t spared = 0;
  for (int round = 0; round < 1000; round++) {
    st_rw_filter filter = {0};
    uint32_t added[8];
    for (size_t i = 0; i < 8; i++) {
      added[i] = ST_RW_ITEM(kit_below(&dice, 9), kit_below(&dice, 40));
      st_rw_filter_add(&filter, added[i]);
    }
    for (int n = 0; n < 50; n++) {
      uint32_t token = ST_RW_ITEM(kit_below(&dice, 9), kit_below(&dice, 40));
      bool touched = false;
      for (size_t i = 0; i < 8; i++) {
        touched = touched || touch(token, added[i]);
      }
      bool meets = st_rw_filter_may_touch(&filter, token);
      cr_assert(meets || !touched, "round %d", round);
      spared += !meets;
    }
  }
  cr_expect(lt(sz, 20000, spared), "most are told apart");
}
