/* world_handle.h - worlds as userdata: push, check, raise what a call failed
 * with. */
#ifndef STRATA_LUA_HANDLES_WORLD_HANDLE_H
#define STRATA_LUA_HANDLES_WORLD_HANDLE_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>
#include <strata.h>

/** The world of the userdata at `index`, which must be live. */
stl_world *stl_world_check(lua_State *L, int index);

/** Raise if the world was let go, or a predicate runs; a call that reaches into
 * it is counted. */
void stl_world_check_live(lua_State *L, const stl_world *world);

/** Let it count as a step for each entity of the world. */
void stl_world_charge_entities(lua_State *L, const stl_world *world);

/** What the engine has to say of the status that the last call gave. */
const char *stl_world_error_text(const stl_world *world, strata_status status);

/** Raise what a status says; `where` names function or argument. */
int stl_world_raise(lua_State *L, const stl_world *world, strata_status status,
                    const char *where);

/** Push the userdata of a world that no script has made or was given: the one
 * that is known of it, or else a new one, and true, for as long as it runs. */
bool stl_world_push_temporary(lua_State *L, strata_world *world);

/** Push the userdata of the world of a world, entity or effect. */
void stl_handle_push_world(lua_State *L, int index);

/** Let go of a hosted world; never raises. */
void stl_world_forget_host(lua_State *L, strata_world *host);

/** Push "#3:1", as expressions write it. */
void stl_push_entity_id(lua_State *L, uint64_t id);

/** Read "#3:1" or "3:1" at the start of a text; `end` is behind it. 0, and NULL
 * there, if it is neither. */
strata_entity stl_parse_entity_id(const char *text, char **end);

/** Push the userdata of a new world that has no content yet; `rules` is the
 * index of the userdata of its rules. */
stl_world *stl_world_push_new(lua_State *L, int rules);

#endif
