/*
 * text_output.h - functions of strata.host for text in columns and in JSON.
 */
#ifndef STRATA_LUA_CORE_TEXT_OUTPUT_H
#define STRATA_LUA_CORE_TEXT_OUTPUT_H

#include <lua.h>

/* (text): the columns that it takes. */
int stl_host_text_width(lua_State *L);

/* (text): it as a string of JSON, with quotes. */
int stl_host_json_string(lua_State *L);

#endif
