/* symbol_sets.h - the methods of sets and of lists of abilities. */
#ifndef STRATA_LUA_OBJECTS_SYMBOL_SETS_H
#define STRATA_LUA_OBJECTS_SYMBOL_SETS_H

#include <lua.h>

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_symbol_sets(lua_State *L);

#endif
