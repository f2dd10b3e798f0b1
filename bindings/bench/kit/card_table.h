/*
 * card_table.h - a small card game in a script, for the workloads that measure
 * whole games: what enters and dies, triggers, the stack, state-based actions.
 */
#ifndef STRATA_BENCH_KIT_CARD_TABLE_H
#define STRATA_BENCH_KIT_CARD_TABLE_H

#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"

#include <lua.h>
#include <stdint.h>

/* Functions of the script, by where they are on the stack. */
enum {
  STB_TABLE_SWARM = 1,  /* (n) put so many creatures there that copy themselves
                           whenever a land enters */
  STB_TABLE_MORTAL = 2, /* (n) so many whose player gains life when they die */
  STB_TABLE_LAND = 3,   /* a land enters, and all that comes of it happens */
  STB_TABLE_SWEEP = 4,  /* one damage to each creature, and all of that */
  STB_TABLE_BACK = 5,   /* go back to where it was when they were put there */
  STB_TABLE_COUNT = 6,  /* how many entities there are */
  STB_TABLE_LIFE = 7,   /* the player's */
  STB_TABLE_FUNCTIONS = 7
};

/* A table for one size. */
typedef struct stb_card_table {
  stb_run *bench;
  lua_State *L;
  int action_function;
  uint32_t size;
  int64_t *column; /* the baseline's: twice as many, and one */
} stb_card_table;

lua_Integer stb_card_table_call(const stb_card_table *table, int function);

/* A workload: one action, of tables of growing size. */
typedef struct stb_card_table_work {
  stb_run *bench;
  int creatures; /* STB_TABLE_SWARM or _MORTAL */
  int act;       /* STB_TABLE_LAND or _SWEEP */
  const char *size_name, *unit, *beside;
  stb_turn baseline;                    /* its context is a table */
  void (*check)(stb_card_table *table); /* checks the result */
  uint32_t decisive_size;               /* the time of this size decides */
  double limit_ns;
  stb_series series;
  double slope;
} stb_card_table_work;

/* Measure and print a row of one size; the result is checked before and after.
 */
void stb_card_table_run_size(stb_card_table_work *work, uint32_t size);

/* Print a row of the exponent with which the time grows with the size: at
 * most 1.1. */
void stb_card_table_print_slope(const stb_card_table_work *work);

#endif
