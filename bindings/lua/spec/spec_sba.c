/*
 * spec_sba.c - read the state-based actions of strata.rules.
 *
 * Also the section `play`: whose turn it is, what the stack is.
 */
#include "lua/spec/spec_sba.h"

#include "lua/core/option_fields.h"
#include "lua/spec/spec_program.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>

/* -- State-based actions -------------------------------------------------- */

/* keep_by = { "name", "controller" } */
static void read_keep_by(stl_spec *s, const char *where, strata_sba_desc *out) {
  enum { MOST = sizeof out->keep_by / sizeof out->keep_by[0] };
  size_t count = 0;
  const char *const *names =
      stl_spec_unequal_names_field(s, where, "keep_by", &count);
  if (count > MOST) {
    luaL_error(s->L, "%s.keep_by: expected at most %d attributes, got %d",
               where, (int)MOST, (int)count);
  }
  for (size_t i = 0; i < count; i++) {
    out->keep_by[i] = names[i];
  }
}

/* lethal = { who = it.damage:at_least(it.toughness), { "emit", "destroy" } } */
static void add_sba(stl_spec *s, const char *name, void *user) {
  static const char *const known[] = {"keep_by", "keep_newest", "resets", "who",
                                      NULL};
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "strata.rules: checks.%s", name);
  lua_pushvalue(L, -2);
  if (!lua_istable(L, -1)) {
    luaL_error(L,
               "%s: expected a check, such as { who = each.creature, { "
               "\"emit\", \"destroy\" } }, got %s",
               where, luaL_typename(L, -1));
  }
  stl_check_fields(L, -1, where, "field", known,
                   (lua_Integer)lua_rawlen(L, -1));
  strata_sba_desc desc = {.name = name};
  desc.who = stl_spec_expr_field(s, where, "who");
  read_keep_by(s, where, &desc);
  desc.keep_newest = stl_field_boolean(L, -1, where, "keep_newest");
  desc.resets =
      stl_spec_unequal_names_field(s, where, "resets", &desc.reset_count);
  desc.program = stl_spec_program(s, where, 1, &desc.instruction_count);
  stl_spec_raise_status(s, strata_builder_sba(s->builder, &desc), "checks");
}

/* -- How a game goes on --------------------------------------------------- */

/* on_fault = "disable": what a failing handler of the rules does. */
static strata_on_fault read_on_fault(lua_State *L, const char *where) {
  static const char *const words[] = {
#define X(id, value, text) [value] = text,
      STRATA_ON_FAULT_MAP(X)
#undef X
          NULL};
  return (strata_on_fault)stl_field_word(L, where, "on_fault", words);
}

/* log_lasts = "tick": how long rows of the log stay. */
static strata_log_lasts read_log_lasts(lua_State *L, const char *where) {
  static const char *const words[] = {
#define X(id, value, text) [value] = text,
      STRATA_LOG_LASTS_MAP(X)
#undef X
          NULL};
  return (strata_log_lasts)stl_field_word(L, where, "log_lasts", words);
}

static void add_play_rules(stl_spec *s) {
  static const char where[] = "strata.rules: play";
  static const char *const known[] = {
      "acting",    "always_ask", "concedes",    "ends",
      "log_clock", "log_lasts",  "next_player", "on_fault",
      "on_loop",   "resolved",   "stack",       "starts",
      "targeted",  "triggered",  "turn_player", NULL};
  stl_check_fields(s->L, -1, where, "field", known, 0);
  strata_play_rules_desc desc = {0};
  desc.turn_player = stl_spec_expr_field(s, where, "turn_player");
  desc.next_player = stl_spec_name_field(s, where, "next_player");
  desc.stack = stl_spec_name_field(s, where, "stack");
  desc.resolved = stl_spec_name_field(s, where, "resolved");
  desc.on_loop = stl_spec_name_field(s, where, "on_loop");
  desc.log_clock = stl_spec_name_field(s, where, "log_clock");
  desc.triggered = stl_spec_name_field(s, where, "triggered");
  desc.ends = stl_spec_name_field(s, where, "ends");
  desc.targeted = stl_spec_name_field(s, where, "targeted");
  desc.starts = stl_spec_name_field(s, where, "starts");
  desc.acting = stl_spec_name_field(s, where, "acting");
  desc.concedes = stl_spec_name_field(s, where, "concedes");
  desc.always_ask = stl_field_boolean(s->L, -1, where, "always_ask");
  desc.on_fault = read_on_fault(s->L, where);
  desc.log_lasts = read_log_lasts(s->L, where);
  stl_spec_raise_status(s, strata_builder_play_rules(s->builder, &desc),
                        "play");
}

void stl_spec_sbas(stl_spec *s) {
  if (stl_spec_section(s, "checks")) {
    stl_spec_each(s, "checks", 0, add_sba, NULL);
    lua_pop(s->L, 1);
  }
  if (!stl_spec_section(s, "play")) return;
  add_play_rules(s);
  lua_pop(s->L, 1);
}
