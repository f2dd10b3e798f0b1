/*
 * script.h - running the files of packs and of people.
 */
#ifndef STC_SCRIPT_H
#define STC_SCRIPT_H

#include "cli/common/cli.h"
#include "cli/common/paths.h"
#include "cli/common/safe_text.h"

#include <lua.h>

/* lua_pcall of a C function with one pointer. False: its message is pushed. */
bool stc_call_protected(lua_State *L, lua_CFunction function, void *user,
                        int nresults);

/* Print the message on the top, with the traceback of the action that failed
 * if that is asked for, and take it off. */
void stc_report_error(lua_State *L, bool with_traceback);

/* Print the traceback of the action that failed last, if one did. */
void stc_print_traceback(lua_State *L);

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

/* The folder of a pack of the command line; a pack that is not there is
 * reported. */
bool stc_find_pack(const char *program, const char *pack, stc_path *out);

/* Push the list of lines to try of the last world; nil if it has none. */
void stc_push_hints(lua_State *L);

#endif
