/*
 * statement.h - one statement or expression that somebody typed.
 */
#ifndef STRATA_CLI_SESSION_STATEMENT_H
#define STRATA_CLI_SESSION_STATEMENT_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum stc_statement_outcome {
  STC_STATEMENT_DONE = 0,
  STC_STATEMENT_FAILED =
      1, /* the error is printed, the world as it was before */
  STC_STATEMENT_INCOMPLETE = 2 /* more lines could complete it; nothing is
                        printed, and the message is left on the stack */
} stc_statement_outcome;

/* True if a text begins with the call of game:step: it can name the words of
 * scenarios besides. */
bool stc_is_game_step(const char *text, size_t size);

/* Run a text in the shared environment, as one action, and print what it
 * gives. A `local` that it begins with becomes a name that stays. */
stc_statement_outcome stc_statement_run(lua_State *L, const char *text,
                                        size_t size);

/* Evaluate an expression and leave its first value; false if it failed and
 * nothing is left. */
bool stc_statement_evaluate(lua_State *L, const char *text, size_t size);

/* Print the message on the top as that of a text, and take it off. */
void stc_statement_report_error(lua_State *L, const char *text, size_t size);

#endif
