/* manifest.h - a pack's manifest: is its text data only, are its fields right.
 */
#ifndef STL_MANIFEST_H
#define STL_MANIFEST_H

#include <lua.h>
#include <stddef.h>

/** What in the text is more than a table of constants, NULL if nothing; the
 * number of its line goes to `line`. */
const char *stl_manifest_scan(const char *text, size_t size, int *line);

/** Check the fields of the manifest at the top. Returns true, or pushes a
 * message that names `path` and the field. May raise. */
_Bool stl_manifest_check(lua_State *L, const char *path);

/** Push the checked manifest of a folder and return true, or push a message
 * and return false. In pack.c. May raise. */
_Bool stl_push_manifest(lua_State *L, const char *folder);

/** True for a pack's or a script's name: a-z, 0-9, _ ; at most 64 bytes. */
_Bool stl_is_pack_name(const char *name);

#endif
