/*
 * command.h - what the REPL understands beside Lua: lines that begin with ':'.
 */
#ifndef STC_COMMAND_H
#define STC_COMMAND_H

#include "cli/common/cli.h"
#include "cli/session/watched_values.h"
#include "cli/session/world_undo.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum stc_answer {
  STC_ANSWER_OK = 0,
  STC_ANSWER_FAILED = 1,
  STC_ANSWER_QUIT = 2
} stc_answer;

/* What lies before whoever sits at a session: borrowed, for each command. */
typedef struct stc_command_session {
  lua_State *L;
  const stc_options *options;
  stc_world_undo *undo;
  stc_watched_values *watch;
} stc_command_session;

/* Carry out one line; `line` begins with ':' or '?'. */
stc_answer stc_command_run(const stc_command_session *desk, const char *line,
                           size_t size);

/* The n-th command's name with its colon, NULL past the end. */
const char *stc_command_name(size_t n);

#endif
