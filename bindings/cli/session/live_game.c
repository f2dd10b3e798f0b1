/*
 * live_game.c - a session's game of cards, which the library module
 * strata.session.live_game makes.
 *
 * A reload is no action of a script: it cannot be rolled back.
 */
#include "cli/session/live_game.h"

#include "cli/common/game_packs.h"
#include "cli/common/json_lines.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/run_files.h"
#include "cli/session/session_history.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

static void push_live_function(lua_State *L, const char *name) {
  stl_library_push(L, "strata.session.live_game");
  (void)lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

/* Make names of the fields of the table at the top. */
static void add_session_names(lua_State *L) {
  const int names = lua_gettop(L);
  stl_push_shared_env(L);
  lua_pushnil(L);
  while (lua_next(L, names) != 0) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_settable(L, names + 1);
  }
}

static int begin_live_game(lua_State *L) {
  const stc_options *options = lua_touserdata(L, 1);
  push_live_function(L, "begin");
  stc_game_packs_push(L, options, NULL);
  lua_call(L, 1, 2);
  lua_isnil(L, -1) ? lua_pop(L, 1) : stc_set_hints(L);
  if (!lua_isnil(L, -1)) add_session_names(L);
  return 0;
}

stc_exit stc_live_begin(lua_State *L, const stc_options *options) {
  /* Lua's pointers to what a user gives are not const; nothing writes. */
  stc_options copy = *options;
  if (stc_call_protected(L, begin_live_game, &copy, 0)) return STC_EXIT_OK;
  stc_report_error(L, false);
  return STC_EXIT_PACK;
}

static int reload_live_game(lua_State *L) {
  push_live_function(L, "reload");
  lua_call(L, 0, 1);
  return 1;
}

bool stc_live_reload(lua_State *L) {
  if (!stc_call_protected(L, reload_live_game, NULL, 1)) {
    stc_report_error(L, false);
    return false;
  }
  const char *text = stl_error_text(L, -1);
  stc_json_say(L, text, strlen(text));
  lua_pop(L, 1);
  return true;
}

static int push_description(lua_State *L) {
  push_live_function(L, "about");
  lua_pushstring(L, lua_touserdata(L, 1));
  stl_push_shared_env(L);
  lua_call(L, 2, 1);
  return 1;
}

bool stc_live_describe(lua_State *L, const char *name) {
  stc_path copy; /* Lua's pointers to what a user gives are not const */
  if (!stc_path_set(&copy, name)) return false;
  const bool is_told = stc_call_protected(L, push_description, copy.at, 1) &&
                       lua_isstring(L, -1);
  if (is_told) {
    size_t size = 0;
    const char *text = lua_tolstring(L, -1, &size);
    stc_json_say(L, text, size);
  }
  lua_pop(L, 1);
  return is_told;
}

static int push_expression(lua_State *L) {
  push_live_function(L, "expression_for");
  lua_pushstring(L, lua_touserdata(L, 1));
  stl_push_shared_env(L);
  lua_call(L, 2, 1);
  return 1;
}

bool stc_live_add_somebody(lua_State *L, const char *name, size_t size,
                           stc_text *out) {
  stc_text copy;
  stc_text_clear(&copy);
  stc_text_add(&copy, name, size);
  if (!stc_call_protected(L, push_expression, copy.at, 1)) {
    stc_report_error(L, false);
    return false;
  }
  const char *found = lua_tostring(L, -1);
  stc_text_string(out, found != NULL ? found : copy.at);
  lua_pop(L, 1);
  return true;
}

static int push_card_list(lua_State *L) {
  push_live_function(L, "card_list");
  lua_pushstring(L, lua_touserdata(L, 1));
  lua_call(L, 1, 1);
  return 1;
}

static int push_legal_list(lua_State *L) {
  push_live_function(L, "legal");
  lua_pushstring(L, lua_touserdata(L, 1));
  lua_call(L, 1, 1);
  return 1;
}

/* Say the text that a function of the game makes. */
static bool say_text_of(lua_State *L, lua_CFunction push, char *given) {
  if (!stc_call_protected(L, push, given, 1)) {
    stc_report_error(L, false);
    return false;
  }
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  stc_json_say(L, text, size);
  lua_pop(L, 1);
  return true;
}

bool stc_live_print_cards(lua_State *L, const char *text) {
  stc_path copy; /* Lua's pointers to what a user gives are not const */
  return stc_path_set(&copy, text) && say_text_of(L, push_card_list, copy.at);
}

