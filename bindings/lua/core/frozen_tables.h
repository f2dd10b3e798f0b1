/* frozen_tables.h - the read-only tables that handlers have from outside. */
#ifndef STRATA_LUA_CORE_FROZEN_TABLES_H
#define STRATA_LUA_CORE_FROZEN_TABLES_H

#include "lua/core/state.h"

#include <lua.h>

/* How a handler can keep state, for messages that refuse hidden state. */
#define STL_KEEP_STATE_ADVICE                                                  \
  "keep it in the world with ctx:note or an attribute, or in a local inside"

/** Record the message that refuses hidden state if a handler is under check.
 * Only the first message is kept. */
void stl_capture_check_note(stl_context *context, const char *text);

/** Register the kind of frozen tables. `pairs` is their __pairs, which a stock
 * interpreter calls. */
void stl_open_frozen(lua_State *L, lua_CFunction pairs);

/** Make a frozen table at `index` a table that holds the same; others stay. */
void stl_frozen_thaw(lua_State *L, int index);

/** Raise if the value at `index`, which is to be changed, is frozen. */
void stl_frozen_refuse_write(lua_State *L, int index);

#endif
