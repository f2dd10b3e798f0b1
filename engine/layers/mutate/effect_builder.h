/* making.h - parts of effects that begin, made of what rules say. */
#ifndef STRATA_LAYERS_MUTATE_EFFECT_BUILDER_H
#define STRATA_LAYERS_MUTATE_EFFECT_BUILDER_H

#include "layers/mutate/mutator.h"

/* Parts on their way into an effect. */
typedef struct st_effect_builder {
  st_mutator *mutator;
  uint32_t slot; /* the maker's own: whom it is about */
  /* What an expression says now. */
  strata_status (*evaluate)(void *context, const strata_expr *expr,
                            int64_t *out);
  void *context;
  st_new_part parts[ST_PARTS_LIMIT];
  uint32_t count;
} st_effect_builder;

/* The operand of a part, but for COPY, SWITCH and BORROW, as a constant. */
strata_status st_effect_builder_operand(st_effect_builder *builder,
                                        const st_clause_part *part,
                                        st_new_part *out);

/* One part more, of which there is room: its verb is the part's, but for its
 * place among those of the effect, and has `flags` besides how it is rounded.
 */
void st_effect_builder_push_part(st_effect_builder *builder,
                                 const st_clause_part *part, uint32_t ordinal,
                                 uint32_t flags, st_new_part made);

#endif
