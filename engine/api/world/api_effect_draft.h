/* api_effect_draft.h - an effect that is about to be added: checked, resolved,
 * interned. */
#ifndef STRATA_API_WORLD_API_EFFECT_DRAFT_H
#define STRATA_API_WORLD_API_EFFECT_DRAFT_H

#include "api/world/api_part_operand.h"

/* An effect that is about to be added. Its parts and targets are in buffers of
 * the world. */
typedef struct st_effect_draft {
  strata_world *world;
  const strata_effect_desc *desc;
  st_new_effect effect;
  uint32_t source; /* slot */
  uint32_t flags;  /* the targets of every part */
  strata_entity
      copied_from; /* the entity that COPY parts copy, 0 if there is none yet */
} st_effect_draft;

/* Start a draft of the caller's description; writes nothing. */
void st_effect_draft_init(st_effect_draft *d, strata_world *world,
                          const strata_effect_desc *desc);

/* Check the whole description, find its targets, write its texts to the state.
 * On failure the caller undoes what was written. */
strata_status st_effect_draft_make(st_effect_draft *d);

/* Whether the effect begins at all: not if its while_on is false already
 * (611.2b), and not if it is locked and affects no entity. */
strata_status st_effect_draft_begins(const st_effect_draft *d, bool *out);

#endif
