/* failed_handlers.h - handlers that fail, and handlers that are disabled. */
#ifndef STRATA_LUA_ACTIONS_FAILED_HANDLERS_H
#define STRATA_LUA_ACTIONS_FAILED_HANDLERS_H

#include "lua/core/state.h"

#include <lua.h>
#include <stddef.h>
#include <strata.h>

/** Tell the engine why a handler failed: the error that lua_pcall has left at
 * the top with `result`. Call it before the scope of its budget ends. Never
 * raises. */
strata_status stl_failed_handler_report(lua_State *L, const stl_rules *rules,
                                        strata_handler_call *call,
                                        strata_handler handler, int result);

/** Write the message of a failed handler to `out`, of `size` bytes: its place,
 * the message, and the line of its source. Never raises. */
void stl_failed_handler_text(const stl_rules *rules, strata_handler handler,
                             const char *message, char *out, size_t size);

/** strata_handler_runner.fault: tell the host of the vm. `user` is the rules.
 */
void stl_failed_handler_tell_host(void *user, strata_world *world,
                                  const strata_fault *fault);

/** lua_CFunction: world:faults(), world:disable(what), world:enable(name). */
int stl_world_faults(lua_State *L);
int stl_world_disable(lua_State *L);
int stl_world_enable(lua_State *L);

#endif
