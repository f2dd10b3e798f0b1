/*
 * bench_table.h - a small card game in a script, for the workloads that measure
 * whole games: what enters and dies, triggers, the stack, state-based actions.
 */
#ifndef STC_BENCH_TABLE_H
#define STC_BENCH_TABLE_H

#include "bench_lua.h"

/* Functions of the script, by where they are on the stack. */
enum {
  STC_TABLE_SWARM = 1,  /* (n) put so many creatures there that copy themselves
                           whenever a land enters */
  STC_TABLE_MORTAL = 2, /* (n) so many whose player gains life when they die */
  STC_TABLE_LAND = 3,   /* a land enters, and all that comes of it happens */
  STC_TABLE_SWEEP = 4,  /* one damage to each creature, and all of that */
  STC_TABLE_BACK = 5,   /* go back to where it was when they were put there */
  STC_TABLE_COUNT = 6,  /* how many entities there are */
  STC_TABLE_LIFE = 7,   /* the player's */
  STC_TABLE_FUNCTIONS = 7
};

/* A table for one size. */
typedef struct stc_table {
  stc_bench_run *bench;
  lua_State *L;
  int act;
  uint32_t size;
  int64_t *column; /* the baseline's: twice as many, and one */
  double clock_ns;
} stc_table;

lua_Integer stc_table_call(const stc_table *table, int function);

/* A workload: one action, of tables of growing size. */
typedef struct stc_table_work {
  stc_bench_run *bench;
  int creatures; /* STC_TABLE_SWARM or _MORTAL */
  int act;       /* STC_TABLE_LAND or _SWEEP */
  const char *of, *unit, *beside;
  stc_loop baseline;               /* its context is a table */
  void (*check)(stc_table *table); /* of what comes out */
  uint32_t asked;                  /* of this size the time decides */
  double limit_ns;
  stc_series series;
  double slope;
} stc_table_work;

/* One size: a row, and its result is checked before and after. */
void stc_table_size(stc_table_work *work, uint32_t size);

/* A row of the power of the size that times grow with: at most 1.1. */
void stc_table_slope(const stc_table_work *work);

#endif
