/* shuffle.h - putting a zone into a random order. */
#ifndef STRATA_PLAY_PERFORM_SHUFFLE_H
#define STRATA_PLAY_PERFORM_SHUFFLE_H

#include "play/execution/execution.h"
#include "world/objects/zone.h"

/* Shuffle a zone; `player` is the slot whose it is, 0 for a shared one. The
 * action can no longer be taken back. ENOMEM. */
strata_status st_shuffle_zone(st_execution *exec, const st_zone *zone,
                              uint32_t player);

#endif
