/*
 * repl.c - read, evaluate, print, again.
 *
 * Lines are collected until they make a whole statement. From a pipe there is
 * no banner and no prompt, so that what is printed is the program's output.
 */
#include "cli/repl/repl.h"

#include "cli/commands/command_table.h"
#include "cli/commands/request.h"
#include "cli/common/colors.h"
#include "cli/common/file_changes.h"
#include "cli/common/file_names.h"
#include "cli/common/json_lines.h"
#include "cli/common/options.h"
#include "cli/common/protected.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/repl/line.h"
#include "cli/session/live_game.h"
#include "cli/session/session_history.h"
#include "cli/session/statement.h"
#include "cli/session/watched_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <strata/text.h>
#include <string.h>

static const char first_prompt[] = "> ";
static const char more_prompt[] = "..> ";

typedef struct repl_session {
  stc_host host;
  stc_line *line;
  stc_session_history history;
  stc_watched_values watch;
  stc_command_session commands;
  char *text; /* the statement so far */
  size_t size, capacity;
  stl_text_scan scan; /* of the statement so far */
  bool has_failed;
  bool is_json;     /* answers are lines of JSON */
  bool is_watching; /* packs are loaded anew when their files have changed */
  stc_file_names watched;
  uint64_t seen;
  char **scripts; /* run before the first line; borrowed */
  int script_count;
  const char **lines; /* of the options -e; owned */
  int line_count;
} repl_session;

/* Shorter texts are given to the compiler with each line, for its messages. */
enum { SCAN_ONLY_FROM = 8192 };

static bool append_line(repl_session *s, const char *bytes, size_t size) {
  if (s->size + size + 1 > s->capacity) {
    const size_t capacity = (s->size + size + 1) * 2;
    char *text = realloc(s->text, capacity);
    if (text == NULL) {
      stc_print(stderr, "error: out of memory\n");
      return false;
    }
    s->text = text;
    s->capacity = capacity;
  }
  memcpy(s->text + s->size, bytes, size);
  s->size += size;
  s->text[s->size] = '\0';
  return true;
}

static bool is_blank_line(const char *text, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (text[i] != ' ' && text[i] != '\t') return false;
  }
  return true;
}

static void drop_statement(repl_session *s) {
  s->size = 0;
  s->scan = (stl_text_scan){0};
}

static void note_change(repl_session *s, const char *text) {
  stc_session_history_note(&s->history, s->host.L, text, strlen(text));
}

static void note_outcome(repl_session *s, stc_statement_outcome outcome) {
  if (outcome == STC_STATEMENT_FAILED) s->has_failed = true;
  stc_session_history_note(&s->history, s->host.L, s->text, s->size);
  drop_statement(s);
  stc_watched_values_refresh(&s->watch, s->host.L);
}

/* Try to run the statement, whose newest line was just appended. */
static void try_statement(repl_session *s, const char *line, size_t size) {
  stl_text_scan_line(&s->scan, line, size);
  if (s->size > SCAN_ONLY_FROM && s->size <= STL_SOURCE_MAX &&
      stl_text_scan_is_open(&s->scan)) {
    return;
  }
  const stc_statement_outcome outcome =
      stc_statement_run(s->host.L, s->text, s->size);
  if (outcome == STC_STATEMENT_INCOMPLETE) {
    lua_pop(s->host.L, 1);
  } else {
    note_outcome(s, outcome);
  }
}

/* Read a line that begins a statement; true if the session goes on. */
static bool read_first_line(repl_session *s, const char *text, size_t size) {
  if (is_blank_line(text, size)) return true;
  if (text[0] == ':' || text[0] == '?') {
    const stc_answer answer = stc_command_run(&s->commands, text, size);
    if (answer == STC_ANSWER_FAILED) s->has_failed = true;
    stc_session_history_note(&s->history, s->host.L, text, size);
    stc_watched_values_refresh(&s->watch, s->host.L);
    return answer != STC_ANSWER_QUIT;
  }
  if (!append_line(s, text, size)) {
    s->has_failed = true;
    return true;
  }
  try_statement(s, text, size);
  return true;
}

