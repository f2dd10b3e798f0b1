/*
 * show_value.h - Lua values as people want to read them.
 */
#ifndef STRATA_CLI_COMMON_SHOW_VALUE_H
#define STRATA_CLI_COMMON_SHOW_VALUE_H

#include "cli/common/safe_text.h"

#include <lua.h>

/* Append the value at `index`: strings quoted, tables with sorted keys, no
 * addresses. It may run a script's __tostring, and so raise its error. */
void stc_show_value(lua_State *L, int index, stc_text *out);

/* Replace the key on the top (nil: before the first) by the next one in order.
 * False, and the key is popped, at the end. Keys without an order (tables,
 * functions) are skipped. */
bool stc_next_sorted_key(lua_State *L, int table);

#endif