bool stc_live_print_legal(lua_State *L, const char *player) {
  stc_path copy;
  return stc_path_set(&copy, player) &&
         say_text_of(L, push_legal_list, copy.at);
}

static int make_scenario_text(lua_State *L) {
  push_live_function(L, "scenario");
  lua_pushstring(L, lua_touserdata(L, 1));
  lua_call(L, 1, 1);
  return 1;
}

static bool write_new_bytes(const char *path, const char *text, size_t size) {
  FILE *file = fopen(path, "wbx");
  if (file == NULL) return false;
  const bool is_written = fwrite(text, 1, size, file) == size;
  return fclose(file) == 0 && is_written;
}

/* Write the text that a function makes to a new file. */
static bool write_made_file(lua_State *L, lua_CFunction make,
                            const char *path) {
  stc_path copy; /* Lua's pointers to what a user gives are not const */
  if (!stc_path_set(&copy, path)) return false;
  if (!stc_call_protected(L, make, copy.at, 1)) {
    stc_report_error(L, false);
    return false;
  }
  size_t size = 0;
  const char *text = lua_tolstring(L, -1, &size);
  const bool is_written = write_new_bytes(path, text, size);
  if (!is_written) {
    lua_pushfstring(L, "cannot write '%s', or it is there already", path);
    stc_report_error(L, false);
  }
  lua_pop(L, 1);
  return is_written;
}

bool stc_live_write_scenario(lua_State *L, const char *path) {
  return write_made_file(L, make_scenario_text, path);
}

static int make_record_text(lua_State *L) {
  push_live_function(L, "record");
  lua_call(L, 0, 1);
  return 1;
}

bool stc_live_write_record(lua_State *L, const char *path) {
  return write_made_file(L, make_record_text, path);
}

/* -- Saves ---------------------------------------------------------------- */

static int make_save(lua_State *L) {
  stc_push_session_world(L);
  if (stl_to_world(L, -1) == NULL) {
    return luaL_error(L, "there is no world named 'world'");
  }
  (void)lua_getfield(L, -1, "save");
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return 1;
}

bool stc_live_write_save(lua_State *L, const char *path) {
  return write_made_file(L, make_save, path);
}

/* Push a world in the state of a save for the session's world, which is at
 * the place 2, and nil. */
static void push_saved_world(lua_State *L, const char *path) {
  if (stl_read_file(L, path) != LUA_OK) (void)lua_error(L);
  push_live_function(L, "read_save");
  lua_insert(L, -2);
  lua_pushvalue(L, 2);
  lua_insert(L, -2);
  lua_call(L, 2, 1);
  lua_pushnil(L);
}

/* (said): the state of a save, or at the end of a scenario, becomes that of
 * the session's world, whose handles stay valid. */
static int open_state(lua_State *L) {
  const char *said = lua_touserdata(L, 1);
  stc_push_session_world(L);
  strata_world *world = stl_to_world(L, 2);
  if (world == NULL) return luaL_error(L, "there is no world named 'world'");
  push_live_function(L, "read_scenario");
  lua_pushstring(L, said);
  lua_call(L, 1, 2);
  if (lua_isnil(L, 3)) {
    lua_settop(L, 2);
    push_saved_world(L, said);
  }
  const strata_status status = strata_fork(stl_to_world(L, 3), world, NULL);
  if (status != STRATA_OK) {
    return luaL_error(L, "cannot open it: %s", strata_status_text(status));
  }
  push_live_function(L, "follow_opened");
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 4);
  lua_call(L, 2, 0);
  return 0;
}

bool stc_live_open(lua_State *L, const char *said) {
  stc_path copy; /* Lua's pointers to what a user gives are not const */
  if (!stc_path_set(&copy, said)) return false;
  if (stc_call_protected(L, open_state, copy.at, 0)) return true;
  stc_report_error(L, false);
  return false;
}

typedef struct path_reading {
  stc_file_names *out;
  bool is_complete;
} path_reading;

static int read_paths(lua_State *L) {
  path_reading *p = lua_touserdata(L, 1);
  push_live_function(L, "folders");
  lua_call(L, 0, 1);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count && p->is_complete; i++) {
    (void)lua_rawgeti(L, -1, i);
    p->is_complete = stc_file_names_add(p->out, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  return 0;
}

bool stc_live_pack_paths(lua_State *L, stc_file_names *out) {
  path_reading p = {.out = out, .is_complete = true};
  if (!stc_call_protected(L, read_paths, &p, 0)) {
    lua_pop(L, 1);
    return false;
  }
  return p.is_complete;
}
