/*
 * scute_swarm.c - scute_swarm: whenever a land enters, each creature makes a
 * copy of itself. One land enters beside a number of them: the ability of each
 * triggers, is put on the stack and resolves by itself, with state-based
 * actions in between.
 *
 * The baseline appends as many rows to a column.
 */
#include "bench/kit/card_table.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"

#include <strata.h>

static unsigned base_copies(void *context) {
  const stb_card_table *t = context;
  for (uint32_t n = 0; n < t->size; n++) {
    t->column[t->size + n] = t->column[n];
  }
  stb_touch_memory(t->column);
  return STRATA_OK;
}

/* The land is there, and the number of creatures has doubled. */
static void check_swarm(stb_card_table *t) {
  const lua_Integer before = stb_card_table_call(t, STB_TABLE_COUNT);
  (void)stb_card_table_call(t, t->action_function);
  const lua_Integer after = stb_card_table_call(t, STB_TABLE_COUNT);
  stb_expect(t->bench, after == before + 1 + t->size, "how many there are");
  (void)stb_card_table_call(t, STB_TABLE_BACK);
  stb_expect(t->bench, stb_card_table_call(t, STB_TABLE_COUNT) == before,
             "how many there are after the rollback");
}

void stb_workload_scute_swarm(stb_run *bench) {
  stb_card_table_work work = {.bench = bench,
                              .creatures = STB_TABLE_SWARM,
                              .act = STB_TABLE_LAND,
                              .size_name = "tokens",
                              .unit = "land",
                              .beside = "rows appended to a column",
                              .baseline = base_copies,
                              .check = check_swarm,
                              .decisive_size = 100,
                              .limit_ns = 500e3};
  for (uint32_t size = 1; size <= (bench->quick ? 100 : 10000); size *= 10) {
    stb_card_table_run_size(&work, size);
  }
  stb_card_table_print_slope(&work);
}
