/*
 * request.c - reading the words of a command, and answering it.
 */
#include "cli/commands/request.h"

#include "cli/common/json_lines.h"
#include "cli/common/protected.h"
#include "cli/session/statement.h"

#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

stc_answer stc_answer_of(bool is_ok) {
  return is_ok ? STC_ANSWER_OK : STC_ANSWER_FAILED;
}

stc_answer stc_request_fail(const stc_request *r, const char *text) {
  (void)fflush(stdout);
  stc_print_error_word();
  stc_print(stderr, "%s\n", text);
  if (stc_is_json(r->L)) stc_json_text("error", text, strlen(text));
  return STC_ANSWER_FAILED;
}

stc_answer stc_request_run_statement(const stc_request *r,
                                     const stc_text *text) {
  const stc_statement_outcome outcome =
      stc_statement_run(r->L, text->at, text->size);
  if (outcome == STC_STATEMENT_INCOMPLETE) {
    stc_statement_report_error(r->L, text->at, text->size);
  }
  return stc_answer_of(outcome == STC_STATEMENT_DONE);
}

static bool is_line_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

stc_span stc_span_trim(stc_span text) {
  while (text.size > 0 && is_line_blank(text.at[0])) {
    text.at++;
    text.size--;
  }
  while (text.size > 0 && is_line_blank(text.at[text.size - 1])) {
    text.size--;
  }
  return text;
}

stc_span stc_span_next_word(stc_span *rest) {
  stc_span word = stc_span_trim(*rest);
  *rest = word;
  while (rest->size > 0 && !is_line_blank(rest->at[0])) {
    rest->at++;
    rest->size--;
  }
  word.size = (size_t)(rest->at - word.at);
  return word;
}

/* Evaluated, not looked up: a script may have replaced the name. */
strata_world *stc_request_find_world(const stc_request *r) {
  lua_State *L = r->L;
  strata_world *world = NULL;
  static const char name[] = "world";
  if (!stc_statement_evaluate(L, name, sizeof name - 1)) return NULL;
  world = stl_to_world(L, -1);
  lua_pop(L, 1);
  if (world == NULL) {
    (void)stc_request_fail(r, "there is no world named 'world'");
  }
  return world;
}
