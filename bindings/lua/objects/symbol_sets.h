/* symbol_sets.h - the methods of sets and of lists of abilities. */
#ifndef STRATA_LUA_OBJECTS_SYMBOL_SETS_H
#define STRATA_LUA_OBJECTS_SYMBOL_SETS_H

#include <lua.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_symbol_sets(lua_State *L);

#endif
