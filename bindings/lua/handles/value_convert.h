/* value_convert.h - values of attributes to values of Lua and back. */
#ifndef STRATA_LUA_HANDLES_VALUE_CONVERT_H
#define STRATA_LUA_HANDLES_VALUE_CONVERT_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** Push a value; `owner` is where a handle of its world is. */
void stl_push_value(lua_State *L, int owner, const strata_value *value);

/** Push the value of a set, sym or list of abilities. */
void stl_push_symbols(lua_State *L, const strata_rules *rules,
                      const strata_value *value);

/** Read the Lua value at `index` as one of an attribute; what must outlive the
 * call is pushed (at most one value). `world` may be NULL: then there are no
 * entities. Returns NULL, or what was expected. */
const char *stl_read_value(lua_State *L, int index, const stl_rules *rules,
                           const stl_world *world, strata_attr attr,
                           strata_value *out);

/** As stl_read_value for a field of an event, a note and the like, of type INT,
 * FLAG, REF or SYM; 0: of that which the value itself is. Who is gone is read
 * as others are. */
const char *stl_read_plain_value(lua_State *L, int index,
                                 const stl_world *world, strata_type type,
                                 strata_value *out);

#endif
