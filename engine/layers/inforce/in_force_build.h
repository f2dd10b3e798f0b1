/* in_force_build.h - builds the in-force set from the state, or adds one
 * effect. */
#ifndef STRATA_LAYERS_INFORCE_IN_FORCE_BUILD_H
#define STRATA_LAYERS_INFORCE_IN_FORCE_BUILD_H

#include "layers/inforce/in_force.h"

/* Build the set from the state. On failure it is empty and stays stale. Cost
 * O(entities + effects). */
strata_status st_in_force_build(st_in_force *in_force, const st_store *store,
                                st_text_cache *compiled);

/* Add the clauses of a new effect, or mark the set as stale if the effect reads
 * something that nothing read before. Returns false, and changes nothing, if
 * the effect needs no pass. */
bool st_in_force_add_effect(st_in_force *in_force, const st_store *store,
                            st_text_cache *compiled, uint32_t effect);

#endif
