/* handler_ctx.h - the ctx and the events that handlers are given. */
#ifndef STRATA_LUA_ACTIONS_HANDLER_CTX_H
#define STRATA_LUA_ACTIONS_HANDLER_CTX_H

#include <lua.h>

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_handler_ctx(lua_State *L);

#endif
