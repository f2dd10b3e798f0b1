/* api_draft.h - an effect on its way in: checked, resolved, interned. */
#ifndef STRATA_API_WORLD_API_EFFECT_DRAFT_H
#define STRATA_API_WORLD_API_EFFECT_DRAFT_H

#include "api/world/api_part_operand.h"

/* An effect on its way in; its parts and targets are scratch of the world. */
typedef struct st_effect_draft {
  strata_world *world;
  const strata_effect_desc *desc;
  st_new_effect effect;
  uint32_t source;           /* slot */
  uint32_t flags;            /* that all parts have */
  strata_entity copied_from; /* whom COPY parts copy, 0 if there is none yet */
} st_effect_draft;

/* Begin with what the caller gave; writes nothing. */
void st_effect_draft_init(st_effect_draft *d, strata_world *world,
                          const strata_effect_desc *desc);

/* Check all of it, look its targets up, put its texts into the state. What
 * that wrote is the caller's to undo. */
strata_status st_effect_draft_make(st_effect_draft *d);

/* Whether it begins at all: not if its while_on is false already (611.2b), and
 * not if it would affect nobody, locked as it is. */
strata_status st_effect_draft_begins(const st_effect_draft *d, bool *out);

#endif
