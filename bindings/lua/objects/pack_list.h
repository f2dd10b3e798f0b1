/* pack_list.h - the list of packs in front of a save, written and read. */
#ifndef STRATA_LUA_OBJECTS_PACK_LIST_H
#define STRATA_LUA_OBJECTS_PACK_LIST_H

#include <lua.h>
#include <stddef.h>

/** Push the bytes of a state behind the list of the packs that the rules at
 * `rules` come from; the bytes alone if there are none. May raise. */
void stl_save_packs_push(lua_State *L, int rules, const char *state,
                         size_t size);

/** Push the packs of a save, as a table by their names. Returns how many bytes
 * the list takes: 0 for a save without one. Raises if it is damaged. */
size_t stl_pack_list_read(lua_State *L, const char *bytes, size_t size);

/** lua_CFunction, host.checksum(bytes): the checksum of bytes as saves hold
 * it, 8 bytes. */
int stl_host_checksum(lua_State *L);

#endif
