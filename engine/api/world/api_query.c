/* api_query.c - queries: expressions on current values, selections,
 * explanations of values. */
#include "api/world/api_effect_draft.h"
#include "layers/explain/explain_layer.h"
#include "layers/explain/explain_value.h"

/* -- Expressions on a world -- */

static strata_status check_expr_rules(strata_world *world, const char *call,
                                      const strata_expr *expr) {
  if (!expr || expr->rules != world->rules) {
    return ST_REFUSE(world, STRATA_EINVAL, call,
                     ": the expression was compiled for other rules");
  }
  if (st_world_is_unreadable(world)) return st_world_refuse_locked(world, call);
  if (!expr->is_inner) return STRATA_OK;
  return ST_REFUSE(
      world, STRATA_EINVAL, call, ": '", expr->text,
      "' is asked of others, as borrow asks: use strata_expr_parse");
}

strata_status strata_expr_eval(strata_world *world, const strata_expr *expr,
                               strata_entity it, strata_entity source,
                               strata_value *out) {
  st_world_go_back(world);
  strata_status status = check_expr_rules(world, "eval", expr);
  if (status) return status;
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "eval: out is NULL");
  if (expr->type == STRATA_SET) {
    return ST_REFUSE(world, STRATA_ETYPE, "eval: '", expr->text,
                     "' is a set, which only a part on a set takes; ask it for "
                     "a symbol, as in types has 'elf', or write types = none");
  }
  uint32_t it_slot = it ? st_world_check_entity(world, "eval", it) : 0;
  uint32_t this_slot =
      source ? st_world_check_entity(world, "eval", source) : 0;
  if ((it && !it_slot) || (source && !this_slot)) return STRATA_ESTALE;
  int64_t word;
  status = st_eval_expr(&world->eval, expr, it_slot, this_slot, &word);
  if (status) {
    return ST_REFUSE(world, status, "eval: ", st_status_text(status));
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
  st_world_go_back(world);
  strata_status status = check_expr_rules(world, "select", expr);
  if (status) return status;
  if (!count || (!buffer && capacity > 0)) {
    return ST_REFUSE(world, STRATA_EINVAL, "select: an argument is NULL");
  }
  status = st_world_check_expr(world, expr, STRATA_FLAG, "the selection");
  if (status) return status;
  uint32_t slot = source ? st_world_check_entity(world, "select", source) : 0;
  if (source && !slot) return STRATA_ESTALE;
  const uint64_t *members;
  uint32_t words;
  status = st_eval_select(&world->eval, expr, slot, &members, &words);
  if (status) {
    return ST_REFUSE(world, status, "select: ", st_status_text(status));
  }
  size_t found = 0;
  for (uint32_t w = 0; w < words; w++) {
    for (uint64_t left = members[w]; left != 0; left &= left - 1, found++) {
      if (found >= capacity) continue;
      buffer[found] =
          st_entity_handle(&world->store, w * 64 + st_lowest_bit(left));
    }
  }
  *count = found;
  return STRATA_OK;
}

strata_status strata_explain(strata_world *world, strata_entity entity,
                             strata_attr attr, strata_why **out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "why: out is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "why");
  }
  if (!st_world_check_attr(world, "why", attr)) return STRATA_ENOENT;
  if (!st_world_check_entity(world, "why", entity)) return STRATA_ESTALE;
  strata_status status = st_explain_value(&world->eval, entity, attr, out);
  if (!status) return status;
  return ST_REFUSE(world, status, "why: ", st_status_text(status));
}

strata_status strata_explain_source(strata_world *world, strata_entity entity,
                                    strata_entity source, strata_effect effect,
                                    strata_why **out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "why_not: out is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "why_not");
  }
  if ((source == 0) == (effect.id == 0)) {
    return ST_REFUSE(world, STRATA_EINVAL,
                     "why_not: give either a source or an effect");
  }
  uint32_t slot = st_world_check_entity(world, "why_not", entity);
  if (slot == 0) return STRATA_ESTALE;
  uint32_t from = source ? st_world_check_entity(world, "why_not", source) : 0;
  if (source && from == 0) return STRATA_ESTALE;
  uint32_t which = effect.id ? st_effect_slot(&world->store, effect.id) : 0;
  if (effect.id && which == 0) {
    return ST_REFUSE(world, STRATA_ESTALE, "why_not: effect ",
                     st_effect_text_of(effect.id).text,
                     " does not exist, or no longer");
  }
  strata_status status =
      st_explain_value_by_source(&world->eval, slot, from, which, out);
  if (!status) return status;
  return ST_REFUSE(world, status, "why_not: ", st_status_text(status));
}

strata_status strata_explain_layer(strata_world *world, strata_layer layer,
                                   strata_why **out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "layer: out is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "layer");
  }
  if (!st_layer_exists(world->rules, layer)) {
    return ST_REFUSE(world, STRATA_ENOENT, "layer: no layer ",
                     st_number_format(layer).text);
  }
  strata_status status = st_explain_layer(&world->eval, layer, out);
  if (!status) return status;
  return ST_REFUSE(world, status, "layer: ", st_status_text(status));
}

/* -- Abilities, and values on the way -- */

strata_status strata_abilities(strata_world *world, strata_entity entity,
                               strata_ability_row *buffer, size_t capacity,
                               size_t *count) {
  st_world_go_back(world);
  if (!count || (capacity > 0 && !buffer)) {
    return ST_REFUSE(world, STRATA_EINVAL, "abilities: an argument is NULL");
  }
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "abilities");
  }
  uint32_t slot = st_world_check_entity(world, "abilities", entity);
  if (slot == 0) return STRATA_ESTALE;
  strata_attr attr = world->rules->ability_attr;
  if (attr == 0) {
    return ST_REFUSE(world, STRATA_ETYPE,
                     "abilities: these rules declare no attribute of type "
                     "abilities");
  }
  const uint64_t *words;
  strata_status status = st_eval_value(&world->eval, attr, slot, &words);
  if (status) {
    return ST_REFUSE(world, status, "abilities: ", st_status_text(status));
  }
  *count = st_eval_abilities(&world->eval, slot, words[0], buffer, capacity);
  return STRATA_OK;
}

strata_status strata_get_after(strata_world *world, strata_entity entity,
                               strata_attr attr, strata_layer layer,
                               strata_value *out) {
  st_world_go_back(world);
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, "get_after: out is NULL");
  if (st_world_is_unreadable(world)) {
    return st_world_refuse_locked(world, "get_after");
  }
  const st_attr *a = st_world_check_attr(world, "get_after", attr);
  if (!a) return STRATA_ENOENT;
  uint32_t slot = st_world_check_entity(world, "get_after", entity);
  if (slot == 0) return STRATA_ESTALE;
  if (!st_layer_exists(world->rules, layer)) {
    return ST_REFUSE(world, STRATA_ENOENT, "get_after: no layer ",
                     st_number_format(layer).text);
  }
  uint64_t *words = st_mem_zeroed(&world->mem, a->word_count, sizeof *words);
  if (!words) {
    return ST_REFUSE(world, STRATA_ENOMEM, "get_after: out of memory");
  }
  strata_status status =
      st_eval_value_after(&world->eval, attr, slot, layer, words);
  if (status) {
    status = ST_REFUSE(world, status, "get_after: ", st_status_text(status));
  } else {
    status = st_world_export_value(world, attr, words, out);
  }
  st_mem_free(&world->mem, words, a->word_count, sizeof *words);
  return status;
}
