/* decision_tables.h - decisions as tables, and the answers to them. */
#ifndef STRATA_LUA_ACTIONS_DECISION_TABLES_H
#define STRATA_LUA_ACTIONS_DECISION_TABLES_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_decisions(lua_State *L);

/** lua_CFunction: world:decisions(), world:answer(...), world:retract(),
 * world:cancel(). */
int stl_world_decisions(lua_State *L);
int stl_world_answer(lua_State *L);
int stl_world_retract(lua_State *L);
int stl_world_cancel(lua_State *L);

/** The place of a pair of an assignment, which its text "to #5:1"
 * (play/action/assigning.c) calls by its handle. 0 if the text, which may be
 * NULL, is that of no pair, or the decision has none: another one's options may
 * have the texts of pairs by chance. */
strata_entity stl_pair_place(strata_world *world,
                             const strata_decision *decision, const char *text);

/** Push a decision as a table. The userdata of its world is at index 1. */
void stl_push_decision(lua_State *L, const strata_decision *decision);

/** Read the value at `answer` as an answer to the decision whose table is at
 * `decision`. Raises a message with the legal answers. Memory that `out`
 * points to is pushed. */
void stl_read_answer(lua_State *L, stl_world *world, int decision, int answer,
                     strata_answer_desc *out);

#endif
