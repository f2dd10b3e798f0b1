/* spec_layer.h - read the default layers of strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_LAYER_H
#define STRATA_LUA_SPEC_SPEC_LAYER_H

#include "lua/core/state.h"

#include <lua.h>

/** Fill the default layers of new rules from the table at `table`. */
void stl_spec_layers(lua_State *L, int table, stl_rules *rules);

#endif
