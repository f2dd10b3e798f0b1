/* pack_loader.h - load a pack: its manifest, its environment, its scripts. */
#ifndef STRATA_LUA_MODULE_PACK_LOADER_H
#define STRATA_LUA_MODULE_PACK_LOADER_H

#include <lua.h>
#include <stddef.h>

/** Push the checked manifest of a folder and return true, or push a message,
 * a line for each problem, and return false. In pack_loader.c. May raise. */
_Bool stl_push_manifest(lua_State *L, const char *folder);

/** Push the manifest that a text is, likewise. In pack_loader.c. May raise. */
_Bool stl_push_manifest_text(lua_State *L, const char *folder, const char *text,
                             size_t size);

/** strata.host: data(path), the table that a file of plain data returns, as a
 * manifest is one. */
int stl_host_read_data(lua_State *L);

#endif
