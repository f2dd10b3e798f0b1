/* valid.h - whether loaded rows fit together. */
#ifndef STRATA_VALID_H
#define STRATA_VALID_H

#include "layers/compiled.h"
#include "layers/effect.h"

/* Entities, base values and texts: every slot, count, range and reference.
 * ECORRUPT if something is wrong. Cost O(state). */
strata_status st_world_valid(const st_store *store);

/* Effects, parts and nodes: every list and operand. Only after st_world_valid.
 * ECORRUPT or ENOMEM. Cost O(state); texts that are expressions are compiled.
 */
strata_status st_effects_valid(const st_store *store);

#endif
