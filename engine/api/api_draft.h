/* api_draft.h - an effect on its way in: checked, resolved, interned. */
#ifndef STRATA_API_DRAFT_H
#define STRATA_API_DRAFT_H

#include "api/api_world.h"

/* An effect on its way in. */
typedef struct st_draft {
  strata_world *world;
  const strata_effect_desc *desc;
  st_new_effect effect;
  st_new_part parts[2 * ST_PARTS_LIMIT]; /* a switch is two */
  uint32_t source;                       /* slot */
  uint32_t flags;                        /* that all parts have */
} st_draft;

/* Begin with what the caller gave; writes nothing. */
void st_draft_init(st_draft *d, strata_world *world,
                   const strata_effect_desc *desc);

/* Check all of it, look its targets up, put its texts into the state. What
 * that wrote is the caller's to undo. */
strata_status st_draft_make(st_draft *d);

/* Refuse an expression of other rules or another type; `what` it is. */
strata_status st_world_check_expr(strata_world *world, const strata_expr *expr,
                                  strata_type type, const char *what);

/* Refuse an id that the rules do not have; `what` tells the call and kind. */
strata_status st_world_unknown_id(strata_world *world, const char *what,
                                  uint32_t id, strata_kind kind);

#endif
