/*
 * protected.h - calls into Lua that cannot raise, and printing their errors.
 */
#ifndef STRATA_CLI_COMMON_PROTECTED_H
#define STRATA_CLI_COMMON_PROTECTED_H

#include <lua.h>
#include <stdbool.h>

/* lua_pcall of a C function with one pointer. False: its message is pushed. */
bool stc_call_protected(lua_State *L, lua_CFunction function, void *user,
                        int nresults);

/* Print "error: ", in red on a terminal, to standard error. */
void stc_print_error_word(void);

/* Print the message on the top of the stack and pop it; `with_traceback` adds
 * the traceback of the action that failed. */
void stc_report_error(lua_State *L, bool with_traceback);

/* Print the traceback of the newest action that failed, if one did. */
void stc_print_traceback(lua_State *L);

#endif
