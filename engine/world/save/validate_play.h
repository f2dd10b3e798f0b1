/* valid.h - whether loaded rows of what happens fit together; of the rest see
 * world/save/validate_world.h and world/save/validate_effects.h. */
#ifndef STRATA_WORLD_SAVE_VALIDATE_PLAY_H
#define STRATA_WORLD_SAVE_VALIDATE_PLAY_H

#include "world/store/store.h"

/* Watchers, what has triggered, the log, the open action: every list, row and
 * text. Only after st_validate_world. ECORRUPT or ENOMEM. Cost O(state). */
strata_status st_validate_play(const st_store *store);

/* Chain overrides alone. Only after the notes and the ids of the rules have
 * been checked. Cost O(rows + entities). */
bool st_validate_overrides(const st_store *store);

#endif
