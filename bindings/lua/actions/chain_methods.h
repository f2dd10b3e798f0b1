/* chain_methods.h - the methods of handler chains of entities and worlds. */
#ifndef STRATA_LUA_ACTIONS_CHAIN_METHODS_H
#define STRATA_LUA_ACTIONS_CHAIN_METHODS_H

#include <lua.h>

/** Add the methods of handler chains to the table of methods at the top. */
void stl_add_chain_methods(lua_State *L);

/** lua_CFunction: world:pass(...). */
int stl_world_pass(lua_State *L);

#endif
