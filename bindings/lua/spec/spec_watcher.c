/*
 * spec_code.c - what watchers say, classes of replacements, handlers; and
 * deeds, of which these and kinds of events consist.
 *
 * A deed and a code read alike: what it is stands first, what it is about
 * second, and what is inside of it in the rest of the list. What a deed gives
 * to an event, a handler or another code stands in `with`, apart from what it
 * says itself: fields of events may have any name.
 */
#include "lua/spec/spec_freeze.h"

#include <string.h>

enum {
  PROGRAM_DEPTH_MAX = 16
}; /* as the engine's, which a cycle would never meet */

/* -- Arguments ------------------------------------------------------------ */

typedef struct argument_list {
  const char *where;
  strata_argument *list;
  size_t count;
} argument_list;

static bool is_data_table(lua_State *L, int index) {
  if (!lua_istable(L, index)) return false;
  if (!lua_getmetatable(L, index)) return true;
  lua_pop(L, 1);
  return false;
}

/* The value of an argument is at the top: true and false are expressions here,
 * a list is of names. */
static void read_argument_value(stl_spec *s, const char *place,
                                strata_argument *out) {
  lua_State *L = s->L;
  if (lua_type(L, -1) == LUA_TBOOLEAN) {
    out->value = lua_toboolean(L, -1) ? "true" : "false";
  } else if (is_data_table(L, -1)) {
    out->names =
        stl_spec_names(s, place + strlen("strata.rules: "), &out->name_count);
    if (out->name_count == 0) luaL_error(L, "%s: the list is empty", place);
  } else {
    out->value = stl_spec_expression(s, place);
  }
}

/* player = event.player */
static void add_argument(stl_spec *s, const char *name, void *user) {
  argument_list *a = user;
  const char *place = lua_pushfstring(s->L, "%s.with.%s", a->where, name);
  strata_argument *out = &a->list[a->count++];
  *out = (strata_argument){.name = name};
  lua_pushvalue(s->L, -2);
  read_argument_value(s, place, out);
}

/* value = 3, with = { player = event.player } */
static void read_arguments(stl_spec *s, const char *where,
                           strata_instruction *out) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  const bool has_value = lua_getfield(L, top, "value") != LUA_TNIL;
  const bool has_with = lua_getfield(L, top, "with") != LUA_TNIL;
  if (has_with && !lua_istable(L, -1)) {
    luaL_error(L, "%s.with: expected a table of what it is given, got %s",
               where, luaL_typename(L, -1));
  }
  const size_t room = has_with ? stl_spec_count_keys(s) + 1 : 1;
  argument_list a = {.where = where};
  a.list = stl_spec_alloc(s, room * sizeof *a.list);
  if (has_with) {
    const char *place =
        lua_pushfstring(L, "%s.with", where + strlen("strata.rules: "));
    lua_pushvalue(L, top + 2);
    stl_spec_each(s, place, 0, add_argument, &a);
  }
  if (has_value) {
    strata_argument *single = &a.list[a.count++];
    *single = (strata_argument){0};
    const char *place = lua_pushfstring(L, "%s.value", where);
    lua_pushvalue(L, top + 1);
    read_argument_value(s, place, single);
  }
  out->arguments = a.list;
  out->argument_count = a.count;
  lua_settop(L, top);
}

/* -- Deeds ---------------------------------------------------------------- */

/* The n-th text of the table at the top, which stays alive in it; NULL if
 * something else stands there. */
static const char *spec_text_at(lua_State *L, lua_Integer n) {
  const int type = lua_rawgeti(L, -1, n);
  const char *text = type == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  lua_pop(L, 1);
  return text;
}

/* Raise that something else stands where a word belongs. */
static int refuse_first_word(lua_State *L, const char *where,
                             const char *wanted) {
  lua_rawgeti(L, -1, 1);
  lua_pushfstring(L, "%s[1]", where);
  stl_push_mismatch(L, lua_tostring(L, -1), wanted, lua_gettop(L) - 1);
  return luaL_error(L, "%s", lua_tostring(L, -1));
}

