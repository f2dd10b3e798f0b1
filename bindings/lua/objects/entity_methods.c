/*
 * entity_methods.c - the fields and methods of entities.
 *
 * Reading an int or flag, `card.power`, is the hot path: one probe by address
 * and one call of the engine. The metatable is locked, so __index is only ever
 * called with a handle.
 */
#include "lua/objects/entity_methods.h"

#include "lua/actions/chain_methods.h"
#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"
#include "lua/objects/object_methods.h"
#include "lua/objects/value_explanations.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- Refusals: an error if the world is strict, else a line in its log ---- */

/* The message is at the top. Pushes nil if it returns. */
static int refuse_or_log(lua_State *L, int self) {
  const stl_handle *handle = lua_touserdata(L, self);
  if (handle->world->strict) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
    return lua_error(L);
  }
  lua_getiuservalue(L, self, 1);
  if (lua_getiuservalue(L, -1, 2) == LUA_TFUNCTION) {
    lua_pushvalue(L, -3);
    stl_budget_count_instructions(L);
    lua_call(L, 1, 0);
  }
  lua_pushnil(L);
  return 1;
}

static int refuse_unknown_attr(lua_State *L, const stl_rules *rules) {
  if (lua_type(L, 2) != LUA_TSTRING) {
    lua_pushfstring(L, "expected the name of an attribute, got %s",
                    luaL_typename(L, 2));
    return refuse_or_log(L, 1);
  }
  const char *name = lua_tostring(L, 2);
  const char *near =
      stl_rules_nearest(L, rules->rules, STRATA_NAME_ATTRIBUTE, name);
  if (near != NULL) {
    lua_pushfstring(L, "unknown attribute '%s'; did you mean '%s'?", name,
                    near);
  } else {
    lua_pushfstring(L, "unknown attribute '%s'", name);
  }
  return refuse_or_log(L, 1);
}

static int refuse_engine_status(lua_State *L, const stl_handle *handle,
                                const char *name, strata_status status) {
  if (status == STRATA_ENOMEM || status == STRATA_EINTERRUPTED) {
    return stl_world_raise(L, handle->world, status, name);
  }
  lua_pushfstring(L, "%s: %s", name,
                  stl_world_error_text(handle->world, status));
  return refuse_or_log(L, 1);
}

/* -- Reading -------------------------------------------------------------- */

/* Whether effects can change an attribute. The base value of any other is its
 * current value, and so no secret. */
static bool is_layered(const stl_world *world, strata_attr attr) {
  strata_attribute attribute = {0};
  return strata_rules_attribute(world->rules->rules, attr, &attribute) !=
             STRATA_OK ||
         !(attribute.unlayered || attribute.counter);
}

/* The zone of a hidden entity may be read, and nothing else of it. */
static int read_attr_value(lua_State *L, const stl_handle *handle,
                           const stl_attr_name *name, bool base) {
  strata_value value = {0};
  if (stl_visibility_is_hidden(handle->world, handle->id) &&
      strcmp(name->text, "zone") != 0) {
    return stl_visibility_refuse_hidden(L, handle->world, handle->id,
                                        name->text);
  }
  strata_world *world = handle->world->world;
  if (base && is_layered(handle->world, name->attr)) {
    stl_visibility_refuse_face_down(L, handle->world, handle->id, name->text);
  }
  if (!base) stl_world_charge_look(L, handle->world);
  const strata_status status =
      base ? strata_base(world, handle->id, name->attr, &value)
           : strata_get(world, handle->id, name->attr, &value);
  if (status != STRATA_OK) {
    return refuse_engine_status(L, handle, name->text, status);
  }
  stl_push_value(L, 1, &value);
  return 1;
}

/* What no int or flag answered. Only the attribute of type abilities may have
 * the name of a method: calling its value is calling the method. */
