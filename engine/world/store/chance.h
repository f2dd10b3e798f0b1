/* chance.h - the world's generator of random numbers. */
#ifndef STRATA_WORLD_STORE_CHANCE_H
#define STRATA_WORLD_STORE_CHANCE_H

#include "world/store/store.h"

/* Let the numbers that follow be those of a seed. */
strata_status st_chance_seed(st_store *store, uint64_t seed);

/* The next number of 64 bits. */
strata_status st_chance_next(st_store *store, uint64_t *out);

/* A number from 1 to `sides`, each as likely as any other; ERANGE, and nothing
 * is drawn, if there is none. Cost: fewer than two draws on average. */
strata_status st_chance_roll(st_store *store, int64_t sides, int64_t *out);

#endif