/* Read a line that continues a statement. On a terminal an empty line drops the
 * statement, unless it is one of a pasted text, which goes on. */
static void read_next_line(repl_session *s, const char *text, size_t size) {
  const bool is_terminal = stc_line_is_terminal(s->line);
  if (size == 0 && is_terminal && !stc_line_has_more(s->line)) {
    drop_statement(s);
    return;
  }
  if (!append_line(s, "\n", 1) || !append_line(s, text, size)) {
    note_outcome(s, STC_STATEMENT_FAILED);
    return;
  }
  try_statement(s, text, size);
}

/* Load the packs anew if they have been edited since. */
static void reload_changed_packs(repl_session *s) {
  if (!s->is_watching || s->watched.count == 0) return;
  const uint64_t now = stc_changes_hash(&s->watched);
  if (now == s->seen) return;
  s->seen = now;
  if (!stc_live_reload(s->host.L)) s->has_failed = true;
  note_change(s, "the packs have changed");
}

/* The input ended inside a statement: report what is missing. */
static void report_unfinished(repl_session *s) {
  if (stc_statement_run(s->host.L, s->text, s->size) ==
      STC_STATEMENT_INCOMPLETE) {
    stc_statement_report_error(s->host.L, s->text, s->size);
  }
  note_outcome(s, STC_STATEMENT_FAILED);
}

/* On a terminal the errors were seen; a pipe needs the exit status. */
static stc_exit session_exit(const repl_session *s) {
  return s->has_failed && !stc_line_is_terminal(s->line) ? STC_EXIT_SCRIPT
                                                         : STC_EXIT_OK;
}

static stc_exit read_lines(repl_session *s) {
  for (;;) {
    const char *text = NULL;
    size_t size = 0;
    const stc_input input = stc_line_read(
        s->line, s->size > 0 ? more_prompt : first_prompt, &text, &size);
    if (input == STC_INPUT_CANCEL) {
      (void)stc_host_take_interrupt();
      if (!stc_line_is_terminal(s->line)) return STC_EXIT_INTERRUPTED;
      drop_statement(s);
    } else if (input == STC_INPUT_END) {
      break;
    } else if (s->size > 0) {
      read_next_line(s, text, size);
    } else {
      reload_changed_packs(s);
      if (!read_first_line(s, text, size)) return session_exit(s);
    }
  }
  if (s->size > 0) report_unfinished(s);
  if (stc_line_is_terminal(s->line)) stc_print(stdout, "\n");
  return session_exit(s);
}

/* Run the lines of the options -e instead of reading input. */
static stc_exit run_given_lines(repl_session *s) {
  for (int i = 0; i < s->line_count; i++) {
    if (!read_first_line(s, s->lines[i], strlen(s->lines[i]))) break;
    if (s->size > 0) report_unfinished(s);
    if (stc_host_take_interrupt()) return STC_EXIT_INTERRUPTED;
  }
  return s->has_failed ? STC_EXIT_SCRIPT : STC_EXIT_OK;
}

/* Print the list of lines to try. */
static int print_hints(lua_State *L) {
  stc_push_hints(L);
  if (!lua_istable(L, -1)) return 0;
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  stc_print(stdout, "Try:\n");
  for (lua_Integer i = 1; i <= count; i++) {
    size_t size = 0;
    (void)lua_rawgeti(L, -1, i);
    const char *line = lua_tolstring(L, -1, &size);
    if (line != NULL) {
      stc_print(stdout, "  ");
      stc_write_line(stdout, line, size);
    }
    lua_pop(L, 1);
  }
  return 0;
}

