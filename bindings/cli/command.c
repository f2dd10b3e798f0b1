/*
 * command.c - the REPL's commands, one row of commands each.
 */
#include "command.h"

#include "../lua/binding.h"
#include "live.h"
#include "script.h"
#include "statement.h"
#include "text.h"
#include "view.h"

#include <stdio.h>
#include <string.h>

typedef struct words {
  const char *at;
  size_t size;
} words;

/* What a command works on. */
typedef struct request {
  lua_State *L;
  stc_undo *undo;
  words rest; /* of the line */
} request;

typedef stc_answer (*command_fn)(const request *r);

typedef struct command {
  const char *name;
  command_fn run;
  const char *usage;
  const char *summary;
} command;

static stc_answer answer(bool is_ok) {
  return is_ok ? STC_ANSWER_OK : STC_ANSWER_FAILED;
}

static stc_answer complain(const char *text) {
  (void)fflush(stdout);
  stc_print(stderr, "error: %s\n", text);
  return STC_ANSWER_FAILED;
}

static const char *find_last(words text, char byte) {
  for (size_t i = text.size; i > 0; i--) {
    if (text.at[i - 1] == byte) return text.at + i - 1;
  }
  return NULL;
}

static stc_answer state(lua_State *L, const stc_text *text) {
  const stc_outcome outcome = stc_statement(L, text->at, text->size);
  if (outcome == STC_INCOMPLETE) stc_report_statement(L, text->at, text->size);
  return answer(outcome == STC_DONE);
}

/* A row of the log by its number, or the newest event of a kind. */
static void add_event(stc_text *text, words event) {
  const bool number = event.at[0] >= '0' && event.at[0] <= '9';
  if (!number) stc_text_string(text, "\"");
  stc_text_escaped(text, event.at, event.size, STC_ESCAPE_QUOTED);
  if (!number) stc_text_string(text, "\"");
}

/* `hit` becomes `world:why("hit")`. */
static stc_answer why_event(const request *r) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_string(&text, "world:why(");
  add_event(&text, r->rest);
  stc_text_string(&text, ")");
  return state(r->L, &text);
}

/* `bear.power` becomes `(bear):why("power")`. */
static stc_answer why(const request *r) {
  const words rest = r->rest;
  const char *dot = find_last(rest, '.');
  stc_text text;
  if (dot == NULL && rest.size > 0) return why_event(r);
  if (dot == NULL || dot == rest.at || dot + 1 == rest.at + rest.size) {
    return complain("say of what, as in :why bear.power, or :why damage");
  }
  stc_text_clear(&text);
  stc_text_string(&text, "(");
  stc_text_add(&text, rest.at, (size_t)(dot - rest.at));
  stc_text_string(&text, "):why(\"");
  stc_text_escaped(&text, dot + 1, (size_t)(rest.at + rest.size - dot - 1),
                   STC_ESCAPE_QUOTED);
  stc_text_string(&text, "\")");
  return state(r->L, &text);
}

/* `bear.bell die` becomes `world:why_not(bear, "bell", "die")`. */
static stc_answer why_not(const request *r) {
  words who = r->rest;
  words event = {who.at + who.size, 0};
  const char *space = find_last(who, ' ');
  stc_text text;
  if (space != NULL) {
    event = (words){space + 1, (size_t)(who.at + who.size - space - 1)};
    who.size = (size_t)(space - who.at);
  }
  const char *dot = find_last(who, '.');
  if (dot == NULL || dot == who.at || dot + 1 == who.at + who.size) {
    return complain("say whose and what, as in :why_not bear.bell, or "
                    ":why_not bear.bell die");
  }
  stc_text_clear(&text);
  stc_text_string(&text, "world:why_not(");
  stc_text_add(&text, who.at, (size_t)(dot - who.at));
  stc_text_string(&text, ", \"");
  stc_text_escaped(&text, dot + 1, (size_t)(who.at + who.size - dot - 1),
                   STC_ESCAPE_QUOTED);
  stc_text_string(&text, "\"");
  if (event.size > 0) {
    stc_text_string(&text, ", ");
    add_event(&text, event);
  }
  stc_text_string(&text, ")");
  return state(r->L, &text);
}

static stc_answer show(const request *r) {
  lua_State *L = r->L;
  const words rest = r->rest;
  if (rest.size == 0) return complain("say what, as in :show bear");
  if (!stc_evaluate(L, rest.at, rest.size)) return STC_ANSWER_FAILED;
  strata_world *world = NULL;
  const strata_entity entity = stl_to_entity(L, -1, &world);
  lua_pop(L, 1);
  if (entity == 0 || !strata_is_alive(world, entity)) {
    return complain("that is no entity");
  }
  return answer(stc_view_entity(world, entity));
}

