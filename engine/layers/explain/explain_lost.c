/*
 * explain_lost.c - rows for the parts of an ability that was lost before it
 * could start (613.6).
 */
#include "layers/explain/explain_lost.h"

/* Finds the unit that took an ability away: the first one after which the
 * ability is gone. */
typedef struct ability_loss {
  const st_eval *eval;
  const st_ability_instance *instance;
  uint32_t taker_unit; /* + 1 */
} ability_loss;

static strata_status trace_ability_loss(void *user, const st_value_part *entry,
                                        const uint64_t *before,
                                        const uint64_t *after) {
  ability_loss *t = user;
  const st_pass *pass = st_eval_pass_of(t->eval);
  const st_applied_part *applied = st_value_part_applied(pass, entry);
  if (t->taker_unit == 0 && applied &&
      st_ability_list_find(&pass->lists, before[0], t->instance) &&
      !st_ability_list_find(&pass->lists, after[0], t->instance)) {
    t->taker_unit = applied->unit + 1;
  }
  return STRATA_OK;
}

static bool is_asked_part(const st_clause_part *part, const strata_layer *layer,
                          strata_attr attr) {
  return (!layer || st_part_header_layer(part->flags) == *layer) &&
         (attr == 0 || st_part_is_on(part, attr));
}

strata_status st_explain_lost_add(strata_why *why, const st_layer_unit *unit,
                                  const strata_layer *layer,
                                  strata_attr only_attr) {
  st_eval *eval = why->eval;
  strata_attr attr = eval->rules->ability_attr;
  ability_loss t = {.eval = eval, .instance = &unit->instance};
  st_value_trace trace = {.on_part = trace_ability_loss, .user = &t};
  uint64_t list;
  strata_status status =
      st_evaluate_value(eval, attr, unit->object, NULL, &trace, &list);
  st_text taker_name;
  st_text_init(&taker_name, why->mem);
  if (t.taker_unit) {
    st_explain_row_unit_name(eval, st_eval_pass(eval), t.taker_unit - 1,
                             &taker_name);
  }
  for (uint32_t i = 0; !status && i < unit->base_clause->part_count; i++) {
    const st_clause_part *part = &unit->base_clause->parts[i];
    if (!is_asked_part(part, layer, only_attr)) continue;
    status = st_explain_row_add_lost(why, unit, part, STRATA_STEP_LOST,
                                     st_text_get(&taker_name));
  }
  if (taker_name.failed) status = STRATA_ENOMEM;
  st_text_fini(&taker_name);
  return status;
}
