/* world_handle.h - worlds as userdata: push, check, raise what a call failed
 * with. */
#ifndef STRATA_LUA_HANDLES_WORLD_HANDLE_H
#define STRATA_LUA_HANDLES_WORLD_HANDLE_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>
#include <strata.h>

/** The world of the userdata at `index`, which must be live. Raises if it is
 * no world or is stale. */
stl_world *stl_world_check(lua_State *L, int index);

/** Raise if the world is stale or a predicate runs, which may only use its
 * arguments. Charges the steps of a call into a world. */
void stl_world_check_live(lua_State *L, const stl_world *world);

/** Charge for what must be computed before a current value can be read: what
 * the effects in force do to all entities. A script pays once, until it calls
 * something that may change a world (stl_world_note_change), because that is
 * when it is computed anew. Whether the host has read the values before makes
 * no difference, and neither does what they are: effects and entities count by
 * number. */
void stl_world_charge_look(lua_State *L, const stl_world *world);

/** Charge for `times` passes of all layers, each of which a call runs itself.
 */
void stl_world_charge_passes(lua_State *L, const stl_world *world,
                             uint32_t times);

/** A script calls something that may change a world, or that lets others do so:
 * its next look is charged. */
void stl_world_note_change(const stl_world *world);

/** Charge one step for each entity of the world. */
void stl_world_charge_entities(lua_State *L, const stl_world *world);

/** The engine's message for the status that its last call returned, without
 * the name of that call. */
const char *stl_world_error_text(const stl_world *world, strata_status status);

/** Raise an error for a status; `where` names the function or argument. */
int stl_world_raise(lua_State *L, const stl_world *world, strata_status status,
                    const char *where);

/** Whether the world is one that a host has made known to scripts. */
bool stl_world_is_of_host(lua_State *L, strata_world *world);

/** Push the userdata of a world that the engine made for one call. Returns
 * false if the world is known already; true if the userdata is new, which the
 * caller must end with stl_world_detach. */
bool stl_world_push_temporary(lua_State *L, strata_world *world);

/** Push the userdata of the world to which the value at `index` belongs: a
 * world, an entity or an effect. */
void stl_handle_push_world(lua_State *L, int index);

/** Give the world at `index`, which the binding owns, to the host: it stays
 * known until stl_world_forget_host, and the host frees it. May raise, and then
 * nothing has changed. */
strata_world *stl_world_give_to_host(lua_State *L, int index);

/** Make the handles of a world of a host stale. Never raises. */
void stl_world_forget_host(lua_State *L, strata_world *host);

/** Push an id as expressions write it: "#3:1". */
void stl_push_entity_id(lua_State *L, uint64_t id);

/** Push the id of an effect, "~3:1": effects and entities count apart. */
void stl_push_effect_id(lua_State *L, uint64_t id);

/** Read "#3:1" or "3:1" at the start of a text. `*end` is set behind it; if
 * the text does not begin with an id, `*end` is NULL and the result 0. */
strata_entity stl_parse_entity_id(const char *text, char **end);

/** Push the userdata of a new world that has no content yet; `rules` is the
 * index of the userdata of its rules. */
stl_world *stl_world_push_new(lua_State *L, int rules);

#endif
