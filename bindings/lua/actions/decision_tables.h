/* decision_tables.h - decisions as tables, and the answers to them. */
#ifndef STRATA_LUA_ACTIONS_DECISION_TABLES_H
#define STRATA_LUA_ACTIONS_DECISION_TABLES_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_decisions(lua_State *L);

/** world:decisions(), world:answer(...), world:retract(), world:cancel() */
int stl_world_decisions(lua_State *L);
int stl_world_answer(lua_State *L);
int stl_world_retract(lua_State *L);
int stl_world_cancel(lua_State *L);

/** Push a decision as a table. The world's userdata is at 1. */
void stl_push_decision(lua_State *L, const strata_decision *decision);

/** Read the value at `answer` as one to the decision whose table is at
 * `decision`. Raises what would be legal. What it is read to is pushed. */
void stl_read_answer(lua_State *L, stl_world *world, int decision, int answer,
                     strata_answer_desc *out);

#endif