static int read_other_attr(lua_State *L, const stl_handle *handle) {
  if (lua_type(L, 2) == LUA_TSTRING && handle->world->world != NULL &&
      handle->world->context->predicate_context == NULL) {
    const stl_attr_name *list =
        stl_rules_find_name(handle->world->rules, lua_tostring(L, 2));
    if (list->type == STRATA_ABILITIES) {
      return read_attr_value(L, handle, list, false);
    }
  }
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  stl_world_check_live(L, handle->world);
  stl_attr_name spare = {0};
  const stl_rules *rules = handle->world->rules;
  const stl_attr_name *name = stl_rules_find_attr(L, rules, 2, &spare);
  if (name != NULL) return read_attr_value(L, handle, name, false);
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (strcmp(key, "base") == 0) {
    stl_handle_push(L, 1, handle->id, STL_HANDLE_BASE_VALUES);
    return 1;
  }
  if (strcmp(key, "id") == 0) {
    if (stl_visibility_is_hidden(handle->world, handle->id)) {
      return stl_visibility_refuse_hidden(L, handle->world, handle->id, "id");
    }
    stl_push_entity_id(L, handle->id);
    return 1;
  }
  if (strcmp(key, "world") == 0) {
    stl_handle_push_world(L, 1);
    return 1;
  }
  return refuse_unknown_attr(L, rules);
}

static int entity_index(lua_State *L) {
  const stl_handle *handle = lua_touserdata(L, 1);
  const stl_world *world = handle->world;
  if (lua_type(L, 2) == LUA_TSTRING && world->world != NULL &&
      world->context->predicate_context == NULL &&
      !stl_visibility_is_hidden(world, handle->id)) {
    const stl_attr_name *name =
        stl_rules_find_name(world->rules, lua_tostring(L, 2));
    const bool number = name->type == STRATA_INT || name->type == STRATA_FLAG;
    int64_t value = 0;
    if (number) stl_world_charge_look(L, world);
    if (number && strata_get_int(world->world, handle->id, name->attr,
                                 &value) == STRATA_OK) {
      if (name->type == STRATA_INT) {
        lua_pushinteger(L, value);
      } else {
        lua_pushboolean(L, value != 0);
      }
      return 1;
    }
  }
  return read_other_attr(L, handle);
}

static int entity_newindex(lua_State *L) {
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "it";
  return luaL_error(L,
                    "%s: effects compute current values; write "
                    "card.base.%s = ... for the base value",
                    key, key);
}

static int base_index(lua_State *L) {
  const stl_handle *handle =
      stl_handle_check_live(L, 1, STL_HANDLE_BASE_VALUES);
  stl_attr_name spare = {0};
  const stl_attr_name *name =
      stl_rules_find_attr(L, handle->world->rules, 2, &spare);
  if (name == NULL) return refuse_unknown_attr(L, handle->world->rules);
  return read_attr_value(L, handle, name, true);
}

static int base_newindex(lua_State *L) {
  const stl_handle *handle =
      stl_handle_check_live(L, 1, STL_HANDLE_BASE_VALUES);
  stl_attr_name spare = {0};
  const stl_attr_name *name =
      stl_rules_find_attr(L, handle->world->rules, 2, &spare);
  if (name == NULL) {
    (void)refuse_unknown_attr(L, handle->world->rules);
    return 0;
  }
  strata_value value = {0};
  const char *expected = stl_read_value(L, 3, handle->world->rules,
                                        handle->world, name->attr, &value);
  if (expected != NULL) {
    stl_push_mismatch(L, name->text, expected, 3);
    (void)refuse_or_log(L, 1);
    return 0;
  }
  stl_world_note_change(handle->world);
  const strata_status status =
      strata_set_base(handle->world->world, handle->id, name->attr, &value);
  if (status != STRATA_OK) {
    (void)refuse_engine_status(L, handle, name->text, status);
  }
  return 0;
}

/* -- Methods -------------------------------------------------------------- */

static int entity_remove(lua_State *L) {
  const stl_handle *handle = stl_handle_check_live(L, 1, STL_HANDLE_ENTITY);
  stl_world_note_change(handle->world);
  const strata_status status = strata_despawn(handle->world->world, handle->id);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "remove");
  }
  return 0;
}

