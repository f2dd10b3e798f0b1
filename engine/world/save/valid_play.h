/* valid.h - whether loaded rows of what happens fit together; of the rest see
 * world/save/audit.h and world/save/valid_effects.h. */
#ifndef STRATA_PLAY_VALID_H
#define STRATA_PLAY_VALID_H

#include "world/store/store.h"

/* Watchers, what has triggered, the log, the open action: every list, row and
 * text. Only after st_world_valid. ECORRUPT or ENOMEM. Cost O(state). */
strata_status st_play_valid(const st_store *store);

#endif
