/* outline.h - the text of a file of words as its constructors. */
#ifndef STL_OUTLINE_H
#define STL_OUTLINE_H

#include <lua.h>

/* host.mistake(text): the line of the first mistake that Lua itself lets pass,
 * and what is wrong; nothing if there is none. Cost O(size). */
int stl_host_source_mistake(lua_State *L);

/* host.outline(text): { tokens =, boxes = }, see strata.base.file_outline. Cost
 * O(size), and a table for each token. */
int stl_host_source_outline(lua_State *L);

#endif
