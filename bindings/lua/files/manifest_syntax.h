/* manifest.h - a pack's manifest: is its text data only, are its fields right.
 */
#ifndef STL_MANIFEST_H
#define STL_MANIFEST_H

#include <lua.h>
#include <stddef.h>

typedef struct stl_manifest_error {
  int line;
  char text[120];
} stl_manifest_error;

/** True if the text is no more than one table of constants, of at most 64 KiB
 * and 8 tables deep; else what it is otherwise goes to `out`. What Lua has to
 * say of its syntax is left to Lua. */
_Bool stl_manifest_is_data(const char *text, size_t size,
                           stl_manifest_error *out);

/** Push the checked manifest of a folder and return true, or push a message,
 * a line for each problem, and return false. In pack.c. May raise. */
_Bool stl_push_manifest(lua_State *L, const char *folder);

/** Push the manifest that a text is, likewise. In pack.c. May raise. */
_Bool stl_push_manifest_text(lua_State *L, const char *folder, const char *text,
                             size_t size);

/** True for a pack's or a script's name: a-z, 0-9, _ ; at most 64 bytes. */
_Bool stl_is_pack_name(const char *name);

/** strata.host: data(path), the table that a file of plain data returns, as a
 * manifest is one. */
int stl_host_read_data(lua_State *L);

#endif
