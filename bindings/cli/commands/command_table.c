/*
 * command_table.c - the commands of a session, one row of `commands` each, and
 * the short ones themselves.
 */
#include "cli/commands/command_table.h"

#include "cli/commands/command_forks.h"
#include "cli/commands/command_history.h"
#include "cli/commands/command_play.h"
#include "cli/commands/command_tools.h"
#include "cli/commands/command_views.h"
#include "cli/commands/command_why.h"
#include "cli/common/cli.h"
#include "cli/common/json_lines.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/session/live_game.h"
#include "cli/session/statement.h"
#include "cli/session/world_lines.h"
#include "cli/verbs/verb_help.h"

#include <stdio.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

typedef stc_answer (*command_fn)(const stc_request *r);

typedef struct command_row {
  const char *name;
  command_fn run;
  const char *usage;
  const char *summary;
  bool is_for_people; /* prints text, also with --json: refused there */
} command_row;

static stc_answer command_show(const stc_request *r) {
  lua_State *L = r->L;
  const stc_span rest = r->rest;
  if (rest.size == 0) return stc_request_fail(r, "say what, as in :show bear");
  stc_text text;
  stc_text_clear(&text);
  if (!stc_live_add_somebody(L, rest.at, rest.size, &text) ||
      !stc_statement_evaluate(L, text.at, text.size)) {
    return STC_ANSWER_FAILED;
  }
  strata_world *world = NULL;
  const strata_entity entity = stl_to_entity(L, -1, &world);
  lua_pop(L, 1);
  if (entity == 0 || !strata_is_alive(world, entity)) {
    return stc_request_fail(r, "that is no entity");
  }
  return stc_answer_of(stc_print_entity(world, entity));
}

static stc_answer command_entities(const stc_request *r) {
  strata_world *world = stc_request_find_world(r);
  return stc_answer_of(world != NULL && stc_print_entities(world));
}

static stc_answer command_effects(const stc_request *r) {
  strata_world *world = stc_request_find_world(r);
  return stc_answer_of(world != NULL && stc_print_effects(world));
}

static stc_answer command_load(const stc_request *r) {
  lua_State *L = r->L;
  const stc_span rest = r->rest;
  stc_text path;
  if (rest.size == 0) {
    return stc_request_fail(r, "say which file, as in :load deck.lua");
  }
  stc_text_clear(&path);
  stc_text_add(&path, rest.at, rest.size);
  return stc_answer_of(stc_run_file(L, path.at, 0, NULL) == STC_EXIT_OK);
}

static stc_answer command_reload(const stc_request *r) {
  return stc_answer_of(stc_live_reload(r->L));
}

/* Let `act` write something of the game to the file that the line names, or
 * read it, and say so. */
static stc_answer use_file(const stc_request *r,
                           bool (*act)(lua_State *L, const char *path),
                           const char *unnamed, const char *done) {
  stc_text path;
  stc_text text;
  stc_text_clear(&path);
  stc_text_add(&path, r->rest.at, r->rest.size);
  if (path.size == 0) return stc_request_fail(r, unnamed);
  if (!act(r->L, path.at)) return STC_ANSWER_FAILED;
  stc_text_clear(&text);
  stc_text_escaped(&text, path.at, path.size, STC_ESCAPE_PLAIN);
  stc_text_string(&text, done);
  stc_json_say(r->L, text.at, text.size);
  return STC_ANSWER_OK;
}

static stc_answer command_scenario(const stc_request *r) {
  return use_file(r, stc_live_write_scenario,
                  "say which file, as in :scenario mine/tests/now.lua",
                  ": a scenario of the game as it is now");
}

static stc_answer command_record(const stc_request *r) {
  return use_file(r, stc_live_write_record,
                  "say which file, as in :record game.replay",
                  ": what was done so far; strata replay plays it again");
}

static stc_answer command_save(const stc_request *r) {
  return use_file(r, stc_live_write_save,
                  "say which file, as in :save game.save",
                  ": a save of the world; :open goes on from it");
}

static stc_answer command_open(const stc_request *r) {
  return use_file(r, stc_live_open,
                  "say which save or scenario, as in :open game.save",
                  ": the world has its state now");
}

static stc_answer command_cards(const stc_request *r) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_add(&text, r->rest.at, r->rest.size);
  return stc_answer_of(stc_live_print_cards(r->L, text.at));
}

