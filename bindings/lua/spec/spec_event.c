/*
 * spec_event.c - read the event types of strata.rules.
 *
 * events = { gain = { fields = { amount = "int" }, ... } }
 *
 * The engine compiles expressions and instructions when the rules are frozen;
 * this module refuses values of a wrong type, with the path of their field.
 */
#include "lua/spec/spec_event.h"

#include "lua/core/option_fields.h"
#include "lua/spec/spec_program.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* Read the phase at the top: "before", or { "before", of = "player" } for the
 * chain of the entity in a field. */
static strata_phase_desc read_phase(stl_spec *s, const char *where) {
  static const char *const known[] = {"again", "ends", "linear", "of", NULL};
  lua_State *L = s->L;
  strata_phase_desc phase = {0};
  if (!lua_istable(L, -1)) {
    phase.name = stl_field_text(L, -1, where, NULL);
    return phase;
  }
  stl_check_fields(L, -1, where, "field", known, 1);
  lua_rawgeti(L, -1, 1);
  lua_pushfstring(L, "%s[1]", where);
  phase.name = stl_field_text(L, -2, lua_tostring(L, -1), NULL);
  lua_pop(L, 2);
  phase.of = stl_spec_name_field(s, where, "of");
  phase.until = stl_spec_expr_field(s, where, "ends");
  phase.linear = stl_field_boolean(L, -1, where, "linear");
  phase.again = stl_field_boolean(L, -1, where, "again");
  return phase;
}

static void read_phases(stl_spec *s, const char *where,
                        strata_event_type_desc *out) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  if (lua_getfield(L, top, "phases") != LUA_TNIL) {
    if (!lua_istable(L, -1)) {
      luaL_error(L, "%s.phases: expected a list of names, got %s", where,
                 luaL_typename(L, -1));
    }
    (void)lua_pushfstring(L, "%s.phases", where);
    out->phase_count =
        (size_t)stl_check_list(L, -2, lua_tostring(L, -1), STL_LIST_OF_ANY);
    lua_pop(L, 1);
    strata_phase_desc *phases =
        stl_spec_alloc(s, (out->phase_count + 1) * sizeof *phases);
    for (size_t i = 0; i < out->phase_count; i++) {
      const char *place =
          lua_pushfstring(L, "%s.phases[%d]", where, (int)i + 1);
      lua_rawgeti(L, top + 1, (lua_Integer)i + 1);
      phases[i] = read_phase(s, place);
      lua_settop(L, top + 1);
    }
    out->phases = phases;
  }
  lua_settop(L, top);
}

static void refuse_list_key(stl_spec *s, const char *key, void *user) {
  const char *const *where = user;
  luaL_error(s->L, "%s: expected a list of deeds, and it has a field '%s'",
             *where, key);
}

/* Field `name`, a list of instructions; NULL if it is nil. */
static const strata_instruction *read_event_program(stl_spec *s,
                                                    const char *where,
                                                    const char *name,
                                                    size_t *count) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  const strata_instruction *deeds = NULL;
  *count = 0;
  const char *place = lua_pushfstring(L, "%s.%s", where, name);
  if (lua_getfield(L, top, name) != LUA_TNIL) {
    if (!lua_istable(L, -1)) {
      luaL_error(L, "%s: expected a list of deeds, got %s", place,
                 luaL_typename(L, -1));
    }
    stl_spec_each(s, place + strlen("strata.rules: "),
                  (lua_Integer)lua_rawlen(L, -1), refuse_list_key, &place);
    deeds = stl_spec_program(s, place, 1, count);
  }
  lua_settop(L, top);
  return deeds;
}

/* one_by_one = { ... } or results = { ... } */
static void read_event_parts(stl_spec *s, const char *where,
                             strata_event_type_desc *out) {
  size_t count = 0;
  const strata_instruction *parts =
      read_event_program(s, where, "one_by_one", &count);
  if (parts != NULL) out->contains = STRATA_CONTAINMENT_ONE_BY_ONE;
  const strata_instruction *results =
      read_event_program(s, where, "results", &out->part_count);
  if (results != NULL) {
    if (parts != NULL) {
      luaL_error(s->L,
                 "%s: one_by_one and results: parts are contained in one of "
                 "both ways",
                 where);
    }
    out->contains = STRATA_CONTAINMENT_RESULTS;
    out->parts = results;
    return;
  }
  out->parts = parts;
  out->part_count = count;
}

/* gain = { fields = { }, ... }, die = { of = "move", where = } */
static void add_event_type(stl_spec *s, const char *name, void *user) {
  static const char *const known[] = {
      "affected", "amount",    "can",   "does",      "enters",     "fields",
      "matters",  "merge_by",  "of",    "phases",    "one_by_one", "quiet",
      "results",  "merge_sum", "where", "look_back", NULL};
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "strata.rules: events.%s", name);
  lua_pushvalue(L, -2);
  if (!lua_istable(L, -1)) {
    luaL_error(L,
               "%s: expected a kind of event, such as { fields = { amount = "
               "\"int\" } }, got %s",
               where, luaL_typename(L, -1));
  }
  stl_check_fields(L, -1, where, "field", known, 0);
  strata_event_type_desc desc = {.name = name};
  desc.of = stl_spec_name_field(s, where, "of");
  desc.where = stl_spec_expr_field(s, where, "where");
  desc.fields = stl_spec_fields(s, where, "fields", &desc.field_count);
  desc.affected = stl_spec_name_field(s, where, "affected");
  desc.amount = stl_spec_name_field(s, where, "amount");
  desc.matters = stl_spec_expr_field(s, where, "matters");
  desc.can = stl_spec_expr_field(s, where, "can");
  desc.does = read_event_program(s, where, "does", &desc.does_count);
  desc.merge_by = stl_spec_name_field(s, where, "merge_by");
  desc.merge_sum = stl_spec_name_field(s, where, "merge_sum");
  desc.enters = stl_field_boolean(L, -1, where, "enters");
  desc.look_back = stl_field_boolean(L, -1, where, "look_back");
  desc.quiet = stl_field_boolean(L, -1, where, "quiet");
  read_event_parts(s, where, &desc);
  read_phases(s, where, &desc);
  stl_spec_raise_status(s, strata_builder_event_type(s->builder, &desc),
                        "events");
}

void stl_spec_events(stl_spec *s) {
  if (!stl_spec_section(s, "events")) return;
  stl_spec_each(s, "events", 0, add_event_type, NULL);
  lua_pop(s->L, 1);
}
