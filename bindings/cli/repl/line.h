/*
 * line.h - lines of input, from a terminal with editing or from a pipe.
 */
#ifndef STRATA_CLI_REPL_LINE_H
#define STRATA_CLI_REPL_LINE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct stc_line stc_line;

typedef enum stc_input {
  STC_INPUT_LINE = 0,
  STC_INPUT_END = 1,   /* no more lines */
  STC_INPUT_CANCEL = 2 /* Ctrl-C at the prompt */
} stc_input;

/* Names of this Lua state are completed. NULL if there is no memory. */
stc_line *stc_line_new(lua_State *L);
void stc_line_free(stc_line *line);

/* True if input comes from a terminal: prompts and a banner make sense. */
bool stc_line_is_terminal(const stc_line *line);

/* Whether more input of a terminal is waiting, as in the middle of pasted text.
 * Waits for it as long as nobody notices. */
bool stc_line_has_more(const stc_line *line);

/* Read one line, without its newline. `text` belongs to `line` and lives until
 * the next call. */
stc_input stc_line_read(stc_line *line, const char *prompt, const char **text,
                        size_t *size);

#endif
