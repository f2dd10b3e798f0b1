/* position_hash.h - a hash of what decides how a game goes on. */
#ifndef STRATA_PLAY_COMPARE_POSITION_HASH_H
#define STRATA_PLAY_COMPARE_POSITION_HASH_H

#include "world/store/store.h"

/*
 * Hash a state so that states which are equal but for the numbers of rows,
 * handles, texts and actions have equal hashes: see strata_position_hash.
 * ENOMEM. Cost O(rows * columns of their tables + timestamps * log
 * timestamps).
 */
strata_status st_position_hash(const st_store *store, uint64_t *out);

#endif
