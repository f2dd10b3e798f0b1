/*
 * card_world.h - a world like that of a card game, of a wanted size, and the
 * values that it must have, for the workloads that copy, save and undo whole
 * worlds.
 */
#ifndef STRATA_BENCH_KIT_CARD_WORLD_H
#define STRATA_BENCH_KIT_CARD_WORLD_H

#include "bench/measure/bench_run.h"
#include "bench/measure/plain_values.h"

#include <strata.h>

enum { STB_CARD_WORLD_SYMBOLS = 24, STB_CARD_WORLD_INTS = 4 };

typedef struct stb_card_world {
  strata_rules *rules;
  strata_world *world;
  strata_attr ints[STB_CARD_WORLD_INTS]; /* power toughness damage cost */
  strata_attr flags[2];                  /* tapped flying */
  strata_attr types, owner;
  strata_symbol symbols[STB_CARD_WORLD_SYMBOLS]; /* of types */
  uint32_t count;
  strata_entity *entities;
  int64_t *power;    /* base values */
  stb_step *steps;   /* the one effect on each entity's power */
  size_t save_bytes; /* of the new world */
} stb_card_world;

/* A board whose save is about that large. Each entity has all attributes set,
 * three types, an effect locked to it on power and one on its types. */
stb_card_world *stb_card_world_new(stb_run *bench, size_t save_bytes);

/* The bytes that a save of the world takes. */
size_t stb_card_world_save_size(strata_world *world);

/* The n-th entity's power by the plain evaluator, for a base value. */
int64_t stb_card_world_power(const stb_card_world *board, uint32_t n,
                             int64_t base);

#endif
