/*
 * game_packs.h - what the command line says about packs, handed to the library.
 */
#ifndef STRATA_CLI_COMMON_GAME_PACKS_H
#define STRATA_CLI_COMMON_GAME_PACKS_H

#include "cli/common/cli.h"

#include <lua.h>

/* Tell a new state where packs are installed, the settings, and the lock.
 * False, and the error is printed, if one is refused. */
bool stc_game_packs_prepare(lua_State *L, const stc_options *options);

/* Push the packs of one game, as strata.packs.pack_search reads them: `first`
 * (may be NULL), then those of the command line. May raise. */
void stc_game_packs_push(lua_State *L, const stc_options *options,
                         const char *first);

#endif
