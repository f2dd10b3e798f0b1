/*
 * text_layout.h - functions of strata.host for text in columns and in JSON.
 */
#ifndef STRATA_LUA_CORE_TEXT_LAYOUT_H
#define STRATA_LUA_CORE_TEXT_LAYOUT_H

#include <lauxlib.h>
#include <lua.h>

/** The columns that a text takes where they are more than `width`, but not more
 * than `most`; else `width`. */
size_t stl_wider(size_t width, const char *text, size_t most);

/** Add the blanks after a text of `used` columns in a column of `width`: at
 * least two. */
void stl_pad_cell(luaL_Buffer *out, size_t used, size_t width);

/** Add a text and the blanks after it, as stl_pad_cell. */
void stl_add_cell(luaL_Buffer *out, const char *text, size_t width);

/** Add a text as a string of JSON, with quotes. */
void stl_add_json_string(luaL_Buffer *out, const char *text);

/** Add a line as stl_safe_letter writes its letters, but tabs as they are. */
void stl_add_safe_bytes(luaL_Buffer *out, const char *text, size_t size);

/* (text): it as stl_add_safe_bytes adds it. */
int stl_host_safe_text(lua_State *L);

/* (text): the columns that it takes. */
int stl_host_text_width(lua_State *L);

/* (text): it as a string of JSON, with quotes. */
int stl_host_json_string(lua_State *L);

#endif