/* Which of the words stands first in the table at the top. */
static size_t read_first_word(stl_spec *s, const char *where, const char *what,
                              const char *wanted, const char *const *words) {
  const char *text = spec_text_at(s->L, 1);
  if (text == NULL) {
    refuse_first_word(s->L, where, wanted);
    return 0;
  }
  for (size_t i = 0; words[i] != NULL; i++) {
    if (strcmp(words[i], text) == 0) return i;
  }
  stl_raise_unknown_word(s->L, where, what, text, words);
  return 0;
}

static strata_instruction_op read_instruction_op(stl_spec *s,
                                                 const char *where) {
  static const char *const words[] = {
#define X(id, value, text) [value] = text,
      STRATA_INSTRUCTION_MAP(X)
#undef X
          NULL};
  return (strata_instruction_op)read_first_word(
      s, where, "deed", "what it does, such as \"emit\"", words);
}

static const strata_instruction *read_instructions(stl_spec *s,
                                                   const char *where,
                                                   lua_Integer first, int depth,
                                                   size_t *count);

/* { "emit", "draw", with = { player = event.player }, { deed }, { deed } } */
static void read_instruction(stl_spec *s, const char *where, int depth,
                             strata_instruction *out) {
  /* Of two that are as near to a misspelt one the first is meant. */
  static const char *const known[] = {
      "as",     "clock",        "hidden", "lasts",  "ordered",
      "target", "times",        "try",    "value",  "when",
      "who",    "while_source", "with",   "clause", NULL};
  lua_State *L = s->L;
  if (!is_data_table(L, -1)) {
    luaL_error(L, "%s: expected a deed, such as { \"emit\", \"draw\" }, got %s",
               where, luaL_typename(L, -1));
  }
  stl_check_fields(L, -1, where, "field", known,
                   (lua_Integer)lua_rawlen(L, -1));
  *out = (strata_instruction){.op = read_instruction_op(s, where),
                              .what = spec_text_at(L, 2)};
  out->who = stl_spec_expr_field(s, where, "who");
  out->when = stl_spec_expr_field(s, where, "when");
  out->times = stl_spec_expr_field(s, where, "times");
  out->as = stl_spec_name_field(s, where, "as");
  out->clock = stl_spec_name_field(s, where, "clock");
  out->flags =
      stl_field_boolean(L, -1, where, "hidden") ? STRATA_INSTRUCTION_HIDDEN : 0;
  if (stl_field_boolean(L, -1, where, "ordered")) {
    out->flags |= STRATA_INSTRUCTION_ORDERED;
  }
  if (stl_field_boolean(L, -1, where, "target")) {
    out->flags |= STRATA_INSTRUCTION_TARGET;
  }
  if (stl_field_boolean(L, -1, where, "try"))
    out->flags |= STRATA_INSTRUCTION_TRY;
  if (stl_field_boolean(L, -1, where, "while_source")) {
    out->flags |= STRATA_INSTRUCTION_WHILE_SOURCE;
  }
  out->lasts = stl_spec_expr_field(s, where, "lasts");
  if (lua_getfield(L, -1, "clause") != LUA_TNIL) {
    out->clause = stl_spec_clause(s, where);
  }
  lua_pop(L, 1);
  read_arguments(s, where, out);
  out->inner = read_instructions(s, where, out->what != NULL ? 3 : 2, depth - 1,
                                 &out->inner_count);
}

static const strata_instruction *read_instructions(stl_spec *s,
                                                   const char *where,
                                                   lua_Integer first, int depth,
                                                   size_t *count) {
  lua_State *L = s->L;
  const int table = lua_gettop(L);
  const lua_Integer last = (lua_Integer)lua_rawlen(L, table);
  *count = last >= first ? (size_t)(last - first + 1) : 0;
  if (*count == 0) return NULL;
  if (depth == 0) {
    luaL_error(L, "%s: deeds nest more than %d deep; split them", where,
               PROGRAM_DEPTH_MAX);
  }
  luaL_checkstack(L, LUA_MINSTACK, "deeds");
  strata_instruction *deeds = stl_spec_alloc(s, *count * sizeof *deeds);
  for (size_t i = 0; i < *count; i++) {
    const lua_Integer place = first + (lua_Integer)i;
    const char *here = lua_pushfstring(L, "%s[%d]", where, (int)place);
    lua_rawgeti(L, table, place);
    read_instruction(s, here, depth, &deeds[i]);
    lua_settop(L, table);
  }
  return deeds;
}

