/*
 * spec_course.c - read the section `course` of strata.rules: a list of periods,
 * each behind the one around it.
 */
#include "lua/spec/spec_course.h"

#include "lua/core/option_fields.h"
#include "lua/spec/spec_program.h"

#include <lauxlib.h>
#include <strata.h>

/* Field `name`, a list of instructions; NULL if it is nil. */
static const strata_instruction *read_events(stl_spec *s, const char *where,
                                             const char *name, size_t *count) {
  lua_State *L = s->L;
  const strata_instruction *list = NULL;
  const char *place = lua_pushfstring(L, "%s.%s", where, name);
  *count = 0;
  if (lua_getfield(L, -2, name) != LUA_TNIL) {
    if (!lua_istable(L, -1)) {
      luaL_error(L, "%s: expected a list of deeds, got %s", place,
                 luaL_typename(L, -1));
    }
    stl_spec_check_list(s, place, STL_LIST_OF_ANY);
    list = stl_spec_program(s, place, 1, count);
  }
  lua_pop(L, 2);
  return list;
}

/* { "turn", within = "round", whose = "next", begins = { ... } } */
static void add_period(stl_spec *s, const char *where) {
  static const char *const known[] = {"acts",   "again", "begins", "ends",
                                      "order",  "when",  "who",    "whose",
                                      "within", NULL};
  static const char *const whose[] = {
#define X(name, value, text) [value] = text,
      STRATA_WHOSE_MAP(X)
#undef X
          NULL};
  static const char *const orders[] = {
#define X(name, value, text) [value] = text,
      STRATA_ACTING_MAP(X)
#undef X
          NULL};
  lua_State *L = s->L;
  if (!lua_istable(L, -1)) {
    luaL_error(L, "%s: expected a period, such as { \"turn\" }, got %s", where,
               luaL_typename(L, -1));
  }
  stl_check_fields(L, -1, where, "field", known, 1);
  strata_period_desc desc = {.name = stl_spec_text_at(L, 1)};
  if (desc.name == NULL) luaL_error(L, "%s: its name comes first", where);
  desc.within = stl_spec_name_field(s, where, "within");
  desc.whose = (strata_whose)stl_field_word(L, where, "whose", whose);
  desc.who = stl_spec_expr_field(s, where, "who");
  desc.when = stl_spec_expr_field(s, where, "when");
  desc.again = stl_spec_expr_field(s, where, "again");
  desc.acts = stl_spec_expr_field(s, where, "acts");
  desc.order = (strata_acting_order)stl_field_word(L, where, "order", orders);
  desc.begins = read_events(s, where, "begins", &desc.begins_count);
  desc.ends = read_events(s, where, "ends", &desc.ends_count);
  stl_spec_raise_status(s, strata_builder_period(s->builder, &desc), "course");
}

void stl_spec_course(stl_spec *s) {
  lua_State *L = s->L;
  if (!stl_spec_section(s, "course")) return;
  stl_spec_check_list(s, "strata.rules: course", STL_LIST_OF_ANY);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    const char *where = lua_pushfstring(L, "strata.rules: course[%d]", (int)i);
    lua_rawgeti(L, -2, i);
    add_period(s, where);
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}
