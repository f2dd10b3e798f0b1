/* last_known.h - expressions that know live entities, last-known ones, and one
 * that an event would make. */
#ifndef STRATA_LAYERS_UPDATE_LAST_KNOWN_H
#define STRATA_LAYERS_UPDATE_LAST_KNOWN_H

#include "layers/update/evaluator.h"

/*
 * Entry preview: all values that an entity would have once an event has
 * happened that has not happened yet. A reference to `who` finds the preview,
 * so a comparison with `who` holds; a count does not see it.
 */
typedef struct st_preview_values {
  strata_entity who;         /* the entity, or st_preview_nobody */
  const uint64_t *words;     /* current values, by attribute in their order */
  const uint32_t *abilities; /* of the ABILITIES: indices in the domain */
  uint32_t ability_count;
} st_preview_values;

/* The `who` of a preview of an object that the event would make. It is in no
 * state. */
static inline strata_entity st_preview_nobody(void) {
  return st_handle(ST_PREVIEW_SLOT, 1);
}

/* The context of a frame's expression. A caller that evaluates one has
 * eval->frame_context point to a struct that begins with this one. */
typedef struct st_last_known_context {
  const st_preview_values *preview; /* or NULL */
} st_last_known_context;

/* The slot by which expressions know an entity: its own while it is live, its
 * last-known slot when it is gone (608.2h, 113.7a), or a preview slot; 0:
 * none. */
uint32_t st_last_known_slot(const st_store *store,
                            const st_last_known_context *context,
                            strata_entity entity);

/*
 * An environment for expressions of frames: current values of live entities,
 * last-known values of those that are gone, preview values of the previewed
 * one. Searches and counts see live entities alone. `it` and `source` are
 * slots as st_last_known_slot gives them.
 */
strata_status st_last_known_env(st_eval *eval, uint32_t it, uint32_t source,
                                st_expr_env *out);

/* The same without bringing anything up to date (st_eval_env_as_is). */
void st_last_known_env_as_is(st_eval *eval, uint32_t it, uint32_t source,
                             st_expr_env *out);

/* As st_eval_has, for a slot of st_last_known_slot. */
strata_status st_last_known_has(st_eval *eval,
                                const st_last_known_context *context,
                                strata_attr attr, uint32_t slot, uint32_t index,
                                bool *out);

/* As st_eval_expr, where `source` is the handle of an entity that may be gone
 * or previewed. `context` may be NULL. */
strata_status st_last_known_expr(st_eval *eval,
                                 const st_last_known_context *context,
                                 const strata_expr *expr, strata_entity source,
                                 int64_t *out);

#endif
