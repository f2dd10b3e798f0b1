/*
 * bench_board.h - a world as a card game has it, of a size to order, and what
 * it must hold, for the workloads that copy, save and undo whole worlds.
 */
#ifndef STC_BENCH_BOARD_H
#define STC_BENCH_BOARD_H

#include "bench.h"

enum { STC_BOARD_SYMBOLS = 24, STC_BOARD_INTS = 4 };

typedef struct stc_board {
  strata_rules *rules;
  strata_world *world;
  strata_attr ints[STC_BOARD_INTS]; /* power toughness damage cost */
  strata_attr flags[2];             /* tapped flying */
  strata_attr types, owner;
  strata_symbol symbols[STC_BOARD_SYMBOLS]; /* of types */
  uint32_t count;
  strata_entity *entities;
  int64_t *power;    /* base values */
  stc_step *steps;   /* the one effect on each entity's power */
  size_t save_bytes; /* when it was new */
} stc_board;

/* A board whose save is about that large. Each entity has all attributes set,
 * three types, an effect locked to it on power and one on its types. */
stc_board *stc_board_new(stc_bench_run *bench, size_t save_bytes);
void stc_board_free(stc_board *board);

/* The bytes that a save of the world takes. */
size_t stc_save_size(strata_world *world);

/* What the n-th entity's power is by the plain evaluator, for a base value. */
int64_t stc_board_power(const stc_board *board, uint32_t n, int64_t base);

#endif
