/* game_end.h - whether the game has ended, and in which action. */
#ifndef STRATA_WORLD_TABLES_GAME_END_H
#define STRATA_WORLD_TABLES_GAME_END_H

#include "world/store/store.h"

/* A game that has ended goes on no more: nothing is performed after the event
 * that ended it (104.1). */

/* The number of the action in which the game ended, from 1; 0: it goes on. */
static inline uint64_t st_game_end(const st_store *store) {
  return st_scalar_get(store, ST_SCALAR_GAME_END);
}

/* The game ends in the present action. */
static inline strata_status st_game_end_come(st_store *store) {
  uint64_t action = st_scalar_get(store, ST_SCALAR_ACTIONS_ENDED) + 1;
  return st_scalar_put(store, ST_SCALAR_GAME_END, action);
}

#endif
