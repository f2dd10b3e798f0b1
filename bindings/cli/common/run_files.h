/*
 * run_files.h - running script files, and loading the packs of the command
 * line.
 */
#ifndef STRATA_CLI_COMMON_RUN_FILES_H
#define STRATA_CLI_COMMON_RUN_FILES_H

#include "cli/common/cli.h"
#include "cli/common/paths.h"
#include "cli/common/safe_text.h"

#include <lua.h>

/* Run a script file in the shared environment, with `argc` arguments; "-" is
 * standard input. Errors are printed. An exit status. */
stc_exit stc_run_file(lua_State *L, const char *path, int argc, char **argv);

/* Load all packs of the command line, or `otherwise` (may be NULL) if there are
 * none, and what they require. Each entry of the table that a pack's world.lua
 * returns, if it has one, becomes a name of the shared environment; its `try`
 * is a list of lines for the REPL to suggest. Errors are printed. `loaded` may
 * be NULL; gets names and versions. An exit status. */
stc_exit stc_load_packs(lua_State *L, const stc_options *options,
                        const char *otherwise, stc_text *loaded);

/* The folder of a pack of the command line. False, and a message with the
 * nearest name is printed, if there is none. */
bool stc_find_pack(const char *program, const char *pack, stc_path *out);

/* Make the list at the top, which is popped, the lines to try. */
void stc_set_hints(lua_State *L);

/* Push the list of lines to try of the last world; nil if it has none. */
void stc_push_hints(lua_State *L);

#endif
