/*
 * mass_death.c - mass_death: damage to all creatures at once. State-based
 * actions destroy them together; an ability of each triggers, looking back
 * (603.10); all abilities are put on the stack and resolve, one by one.
 *
 * The baseline marks as many rows, and adds as often to a number.
 */
#include "bench/kit/card_table.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"

#include <strata.h>

static unsigned base_deaths(void *context) {
  const stb_card_table *t = context;
  for (uint32_t n = 0; n < t->size; n++) {
    t->column[n]++;
  }
  stb_touch_memory(t->column);
  for (uint32_t n = 0; n < t->size; n++) {
    t->column[t->size] += 1;
    stb_touch_memory(t->column);
  }
  return STRATA_OK;
}

/* All creatures still exist, as new objects, and each has gained one life. */
static void check_deaths(stb_card_table *t) {
  const lua_Integer before = stb_card_table_call(t, STB_TABLE_COUNT);
  (void)stb_card_table_call(t, t->action_function);
  stb_expect(t->bench, stb_card_table_call(t, STB_TABLE_COUNT) == before,
             "how many there are");
  stb_expect(t->bench, stb_card_table_call(t, STB_TABLE_LIFE) == t->size,
             "the life that they bring");
  (void)stb_card_table_call(t, STB_TABLE_BACK);
  stb_expect(t->bench, stb_card_table_call(t, STB_TABLE_LIFE) == 0,
             "the life after the rollback");
}

void stb_workload_mass_death(stb_run *bench) {
  stb_card_table_work work = {.bench = bench,
                              .creatures = STB_TABLE_MORTAL,
                              .act = STB_TABLE_SWEEP,
                              .size_name = "creatures",
                              .unit = "sweep",
                              .beside = "rows marked, and a number added to",
                              .baseline = base_deaths,
                              .check = check_deaths};
  const uint32_t least = bench->quick ? 50 : 1000;
  for (uint32_t times = 1; times <= (bench->quick ? 4 : 64); times *= 4) {
    stb_card_table_run_size(&work, least * times);
  }
  stb_card_table_print_slope(&work);
}
