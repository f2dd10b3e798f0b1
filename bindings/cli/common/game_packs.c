/*
 * game_packs.c - what the command line says about packs, handed to the library.
 */
#include "cli/common/game_packs.h"

#include "cli/common/paths.h"
#include "cli/common/protected.h"

#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>

static int prepare_game_packs(lua_State *L) {
  const stc_options *options = lua_touserdata(L, 1);
  stc_path cards;
  if (stc_path_data(options->program, &cards) &&
      stc_path_join(&cards, "cards")) {
    stl_set_pack_folder(L, cards.at);
  }
  for (size_t i = 0; i < options->setting_count; i++) {
    stl_set_pack_setting(L, options->settings[i]);
  }
  if (options->lock != NULL) {
    stl_library_push(L, "strata.packs.lock_file");
    (void)lua_getfield(L, -1, "use");
    lua_pushstring(L, options->lock);
    lua_call(L, 1, 0);
  }
  return 0;
}

bool stc_game_packs_prepare(lua_State *L, const stc_options *options) {
  /* A light userdata is not const; the copy is not written to. */
  stc_options copy = *options;
  if (stc_call_protected(L, prepare_game_packs, &copy, 0)) return true;
  stc_report_error(L, false);
  return false;
}

void stc_game_packs_push(lua_State *L, const stc_options *options,
                         const char *first) {
  lua_Integer count = 0;
  lua_newtable(L);
  if (first != NULL) {
    lua_pushstring(L, first);
    lua_rawseti(L, -2, ++count);
  }
  for (size_t i = 0; i < options->pack_count; i++) {
    if (first != NULL && strcmp(options->packs[i], first) == 0) continue;
    lua_pushstring(L, options->packs[i]);
    lua_rawseti(L, -2, ++count);
  }
  if (options->is_shuffled) {
    lua_pushinteger(L, (lua_Integer)options->seed);
    lua_setfield(L, -2, "seed");
  }
}
