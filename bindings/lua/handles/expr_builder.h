/* expr_builder.h - expressions that scripts build and that are not compiled
 * yet. */
#ifndef STRATA_LUA_HANDLES_EXPR_BUILDER_H
#define STRATA_LUA_HANDLES_EXPR_BUILDER_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

/* The text of an expression holds a hole for each.elf and this:has("elf"), as
 * only the rules tell which sets can hold elves: HOLE prefix SPLIT symbol END.
 * No symbol has these control characters. */
#define STL_EXPR_HOLE       "\1"
#define STL_EXPR_HOLE_SPLIT "\2"
#define STL_EXPR_HOLE_END   "\3"

/* User values of an expression: its text, its last compiled form. */
enum { STL_UV_EXPR_TEXT = 1, STL_UV_EXPR_COMPILED = 2 };

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_expr(lua_State *L);

/** Whether the value is the expression `none`, which no entity fulfils. */
bool stl_expr_is_none(lua_State *L, int index);

/** Push the expression `none`. */
void stl_expr_push_none(lua_State *L);

/** Push the expression `function(argument, ...)`; the arguments are the values
 * from index `first` to the top. */
void stl_expr_push_call(lua_State *L, const char *function, int first);

/** Push the text of the expression at `index`, with holes. */
const char *stl_expr_push_text(lua_State *L, int index);

/** The serial of the world of which the expression or entity at `index` names
 * an entity; 0 if it names none. */
uint64_t stl_expr_world_serial(lua_State *L, int index);

/** Replace the text, number or entity at `index` by an expression. */
void stl_expr_wrap(lua_State *L, int index);

#endif
