/*
 * why.c - explanations as plain tables: an array of rows with `base`, `value`
 * and a text. Nothing of the engine stays behind, so that a table outlives its
 * world. The engine's object is freed also if Lua runs out of memory while the
 * table is built: that happens in a protected call.
 */
#include "state.h"

static const char *step_name(strata_step step) {
  switch (step) {
  case STRATA_STEP_APPLIED:
    return "applied";
  case STRATA_STEP_CONDITION:
    return "condition";
  case STRATA_STEP_SUBJECT:
    return "subject";
  case STRATA_STEP_STACKING:
    return "stacking";
  }
  return "?";
}

static void set_text(lua_State *L, const char *field, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, field);
}

/* `owner` is where the entity's handle is. */
static void push_row(lua_State *L, int owner, const strata_why_row *row) {
  lua_createtable(L, 0, 12);
  set_text(L, "layer", row->layer_name);
  set_text(L, "op", stl_op_name(row->op));
  set_text(L, "step", step_name(row->step));
  set_text(L, "name", row->effect_name);
  set_text(L, "operand", row->operand);
  set_text(L, "formula", row->formula);
  lua_pushinteger(L, (lua_Integer)row->timestamp);
  lua_setfield(L, -2, "timestamp");
  stl_push_effect(L, owner, row->effect);
  lua_setfield(L, -2, "effect");
  stl_push_entity(L, owner, row->source);
  lua_setfield(L, -2, "source");
  stl_push_value(L, owner, &row->before);
  lua_setfield(L, -2, "before");
  stl_push_value(L, owner, &row->after);
  lua_setfield(L, -2, "after");
}

/* (entity, name of the attribute, explanation) -> table */
static int build(lua_State *L) {
  const strata_why *why = lua_touserdata(L, 3);
  const size_t count = strata_why_count(why);
  lua_createtable(L, (int)count, 5);
  for (size_t i = 0; i < count; i++) {
    push_row(L, 1, strata_why_get(why, i));
    lua_rawseti(L, 4, (lua_Integer)i + 1);
  }
  stl_push_value(L, 1, strata_why_base(why));
  lua_setfield(L, 4, "base");
  stl_push_value(L, 1, strata_why_value(why));
  lua_setfield(L, 4, "value");
  set_text(L, "text", strata_why_text(why));
  lua_pushvalue(L, 1);
  lua_setfield(L, 4, "entity");
  lua_pushvalue(L, 2);
  lua_setfield(L, 4, "attribute");
  stl_kind_set(L, STL_WHY);
  return 1;
}

int stl_entity_why(lua_State *L) {
  const stl_handle *handle = stl_check(L, 1, STL_ENTITY);
  stl_check_live(L, handle->world);
  luaL_checktype(L, 2, LUA_TSTRING);
  lua_settop(L, 2);
  const strata_attr attr =
      stl_rules_attr(L, handle->world->rules, "why", lua_tostring(L, 2));
  luaL_checkstack(L, LUA_MINSTACK, "why");
  strata_why *why = NULL;
  const strata_status status =
      strata_explain(handle->world->world, handle->id, attr, &why);
  if (status != STRATA_OK) return stl_raise(L, handle->world, status, "why");
  lua_pushcfunction(L, build);
  lua_insert(L, 1);
  lua_pushlightuserdata(L, why);
  const int result = lua_pcall(L, 3, 1, 0);
  strata_why_free(why);
  return result == LUA_OK ? 1 : lua_error(L);
}

static int why_tostring(lua_State *L) {
  lua_pushliteral(L, "text");
  if (!lua_istable(L, 1) || lua_rawget(L, 1) != LUA_TSTRING) {
    lua_pushliteral(L, "explanation");
  }
  return 1;
}

void stl_open_why(lua_State *L) {
  static const luaL_Reg meta[] = {{"__tostring", why_tostring}, {NULL, NULL}};
  stl_kind_new(L, STL_WHY, "explanation", meta);
  lua_pop(L, 1);
}
