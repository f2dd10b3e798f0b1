/*
 * show.h - Lua values as people want to read them.
 */
#ifndef STC_SHOW_H
#define STC_SHOW_H

#include "text.h"

#include <lua.h>

/* Append the value at `index`: strings quoted, tables with sorted keys, no
 * addresses. It may run a script's __tostring, and so raise its error. */
void stc_show(lua_State *L, int index, stc_text *out);

#endif
