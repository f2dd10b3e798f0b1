/*
 * spec_program.c - read programs: lists of instructions.
 *
 * An instruction is a list: its operation first, its object second, and the
 * instructions inside it in the rest. Arguments for an event, a handler or
 * another code are in the field `with`, apart from the instruction's own
 * fields, because fields of events may have any name.
 */
#include "lua/spec/spec_program.h"

#include "lua/core/option_fields.h"
#include "lua/spec/spec_clause.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
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

bool stl_spec_is_data_table(lua_State *L, int index) {
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
  } else if (stl_spec_is_data_table(L, -1)) {
    out->names = stl_spec_names(s, place + strlen("strata.rules: "),
                                STL_LIST_OF_UNEQUAL, &out->name_count);
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

/* -- Instructions ---------------------------------------------------------- */

const char *stl_spec_text_at(lua_State *L, lua_Integer n) {
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

size_t stl_spec_first_word(stl_spec *s, const char *where, const char *what,
                           const char *wanted, const char *const *words) {
  const char *text = stl_spec_text_at(s->L, 1);
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
  return (strata_instruction_op)stl_spec_first_word(
      s, where, "deed", "what it does, such as \"emit\"", words);
}

static const strata_instruction *read_instructions(stl_spec *s,
                                                   const char *where,
                                                   lua_Integer first, int depth,
                                                   size_t *count);

static uint32_t read_instruction_flags(lua_State *L, const char *where) {
  static const struct {
    const char *name;
    uint32_t flag;
  } flags[] = {{"announced", STRATA_INSTRUCTION_ANNOUNCED},
               {"at_once", STRATA_INSTRUCTION_AT_ONCE},
               {"hidden", STRATA_INSTRUCTION_HIDDEN},
               {"named", STRATA_INSTRUCTION_NAMED},
               {"ordered", STRATA_INSTRUCTION_ORDERED},
               {"target", STRATA_INSTRUCTION_TARGET},
               {"try", STRATA_INSTRUCTION_TRY},
               {"while_source", STRATA_INSTRUCTION_WHILE_SOURCE}};
  uint32_t all = 0;
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
    if (stl_field_boolean(L, -1, where, flags[i].name)) all |= flags[i].flag;
  }
  return all;
}

/* { "emit", "draw", with = { player = event.player }, { ... }, { ... } } */
static void read_instruction(stl_spec *s, const char *where, int depth,
                             strata_instruction *out) {
  /* Of two that are as near to a misspelt one the first is meant. */
  static const char *const known[] = {
      "as",           "clock", "hidden", "lasts",     "named",   "ordered",
      "target",       "times", "try",    "value",     "when",    "who",
      "while_source", "with",  "clause", "announced", "at_once", NULL};
  lua_State *L = s->L;
  if (!stl_spec_is_data_table(L, -1)) {
    luaL_error(L, "%s: expected a deed, such as { \"emit\", \"draw\" }, got %s",
               where, luaL_typename(L, -1));
  }
  stl_check_fields(L, -1, where, "field", known,
                   (lua_Integer)lua_rawlen(L, -1));
  *out = (strata_instruction){.op = read_instruction_op(s, where),
                              .what = stl_spec_text_at(L, 2)};
  out->who = stl_spec_expr_field(s, where, "who");
  out->when = stl_spec_expr_field(s, where, "when");
  out->times = stl_spec_expr_field(s, where, "times");
  out->as = stl_spec_name_field(s, where, "as");
  out->clock = stl_spec_name_field(s, where, "clock");
  out->flags = read_instruction_flags(L, where);
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
