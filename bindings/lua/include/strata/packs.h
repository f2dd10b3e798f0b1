/*
 * packs.h - load packs of cards into a Lua state of a vm.
 *
 * A pack is a folder or an archive with a manifest, pack.lua, and scripts. It
 * has an environment of its own, and the names that it declares begin with its
 * own: "tour:bear". "May raise" and the statuses are as in lua.h.
 */
#ifndef STRATA_PACKS_H
#define STRATA_PACKS_H

#include <strata/lua.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Read the manifest of a pack (`folder`/pack.lua), give the pack an
 * environment, and push the table of the manifest, which
 * scripts/strata/packs/pack_manifest.lua describes. Returns LUA_OK, or pushes a
 * message and returns LUA_ERRRUN: also if a pack of this name is loaded
 * already. May raise. */
STRATA_API int stl_load_pack(lua_State *L, const char *folder);

/** Replace the function on the top, a script that a pack has written, by one
 * that calls it under the limits of stl_set_pack_limits, if no scope around it
 * has less, and raises its error. May raise. */
STRATA_API void stl_limit_pack_script(lua_State *L);

/** Name the folder in which packs are looked for that others require and that
 * are not beside them. May raise. */
STRATA_API void stl_set_pack_folder(lua_State *L, const char *folder);

/** Give a setting of packs a value: `text` is "pack:name=value". Raises if the
 * text has another form. Whether the pack has the setting, and allows the
 * value, is checked when the pack is loaded afterwards. */
STRATA_API void stl_set_pack_setting(lua_State *L, const char *text);

/** Compile a script of a loaded pack, whose table is at index `pack`: push the
 * function and return LUA_OK, or push a message and return another status.
 * `name` is "seed_game" or "tour:seed_game"; the prefix of another pack is
 * refused. May raise. */
STRATA_API int stl_compile_pack_script(lua_State *L, int pack,
                                       const char *name);

/** Push "pack:name" for a name with or without this prefix and return true; or
 * push a message and return false if the name is malformed or has the prefix
 * of another pack. May raise. */
STRATA_API bool stl_qualify(lua_State *L, const char *pack, const char *name);

#ifdef __cplusplus
}
#endif

#endif