static stc_answer command_quit(const stc_request *r) {
  (void)r;
  return STC_ANSWER_QUIT;
}

static stc_answer command_help(const stc_request *r);

static const command_row commands[] = {
    {":why", stc_command_why, ":why ENTITY.ATTRIBUTE", "how a value came about",
     false},
    {":why_not", stc_command_why_not, ":why_not CARD.CODE",
     "what kept it from doing anything", false},
    {":whynot", stc_command_why_not, NULL, NULL, false},
    {":board", stc_command_board, ":board", "who is where, as tables", false},
    {":table", stc_command_table, ":table EXPRESSION",
     "a list of entities or tables, as a table", false},
    {":show", command_show, ":show ENTITY", "its attributes, with base values",
     true},
    {":entities", command_entities, ":entities", "who is in the world", true},
    {":effects", command_effects, ":effects",
     "continuous effects, oldest first", true},
    {":cards", command_cards, ":cards [TEXT]",
     "the cards of the packs, or those that mention a text", false},
    {":legal", stc_command_legal, ":legal [PLAYER]", "what players may do now",
     false},
    {":take", stc_command_take, ":take ACTION", "do one of these actions",
     false},
    {":answer", stc_command_answer, ":answer [ANSWER]",
     "answer what is asked (or none of it), or show it", false},
    {":layers", stc_command_layers, ":layers [LAYER]",
     "what applies in each, or in which order", false},
    {":events", stc_command_events, ":events [COUNT]", "what happened last",
     false},
    {":undo", stc_command_undo, ":undo [COUNT]",
     "take back the last changes of the world", false},
    {":redo", stc_command_redo, ":redo [COUNT]", "do again what was taken back",
     false},
    {":goto", stc_command_goto, ":goto [STEP]", "go to a step, or list them",
     false},
    {":branch", stc_command_branch, ":branch [NAME]",
     "go to a line of play, or begin one here", false},
    {":branches", stc_command_branches, ":branches",
     "the lines that were played", false},
    {":autosave", stc_command_autosave, ":autosave [COUNT FILE|off]",
     "save after so many steps, to FILE.1 to FILE.10", false},
    {":save", command_save, ":save FILE", "write the state of the world",
     false},
    {":open", command_open, ":open FILE", "go on from a save or a scenario",
     false},
    {":fork", stc_command_fork, ":fork [NAME]", "keep this moment of the world",
     false},
    {":diff", stc_command_diff, ":diff [NAME]", "what has changed since then",
     false},
    {":back", stc_command_back, ":back [NAME]", "return to it", false},
    {":try", stc_command_try, ":try STATEMENT",
     "what it would change; it is taken back", false},
    {":watch", stc_command_watch, ":watch [EXPRESSION|off]",
     "tell when a value changes", false},
    {":time", stc_command_time, ":time STATEMENT", "how long it takes", false},
    {":trace", stc_command_trace, ":trace", "where the last error came from",
     true},
    {":test", stc_command_test, ":test [PATH]", "run the tests of packs", true},
    {":check", stc_command_check, ":check [PATH]", "check packs", true},
    {":load", command_load, ":load FILE", "run a script here", false},
    {":reload", command_reload, ":reload", "read the packs anew, and go on",
     false},
    {":scenario", command_scenario, ":scenario FILE",
     "write the game as a test", false},
    {":record", command_record, ":record FILE",
     "write what was done, to replay it", false},
    {":help", command_help, ":help [COMMAND]",
     "this (also ?), or the line of a command", true},
    {":quit", command_quit, ":quit", "leave (also Ctrl-D)", false},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const char *stc_command_name(size_t n) {
  return n < COMMAND_COUNT ? commands[n].name : NULL;
}

static stc_answer unknown_command(const stc_request *r, stc_span name) {
  const command_row *best = &commands[0];
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name.at, name.size, STC_ESCAPE_PLAIN);
  for (size_t i = 1; i < COMMAND_COUNT; i++) {
    if (stc_edit_distance(text.at, commands[i].name) <
        stc_edit_distance(text.at, best->name)) {
      best = &commands[i];
    }
  }
  stc_text said;
  stc_text_clear(&said);
  stc_text_format(&said, "no command '%.200s'", text.at);
  /* without the colons, which all have */
  if (text.size > 0 && stc_is_near_word(text.at + 1, best->name + 1)) {
    stc_text_format(&said, "; the nearest is '%s'", best->name);
  } else {
    stc_text_string(&said, "; :help lists them");
  }
  return stc_request_fail(r, said.at);
}

