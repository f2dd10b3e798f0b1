/* world_history.h - histories of worlds: undo, redo, branches, autosaves. */
#ifndef STRATA_LUA_OBJECTS_WORLD_HISTORY_H
#define STRATA_LUA_OBJECTS_WORLD_HISTORY_H

#include <lua.h>

/** Create the metatable of this file's userdata. May raise. */
void stl_open_history(lua_State *L);

/** lua_CFunction: world:history(options). */
int stl_world_history(lua_State *L);

/** Note the state of the world at index 1 in its history, if it has one and no
 * decision is open. `method`: of worlds, which was called; NULL: another change
 * comes first. Never raises: what is missed is told by the history itself. */
void stl_history_note(lua_State *L, const char *method);

#endif
