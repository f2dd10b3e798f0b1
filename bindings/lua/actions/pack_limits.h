/* pack_limits.h - what a file of a pack may take where it is run. */
#ifndef STRATA_LUA_ACTIONS_PACK_LIMITS_H
#define STRATA_LUA_ACTIONS_PACK_LIMITS_H

#include <lua.h>

/** lua_CFunction, host.within(left, f, ...): call a function that a pack has
 * written under the limits of stl_set_pack_limits, if no scope around it has
 * less. `left` are the steps that the files of this load have still, nil at its
 * beginning. Returns true, the steps that are left then, and the results; or
 * false, the steps, and the error. */
int stl_host_call_within(lua_State *L);

#endif
