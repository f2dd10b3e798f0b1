/* validate_effects.h - checks that loaded effects, parts and nodes agree with
 * each other and with the entities. */
#ifndef STRATA_WORLD_SAVE_VALIDATE_EFFECTS_H
#define STRATA_WORLD_SAVE_VALIDATE_EFFECTS_H

#include "world/tables/effect.h"
#include "world/tables/text_cache.h"

/* Check every list and operand of effects, parts and nodes. Call it after
 * st_validate_world. ECORRUPT or ENOMEM. Cost O(state), and the texts that are
 * expressions are compiled. */
strata_status st_validate_effects(const st_store *store);

#endif
