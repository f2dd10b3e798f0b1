/*
 * bench_deaths.c - mass_death: damage to all creatures at once. State-based
 * actions destroy them together; each triggers, looking back at what it was,
 * and all these abilities are put on the stack and resolve, one by one.
 *
 * The baseline marks so many rows, and adds so many times to a number.
 */
#include "baseline.h"
#include "bench_table.h"

static double base_deaths(void *context, uint32_t count) {
  const stc_table *t = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t n = 0; n < t->size; n++) {
      t->column[n] = i;
    }
    stc_touch(t->column);
    for (uint32_t n = 0; n < t->size; n++) {
      t->column[t->size] += 1;
      stc_touch(t->column);
    }
  }
  return stc_now_ns() - start;
}

/* All are there still, as other objects, and each has brought one life. */
static void check(stc_table *t) {
  const lua_Integer before = stc_table_call(t, STC_TABLE_COUNT);
  (void)stc_table_call(t, t->act);
  stc_expect(t->bench, stc_table_call(t, STC_TABLE_COUNT) == before,
             "how many there are");
  stc_expect(t->bench, stc_table_call(t, STC_TABLE_LIFE) == t->size,
             "the life that they bring");
  (void)stc_table_call(t, STC_TABLE_BACK);
  stc_expect(t->bench, stc_table_call(t, STC_TABLE_LIFE) == 0,
             "the life after the rollback");
}

void stc_bench_deaths(stc_bench_run *bench) {
  stc_table_work work = {.bench = bench,
                         .creatures = STC_TABLE_MORTAL,
                         .act = STC_TABLE_SWEEP,
                         .of = "creatures",
                         .unit = "sweep",
                         .beside = "rows marked, and a number added to",
                         .baseline = base_deaths,
                         .check = check};
  const uint32_t least = bench->quick ? 50 : 1000;
  for (uint32_t times = 1; times <= (bench->quick ? 4 : 64); times *= 4) {
    stc_table_size(&work, least * times);
  }
  stc_table_slope(&work);
}
