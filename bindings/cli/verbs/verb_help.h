/*
 * help.h - what the library's own help says of functions and words.
 */
#ifndef STRATA_CLI_VERBS_VERB_HELP_H
#define STRATA_CLI_VERBS_VERB_HELP_H

#include <lua.h>
#include <stdbool.h>

/* Print what there is about a name; "" or NULL: what can be asked about. False
 * if there is nothing, which is printed to standard error. */
bool stc_help_print(lua_State *L, const char *name);

#endif
