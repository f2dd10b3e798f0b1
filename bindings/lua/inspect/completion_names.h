/* completion_names.h - the names that may follow a dot, for completion. */
#ifndef STRATA_LUA_INSPECT_COMPLETION_NAMES_H
#define STRATA_LUA_INSPECT_COMPLETION_NAMES_H

#include "lua/core/handle_kinds.h"

#include <lua.h>

/** Push a sorted array of the methods and fields that every value of the kind
 * has, as stl_push_names does. */
void stl_push_kind_names(lua_State *L, stl_handle_kind kind);

#endif
