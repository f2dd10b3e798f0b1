/* chance.h - the world's generator of random numbers. */
#ifndef STRATA_WORLD_STORE_CHANCE_H
#define STRATA_WORLD_STORE_CHANCE_H

#include "world/store/store.h"

/* The next number of 64 bits of a stream of its own, whose state is a word: for
 * draws that are no part of the game. */
uint64_t st_chance_step(uint64_t *word);

/* Restart the generator from a seed. */
strata_status st_chance_seed(st_store *store, uint64_t seed);

/* Draw the next number of 64 bits. */
strata_status st_chance_next(st_store *store, uint64_t *out);

/* Draw a number from 1 to `sides`, each with the same probability. ERANGE, and
 * no draw, if `sides` is below 1. Cost: fewer than two draws on average. */
strata_status st_chance_roll(st_store *store, int64_t sides, int64_t *out);

#endif
