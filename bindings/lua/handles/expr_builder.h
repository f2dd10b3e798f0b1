/* expr_builder.h - expressions that scripts build and that are not compiled
 * yet. */
#ifndef STRATA_LUA_HANDLES_EXPR_BUILDER_H
#define STRATA_LUA_HANDLES_EXPR_BUILDER_H

#include <lua.h>
#include <stdbool.h>

/* What stands in a text for each.elf, this:has("elf"): prefix and symbol
 * between control characters that no symbol has. */
#define STL_EXPR_HOLE "\1"

#define STL_EXPR_HOLE_SPLIT "\2"

#define STL_EXPR_HOLE_END "\3"

/* User values of an expression: its text, what it was compiled to last. */
enum { STL_UV_EXPR_TEXT = 1, STL_UV_EXPR_COMPILED = 2 };

/** Register the kinds of values of this module; add its words to the module's
 * table at the top. May raise. */
void stl_open_expr(lua_State *L);

/** True if the value is an expression that says nobody. */
bool stl_expr_is_none(lua_State *L, int index);

/** Push an expression: `function(argument, ...)` for the arguments from
 * `first` to the top. */
void stl_expr_push_call(lua_State *L, const char *function, int first);

/** Push the text of the expression at `index`. */
const char *stl_expr_push_text(lua_State *L, int index);

/** Make an expression of the text, number or entity at `index`. */
void stl_expr_wrap(lua_State *L, int index);

#endif
