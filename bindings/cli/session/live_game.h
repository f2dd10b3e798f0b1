/*
 * live.h - a session's game of cards, and packs that change while it is played.
 */
#ifndef STRATA_CLI_SESSION_LIVE_GAME_H
#define STRATA_CLI_SESSION_LIVE_GAME_H

#include "cli/common/cli.h"
#include "cli/common/file_names.h"

#include <lua.h>

/* Make the game of the packs of the command line, if they are one, and its
 * names: game, world, and the players. Errors are printed. An exit status. */
stc_exit stc_live_begin(lua_State *L, const stc_options *options);

/* Load the packs anew and print what has changed; false, and everything is as
 * it was, if that is refused, which is printed. */
bool stc_live_reload(lua_State *L);

/* Print what has this name in the session; false if nothing has, or help tells
 * of the name. */
bool stc_live_describe(lua_State *L, const char *name);

/* Write the game as a scenario to a new file. False, and the reason is printed,
 * if there is no game, or the file is there. */
bool stc_live_write_scenario(lua_State *L, const char *path);

/* Write what was done in the game to a new file, as `strata replay` takes it.
 * False, and the reason is printed, if there is no game, the file is there, or
 * a decision is open. */
bool stc_live_write_record(lua_State *L, const char *path);

/* The paths of its packs, none if there is no game. False: no memory. */
bool stc_live_pack_paths(lua_State *L, stc_file_names *out);

#endif
