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

/** Replace a frozen table at `index` by a new table with the same fields.
 * Other values stay. */
void stl_frozen_thaw(lua_State *L, int index);

/** Raise if the value at `index`, which the caller is about to change, is a
 * frozen table. */
void stl_frozen_refuse_write(lua_State *L, int index);

#endif
