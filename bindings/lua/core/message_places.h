/* message_places.h - messages without the folders of the files they name. */
#ifndef STRATA_LUA_CORE_MESSAGE_PLACES_H
#define STRATA_LUA_CORE_MESSAGE_PLACES_H

#include <lua.h>

/** Take the folders out of the places "NAME.lua:LINE" in the message at the
 * top, if it is a text. Where a pack lies is another on each machine, so a
 * script that could tell it would do something else there. Charges by what is
 * left of the message, for the same reason. May raise. */
void stl_hide_folders(lua_State *L);

#endif
