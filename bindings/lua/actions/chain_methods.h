/* chain_methods.h - the methods of handler chains of entities and worlds. */
#ifndef STRATA_LUA_ACTIONS_CHAIN_METHODS_H
#define STRATA_LUA_ACTIONS_CHAIN_METHODS_H

#include <lua.h>

/** Add the methods of chains of handlers to the table at the top:
 * chain_methods.c. */
void stl_add_chain_methods(lua_State *L);

/** world:pass(...), world:tick(clock) */
int stl_world_pass(lua_State *L);

#endif