const strata_instruction *stl_spec_program(stl_spec *s, const char *where,
                                           lua_Integer first, size_t *count) {
  return read_instructions(s, where, first, PROGRAM_DEPTH_MAX, count);
}

/* -- What is asked of whom an event names --------------------------------- */

typedef struct test_list {
  const char *where;
  strata_event_test *list;
  size_t count;
} test_list;

/* player = it:is(you): the predicate is at the top. */
static void add_field_test(stl_spec *s, const char *field, void *user) {
  test_list *t = user;
  const char *place = lua_pushfstring(s->L, "%s.%s", t->where, field);
  lua_pushvalue(s->L, -2);
  t->list[t->count++] = (strata_event_test){
      .field = field, .predicate = stl_spec_expression(s, place)};
}

static void read_field_tests(stl_spec *s, const char *where,
                             strata_watcher_desc *out) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  test_list t = {.where = lua_pushfstring(L, "%s.tests", where)};
  if (lua_getfield(L, top, "tests") != LUA_TNIL) {
    if (!lua_istable(L, -1)) {
      luaL_error(L,
                 "%s: expected a table of predicates by fields of the event, "
                 "got %s",
                 t.where, luaL_typename(L, -1));
    }
    t.list = stl_spec_alloc(s, (stl_spec_count_keys(s) + 1) * sizeof *t.list);
    stl_spec_each(s, t.where + strlen("strata.rules: "), 0, add_field_test, &t);
    out->tests = t.list;
    out->test_count = t.count;
  }
  lua_settop(L, top);
}

/* -- Codes ---------------------------------------------------------------- */

static strata_watcher_role read_watcher_role(stl_spec *s, const char *where) {
  static const char *const words[] = {
#define X(id, value, text) [value] = text,
      STRATA_ROLE_MAP(X)
#undef X
          NULL};
  return (strata_watcher_role)read_first_word(
      s, where, "role", "its role, such as \"replace\"", words);
}

static void read_watcher_flags(lua_State *L, const char *where,
                               strata_watcher_desc *out) {
  out->batch = stl_field_boolean(L, -1, where, "batch");
  out->look_back = stl_field_boolean(L, -1, where, "look_back");
  out->optional = stl_field_boolean(L, -1, where, "optional");
  out->own = stl_field_boolean(L, -1, where, "own");
  out->as_is = stl_field_boolean(L, -1, where, "as_is");
  out->immediate = stl_field_boolean(L, -1, where, "immediate");
  out->again = stl_field_boolean(L, -1, where, "again");
  out->always_ask = stl_field_boolean(L, -1, where, "always_ask");
  out->counts_done = stl_field_boolean(L, -1, where, "counts_done");
}

/* place = 3: the rank of a handler, which may be negative. */
static int32_t read_handler_rank(stl_spec *s, const char *where) {
  lua_State *L = s->L;
  int32_t place = 0;
  if (lua_getfield(L, -1, "place") != LUA_TNIL) {
    int is_whole = 0;
    const lua_Integer number = lua_tointegerx(L, -1, &is_whole);
    if (!is_whole || number < INT32_MIN || number > INT32_MAX) {
      lua_pushfstring(L, "%s.place", where);
      stl_push_mismatch(L, lua_tostring(L, -1), "a whole number of 32 bits",
                        lua_gettop(L) - 1);
      luaL_error(L, "%s", lua_tostring(L, -1));
    }
    place = (int32_t)number;
  }
  lua_pop(L, 1);
  return place;
}

