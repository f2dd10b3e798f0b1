/* handler_ctx.h - the ctx and the events that handlers are given. */
#ifndef STRATA_LUA_ACTIONS_HANDLER_CTX_H
#define STRATA_LUA_ACTIONS_HANDLER_CTX_H

#include <lua.h>

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_handler_ctx(lua_State *L);

#endif
