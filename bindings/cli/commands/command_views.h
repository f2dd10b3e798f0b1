/*
 * inspect.h - what strata.tools.world_views says of the world of a session.
 */
#ifndef STC_INSPECT_H
#define STC_INSPECT_H

#include <lua.h>
#include <stdbool.h>

/* Print what strata.views says of the world and the value on the top, which is
 * taken off: `function` is "diff" or another of its names. False if it fails,
 * which is printed. */
bool stc_print_view(lua_State *L, const char *function);

#endif
