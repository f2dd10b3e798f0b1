/* compiled_expr.h - expressions compiled for rules, and the queries of worlds.
 */
#ifndef STRATA_LUA_HANDLES_COMPILED_EXPR_H
#define STRATA_LUA_HANDLES_COMPILED_EXPR_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** Compile the expression or text at `index` for the world whose userdata is
 * at `owner`. A text is replaced by an expression, and the result lives as
 * long as the value at `index`. Raises with `where`. */
const strata_expr *stl_expr_compile(lua_State *L, int index, int owner,
                                    const char *where);

/** As stl_expr_compile for a predicate inside another one, as in count:
 * `outer` is the entity that the other one is asked of. */
const strata_expr *stl_expr_compile_within(lua_State *L, int index, int owner,
                                           const char *where);

/** lua_CFunction: world:select, world:count, world:eval. */
int stl_world_select(lua_State *L);
int stl_world_count(lua_State *L);
int stl_world_eval(lua_State *L);

/** Push the text of the expression at `index` in the grammar of strata.h, with
 * names that the rules know. Raises with `where`. */
const char *stl_expr_fill_holes(lua_State *L, int index, const stl_rules *rules,
                                const char *where);

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_compiled_expr(lua_State *L);

#endif
