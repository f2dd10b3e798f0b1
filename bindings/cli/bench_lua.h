/* bench_lua.h - timing functions of a script. */
#ifndef STRATA_BENCH_LUA_H
#define STRATA_BENCH_LUA_H

#include "bench.h"

#include <lua.h>

/* Call the function at a place of the stack with a count: how many ns it took.
 * What it returned is left in `sum`; an error ends the program. */
double stc_run_lua(lua_State *L, int function, uint32_t count,
                   lua_Integer *sum);

#endif
