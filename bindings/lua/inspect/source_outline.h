/* source_outline.h - the text of a file of words as constructors and tokens. */
#ifndef STRATA_LUA_INSPECT_SOURCE_OUTLINE_H
#define STRATA_LUA_INSPECT_SOURCE_OUTLINE_H

#include <lua.h>

/** lua_CFunction, host.mistake(text): the line and message of the first
 * mistake that Lua itself accepts, such as a field given twice; nothing if
 * there is none. Cost O(size). */
int stl_host_source_mistake(lua_State *L);

/** lua_CFunction, host.word_line(text): the line of the first word that stands
 * in no other's braces, as `card {` does; nothing if there is none. Cost
 * O(size). */
int stl_host_source_word_line(lua_State *L);

/** lua_CFunction, host.outline(text): { tokens =, boxes = }, see
 * strata.base.file_outline. Cost O(size), and a table for each token. */
int stl_host_source_outline(lua_State *L);

#endif
