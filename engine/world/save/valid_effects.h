/* valid.h - whether loaded effects fit together; of the rest see
 * world/save/audit.h. */
#ifndef STRATA_VALID_H
#define STRATA_VALID_H

#include "world/tables/compiled.h"
#include "world/tables/effect.h"

/* Effects, parts and nodes: every list and operand. Only after st_world_valid.
 * ECORRUPT or ENOMEM. Cost O(state); texts that are expressions are compiled.
 */
strata_status st_effects_valid(const st_store *store);

#endif
