/* rules_methods.h - strata.rules and the methods of rules. */
#ifndef STRATA_LUA_OBJECTS_RULES_METHODS_H
#define STRATA_LUA_OBJECTS_RULES_METHODS_H

#include <lua.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_rules(lua_State *L);

/** lua_CFunction, host.kept_rules(spec): as strata.rules, but the builder is
 * kept, so that host.revised_rules can use it. */
int stl_host_rules_with_builder(lua_State *L);

/** lua_CFunction, host.revised_rules(spec, abilities, definitions, earlier):
 * rules of a specification that differs from the earlier one only in the
 * abilities and definitions whose names are in the two lists. The builder
 * moves to the new rules. Returns nothing if the earlier rules have no
 * builder. Raises as strata.rules. Cost O(what is read) and the freezing. */
int stl_host_revise_rules(lua_State *L);

#endif
