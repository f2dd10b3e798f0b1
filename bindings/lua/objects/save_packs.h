/* save_packs.h - the packs that a save was made with, compared and migrated. */
#ifndef STRATA_LUA_OBJECTS_SAVE_PACKS_H
#define STRATA_LUA_OBJECTS_SAVE_PACKS_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/** Push the bytes of a state behind the list of the packs that the rules at
 * `rules` come from; the bytes alone if there are none. May raise. */
void stl_save_packs_push(lua_State *L, int rules, const char *state,
                         size_t size);

/** The number of bytes before the state. Raises if they are damaged, or if
 * they name other packs than the rules have and `is_allowed` is false. */
size_t stl_save_packs_check(lua_State *L, int rules, const char *bytes,
                            size_t size, bool is_allowed);

/** Let packs that have a later version now run their migrations on the world
 * at `world`, which was loaded from these bytes. Raises if one fails. */
void stl_save_packs_migrate(lua_State *L, int rules, int world,
                            const char *bytes, size_t size);

/** lua_CFunction: rules:packs(), rules:compare(bytes). */
int stl_rules_packs(lua_State *L);
int stl_rules_compare(lua_State *L);

/** Forget the hashes of packs, so that the files are read again. Callers that
 * load packs again call it. */
void stl_forget_pack_hashes(lua_State *L);

/** lua_CFunction, host.pack_hash(path): the hash as 64 digits. */
int stl_host_pack_hash(lua_State *L);

/** lua_CFunction, host.forget_hashes(): stl_forget_pack_hashes. */
int stl_host_forget_hashes(lua_State *L);

/** lua_CFunction, host.limited(f, ...): call a function of a pack under the
 * limits of a script, if no other scope limits it. Returns true, or false and
 * a message. */
int stl_host_call_limited(lua_State *L);

/** lua_CFunction, host.checksum(bytes): the checksum of bytes as saves hold
 * it, 8 bytes. */
int stl_host_checksum(lua_State *L);

/** lua_CFunction, host.name_packs(rules, packs): declare the packs of rules,
 * tables with name, version and path. Otherwise rules belong to all packs that
 * the vm has loaded. */
int stl_host_name_packs(lua_State *L);

#endif
