/* save_packs.h - the packs that a save was made with, compared and migrated. */
#ifndef STRATA_LUA_OBJECTS_SAVE_PACKS_H
#define STRATA_LUA_OBJECTS_SAVE_PACKS_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/** The number of bytes before the state. Raises if they are damaged, or if
 * they name other packs than the rules have and `is_allowed` is false. */
size_t stl_save_packs_check(lua_State *L, int rules, const char *bytes,
                            size_t size, bool is_allowed);

/** Let packs that have a later version now run their migrations on the world
 * at `world`, which was loaded from these bytes. Raises if one fails. */
void stl_save_packs_migrate(lua_State *L, int rules, int world,
                            const char *bytes, size_t size);

/** lua_CFunction: rules:compare(bytes). */
int stl_rules_compare(lua_State *L);

/** lua_CFunction, host.limited(f, ...): call a function of a pack under the
 * limits of a script, if no other scope limits it. Returns true, or false and
 * a message. */
int stl_host_call_limited(lua_State *L);

#endif
