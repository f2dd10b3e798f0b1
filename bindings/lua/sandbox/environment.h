/* sandbox.h - what scripts see, and how their text gets in. */
#ifndef STL_SANDBOX_H
#define STL_SANDBOX_H

#include <lua.h>
#include <stdbool.h>

/* -- baselib.c: our own base functions ------------------------------------ */

/** pairs in an order that is the same everywhere: numbers, then strings. */
int stl_sorted_pairs(lua_State *L);

/** Whether the value is setmetatable: with it a script's functions run where
 * none is called. */
bool stl_is_setmetatable(lua_State *L, int index);

/** Add print, tostring, pairs, pcall, getmetatable to the table at the top. */
void stl_add_base_library(lua_State *L);

/* -- strlib.c, tablib.c ---------------------------------------------------- */

/** Push a new table of string functions: what Lua's do, less what shows
 * bytecode or addresses. */
void stl_push_string_library(lua_State *L);

/** Push a new table of table functions, with a stable sort. */
void stl_push_table_library(lua_State *L);

/** Push a new table of the math functions that are exact. */
void stl_push_math_library(lua_State *L);

/** Sort the array at `index` (its first `count` items) stably; `compare` is
 * the index of a function that says whether the first of two comes before the
 * second, or 0 for numbers before strings, both ascending. May raise. */
void stl_sort_list(lua_State *L, int index, lua_Integer count, int compare);

/** Push copies of the `count` texts that are on the stack from `first` on, at
 * most STL_SORT_FEW_MAX, in their order: for who wants no list. Takes the same
 * steps. */
void stl_sort_push_few(lua_State *L, int first, int count);
enum { STL_SORT_FEW_MAX = 16 };

/* -- sandbox.c ------------------------------------------------------------ */

/** Make of a new state with Lua's base, string, table and math libraries one
 * in which scripts see the allow-list only. The module is at the top. */
void stl_open_sandbox(lua_State *L);

#endif
