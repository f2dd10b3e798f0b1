/* api_part_operand.h - the operand of a part that is about to be added:
 * checked, computed if it is captured, interned. */
#ifndef STRATA_API_WORLD_API_PART_OPERAND_H
#define STRATA_API_WORLD_API_PART_OPERAND_H

#include "api/world/api_world.h"

/* The operand of one part. COPY and SWITCH make several parts and do not use
 * it. */
typedef struct st_part_operand {
  strata_world *world;
  uint32_t source; /* slot of `this` */
  const st_attr *attr;
  const strata_part *part;
  uint32_t flags;     /* its flags, to which COMPUTED may be added */
  st_new_part result; /* without its verb */
} st_part_operand;

/* Resolve the operand. On failure the caller undoes what was written. */
strata_status st_part_operand_make(st_part_operand *o);

/* Evaluate an expression of a type now, without `it`; `what` names it in
 * messages. */
strata_status st_world_capture(strata_world *world, const strata_expr *expr,
                               strata_type type, const char *what,
                               uint32_t source, int64_t *out);

/* Refuse an expression of other rules or another type, or one for inner use
 * (strata_expr_parse_inner); `what` names it in messages. */
strata_status st_world_check_expr(strata_world *world, const strata_expr *expr,
                                  strata_type type, const char *what);

/* Refuse an id that the rules do not have; `what` names the call and the kind
 * of id. */
strata_status st_world_refuse_id(strata_world *world, const char *what,
                                 uint32_t id, strata_name_kind kind);

/* Write a text to the state; NULL is "". */
strata_status st_world_intern_text(strata_world *world, const char *text,
                                   uint32_t *out);

/* "effect: attribute 'power': why" */
strata_status st_world_refuse_part(strata_world *world, strata_status status,
                                   const st_attr *attr, const char *why);

#endif
