/* owned_objects.h - worlds, rules and expressions, which C owns for handles. */
#ifndef STRATA_LUA_CORE_OWNED_OBJECTS_H
#define STRATA_LUA_CORE_OWNED_OBJECTS_H

#include "lua/core/state.h"

#include <lua.h>

/** New rules, a new world, a new compiled expression, in the lists of the
 * context. Raise if there is no memory. */

stl_rules *stl_rules_new(lua_State *L);
stl_world *stl_world_new(lua_State *L, stl_rules *rules);
stl_compiled_expr *stl_compiled_expr_new(lua_State *L, stl_rules *rules);

/** Give up one use of rules; the last one frees them. */
void stl_rules_release(stl_rules *rules);

/** Free all compiled expressions of rules that their host is about to free. */
void stl_rules_forget(stl_rules *rules);

/** Make the handles of a world stale. Frees the world if the binding owns it.
 */
void stl_world_detach(stl_world *world);

/** Remove the object from the context and free it; a world that is held is
 * freed when it is released. */
void stl_world_delete(stl_world *world);
void stl_compiled_expr_delete(stl_compiled_expr *compiled);

/** Keep all worlds in their list, until they are released, for a loop over them
 * that runs functions of scripts: where these leave garbage, or take too much
 * memory, Lua collects worlds that no script holds any longer. */
void stl_worlds_hold(stl_context *context);
void stl_worlds_release(stl_context *context);

/** Free all objects of the context; afterwards no handle may be used. */
void stl_context_fini(stl_context *context);

#endif
