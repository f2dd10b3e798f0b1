/* rules_methods.h - strata.rules and the methods of rules. */
#ifndef STRATA_LUA_OBJECTS_RULES_METHODS_H
#define STRATA_LUA_OBJECTS_RULES_METHODS_H

#include <lua.h>

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_rules(lua_State *L);

/** host.kept_rules(spec): as strata.rules, and the builder is kept, so that
 * rules can be made of them by host.revised_rules. */
int stl_host_rules_with_builder(lua_State *L);

/** host.revised_rules(spec, abilities, definitions, earlier): rules of a spec
 * that says the same as that of the earlier ones, but for the bodies of the
 * abilities and definitions whose names are in the lists. The builder becomes
 * theirs. Nothing if it was not kept. Raises as strata.rules. Cost O(what is
 * read) and the freezing. */
int stl_host_revise_rules(lua_State *L);

#endif
