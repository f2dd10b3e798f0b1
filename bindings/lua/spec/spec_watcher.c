/*
 * spec_watcher.c - read the watchers of strata.rules.
 *
 * The sections codes, replacement_classes and handlers. A watcher has the form
 * of an instruction (spec_program.c): what it is first, the event second, and
 * its program in the rest of the list.
 */
#include "lua/spec/spec_watcher.h"

#include "lua/core/option_fields.h"
#include "lua/sandbox/function_capture.h"
#include "lua/spec/spec_program.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- Tests of the fields of an event --------------------------------------- */

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

/* -- Watchers -------------------------------------------------------------- */

static strata_watcher_role read_watcher_role(stl_spec *s, const char *where) {
  static const char *const words[] = {
#define X(id, value, text) [value] = text,
      STRATA_ROLE_MAP(X)
#undef X
          NULL};
  return (strata_watcher_role)stl_spec_first_word(
      s, where, "role", "its role, such as \"replace\"", words);
}

static void read_watcher_flags(lua_State *L, const char *where,
                               strata_watcher_desc *out) {
  out->batch = stl_field_boolean(L, -1, where, "batch");
  out->look_back = stl_field_boolean(L, -1, where, "look_back");
  out->optional = stl_field_boolean(L, -1, where, "optional");
  out->own = stl_field_boolean(L, -1, where, "own");
  out->as_is = stl_field_boolean(L, -1, where, "as_is");
  out->prevention = stl_field_boolean(L, -1, where, "prevention");
  out->immediate = stl_field_boolean(L, -1, where, "immediate");
  out->again = stl_field_boolean(L, -1, where, "again");
  out->always_ask = stl_field_boolean(L, -1, where, "always_ask");
  out->counts_done = stl_field_boolean(L, -1, where, "counts_done");
  out->stacked = stl_field_boolean(L, -1, where, "stacked");
  out->unlisted = stl_field_boolean(L, -1, where, "unlisted");
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
                             .event = stl_spec_text_at(L, 2)};
  out.rank = stl_spec_name_field(s, where, "rank");
  out.names = stl_spec_fields(s, where, "names", &out.name_count);
  read_field_tests(s, where, &out);
  out.when = stl_spec_expr_field(s, where, "when");
  out.only_if = stl_spec_expr_field(s, where, "only_if");
  out.amount = stl_spec_expr_field(s, where, "amount");
  out.zones = stl_spec_unequal_names_field(s, where, "zones", &out.zone_count);
  out.uses = stl_spec_number_field(s, where, "uses");
  out.per_clock = stl_spec_number_field(s, where, "per_clock");
  out.clock = stl_spec_name_field(s, where, "clock");
  out.phase = stl_spec_name_field(s, where, "phase");
  out.place = read_handler_rank(s, where);
  out.actor = stl_spec_expr_field(s, where, "actor");
  out.subject = stl_spec_expr_field(s, where, "subject");
  out.pays = stl_spec_name_field(s, where, "pays");
  out.paid = stl_spec_number_field(s, where, "paid");
  out.everywhere = stl_field_boolean(L, -1, where, "everywhere");
  read_watcher_flags(L, where, &out);
  out.program = stl_spec_program(s, where, out.event != NULL ? 3 : 2,
                                 &out.instruction_count);
  return out;
}

static void add_watcher_def(stl_spec *s, const char *name, void *user) {
  static const char *const known[] = {
      "actor",      "again", "always_ask",  "amount",     "as_is",
      "batch",      "clock", "counts_done", "everywhere", "immediate",
      "look_back",  "names", "only_if",     "optional",   "own",
      "paid",       "pays",  "per_clock",   "phase",      "place",
      "prevention", "rank",  "stacked",     "subject",    "tests",
      "unlisted",   "uses",  "when",        "zones",      NULL};
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "strata.rules: codes.%s", name);
  lua_pushvalue(L, -2);
  if (!stl_spec_is_data_table(L, -1)) {
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
  const char *name = NULL;
  lua_Integer i = 1;
  for (; (name = stl_spec_item(s, "handlers", i)) != NULL; i++) {
    stl_spec_raise_status(s, strata_builder_handler(s->builder, name, 0),
                          "handlers");
  }
  stl_spec_each(s, "handlers", i - 1, add_handler, NULL);
  lua_pop(s->L, 1);
}

static void add_replacement_classes(stl_spec *s) {
  if (!stl_spec_section(s, "replacement_classes")) return;
  size_t count = 0;
  const char *const *names =
      stl_spec_names(s, "replacement_classes", STL_LIST_OF_ANY, &count);
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