static void print_banner(repl_session *s, const stc_text *packs) {
  stc_set_color(stdout, STC_COLOR_BOLD);
  stc_print(stdout, "Strata %s", STRATA_VERSION_TEXT);
  stc_set_color(stdout, STC_COLOR_PLAIN);
  stc_print(stdout, ", packs: %s. ? for help, Ctrl-D to leave.\n",
            packs->size > 0 ? packs->at : "none");
  if (!stc_call_protected(s->host.L, print_hints, NULL, 0)) {
    lua_pop(s->host.L, 1);
  }
}

static stc_exit open_and_loop(repl_session *s, const stc_options *options) {
  stc_text packs;
  stc_text_clear(&packs);
  const stc_exit status = stc_load_packs(s->host.L, options, "tour", &packs);
  if (status == STC_EXIT_INTERRUPTED) return status;
  const bool is_asked = options->pack_count > 0 || options->lock != NULL;
  if (status != STC_EXIT_OK && is_asked) return status;
  if (is_asked) {
    const stc_exit begun = stc_live_begin(s->host.L, options);
    if (begun != STC_EXIT_OK) return begun;
  }
  if (s->is_watching && stc_live_pack_paths(s->host.L, &s->watched)) {
    s->seen = stc_changes_hash(&s->watched);
  }
  for (int i = 0; i < s->script_count; i++) {
    const stc_exit run = stc_run_file(s->host.L, s->scripts[i], 0, NULL);
    if (run == STC_EXIT_INTERRUPTED) return run;
    if (run != STC_EXIT_OK) s->has_failed = true;
  }
  note_change(s, "scripts");
  if (s->line_count > 0) return run_given_lines(s);
  if (stc_line_is_terminal(s->line) && !s->is_json) print_banner(s, &packs);
  return read_lines(s);
}

static bool take_line(void *target, const char *value) {
  repl_session *s = target;
  s->lines[s->line_count++] = value;
  return true;
}

static const stc_option repl_options[] = {
    {.name = "-e",
     .type = STC_OPTION_CALL,
     .expected = "a line",
     .take = take_line},
    {.name = "--json", .at = offsetof(repl_session, is_json)},
    {.name = "--watch", .at = offsetof(repl_session, is_watching)},
};

/* Each option -e takes a word at least, so `argc` lines are enough. */
static bool read_repl_arguments(repl_session *s, int argc, char **argv) {
  const stc_option_set set = {
      .command = "strata repl", STC_OPTION_ROWS(repl_options), .target = s};
  s->lines = calloc((size_t)argc, sizeof *s->lines);
  if (s->lines == NULL) {
    stc_print(stderr, "strata: out of memory\n");
    return false;
  }
  if (!stc_options_read(&set, &argc, argv)) return false;
  s->scripts = argv + 1;
  s->script_count = argc - 1;
  return true;
}

static stc_exit run_session(repl_session *s, const stc_options *options) {
  if (!stc_host_open(&s->host, options, "", &stc_no_limits)) {
    return STC_EXIT_SCRIPT;
  }
  if (s->is_json) stc_json_begin(s->host.L);
  s->host.output.is_json = s->is_json;
  s->commands =
      (stc_command_session){s->host.L, options, &s->history, &s->watch};
  s->line = stc_line_new(s->host.L);
  if (s->line == NULL) {
    stc_host_close(&s->host);
    stc_print(stderr, "strata: out of memory\n");
    return STC_EXIT_SCRIPT;
  }
  stc_host_catch_interrupts();
  const stc_exit status = open_and_loop(s, options);
  stc_session_history_free(&s->history);
  stc_watched_values_clear(&s->watch);
  stc_host_close(&s->host);
  stc_line_free(s->line);
  stc_file_names_free(&s->watched);
  free(s->text);
  return status;
}

int stc_verb_repl(const stc_options *options, int argc, char **argv) {
  repl_session s = {.is_watching = false};
  stc_exit status = STC_EXIT_USAGE;
  if (read_repl_arguments(&s, argc, argv)) status = run_session(&s, options);
  free(s.lines);
  return (int)status;
}
