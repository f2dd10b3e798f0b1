/* handler_choice.h - ctx:choose and ctx:choose_all. */
#ifndef STRATA_LUA_ACTIONS_HANDLER_CHOICE_H
#define STRATA_LUA_ACTIONS_HANDLER_CHOICE_H

#include <lua.h>

/** lua_CFunction: ctx:choose{...}, ctx:choose_all{ {...}, {...} }. */
int stl_handler_ctx_choose(lua_State *L);
int stl_handler_ctx_choose_all(lua_State *L);

#endif
