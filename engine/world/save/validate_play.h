/* validate_play.h - checks that the loaded rows of play/ agree with each other
 * and with the entities: watchers, triggers, log, decisions, chain overrides,
 * disabled handlers. */
#ifndef STRATA_WORLD_SAVE_VALIDATE_PLAY_H
#define STRATA_WORLD_SAVE_VALIDATE_PLAY_H

#include "world/store/store.h"

/* Check every list, row and text of these tables. Call it after
 * st_validate_world. ECORRUPT or ENOMEM. Cost O(state). */
strata_status st_validate_play(const st_store *store);

/* Check the chain overrides alone: a part of st_validate_play. Notes and ids of
 * the rules must have been checked. Cost O(rows + entities). */
bool st_validate_overrides(const st_store *store);

#endif
