/*
 * entity_handle.c - entities and effects as userdata: push and check.
 *
 * A handle holds its world and an id with a generation, so a handle of an
 * entity that is gone finds nothing. Handles are not interned: a table of all
 * handles would cost more than the userdata. Two handles of one entity are ==,
 * but different keys of a table.
 */
#include "lua/handles/entity_handle.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lua.h>
#include <strata.h>
#include <strata/lua.h>

void stl_handle_push(lua_State *L, int owner, uint64_t id,
                     stl_handle_kind kind) {
  owner = lua_absindex(L, owner);
  stl_handle *handle = lua_newuserdatauv(L, sizeof *handle, 1);
  stl_handle_push_world(L, owner);
  *handle = (stl_handle){stl_handle_unbox(L, -1), id};
  lua_setiuservalue(L, -2, 1);
  stl_handle_kind_set(L, kind);
}

void stl_push_entity(lua_State *L, int owner, strata_entity entity) {
  if (entity == 0) {
    lua_pushnil(L);
  } else {
    stl_handle_push(L, owner, entity, STL_HANDLE_ENTITY);
  }
}

void stl_push_effect(lua_State *L, int owner, strata_effect effect) {
  if (effect.id == 0) {
    lua_pushnil(L);
  } else {
    stl_handle_push(L, owner, effect.id, STL_HANDLE_EFFECT);
  }
}

strata_entity stl_to_entity(lua_State *L, int index, strata_world **world) {
  const stl_handle *handle = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  if (handle == NULL || handle->world->world == NULL) return 0;
  *world = handle->world->world;
  return handle->id;
}

/* Its name, if there is a text or sym attribute "name" and it has one. */
static const char *display_name(const stl_world *world, strata_entity entity) {
  strata_value value = {0};
  const strata_attr attr = world->rules->display;
  if (world->world == NULL || attr == 0) return "";
  if (world->context->predicate_context != NULL) {
    return ""; /* that would be reading */
  }
  if (stl_visibility_is_hidden(world, entity)) return "";
  if (strata_get(world->world, entity, attr, &value) != STRATA_OK) return "";
  const char *name = value.type == STRATA_TEXT
                         ? value.text
                         : strata_rules_name(world->rules->rules,
                                             STRATA_NAME_SYMBOL, value.symbol);
  return name != NULL ? name : "";
}

void stl_push_entity_text(lua_State *L, stl_world *world,
                          strata_entity entity) {
  if (world->world != NULL && stl_visibility_is_hidden(world, entity)) {
    lua_pushliteral(L, "entity (hidden)"); /* ids are given out in order */
    return;
  }
  const char *name = display_name(world, entity);
  const bool alive =
      world->world != NULL && strata_is_alive(world->world, entity);
  lua_pushstring(L, name[0] != '\0' ? name : alive ? "entity" : "stale entity");
  stl_push_entity_id(L, entity);
  lua_pushfstring(L, "%s %s", lua_tostring(L, -2), lua_tostring(L, -1));
  lua_insert(L, -3);
  lua_pop(L, 2);
}

stl_handle *stl_handle_check_live(lua_State *L, int index,
                                  stl_handle_kind kind) {
  stl_handle *handle = stl_handle_check(L, index, kind);
  stl_world_check_live(L, handle->world);
  return handle;
}

stl_handle *stl_entity_check(lua_State *L, int index) {
  return stl_handle_check_live(L, index, STL_HANDLE_ENTITY);
}
