/* predicates.h - predicates of rules that are functions of scripts. */
#ifndef STRATA_LUA_SPEC_PREDICATES_H
#define STRATA_LUA_SPEC_PREDICATES_H

#include "lua/core/state.h"
#include "lua/spec/spec_reader.h"

#include <lua.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_predicates(lua_State *L);

/** Keep the functions of predicates from the table at `table` for new rules,
 * whose userdata is at `owner`. */
void stl_rules_keep_predicates(lua_State *L, int table, int owner,
                               stl_rules *rules);

/** Declare what the section `predicates` of the specification holds. */
void stl_spec_predicates(stl_spec *s);

#endif
