/* world_act.h - world:act and the other methods that make events. */
#ifndef STRATA_LUA_ACTIONS_WORLD_ACT_H
#define STRATA_LUA_ACTIONS_WORLD_ACT_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <strata.h>

/** world:act(...), world:seed(n), world:note(...), world:noted(...) */
int stl_world_act(lua_State *L);
int stl_world_seed(lua_State *L);
int stl_world_note(lua_State *L);

int stl_world_tick(lua_State *L);
int stl_world_noted(lua_State *L);

/** Let the events of the world's last action count. */
void stl_charge_events(lua_State *L, const stl_world *world);

/** Read an event from the stack: its kind at `first`, fields, options, of which
 * "settling" is one if the event settles. What it is read to is pushed. */
void stl_event_read(lua_State *L, stl_world *world, const char *where,
                    int first, bool settles, strata_act_desc *out);

/** Push "done" or "decide"; returns 1. */
int stl_push_outcome(lua_State *L, strata_outcome outcome);

/** The entity, or nobody, in field `name` of the table at `index`. */
strata_entity stl_field_entity(lua_State *L, int index, const stl_world *world,
                               const char *where, const char *name);

#endif
