/*
 * live_game.h - a session's game of cards, whose packs can be loaded anew.
 */
#ifndef STRATA_CLI_SESSION_LIVE_GAME_H
#define STRATA_CLI_SESSION_LIVE_GAME_H

#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/safe_text.h"

#include <lua.h>

/* Make the game of the packs of the command line, if they have cards, and the
 * names game, world, and the players. Errors are printed. An exit status. */
stc_exit stc_live_begin(lua_State *L, const stc_options *options);

/* Load the packs anew and print what has changed. False, with nothing changed
 * and the error printed, if that is refused. */
bool stc_live_reload(lua_State *L);

/* Describe the value of a name of the session; false if it has none, or help
 * has the name. */
bool stc_live_describe(lua_State *L, const char *name);

/* Add the expression for somebody of a name, as `:why NAME.ATTRIBUTE` says it:
 * what the session evaluates, or an object of the game that the session has no
 * name for. False, and the reason is printed, if several objects have it. */
bool stc_live_add_somebody(lua_State *L, const char *name, size_t size,
                           stc_text *out);

/* Print the cards of the game's packs that mention a text, all for "". False,
 * and the reason is printed, if there is no game. */
bool stc_live_print_cards(lua_State *L, const char *text);

/* Print what a player may do, or all for "". False, and the reason is printed,
 * if there is no game or no such player, or a decision is open. */
bool stc_live_print_legal(lua_State *L, const char *player);

/* Write the game as a scenario to a new file. False, and the reason is printed,
 * if there is no game, or the file exists. */
bool stc_live_write_scenario(lua_State *L, const char *path);

/* Write the record of the game to a new file, for `strata replay`. False, and
 * the reason is printed, if there is no game, the file exists, or a decision is
 * open. */
bool stc_live_write_record(lua_State *L, const char *path);

/* Write the save of the world named `world` to a new file. False, and the
 * reason is printed, if there is no world, or the file exists. */
bool stc_live_write_save(lua_State *L, const char *path);

/* Put the state of a save, or of the end of a scenario, into the world named
 * `world`. `said` is a path, and behind that of a scenario's file perhaps its
 * name. False, with nothing changed and the reason printed, if there is no
 * world, the file cannot be read, the scenario cannot be played, or it is not
 * of the rules and the players of the world. */
bool stc_live_open(lua_State *L, const char *said);

/* The paths of the game's packs, none without a game. False: no memory. */
bool stc_live_pack_paths(lua_State *L, stc_file_names *out);

#endif
