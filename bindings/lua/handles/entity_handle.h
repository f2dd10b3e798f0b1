/* entity_handle.h - entities and effects as userdata: push and check. */
#ifndef STRATA_LUA_HANDLES_ENTITY_HANDLE_H
#define STRATA_LUA_HANDLES_ENTITY_HANDLE_H

#include "lua/core/handle_kinds.h"
#include "lua/core/state.h"

#include <lua.h>
#include <stdint.h>
#include <strata.h>

/** Push a handle of an entity, nil for 0. `owner` is the index of a handle of
 * the same world or of the world. */
void stl_push_entity(lua_State *L, int owner, strata_entity entity);

/** Push a handle of an effect, nil for 0, as stl_push_entity. */
void stl_push_effect(lua_State *L, int owner, strata_effect effect);

/** Push the name of an entity and its id: "Grizzly Bears #3:1". */
void stl_push_entity_text(lua_State *L, stl_world *world, strata_entity entity);

/** The handle of an entity at `index`, whose world must be live; the entity
 * may be gone. */
stl_handle *stl_entity_check(lua_State *L, int index);

/** Push a handle of an entity or of an effect; `owner` is the index of a handle
 * of the same world or of the world. */
void stl_handle_push(lua_State *L, int owner, uint64_t id,
                     stl_handle_kind kind);

/** The handle of this kind at `index`, whose world must be live. */
stl_handle *stl_handle_check_live(lua_State *L, int index,
                                  stl_handle_kind kind);

#endif