static int entity_is_alive(lua_State *L) {
  const stl_handle *handle = stl_handle_check(L, 1, STL_HANDLE_ENTITY);
  const strata_world *world = handle->world->world;
  if (world != NULL) stl_world_check_live(L, handle->world);
  lua_pushboolean(L, world != NULL && strata_is_alive(world, handle->id));
  return 1;
}

static int entity_clear(lua_State *L) {
  const stl_handle *handle = stl_handle_check_live(L, 1, STL_HANDLE_ENTITY);
  stl_world_note_change(handle->world);
  const strata_status status =
      strata_effect_clear(handle->world->world, handle->id);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "clear");
  }
  return 0;
}

static bool has_symbol(lua_State *L, const stl_handle *handle, strata_attr attr,
                       strata_symbol symbol) {
  if (stl_visibility_is_hidden(handle->world, handle->id)) {
    stl_visibility_refuse_hidden(L, handle->world, handle->id, "has");
  }
  bool found = false;
  stl_world_charge_look(L, handle->world);
  const strata_status status =
      strata_has(handle->world->world, handle->id, attr, symbol, &found);
  if (status != STRATA_OK) stl_world_raise(L, handle->world, status, "has");
  return found;
}

/* card:has("elf"): in any of the sets whose domain holds it. */
static int entity_has(lua_State *L) {
  const stl_handle *handle = stl_handle_check_live(L, 1, STL_HANDLE_ENTITY);
  const char *text = luaL_checkstring(L, 2);
  const stl_rules *rules = handle->world->rules;
  const strata_symbol symbol =
      stl_rules_need(L, rules, STRATA_NAME_SYMBOL, "has", text);
  strata_attr attr = 0;
  bool found = false;
  while (!found && (attr = stl_rules_next_set(rules, symbol, attr)) != 0) {
    found = has_symbol(L, handle, attr, symbol);
  }
  lua_pushboolean(L, found);
  return 1;
}

static int entity_eq(lua_State *L) {
  const stl_handle *a = stl_handle_test(L, 1, STL_HANDLE_ENTITY);
  const stl_handle *b = stl_handle_test(L, 2, STL_HANDLE_ENTITY);
  lua_pushboolean(L, a != NULL && b != NULL && a->world == b->world &&
                         a->id == b->id);
  return 1;
}

static int entity_tostring(lua_State *L) {
  const stl_handle *handle = stl_handle_check(L, 1, STL_HANDLE_ENTITY);
  stl_push_entity_text(L, handle->world, handle->id);
  return 1;
}

static int base_values_tostring(lua_State *L) {
  const stl_handle *handle = stl_handle_check(L, 1, STL_HANDLE_BASE_VALUES);
  stl_push_entity_text(L, handle->world, handle->id);
  lua_pushfstring(L, "base values of %s", lua_tostring(L, -1));
  return 1;
}

void stl_open_entity(lua_State *L) {
  static const luaL_Reg meta[] = {{"__newindex", entity_newindex},
                                  {"__tostring", entity_tostring},
                                  {"__eq", entity_eq},
                                  {NULL, NULL}};
  static const luaL_Reg methods[] = {{"remove", entity_remove},
                                     {"is_alive", entity_is_alive},
                                     {"clear", entity_clear},
                                     {"has", entity_has},
                                     {"why", stl_entity_why},
                                     {"why_not", stl_entity_why_not},
                                     {NULL, NULL}};
  static const luaL_Reg base[] = {{"__index", base_index},
                                  {"__newindex", base_newindex},
                                  {"__tostring", base_values_tostring},
                                  {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_ENTITY, "entity", meta);
  luaL_newlib(L, methods);
  stl_add_object_methods(L);
  stl_add_chain_methods(L);
  lua_pushcclosure(L, entity_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  stl_handle_kind_new(L, STL_HANDLE_BASE_VALUES, "base", base);
  lua_pop(L, 1);
}
