/* rules_packs.h - the packs that rules come from. */
#ifndef STRATA_LUA_OBJECTS_RULES_PACKS_H
#define STRATA_LUA_OBJECTS_RULES_PACKS_H

#include <lua.h>

/** Push the array of the packs of the rules at `rules`, by name: tables with
 * name, version, hash and startup settings. May raise. */
void stl_rules_packs_push(lua_State *L, int rules);

/** Push the manifests of the packs of the rules at `rules`: those that they
 * were given, in their order, or those that are loaded, by name. */
void stl_rules_manifests_push(lua_State *L, int rules);

/** Sort the array at `list` of tables with names, and take off what is above
 * it. */
void stl_sort_by_name(lua_State *L, int list);

/** Call a function of the library's own Lua with the two values at the top; its
 * result takes their place. */
void stl_library_call(lua_State *L, const char *module, const char *function);

/** Forget the hashes of packs, so that the files are read again. Callers that
 * load packs again call it. */
void stl_forget_pack_hashes(lua_State *L);

/** lua_CFunction: rules:packs(). */
int stl_rules_packs(lua_State *L);

/** lua_CFunction, host.pack_hash(path): the hash as 64 digits. */
int stl_host_pack_hash(lua_State *L);

/** lua_CFunction, host.forget_hashes(): stl_forget_pack_hashes. */
int stl_host_forget_hashes(lua_State *L);

/** lua_CFunction, host.name_packs(rules, packs): declare the packs of rules,
 * tables with name, version and path. Otherwise rules belong to all packs that
 * the vm has loaded. */
int stl_host_name_packs(lua_State *L);

#endif
