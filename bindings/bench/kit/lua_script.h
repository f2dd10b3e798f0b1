/*
 * lua_script.h - a script in a Lua state of its own, and timing its functions.
 */
#ifndef STRATA_BENCH_KIT_LUA_SCRIPT_H
#define STRATA_BENCH_KIT_LUA_SCRIPT_H

#include "bench/measure/bench_run.h"

#include <lua.h>

/* Run a script with the arguments `strata` and, unless NULL, a function. Its
 * first `results` values are on the stack, from 1 on. The state has no limits
 * of time or memory; end it by lua_close. */
lua_State *stb_lua_open(stb_run *bench, const char *text, lua_CFunction given,
                        int results);

/* The nanoseconds that a call of the function at a place of the stack with a
 * count takes. `sum` gets its result; an error ends the program. */
double stb_lua_time_call(lua_State *L, int function, uint32_t count,
                         lua_Integer *sum);

/* As stb_lua_time_call, without the time: the result. */
lua_Integer stb_lua_call(lua_State *L, int function, uint32_t count);

#endif
