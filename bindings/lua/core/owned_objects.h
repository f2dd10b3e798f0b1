/* owned_objects.h - worlds, rules and expressions, which C owns for handles. */
#ifndef STRATA_LUA_CORE_OWNED_OBJECTS_H
#define STRATA_LUA_CORE_OWNED_OBJECTS_H

#include "lua/core/state.h"

#include <lua.h>

stl_rules *stl_rules_new(lua_State *L);
stl_world *stl_world_new(lua_State *L, stl_rules *rules);
stl_compiled_expr *stl_compiled_expr_new(lua_State *L, stl_rules *rules);

/** One use less; the last one frees. */
void stl_rules_release(stl_rules *rules);

/** Drop what hangs on rules that a host is about to free. */
void stl_rules_forget(stl_rules *rules);

/** Make the world stale: free it if it is ours. */
void stl_world_detach(stl_world *world);

void stl_world_delete(stl_world *world);
void stl_compiled_expr_delete(stl_compiled_expr *compiled);

/** Free what is left; no handle may be used after it. */
void stl_context_fini(stl_context *context);

#endif
