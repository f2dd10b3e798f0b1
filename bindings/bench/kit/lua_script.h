/*
 * lua_script.h - a script in a Lua state of its own, and timing its functions.
 */
#ifndef STRATA_BENCH_KIT_LUA_SCRIPT_H
#define STRATA_BENCH_KIT_LUA_SCRIPT_H

#include "bench/measure/bench_run.h"

#include <lua.h>

/* Run a script, to which `strata` is given and, unless NULL, a function: so
 * many values that it returns are on the stack, from 1 on. It is a host's own
 * state, without limits of time or memory; lua_close it. */
lua_State *stb_lua_open(stb_run *bench, const char *text, lua_CFunction given,
                        int results);

/* Call the function at a place of the stack with a count: how many ns it took.
 * What it returned is left in `sum`; an error ends the program. */
double stb_lua_time_call(lua_State *L, int function, uint32_t count,
                         lua_Integer *sum);

/* The same where nobody asks what it took: what it returned. */
lua_Integer stb_lua_call(lua_State *L, int function, uint32_t count);

#endif
