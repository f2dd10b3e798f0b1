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

/** How an event is read from the stack. */
typedef struct stl_event_reading {
  stl_world *world;
  int index;               /* of the world on the stack */
  const char *where;       /* "world:act", for messages */
  bool settles;            /* the option "settling" is allowed */
  strata_entity by, cause; /* who makes it if the options do not say; or 0 */
} stl_event_reading;

/** Read an event from the stack: its type at index `first`, then its fields
 * and options. Memory that `out` points to is pushed. */
void stl_event_read(lua_State *L, const stl_event_reading *reading, int first,
                    strata_act_desc *out);

/** Read the table at index 2: the program of a watcher, and what it is given.
 * Memory that `out` points to is pushed. */
void stl_read_watcher_call(lua_State *L, stl_world *world, const char *where,
                           strata_act_desc *out);

/** lua_CFunction, host.complete_fields(rules, functions): by event type, what
 * completes the fields of its events that scripts make. In place 1 stands a
 * function that gets a name and returns why nothing is made of the card that it
 * names, or nil. */
int stl_host_complete_fields(lua_State *L);

/** Push "done" or "decide", and behind it why the event of the action did not
 * happen, if it did not. Returns how many it pushed. */
int stl_push_outcome(lua_State *L, const stl_world *world,
                     strata_outcome outcome);

/** The entity in field `name` of the table at `index`, 0 if it is nil. */
strata_entity stl_field_entity(lua_State *L, int index, const stl_world *world,
                               const char *where, const char *name);

#endif
