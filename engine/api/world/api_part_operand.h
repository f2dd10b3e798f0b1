/* api_operand.h - the operand of a part on its way in: checked, computed if it
 * is captured, interned. */
#ifndef STRATA_API_WORLD_API_PART_OPERAND_H
#define STRATA_API_WORLD_API_PART_OPERAND_H

#include "api/world/api_world.h"

/* One part, but for COPY and SWITCH, which are not one part only. */
typedef struct st_part_operand {
  strata_world *world;
  uint32_t source; /* slot of whom `this` means */
  const st_attr *attr;
  const strata_part *part;
  uint32_t flags;     /* COMPUTED is added to them */
  st_new_part result; /* but for its verb */
} st_part_operand;

/* What it writes is the caller's to undo. */
strata_status st_part_operand_make(st_part_operand *o);

/* Evaluate an expression of a type now, `it` being nobody; `what` it is. */
strata_status st_world_capture(strata_world *world, const strata_expr *expr,
                               strata_type type, const char *what,
                               uint32_t source, int64_t *out);

/* Refuse an expression of other rules or another type, or one that is asked of
 * others; `what` it is. */
strata_status st_world_check_expr(strata_world *world, const strata_expr *expr,
                                  strata_type type, const char *what);

/* Refuse an id that the rules do not have; `what` tells the call and kind. */
strata_status st_world_refuse_id(strata_world *world, const char *what,
                                 uint32_t id, strata_name_kind kind);

/* Put a text into the state; NULL is "". */
strata_status st_world_intern_text(strata_world *world, const char *text,
                                   uint32_t *out);

/* "effect: attribute 'power': why" */
strata_status st_world_refuse_part(strata_world *world, strata_status status,
                                   const st_attr *attr, const char *why);

#endif
