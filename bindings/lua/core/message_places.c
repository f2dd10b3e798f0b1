/*
 * message_places.c - messages without the folders of the files they name.
 */
#include "lua/core/message_places.h"

#include "lua/core/budget.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <string.h>

/* The next "NAME.lua:LINE" of a text: where its ".lua" begins, NULL if there is
 * none. */
static const char *next_place(const char *text) {
  for (; (text = strstr(text, ".lua:")) != NULL; text++) {
    if (text[5] >= '0' && text[5] <= '9') return text;
  }
  return NULL;
}

/* Where the folder of a place begins: at the first byte of a message that
 * begins with it, as messages of Lua do, else behind the last blank or sign. */
static const char *folder_of(const char *text, const char *place, bool first) {
  const char *from = text;
  for (const char *c = text; c < place; c++) {
    if (strchr("'\"(\n", *c) != NULL) first = false;
    if (c[0] == ':' && c[1] == ' ') first = false;
  }
  for (const char *c = text; c < place && !first; c++) {
    if (strchr(" \t'\"(\n", *c) != NULL) from = c + 1;
  }
  return from;
}

void stl_hide_folders(lua_State *L) {
  size_t size = 0;
  if (lua_type(L, -1) != LUA_TSTRING) return;
  const char *text = lua_tolstring(L, -1, &size);
  const char *place = next_place(text);
  if (place == NULL) return;
  const char *end = text + size;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (bool first = true; place != NULL; first = false) {
    const char *name = place;
    const char *folder = folder_of(text, place, first);
    while (name > folder && name[-1] != '/') {
      name--;
    }
    luaL_addlstring(&buffer, text, (size_t)(folder - text));
    luaL_addlstring(&buffer, name, (size_t)(place - name) + 5);
    text = place + 5;
    place = next_place(text);
  }
  luaL_addlstring(&buffer, text, (size_t)(end - text));
  luaL_pushresult(&buffer);
  lua_replace(L, -2);
  stl_charge_bytes(L, lua_rawlen(L, -1));
}
