/* sight.h - what a seat may see of an object: the one function that decides
 * it. */
#ifndef STRATA_LAYERS_UPDATE_SIGHT_H
#define STRATA_LAYERS_UPDATE_SIGHT_H

#include "layers/update/evaluator.h"

/*
 * Whether the zone of a live entity hides its face from a player, who has not
 * been shown it. Nothing but the state is read.
 */
bool st_sight_is_hidden(const st_store *store, strata_entity player,
                        uint32_t slot);

/* What a player may see of a live entity (strata_seat_sight). */
strata_status st_sight_of(st_eval *eval, strata_entity player, uint32_t slot,
                          strata_sight *out);

/* The same of one that is gone, whose last-known slot this is. What has left a
 * hidden zone is seen as what it has become is seen; all else is seen. */
strata_status st_sight_of_gone(st_eval *eval, strata_entity player,
                               uint32_t slot, strata_sight *out);

/* Whether some player does not see the face of a live entity. */
strata_status st_sight_is_secret(st_eval *eval, uint32_t slot, bool *out);

#endif
