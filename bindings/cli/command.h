/*
 * command.h - what the REPL understands beside Lua: lines that begin with ':'.
 */
#ifndef STC_COMMAND_H
#define STC_COMMAND_H

#include "undo.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum stc_answer {
  STC_ANSWER_OK = 0,
  STC_ANSWER_FAILED = 1,
  STC_ANSWER_QUIT = 2
} stc_answer;

/* Carry out one line; `line` begins with ':' or is "?". */
stc_answer stc_command(lua_State *L, stc_undo *undo, const char *line,
                       size_t size);

/* The n-th command's name with its colon, NULL past the end. */
const char *stc_command_name(size_t n);

#endif
