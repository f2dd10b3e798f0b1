/*
 * value_explanations.c - entity:why: the steps that made a value.
 *
 * An explanation is a plain table, an array of rows with `base`, `value` and a
 * text, and outlives its world. It is built in a protected call, so that the
 * engine's object is freed also if Lua runs out of memory.
 */
#include "lua/objects/value_explanations.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/change_table.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/op_words.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"
#include "lua/objects/value_explanation_text.h"

#include <lauxlib.h>
#include <strata.h>

static void set_why_text(lua_State *L, const char *field, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, field);
}

/* Rows and explanations that are of no single value have an empty one. */
static void set_why_value(lua_State *L, int owner, const char *field,
                          const strata_value *value) {
  if (value == NULL || value->type == 0) return;
  stl_push_value(L, owner, value);
  lua_setfield(L, -2, field);
}

/* The rules of the world of which a handle is at `owner`. */
static const strata_rules *rules_of(lua_State *L, int owner) {
  stl_handle_push_world(L, owner);
  const stl_world *world = stl_handle_unbox(L, -1);
  lua_pop(L, 1);
  return world->rules->rules;
}

/* `owner` is where a handle of the world is. */
static void push_value_explanation_row(lua_State *L, int owner,
                                       const strata_rules *rules,
                                       const strata_why_row *row) {
  lua_createtable(L, 0, 20);
  set_why_text(L, "layer", row->layer_name);
  set_why_text(L, "op", stl_op_name(row->op));
  set_why_text(L, "step", strata_why_step_text(row->step));
  set_why_text(L, "name", row->effect_name);
  set_why_text(L, "operand", row->operand);
  set_why_text(L, "formula", row->formula);
  set_why_text(L, "because", strata_order_reason_text(row->because));
  set_why_text(L, "waited_for", row->waited_for);
  set_why_text(L, "difference", row->difference);
  set_why_text(L, "taken_by", row->taken_by);
  set_why_text(L, "rule", row->rule);
  lua_pushinteger(L, (lua_Integer)row->timestamp);
  lua_setfield(L, -2, "timestamp");
  stl_push_effect(L, owner, row->effect);
  lua_setfield(L, -2, "effect");
  stl_push_entity(L, owner, row->source);
  lua_setfield(L, -2, "source");
  stl_push_entity(L, owner, row->target);
  lua_setfield(L, -2, "target");
  set_why_value(L, owner, "before", &row->before);
  set_why_value(L, owner, "after", &row->after);
  set_why_text(L, "attr",
               strata_rules_name(rules, STRATA_NAME_ATTRIBUTE, row->attr));
}

/* (a handle of the world, explanation, attribute or 0) -> table */
static int build_value_explanation(lua_State *L) {
  const strata_why *why = lua_touserdata(L, 2);
  const strata_attr attr = (strata_attr)lua_tointeger(L, 3);
  const strata_rules *rules = rules_of(L, 1);
  const size_t count = strata_why_count(why);
  lua_createtable(L, (int)count, 5);
  for (size_t i = 0; i < count; i++) {
    push_value_explanation_row(L, 1, rules, strata_why_get(why, i));
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  set_why_value(L, 1, "base", strata_why_base(why));
  set_why_value(L, 1, "value", strata_why_value(why));
  stl_push_why_text(L, 1, rules, attr, why);
  lua_setfield(L, -2, "text");
  const char *dot = strata_why_dot(why);
  if (dot[0] != '\0') set_why_text(L, "dot", dot);
  stl_handle_kind_set(L, STL_HANDLE_EXPLANATION);
  return 1;
}

/* Push the table of an explanation, which is freed; `attr` is 0 where it is of
 * more than one value. 1 is a handle. */
static int push_explanation(lua_State *L, strata_attr attr, strata_why *why) {
  lua_pushcfunction(L, build_value_explanation);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, why);
  lua_pushinteger(L, attr);
  const int result = lua_pcall(L, 3, 1, 0);
  strata_why_free(why);
  return result == LUA_OK ? 1 : lua_error(L);
}

/* Answer entity:why for an attribute, or entity:why_not where `attr` is 0. The
 * question is at 2. */
static int answer_why(lua_State *L, const stl_handle *handle,
                      strata_status status, strata_why *why, strata_attr attr) {
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status,
                           attr != 0 ? "why" : "why_not");
  }
  (void)push_explanation(L, attr, why);
  lua_pushvalue(L, 1);
  lua_setfield(L, 3, "entity");
  lua_pushvalue(L, 2);
  lua_setfield(L, 3, attr != 0 ? "attribute" : "of");
  return 1;
}

/* An explanation runs a pass of its own that follows what happens to one value,
 * and writes a row for each effect. A graph tries each effect with each. */
enum { PASSES_OF_WHY = 4, PASSES_OF_GRAPH = 64 };

int stl_entity_why(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  stl_visibility_refuse_handler(L, handle->world, "why");
  luaL_checktype(L, 2, LUA_TSTRING);
  lua_settop(L, 2);
  const strata_attr attr =
      stl_rules_need_attr(L, handle->world->rules, "why", lua_tostring(L, 2));
  luaL_checkstack(L, LUA_MINSTACK, "why");
  stl_world_charge_passes(L, handle->world, PASSES_OF_WHY);
  strata_why *why = NULL;
  const strata_status status =
      strata_explain(handle->world->world, handle->id, attr, &why);
  return answer_why(L, handle, status, why, attr);
}

/* bear:why_not(humility): an entity whose abilities and effects it is about,
 * or one effect. */
int stl_entity_why_not(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  stl_visibility_refuse_handler(L, handle->world, "why_not");
  lua_settop(L, 2);
  const stl_handle *source = stl_handle_test(L, 2, STL_HANDLE_ENTITY);
  const stl_handle *effect = stl_handle_test(L, 2, STL_HANDLE_EFFECT);
  const stl_handle *of = source != NULL ? source : effect;
  if (of == NULL) {
    stl_push_mismatch(L, "why_not", "an entity or an effect", 2);
    return luaL_error(L, "%s", lua_tostring(L, -1));
  }
  if (of->world != handle->world) {
    return luaL_error(L, "why_not: entity or effect of another world");
  }
  luaL_checkstack(L, LUA_MINSTACK, "why_not");
  stl_world_charge_passes(L, handle->world, PASSES_OF_WHY);
  strata_why *why = NULL;
  const strata_status status = strata_explain_source(
      handle->world->world, handle->id, source != NULL ? source->id : 0,
      (strata_effect){effect != NULL ? effect->id : 0}, &why);
  return answer_why(L, handle, status, why, 0);
}

int stl_world_graph(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:graph");
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  const strata_layer layer =
      stl_read_layer(L, 2, world->rules, "world:graph", NULL);
  luaL_checkstack(L, LUA_MINSTACK, "world:graph");
  stl_world_charge_passes(L, world, PASSES_OF_GRAPH);
  strata_why *why = NULL;
  const strata_status status = strata_explain_layer(world->world, layer, &why);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:graph");
  }
  (void)push_explanation(L, 0, why);
  lua_pushvalue(L, 2);
  lua_setfield(L, 3, "layer");
  return 1;
}

static int why_tostring(lua_State *L) {
  lua_pushliteral(L, "text");
  if (!lua_istable(L, 1) || lua_rawget(L, 1) != LUA_TSTRING) {
    lua_pushliteral(L, "explanation");
  }
  return 1;
}

void stl_open_explanations(lua_State *L) {
  static const luaL_Reg meta[] = {{"__tostring", why_tostring}, {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_EXPLANATION, "explanation", meta);
  lua_pop(L, 1);
}
