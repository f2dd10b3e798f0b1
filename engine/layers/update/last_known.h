/* past.h - expressions that know who is, who was, and one who would be. */
#ifndef STRATA_LAYERS_UPDATE_LAST_KNOWN_H
#define STRATA_LAYERS_UPDATE_LAST_KNOWN_H

#include "layers/update/evaluator.h"

/*
 * What somebody would be: all values of one moment that is not to come, or not
 * yet. Whoever says `who` means it; so whoever is compared with `who` is the
 * same, and whoever is counted is not looked at through it.
 */
typedef struct st_preview_values {
  strata_entity who;         /* an entity, or st_preview_nobody */
  const uint64_t *words;     /* current values, in the order of attributes */
  const uint32_t *abilities; /* places in the domain, of the ABILITIES */
  uint32_t ability_count;
} st_preview_values;

/* The `who` of those who are made by what is not to come. It is in no state. */
static inline strata_entity st_preview_nobody(void) {
  return st_handle(ST_PREVIEW_SLOT, 1);
}

/* What an expression of a frame sees. Whoever evaluates one has eval->sight
 * point to something that begins with this. */
typedef struct st_last_known_context {
  const st_preview_values *preview; /* or NULL */
} st_last_known_context;

/* The slot that expressions know somebody by: alive, gone and last known
 * (608.2h, 113.7a), or a shadow's; 0: nobody. */
uint32_t st_last_known_slot(const st_store *store,
                            const st_last_known_context *context,
                            strata_entity entity);

/*
 * An environment of expressions of frames: on current values; of those who are
 * gone, on what was last known of them; of the shadow on what it says. Whoever
 * is looked for is among the living alone. `it` and `source` are slots as
 * st_last_known_slot gives them.
 */
strata_status st_last_known_env(st_eval *eval, uint32_t it, uint32_t source,
                                st_expr_env *out);

/* As st_eval_has, of such a slot. */
strata_status st_last_known_has(st_eval *eval,
                                const st_last_known_context *context,
                                strata_attr attr, uint32_t slot, uint32_t index,
                                bool *out);

/* As st_eval_expr, where `source` is the handle of somebody who may be gone, or
 * is the shadow's. `past` may be NULL. */
strata_status st_last_known_expr(st_eval *eval,
                                 const st_last_known_context *context,
                                 const strata_expr *expr, strata_entity source,
                                 int64_t *out);

#endif
