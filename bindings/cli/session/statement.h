/*
 * statement.h - running one statement or expression of a session.
 */
#ifndef STRATA_CLI_SESSION_STATEMENT_H
#define STRATA_CLI_SESSION_STATEMENT_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum stc_statement_outcome {
  STC_STATEMENT_DONE = 0,
  STC_STATEMENT_FAILED = 1, /* the error is printed, the action rolled back */
  STC_STATEMENT_INCOMPLETE = 2 /* more lines could complete it; nothing is
                        printed, and the message is left on the stack */
} stc_statement_outcome;

/* True if a text begins with a call of game:step: it can use the words of
 * scenarios. */
bool stc_is_game_step(const char *text, size_t size);

/* Run a text in the shared environment, as one action, and print its values. A
 * leading `local` makes a name that stays. */
stc_statement_outcome stc_statement_run(lua_State *L, const char *text,
                                        size_t size);

/* Push the first value of an expression; false if it failed, which is printed,
 * and nothing is pushed. */
bool stc_statement_evaluate(lua_State *L, const char *text, size_t size);

/* Print the message on the top, with the line of the text that it is about, and
 * pop it. */
void stc_statement_report_error(lua_State *L, const char *text, size_t size);

#endif
