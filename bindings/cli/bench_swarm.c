/*
 * bench_swarm.c - scute_swarm: whenever a land enters, each creature makes a
 * copy of itself. One land comes to any number of them: each triggers, is put
 * on the stack and resolves by itself, with state-based actions in between.
 *
 * The baseline appends so many rows to a column.
 */
#include "baseline.h"
#include "bench_table.h"

static double base_copies(void *context, uint32_t count) {
  const stc_table *t = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t n = 0; n < t->size; n++) {
      t->column[t->size + n] = t->column[n];
    }
    stc_touch(t->column);
  }
  return stc_now_ns() - start;
}

/* The land is there, and twice as many creatures. */
static void check(stc_table *t) {
  const lua_Integer before = stc_table_call(t, STC_TABLE_COUNT);
  (void)stc_table_call(t, t->act);
  const lua_Integer after = stc_table_call(t, STC_TABLE_COUNT);
  stc_expect(t->bench, after == before + 1 + t->size, "how many there are");
  (void)stc_table_call(t, STC_TABLE_BACK);
  stc_expect(t->bench, stc_table_call(t, STC_TABLE_COUNT) == before,
             "how many there are after the rollback");
}

void stc_bench_swarm(stc_bench_run *bench) {
  stc_table_work work = {.bench = bench,
                         .creatures = STC_TABLE_SWARM,
                         .act = STC_TABLE_LAND,
                         .of = "tokens",
                         .unit = "land",
                         .beside = "rows appended to a column",
                         .baseline = base_copies,
                         .check = check,
                         .asked = 100,
                         .limit_ns = 500e3};
  for (uint32_t size = 1; size <= (bench->quick ? 100 : 10000); size *= 10) {
    stc_table_size(&work, size);
  }
  stc_table_slope(&work);
}