/* { "replace", "gain", tests = { }, { "change", "amount", value = 3 } } */
static strata_watcher_desc read_watcher(stl_spec *s, const char *where) {
  lua_State *L = s->L;
  strata_watcher_desc out = {.role = read_watcher_role(s, where),
                             .event = spec_text_at(L, 2)};
  out.rank = stl_spec_name_field(s, where, "rank");
  out.names = stl_spec_fields(s, where, "names", &out.name_count);
  read_field_tests(s, where, &out);
  out.when = stl_spec_expr_field(s, where, "when");
  out.only_if = stl_spec_expr_field(s, where, "only_if");
  out.amount = stl_spec_expr_field(s, where, "amount");
  out.zones = stl_spec_names_field(s, where, "zones", &out.zone_count);
  out.uses = stl_spec_number_field(s, where, "uses");
  out.per_clock = stl_spec_number_field(s, where, "per_clock");
  out.clock = stl_spec_name_field(s, where, "clock");
  out.phase = stl_spec_name_field(s, where, "phase");
  out.place = read_handler_rank(s, where);
  out.everywhere = stl_field_boolean(L, -1, where, "everywhere");
  read_watcher_flags(L, where, &out);
  out.program = stl_spec_program(s, where, out.event != NULL ? 3 : 2,
                                 &out.instruction_count);
  return out;
}

static void add_watcher_def(stl_spec *s, const char *name, void *user) {
  static const char *const known[] = {
      "again",       "always_ask", "amount",    "as_is",     "batch", "clock",
      "counts_done", "everywhere", "immediate", "look_back", "names", "only_if",
      "optional",    "own",        "per_clock", "phase",     "place", "rank",
      "tests",       "uses",       "when",      "zones",     NULL};
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "strata.rules: codes.%s", name);
  lua_pushvalue(L, -2);
  if (!is_data_table(L, -1)) {
    luaL_error(L,
               "%s: expected what a watcher says, such as { \"cant\", \"draw\" "
               "}, got %s",
               where, luaL_typename(L, -1));
  }
  stl_check_fields(L, -1, where, "field", known,
                   (lua_Integer)lua_rawlen(L, -1));
  strata_watcher_desc desc = read_watcher(s, where);
  desc.name = name;
  stl_spec_raise_status(s, strata_builder_watcher(s->builder, &desc), "codes");
}

/* -- Sections ------------------------------------------------------------- */

/* ["classic:draw"] = function(ctx) ... end */
static void add_handler(stl_spec *s, const char *name, void *user) {
  (void)user;
  if (lua_type(s->L, -1) != LUA_TFUNCTION || lua_iscfunction(s->L, -1)) {
    luaL_error(s->L,
               "strata.rules: handlers.%s: expected a function of ctx, got %s",
               name, luaL_typename(s->L, -1));
  }
  stl_spec_raise_status(
      s, strata_builder_handler(s->builder, name, stl_function_hash(s->L, -1)),
      "handlers");
}

/* The names of those that are the host's, and functions by their names. */
static void add_handlers(stl_spec *s) {
  if (!stl_spec_section(s, "handlers")) return;
  size_t count = 0;
  const char *const *names = stl_spec_names(s, "handlers", &count);
  for (size_t i = 0; i < count; i++) {
    stl_spec_raise_status(s, strata_builder_handler(s->builder, names[i], 0),
                          "handlers");
  }
  stl_spec_each(s, "handlers", (lua_Integer)count, add_handler, NULL);
  lua_pop(s->L, 1);
}

static void add_replacement_classes(stl_spec *s) {
  if (!stl_spec_section(s, "replacement_classes")) return;
  size_t count = 0;
  const char *const *names = stl_spec_names(s, "replacement_classes", &count);
  for (size_t i = 0; i < count; i++) {
    stl_spec_raise_status(
        s, strata_builder_replacement_class(s->builder, names[i]),
        "replacement_classes");
  }
  lua_pop(s->L, 1);
}

void stl_spec_watchers(stl_spec *s) {
  add_handlers(s);
  add_replacement_classes(s);
  if (!stl_spec_section(s, "codes")) return;
  stl_spec_each(s, "codes", 0, add_watcher_def, NULL);
  lua_pop(s->L, 1);
}
