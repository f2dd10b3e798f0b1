/* effect_builder.h - makes the parts of a created effect from a clause of the
 * rules. */
#ifndef STRATA_LAYERS_MUTATE_EFFECT_BUILDER_H
#define STRATA_LAYERS_MUTATE_EFFECT_BUILDER_H

#include "layers/mutate/mutator.h"

/* The parts of an effect that is being made. */
typedef struct st_effect_builder {
  st_mutator *mutator;
  uint32_t slot; /* of the entity that is `it` for `evaluate` */
  /* The value of a part's operand now; of a set, st_effect_builder_set_text. */
  strata_status (*evaluate)(void *context, const st_clause_part *part,
                            int64_t *out);
  void *context;
  st_new_part parts[ST_PARTS_LIMIT];
  uint32_t count;
} st_effect_builder;

/* The symbols of a value of a SET as a text of the state. */
strata_status st_effect_builder_set_text(st_mutator *mutator,
                                         const st_attr *attr,
                                         const uint64_t *words, int64_t *out);

/* Compute the operand of a part as a constant; not for COPY, SWITCH and
 * BORROW. */
strata_status st_effect_builder_operand(st_effect_builder *builder,
                                        const st_clause_part *part,
                                        st_new_part *out);

/* Append one part, for which there must be room (asserted). Its header is
 * copied from `part`; only its ordinal in the effect and its flags differ,
 * which are `flags` and the ROUND_UP of `part`. */
void st_effect_builder_push_part(st_effect_builder *builder,
                                 const st_clause_part *part, uint32_t ordinal,
                                 uint32_t flags, st_new_part made);

#endif
