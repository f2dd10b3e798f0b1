/*
 * api_query.c - asking a world: expressions on current values, selections,
 * explanations.
 */
#include "api/api_draft.h"
#include "layers/why.h"

/* -- Expressions on a world -- */

static strata_status check_foreign(strata_world *world, const char *call,
                                   const strata_expr *expr) {
  if (expr && expr->rules == world->rules) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, call,
                   ": the expression was compiled for other rules");
}

strata_status strata_expr_eval(strata_world *world, const strata_expr *expr,
                               strata_entity it, strata_entity source,
                               strata_value *out) {
  strata_status status = check_foreign(world, "eval", expr);
  if (status) return status;
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "eval: out is NULL");
  uint32_t it_slot = it ? st_world_entity(world, "eval", it) : 0;
  uint32_t this_slot = source ? st_world_entity(world, "eval", source) : 0;
  if ((it && !it_slot) || (source && !this_slot)) return STRATA_ESTALE;
  int64_t word;
  status = st_eval_expr(&world->eval, expr, it_slot, this_slot, &word);
  if (status) {
    return ST_REFUSE(world, status, "eval: ", strata_status_text(status));
  }
  strata_value value = {.type = expr->type};
  if (expr->type == STRATA_REF) {
    value.ref = (strata_entity)word;
  } else if (expr->type == STRATA_SYM) {
    value.symbol = (strata_symbol)word;
  } else {
    value.integer = word;
  }
  *out = value;
  return STRATA_OK;
}

strata_status strata_select(strata_world *world, const strata_expr *expr,
                            strata_entity source, strata_entity *buffer,
                            size_t capacity, size_t *count) {
  strata_status status = check_foreign(world, "select", expr);
  if (status) return status;
  if (!count || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "select: an argument is NULL");
  }
  status = st_world_check_expr(world, expr, STRATA_FLAG, "the selection");
  if (status) return status;
  uint32_t slot = source ? st_world_entity(world, "select", source) : 0;
  if (source && !slot) return STRATA_ESTALE;
  uint32_t words = st_words_for(st_entity_top(&world->store) + 1);
  size_t found = 0;
  for (uint32_t w = 0; w < words; w++) {
    uint64_t members;
    status = st_eval_match(&world->eval, expr, w, slot, &members);
    if (status) {
      return ST_REFUSE(world, status, "select: ", strata_status_text(status));
    }
    for (; members != 0; members &= members - 1, found++) {
      if (found >= capacity) continue;
      buffer[found] =
          st_entity_handle(&world->store, w * 64 + st_lowest_bit(members));
    }
  }
  *count = found;
  return STRATA_OK;
}

strata_status strata_explain(strata_world *world, strata_entity entity,
                             strata_attr attr, strata_why **out) {
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "why: out is NULL");
  if (!st_world_attr(world, "why", attr)) return STRATA_ENOENT;
  if (!st_world_entity(world, "why", entity)) return STRATA_ESTALE;
  strata_status status = st_why_make(&world->eval, entity, attr, out);
  if (!status) return status;
  return ST_REFUSE(world, status, "why: ", strata_status_text(status));
}
