/*
 * request.h - one command of a session: its words, what it works on, its
 * answer.
 */
#ifndef STRATA_CLI_COMMANDS_REQUEST_H
#define STRATA_CLI_COMMANDS_REQUEST_H

#include "cli/common/cli.h"
#include "cli/common/safe_text.h"
#include "cli/session/session_history.h"
#include "cli/session/watched_values.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <strata.h>

typedef enum stc_answer {
  STC_ANSWER_OK = 0,
  STC_ANSWER_FAILED = 1,
  STC_ANSWER_QUIT = 2
} stc_answer;

/* What commands use of a session; borrowed for one command. */
typedef struct stc_command_session {
  lua_State *L;
  const stc_options *options;
  stc_session_history *history;
  stc_watched_values *watch;
} stc_command_session;

/* A part of a line; not ended by a NUL. */
typedef struct stc_span {
  const char *at;
  size_t size;
} stc_span;

/* What a command works on. */
typedef struct stc_request {
  const stc_command_session *session;
  lua_State *L;  /* the session's */
  stc_span rest; /* the line behind the command's name */
} stc_request;

/* STC_ANSWER_OK of true, STC_ANSWER_FAILED of false. */
stc_answer stc_answer_of(bool is_ok);

/* Print what is wrong with a command; STC_ANSWER_FAILED. */
stc_answer stc_request_fail(const stc_request *r, const char *text);

/* A text without the blanks around it. */
stc_span stc_span_trim(stc_span text);

/* Remove the first word and return it; empty if there is none. */
stc_span stc_span_next_word(stc_span *rest);

/* Run a text as a statement that was typed. */
stc_answer stc_request_run_statement(const stc_request *r,
                                     const stc_text *text);

/* The world that the name `world` stands for now; NULL, and a message is
 * printed, if it stands for none. */
strata_world *stc_request_find_world(const stc_request *r);

#endif
