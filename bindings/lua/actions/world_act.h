/* world_act.h - world:act and the other methods that make events. */
#ifndef STRATA_LUA_ACTIONS_WORLD_ACT_H
#define STRATA_LUA_ACTIONS_WORLD_ACT_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <strata.h>

/** lua_CFunction: world:act(...), world:seed(n), world:note(...),
 * world:tick(clock), world:noted(...). */
int stl_world_act(lua_State *L);
int stl_world_seed(lua_State *L);
int stl_world_note(lua_State *L);

int stl_world_tick(lua_State *L);
int stl_world_noted(lua_State *L);

/** Charge for the events of the last action of the world. */
void stl_charge_events(lua_State *L, const stl_world *world);

/** Read an event from the stack: its type at index `first`, then its fields
 * and options. The option "settling" is allowed only if `settles` is true.
 * Memory that `out` points to is pushed. */
void stl_event_read(lua_State *L, stl_world *world, const char *where,
                    int first, bool settles, strata_act_desc *out);

/** Push "done" or "decide". Returns 1. */
int stl_push_outcome(lua_State *L, strata_outcome outcome);

/** The entity in field `name` of the table at `index`, 0 if it is nil. */
strata_entity stl_field_entity(lua_State *L, int index, const stl_world *world,
                               const char *where, const char *name);

#endif
