/*
 * command_tools.c - the commands for authors of cards: how long a line takes,
 * watched values, tests, checks.
 */
#include "cli/commands/command_tools.h"

#include "cli/common/cli.h"
#include "cli/common/json_lines.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/session/watched_values.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ARGUMENTS_MAX = 8, ARGUMENT_MAX = 256 };

/* Milliseconds of the monotonic clock. */
static double now_ms(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

stc_answer stc_command_time(const stc_request *r) {
  stc_text text;
  if (r->rest.size == 0) {
    return stc_request_fail(r, "say of what, as in :time bear.power");
  }
  stc_text_clear(&text);
  stc_text_add(&text, r->rest.at, r->rest.size);
  const double before = now_ms();
  const stc_answer outcome = stc_request_run_statement(r, &text);
  const double after = now_ms();
  stc_text_clear(&text);
  stc_text_format(&text, "took %.3f ms", after - before);
  stc_json_say(r->L, text.at, text.size);
  return outcome;
}

stc_answer stc_command_watch(const stc_request *r) {
  stc_watched_values *watch = r->session->watch;
  const stc_span rest = r->rest;
  if (rest.size == 0) {
    stc_watched_values_print(watch, r->L);
    return STC_ANSWER_OK;
  }
  if (rest.size == 3 && memcmp(rest.at, "off", 3) == 0) {
    stc_watched_values_clear(watch);
    return STC_ANSWER_OK;
  }
  return stc_answer_of(stc_watched_values_add(watch, r->L, rest.at, rest.size));
}

typedef int (*command_verb_fn)(const stc_options *options, int argc,
                               char **argv);

/* Call a verb of the program with the words of the line; without words the verb
 * works on the packs of the session. */
static stc_answer call_verb_on_line(const stc_request *r, command_verb_fn verb,
                                    char *name) {
  char words[ARGUMENTS_MAX][ARGUMENT_MAX];
  char *argv[ARGUMENTS_MAX + 2] = {name};
  int argc = 1;
  stc_span rest = r->rest;
  const stc_options *options = r->session->options;
  if (rest.size == 0 && options->pack_count == 0) {
    return stc_request_fail(r, "say which pack, or begin with --pack PACK");
  }
  for (stc_span word = stc_span_next_word(&rest); word.size > 0;
       word = stc_span_next_word(&rest)) {
    if (argc > ARGUMENTS_MAX || word.size >= ARGUMENT_MAX) {
      return stc_request_fail(r, "that is more than it can use");
    }
    memcpy(words[argc - 1], word.at, word.size);
    words[argc - 1][word.size] = '\0';
    argv[argc] = words[argc - 1];
    argc++;
  }
  (void)fflush(stdout);
  return stc_answer_of(verb(options, argc, argv) == STC_EXIT_OK);
}

stc_answer stc_command_test(const stc_request *r) {
  char name[] = "test";
  return call_verb_on_line(r, stc_verb_test, name);
}

stc_answer stc_command_check(const stc_request *r) {
  char name[] = "check";
  return call_verb_on_line(r, stc_verb_check, name);
}

stc_answer stc_command_trace(const stc_request *r) {
  stc_print_traceback(r->L);
  return STC_ANSWER_OK;
}
