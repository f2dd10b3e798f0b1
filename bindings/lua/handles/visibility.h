/* visibility.h - what a handler may see and do in its world. */
#ifndef STRATA_LUA_HANDLES_VISIBILITY_H
#define STRATA_LUA_HANDLES_VISIBILITY_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>
#include <strata.h>

/** Raise if a handler runs in the world: `where` is for those who control a
 * game from outside. */
void stl_visibility_refuse_handler(lua_State *L, const stl_world *world,
                                   const char *where);

/** Whether what an entity is may not be seen: a handler runs in the world, and
 * the entity lies in a hidden zone, which is ordered or another's than the
 * controller's of the ability. Handlers that nobody controls, those of rules
 * and laws, see everything, as does all where rules say scripts_see = "all".
 * Cost O(1) in a handler, else nothing. */
bool stl_visibility_is_hidden(const stl_world *world, strata_entity who);

/** Raise that `what` of an entity may not be seen. */
int stl_visibility_refuse_hidden(lua_State *L, const stl_world *world,
                                 strata_entity who, const char *what);

/** True if a handler runs in the world from which something may be hidden. */
bool stl_visibility_is_limited(const stl_world *world);

/** Whether it lies face down, and a handler runs in the world whose controller
 * is another than its own: current values may be seen, and neither base values
 * nor its definition. Cost O(1) in a handler, else nothing. */
bool stl_visibility_is_face_down(const stl_world *world, strata_entity who);

/** Raise that `what` of an entity may not be seen if it is hidden or covered.
 */
void stl_visibility_refuse_face_down(lua_State *L, const stl_world *world,
                                     strata_entity who, const char *what);

/** Raise if an expression, which is text, reaches whoever may be hidden: by
 * adding up or counting others, by the id of somebody, by going on from an
 * attribute that is a ref. `where` names the function. Cost O(text). */
void stl_visibility_refuse_expr(lua_State *L, const stl_world *world,
                                const char *text, const char *where);

/** Whether what is last known of somebody gone is hidden: it was, and what it
 * has become is. */
bool stl_visibility_was_hidden(const stl_world *world, strata_entity gone);

/** Read scripts_see and face_down of the specification at `table`; note them in
 * the rules. */
void stl_visibility_read_spec(lua_State *L, int table, stl_rules *rules);

/** How many words of an expression ask all entities. */
uint32_t stl_expr_count_aggregates(const char *text);

#endif