/* The world that the name `world` means now; NULL if it means none. */
static strata_world *current_world(lua_State *L) {
  strata_world *world = NULL;
  static const char name[] = "world";
  if (!stc_evaluate(L, name, sizeof name - 1)) return NULL;
  world = stl_to_world(L, -1);
  lua_pop(L, 1);
  if (world == NULL) (void)complain("there is no world named 'world'");
  return world;
}

static stc_answer entities(const request *r) {
  strata_world *world = current_world(r->L);
  return answer(world != NULL && stc_view_entities(world));
}

static stc_answer effects(const request *r) {
  strata_world *world = current_world(r->L);
  return answer(world != NULL && stc_view_effects(world));
}

static stc_answer load(const request *r) {
  lua_State *L = r->L;
  const words rest = r->rest;
  stc_text path;
  if (rest.size == 0) return complain("say which file, as in :load deck.lua");
  stc_text_clear(&path);
  stc_text_add(&path, rest.at, rest.size);
  return answer(stc_run_file(L, path.at, 0, NULL) == STC_EXIT_OK);
}

static stc_answer undo(const request *r) {
  if (!stc_undo_back(r->undo, r->L)) return complain("nothing to undo");
  stc_print(stdout, "taken back; %zu more to undo\n", r->undo->count);
  return STC_ANSWER_OK;
}

/* The states before are of the rules before, which go. */
static stc_answer reload(const request *r) {
  stc_undo_free(r->undo);
  return answer(stc_live_reload(r->L));
}

static stc_answer quit(const request *r) {
  (void)r;
  return STC_ANSWER_QUIT;
}

static stc_answer help(const request *r);

static const command commands[] = {
    {":why", why, ":why ENTITY.ATTRIBUTE", "how a value came about"},
    {":why_not", why_not, ":why_not CARD.CODE",
     "what kept it from doing anything"},
    {":show", show, ":show ENTITY", "its attributes, with base values"},
    {":entities", entities, ":entities", "who is in the world"},
    {":effects", effects, ":effects", "continuous effects, oldest first"},
    {":undo", undo, ":undo", "take back the last change of the world"},
    {":load", load, ":load FILE", "run a script here"},
    {":reload", reload, ":reload", "read the packs anew, and go on"},
    {":help", help, ":help", "this (also ?)"},
    {":quit", quit, ":quit", "leave (also Ctrl-D)"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static stc_answer help(const request *r) {
  (void)r;
  stc_print(stdout, "Type an expression to see its value, or a statement.\n");
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    stc_print(stdout, "  %-22s %s\n", commands[i].usage, commands[i].summary);
  }
  stc_print(stdout, "`:why KIND` and `:why ROW` tell how an event came, the "
                    "newest of its kind or that of\n"
                    "a row of the log; `:why_not CARD.CODE KIND` is about such "
                    "an event.\n");
  stc_print(stdout, "`_` is the last value. An empty line or Ctrl-C drops an "
                    "unfinished statement;\n"
                    "Ctrl-C stops a running one and takes back what it did.\n");
  return STC_ANSWER_OK;
}

const char *stc_command_name(size_t n) {
  return n < COMMAND_COUNT ? commands[n].name : NULL;
}

static stc_answer unknown(words name) {
  const command *best = &commands[0];
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name.at, name.size, STC_ESCAPE_PLAIN);
  for (size_t i = 1; i < COMMAND_COUNT; i++) {
    if (stc_distance(text.at, commands[i].name) <
        stc_distance(text.at, best->name)) {
      best = &commands[i];
    }
  }
  (void)fflush(stdout);
  stc_print(stderr, "error: no command '%s'; the nearest is '%s'\n", text.at,
            best->name);
  return STC_ANSWER_FAILED;
}

static bool is_space(char byte) {
  return byte == ' ' || byte == '\t';
}

static words trim(words text) {
  while (text.size > 0 && is_space(text.at[0])) {
    text.at++;
    text.size--;
  }
  while (text.size > 0 && is_space(text.at[text.size - 1])) {
    text.size--;
  }
  return text;
}

stc_answer stc_command(lua_State *L, stc_undo *undo, const char *line,
                       size_t size) {
  words name = trim((words){line, size});
  words rest = name;
  while (rest.size > 0 && !is_space(rest.at[0])) {
    rest.at++;
    rest.size--;
  }
  name.size = (size_t)(rest.at - name.at);
  const request r = {L, undo, trim(rest)};
  if (name.size == 1 && name.at[0] == '?') return help(&r);
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    if (strlen(commands[i].name) == name.size &&
        memcmp(commands[i].name, name.at, name.size) == 0) {
      return commands[i].run(&r);
    }
  }
  return unknown(name);
}
