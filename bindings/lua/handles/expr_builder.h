/* expr.h - the form of an expression that is not compiled yet. */
#ifndef STL_EXPR_H
#define STL_EXPR_H

#include "lua/core/state.h"

/* What stands in a text for each.elf, this:has("elf"): prefix and symbol
 * between control characters that no symbol has. */
#define STL_EXPR_HOLE       "\1"
#define STL_EXPR_HOLE_SPLIT "\2"
#define STL_EXPR_HOLE_END   "\3"

/* User values of an expression: its text, what it was compiled to last. */
enum { STL_UV_EXPR_TEXT = 1, STL_UV_EXPR_COMPILED = 2 };

/** Push the text of the expression at `index`. */
const char *stl_expr_push_text(lua_State *L, int index);

/** Push the text of the expression at `index` in the grammar of strata.h, for
 * rules that know its names. Raises with `where`. */
const char *stl_expr_fill_holes(lua_State *L, int index, const stl_rules *rules,
                                const char *where);

/** Make an expression of the text, number or entity at `index`. */
void stl_expr_wrap(lua_State *L, int index);

/** Register the kind of what was compiled. */
void stl_open_compiled_expr(lua_State *L);

#endif
