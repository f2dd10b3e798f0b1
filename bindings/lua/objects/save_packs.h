/* save_packs.h - the packs that a save was made with, compared and migrated. */
#ifndef STRATA_LUA_OBJECTS_SAVE_PACKS_H
#define STRATA_LUA_OBJECTS_SAVE_PACKS_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/** Push the bytes of a state behind the list of the packs that the rules at
 * `rules` are made of; the bytes alone if there are none. May raise. */
void stl_save_packs_push(lua_State *L, int rules, const char *state,
                         size_t size);

/** How many bytes stand before the state. Raises if they are damaged, or name
 * other packs than the rules have and that is not allowed. */
size_t stl_save_packs_check(lua_State *L, int rules, const char *bytes,
                            size_t size, bool is_allowed);

/** Let packs that are of later versions now do what they say to do then to the
 * world at `world`, made of the state behind these bytes. Raises if it fails.
 */
void stl_save_packs_migrate(lua_State *L, int rules, int world,
                            const char *bytes, size_t size);

/* Methods of rules: packs(), compare(bytes). */
int stl_rules_packs(lua_State *L);
int stl_rules_compare(lua_State *L);

/** Look at the files of packs again when their hashes are asked for: whoever
 * loads packs anew calls it. */
void stl_forget_pack_hashes(lua_State *L);

/** strata.host: pack_hash(path), as 64 digits. */
int stl_host_pack_hash(lua_State *L);

/** strata.host: forget_hashes(), the same. */
int stl_host_forget_hashes(lua_State *L);

/** strata.host: limited(f, ...) calls a function of a pack that nobody else
 * limits, with what a script may take: true, or false and what is wrong. */
int stl_host_call_limited(lua_State *L);

/** strata.host: checksum(bytes), of 8 bytes, as saves have it. */
int stl_host_checksum(lua_State *L);

/** strata.host: name_packs(rules, packs), of tables with name, version, path.
 * Without it rules are of the packs that the vm has loaded. */
int stl_host_name_packs(lua_State *L);

#endif
