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

/*
 * Find which of some entities nothing tells apart: exchanging two of them gives
 * the same position. first[i] becomes the index of the first entity of the list
 * that is like who[i]; what is gone is like no other. ENOMEM. Cost that of a
 * position hash for each pair that is compared: of each entity with one of each
 * group whose own values are the same.
 */
strata_status st_position_find_equal(const st_store *store,
                                     const strata_entity *who, uint32_t count,
                                     uint32_t *first);

#endif
