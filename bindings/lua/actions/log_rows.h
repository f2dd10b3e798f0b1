/* log_rows.h - rows of the log as tables. */
#ifndef STRATA_LUA_ACTIONS_LOG_ROWS_H
#define STRATA_LUA_ACTIONS_LOG_ROWS_H

#include <lua.h>
#include <strata.h>

/** lua_CFunction: world:log(after), world:forget_log(before),
 * world:keep_log(keep). */
int stl_world_log(lua_State *L);
int stl_world_forget_log(lua_State *L);
int stl_world_keep_log(lua_State *L);

/** Push a row of the log as a table. `owner` is the index of a handle of its
 * world or of the world. */
void stl_push_log_row(lua_State *L, int owner, const strata_rules *rules,
                      const strata_log_row *row);

#endif
