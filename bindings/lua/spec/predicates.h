/* predicates.h - predicates of rules that are functions of scripts. */
#ifndef STRATA_LUA_SPEC_PREDICATES_H
#define STRATA_LUA_SPEC_PREDICATES_H

#include "lua/core/state.h"
#include "lua/spec/spec_reader.h"

#include <lua.h>

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_predicates(lua_State *L);

/** Keep the functions of predicates from the table at `table` for new rules,
 * whose userdata is at `owner`. */
void stl_rules_keep_predicates(lua_State *L, int table, int owner,
                               stl_rules *rules);

/** Declare what the section `predicates` of the specification holds. */
void stl_spec_predicates(stl_spec *s);

#endif
