/* in_force_build.h - builds the in-force set from the state, or adds one
 * effect. */
#ifndef STRATA_LAYERS_INFORCE_IN_FORCE_BUILD_H
#define STRATA_LAYERS_INFORCE_IN_FORCE_BUILD_H

#include "layers/inforce/in_force.h"

/* Build the set from the state. On failure it is empty and stays stale. Cost
 * O(entities + effects). */
strata_status st_in_force_build(st_in_force *in_force, const st_store *store,
                                st_text_cache *compiled);

/* Whether the set gets clauses of an effect with these parts: all of an effect
 * stays together, so one part that needs a pass is enough. The set is not
 * stale. */
static inline bool st_in_force_concerns(const st_in_force *in_force,
                                        const st_new_part *parts,
                                        uint32_t count) {
  bool concerns = false;
  for (uint32_t i = 0; i < count && !concerns; i++) {
    uint64_t header = parts[i].header;
    concerns = st_part_is_global(header) ||
               in_force->is_on_board[st_part_header_attr(header) - 1];
  }
  return concerns;
}

/* Add the clauses of a new effect, or mark the set as stale if the effect reads
 * something that nothing read before. Returns false, and changes nothing, if
 * the effect needs no pass. */
bool st_in_force_add_effect(st_in_force *in_force, const st_store *store,
                            st_text_cache *compiled, uint32_t effect);

#endif
