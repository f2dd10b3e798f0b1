/*
 * chance.c - the random numbers of a world: SplitMix64.
 *
 * The state of the generator is one word in one cell. So it is saved, forked
 * and rolled back like all state, and an action that is executed again from the
 * same state draws the same numbers in the same order. SplitMix64 passes the
 * usual statistical test suites, and every word is a good seed, also 0, with
 * which a new world starts.
 */
#include "world/store/chance.h"

strata_status st_chance_seed(st_store *store, uint64_t seed) {
  return st_scalar_put(store, ST_SCALAR_CHANCE, seed);
}

uint64_t st_chance_step(uint64_t *word) {
  *word += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t x = *word;
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return x ^ x >> 31;
}

strata_status st_chance_next(st_store *store, uint64_t *out) {
  uint64_t word = st_scalar_get(store, ST_SCALAR_CHANCE);
  const uint64_t number = st_chance_step(&word);
  const strata_status status = st_scalar_put(store, ST_SCALAR_CHANCE, word);
  if (!status) *out = number;
  return status;
}

strata_status st_chance_roll(st_store *store, int64_t sides, int64_t *out) {
  if (sides < 1) return STRATA_ERANGE;
  uint64_t count = (uint64_t)sides;
  /* Reject the lowest (2^64 modulo `count`) numbers: with them, some results
   * would be more likely than others. */
  uint64_t first_fair = (0 - count) % count;
  uint64_t number;
  do {
    strata_status status = st_chance_next(store, &number);
    if (status) return status;
  } while (number < first_fair);
  *out = 1 + (int64_t)(number % count);
  return STRATA_OK;
}
