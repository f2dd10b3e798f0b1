/*
 * request.h - one line of a session that is a command, and what commands of
 * several files share.
 */
#ifndef STC_REQUEST_H
#define STC_REQUEST_H

#include "cli/commands/command_table.h"
#include "cli/common/safe_text.h"

/* A part of a line; not ended by a NUL. */
typedef struct stc_span {
  const char *at;
  size_t size;
} stc_span;

/* What a command works on. */
typedef struct stc_request {
  const stc_command_session *desk;
  lua_State *L;  /* the desk's */
  stc_span rest; /* of the line */
} stc_request;

/* True for STC_ANSWER_OK, false for STC_ANSWER_FAILED. */
stc_answer stc_answer_of(bool is_ok);

/* Print what is wrong with a command; STC_ANSWER_FAILED. */
stc_answer stc_request_fail(const stc_request *r, const char *text);

/* Without blanks around it. */
stc_span stc_span_trim(stc_span text);

/* Take the first word off; it is empty if there is none. */
stc_span stc_span_next_word(stc_span *rest);

/* Run a text as somebody's statement. */
stc_answer stc_request_run_statement(const stc_request *r,
                                     const stc_text *text);

/* The world that the name `world` means now; NULL, and that is printed, if it
 * means none. */
strata_world *stc_request_find_world(const stc_request *r);

/* Commands by the file that has them. why.c: */
stc_answer stc_command_why(const stc_request *r);
stc_answer stc_command_why_not(const stc_request *r);

/* inspect.c */
stc_answer stc_command_board(const stc_request *r);
stc_answer stc_command_table(const stc_request *r);
stc_answer stc_command_events(const stc_request *r);
stc_answer stc_command_layers(const stc_request *r);

/* moments.c */
stc_answer stc_command_undo(const stc_request *r);
stc_answer stc_command_redo(const stc_request *r);
stc_answer stc_command_fork(const stc_request *r);
stc_answer stc_command_diff(const stc_request *r);
stc_answer stc_command_back(const stc_request *r);
stc_answer stc_command_try(const stc_request *r);

/* tools.c */
stc_answer stc_command_time(const stc_request *r);
stc_answer stc_command_watch(const stc_request *r);
stc_answer stc_command_test(const stc_request *r);
stc_answer stc_command_check(const stc_request *r);
stc_answer stc_command_trace(const stc_request *r);

#endif
