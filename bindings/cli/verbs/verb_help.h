/*
 * verb_help.h - the help of functions and words, from the library's
 * descriptions.
 */
#ifndef STRATA_CLI_VERBS_VERB_HELP_H
#define STRATA_CLI_VERBS_VERB_HELP_H

#include "cli/common/cli.h"

#include <lua.h>
#include <stdbool.h>

/* Print the help of a name; "" or NULL: a list of names. False, and a message
 * on standard error, if the name has none. */
bool stc_help_print(lua_State *L, const char *name);

/* Print what functions and words have the name of a verb or a command that has
 * been told of; nothing if none has. */
void stc_help_print_besides(const stc_options *options, const char *name);

#endif
