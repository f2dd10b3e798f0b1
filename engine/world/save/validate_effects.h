/* valid.h - whether loaded effects fit together; of the rest see
 * world/save/validate_world.h. */
#ifndef STRATA_WORLD_SAVE_VALIDATE_EFFECTS_H
#define STRATA_WORLD_SAVE_VALIDATE_EFFECTS_H

#include "world/tables/effect.h"
#include "world/tables/text_cache.h"

/* Effects, parts and nodes: every list and operand. Only after
 * st_validate_world. ECORRUPT or ENOMEM. Cost O(state); texts that are
 * expressions are compiled.
 */
strata_status st_validate_effects(const st_store *store);

#endif
