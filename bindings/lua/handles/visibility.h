/* visibility.h - what a handler may see and do in its world. */
#ifndef STRATA_LUA_HANDLES_VISIBILITY_H
#define STRATA_LUA_HANDLES_VISIBILITY_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>
#include <strata.h>

/** Raise if a handler runs in the world: the function `where` is for programs
 * that control a game from outside. */
void stl_visibility_refuse_handler(lua_State *L, const stl_world *world,
                                   const char *where);

/** Whether a running handler may not see an entity: the controller of its
 * ability sees nothing of it (strata_seat_sight), or did not when it was there
 * and does not see what it has become. Handlers of rules and laws have no
 * controller and see everything, as do all handlers if the rules say
 * scripts_see = "all". Cost that of strata_seat_sight. */
bool stl_visibility_is_hidden(const stl_world *world, strata_entity who);

/** Raise an error: the entity is hidden; `what` is the property that was asked
 * for. */
int stl_visibility_refuse_hidden(lua_State *L, const stl_world *world,
                                 strata_entity who, const char *what);

/** Whether a handler runs in the world that may not see everything. */
bool stl_visibility_is_limited(const stl_world *world);

/** Whether the controller of the running handler sees the back of an entity
 * alone. Its current values may be read, its base values and its definition
 * may not. Cost that of strata_seat_sight. */
bool stl_visibility_is_face_down(const stl_world *world, strata_entity who);

/** Raise an error if the entity is hidden or face down; `what` is the property
 * that was asked for. */
void stl_visibility_refuse_face_down(lua_State *L, const stl_world *world,
                                     strata_entity who, const char *what);

/** Raise if the text of an expression can reach a hidden entity: by counting
 * or summing entities, by an id, or by following an attribute that is a ref.
 * `where` names the function. Cost O(size of the text). */
void stl_visibility_refuse_expr(lua_State *L, const stl_world *world,
                                const char *text, const char *where);

/** Read scripts_see of the specification at `table` into its rules, which are
 * frozen. */
void stl_visibility_read_spec(lua_State *L, int table, stl_rules *rules);

/** The number of words in the text of an expression that visit all entities:
 * count, sum, distinct. */
uint32_t stl_expr_count_aggregates(const char *text);

#endif