static const command_row *find_command(stc_span name) {
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    if (strlen(commands[i].name) == name.size &&
        memcmp(commands[i].name, name.at, name.size) == 0) {
      return &commands[i];
    }
  }
  return NULL;
}

/* Print the lines of all commands, or those of the one that does `run`. */
static void print_usages(command_fn run) {
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    if (commands[i].usage == NULL) continue; /* a second name of a command */
    if (run != NULL && commands[i].run != run) continue;
    stc_print(stdout, "  ");
    stc_print_cell(stdout, commands[i].usage, -25);
    stc_print(stdout, " %s\n", commands[i].summary);
  }
}

static stc_answer help_all(void) {
  stc_print(stdout, "Type an expression to see its value, or a statement.\n");
  print_usages(NULL);
  stc_print(stdout, "`:why KIND` and `:why ROW` tell how an event came, the "
                    "newest of its kind or that of\n"
                    "a row of the log; `:why_not CARD.CODE KIND` is about such "
                    "an event, and\n"
                    "`:why_not ACTION` about an action that `:legal` does not "
                    "list.\n");
  stc_print(stdout, "?NAME explains a function or a word, and what the packs "
                    "have: ?why, ?world, ?events,\n"
                    "?damage, ?Humility; or what has that name here.\n");
  stc_print(stdout, "`_` is the last value, `__` the one before. An empty line "
                    "or Ctrl-C drops an "
                    "unfinished statement;\n"
                    "Ctrl-C stops a running one and takes back what it did.\n");
  return STC_ANSWER_OK;
}

bool stc_command_print_usage(const char *name) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_format(&text, ":%.64s", name);
  const command_row *found = find_command((stc_span){text.at, text.size});
  if (found == NULL) return false;
  stc_print(stdout, "In a session:\n");
  print_usages(found->run);
  return true;
}

/* `:help undo`, `:help :undo`: the line of this command. */
static stc_answer command_help(const stc_request *r) {
  stc_text text;
  if (r->rest.size == 0) return help_all();
  stc_text_clear(&text);
  if (r->rest.at[0] != ':') stc_text_string(&text, ":");
  stc_text_add(&text, r->rest.at, r->rest.size);
  const stc_span name = {text.at, text.size};
  const command_row *found = find_command(name);
  if (found == NULL) return unknown_command(r, name);
  print_usages(found->run);
  return STC_ANSWER_OK;
}

/* "?" alone, or with a name behind it. */
static stc_answer answer_question_mark(const stc_request *r, stc_span line) {
  stc_text name;
  const stc_span rest = stc_span_trim((stc_span){line.at + 1, line.size - 1});
  if (rest.size == 0) return help_all();
  stc_text_clear(&name);
  stc_text_add(&name, rest.at, rest.size);
  if (stc_live_describe(r->L, name.at)) return STC_ANSWER_OK;
  return stc_answer_of(stc_help_print(r->L, name.at));
}

/* Whether no word stands behind the command in its line of the help. */
static bool takes_nothing(const command_row *row) {
  return row->usage != NULL && strcmp(row->usage, row->name) == 0;
}

static stc_answer refuse_rest(const stc_request *r, const command_row *row) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_format(&text, "%s takes no word, and got '", row->name);
  stc_text_escaped(&text, r->rest.at, r->rest.size, STC_ESCAPE_PLAIN);
  stc_text_string(&text, "'");
  return stc_request_fail(r, text.at);
}

stc_answer stc_command_run(const stc_command_session *session, const char *line,
                           size_t size) {
  stc_span rest = {line, size};
  const stc_span name = stc_span_next_word(&rest);
  const stc_request r = {session, session->L, stc_span_trim(rest)};
  if (name.at[0] == '?') {
    return answer_question_mark(&r, (stc_span){line, size});
  }
  const command_row *found = find_command(name);
  if (found == NULL) return unknown_command(&r, name);
  if (found->is_for_people && stc_is_json(session->L)) {
    return stc_request_fail(&r,
                            "this command answers people, not programs: leave "
                            "--json out");
  }
  if (takes_nothing(found) && r.rest.size > 0) return refuse_rest(&r, found);
  return found->run(&r);
}
