/*
 * frozen_tables.c - the read-only tables that handlers have from outside.
 *
 * A frozen table is a userdata whose user value 1 is the table. Reading goes to
 * the table; every change raises, because the handler runs again when a player
 * has answered, and a change would be hidden state that is lost then.
 */
#include "lua/core/frozen_tables.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/script_errors.h"
#include "lua/core/state.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>

/* User value 1 = the table. */
static int frozen_index(lua_State *L) {
  lua_settop(L, 2);
  lua_getiuservalue(L, 1, 1);
  lua_replace(L, 1);
  lua_rawget(L, 1);
  return 1;
}

/* Raise; `what` is what would change, with ": ", or "". */
static int refuse_frozen_write(lua_State *L, const char *what) {
  lua_Debug about = {0};
  if (lua_getstack(L, 1, &about) != 0 && lua_getinfo(L, "Sl", &about) != 0 &&
      about.currentline > 0) {
    lua_pushfstring(L, "%s:%d: ", stl_source_path(&about), about.currentline);
  } else {
    lua_pushliteral(L, "");
  }
  lua_pushfstring(L,
                  "%s%swhat a handler has from outside is frozen: a change of "
                  "it would be hidden state, lost when it is run again as an "
                  "answer comes; " STL_KEEP_STATE_ADVICE,
                  lua_tostring(L, -1), what);
  stl_capture_check_note(stl_context_get(L), lua_tostring(L, -1));
  return lua_error(L);
}

static int frozen_newindex(lua_State *L) {
  lua_settop(L, 2);
  const char *key = stl_push_text(L, 2);
  return refuse_frozen_write(L, lua_pushfstring(L, "%s: ", key));
}

void stl_frozen_refuse_write(lua_State *L, int index) {
  if (stl_handle_test(L, index, STL_HANDLE_FROZEN_TABLE) != NULL) {
    refuse_frozen_write(L, "");
  }
}

static int frozen_len(lua_State *L) {
  lua_getiuservalue(L, 1, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
  return 1;
}

static int frozen_tostring(lua_State *L) {
  lua_pushliteral(L, "frozen table");
  return 1;
}

void stl_frozen_thaw(lua_State *L, int index) {
  if (stl_handle_test(L, index, STL_HANDLE_FROZEN_TABLE) == NULL) return;
  index = lua_absindex(L, index);
  lua_newtable(L);
  lua_getiuservalue(L, index, 1);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -5);
  }
  lua_pop(L, 1);
  lua_replace(L, index);
}

void stl_open_frozen(lua_State *L, lua_CFunction pairs) {
  const luaL_Reg meta[] = {
      {"__index", frozen_index},       {"__newindex", frozen_newindex},
      {"__len", frozen_len},           {"__pairs", pairs},
      {"__tostring", frozen_tostring}, {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_FROZEN_TABLE, "frozen table", meta);
  lua_pop(L, 1);
}

void stl_capture_check_note(stl_context *context, const char *text) {
  stl_capture_check *trial = context->capture_check;
  if (trial == NULL || trial->text[0] != '\0') return;
  (void)snprintf(trial->text, sizeof trial->text, "%s", text);
}
