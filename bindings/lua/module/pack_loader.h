/* pack_loader.h - load a pack: its manifest, its environment, its scripts. */
#ifndef STRATA_LUA_MODULE_PACK_LOADER_H
#define STRATA_LUA_MODULE_PACK_LOADER_H

#include <lua.h>
#include <stddef.h>

/** Push the checked manifest of a folder and return true; or push a message,
 * with a line for each problem, and return false. May raise. */
_Bool stl_push_manifest(lua_State *L, const char *folder);

/** As stl_push_manifest for a manifest whose text is given. May raise. */
_Bool stl_push_manifest_text(lua_State *L, const char *folder, const char *text,
                             size_t size);

/** lua_CFunction, host.data(path): the table that a file of plain data
 * returns, as a manifest does. */
int stl_host_read_data(lua_State *L);

#endif
