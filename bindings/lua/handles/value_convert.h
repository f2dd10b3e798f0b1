/* value_convert.h - values of attributes to values of Lua and back. */
#ifndef STRATA_LUA_HANDLES_VALUE_CONVERT_H
#define STRATA_LUA_HANDLES_VALUE_CONVERT_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/** Push a value of an attribute. `owner` is the index of a handle of its world
 * or of the world. */
void stl_push_value(lua_State *L, int owner, const strata_value *value);

/** Push the value of a set, sym or list of abilities. */
void stl_push_symbols(lua_State *L, const strata_rules *rules,
                      const strata_value *value);

/** Read the Lua value at `index` as a value of an attribute. What must outlive
 * the call is pushed, at most one Lua value. With a `world` of NULL entities
 * are refused. Returns NULL, or a text that says what was expected. */
const char *stl_read_value(lua_State *L, int index, const stl_rules *rules,
                           const stl_world *world, strata_attr attr,
                           strata_value *out);

/** As stl_read_value for a field of an event or a note, of type INT, FLAG, REF
 * or SYM; with type 0 the Lua value decides the type. An entity that is gone
 * is accepted. */
const char *stl_read_plain_value(lua_State *L, int index,
                                 const stl_world *world, strata_type type,
                                 strata_value *out);

#endif
