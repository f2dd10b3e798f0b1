/*
 * spec_ability.c - read the abilities and laws of strata.rules.
 */
#include "lua/spec/spec_ability.h"

#include "lua/core/option_fields.h"
#include "lua/handles/op_words.h"
#include "lua/handles/rules_handle.h"
#include "lua/spec/spec_clause.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- Abilities ------------------------------------------------------------ */

/* Its kind, by the text at the top; without one, by whether it does anything:
 * it has clauses or codes. */
static strata_ability_kind read_ability_kind(stl_spec *s, const char *where,
                                             bool acts) {
  lua_State *L = s->L;
  if (lua_isnil(L, -1)) {
    return acts ? STRATA_ABILITY_STATIC : STRATA_ABILITY_KEYWORD;
  }
  const char *text = stl_field_text(L, -1, where, "kind");
  for (int i = 0; stl_ability_kinds[i] != NULL; i++) {
    if (strcmp(stl_ability_kinds[i], text) == 0) return (strata_ability_kind)i;
  }
  stl_raise_unknown_word(L, where, "kind", text, stl_ability_kinds);
  return STRATA_ABILITY_KEYWORD;
}

/* The clause at the top. Abilities that say the same may have one table for it,
 * which is read once. */
static strata_clause read_shared_clause(stl_spec *s, const char *where, int n) {
  static const char *const fields[] = {"on", "when", "layer", NULL};
  lua_State *L = s->L;
  const int index = lua_gettop(L);
  lua_pushvalue(L, index);
  if (lua_rawget(L, s->clauses) == LUA_TLIGHTUSERDATA) {
    const strata_clause *known = lua_touserdata(L, -1);
    lua_settop(L, index);
    return *known;
  }
  const char *place = lua_pushfstring(L, "%s: clause %d", where, n);
  strata_clause *made = stl_spec_alloc(s, sizeof *made);
  lua_pushvalue(L, index);
  *made = stl_spec_read_clause(s, place, fields, false);
  lua_pushlightuserdata(L, made);
  lua_rawset(L, s->clauses);
  lua_settop(L, index);
  return *made;
}

/* The table is at the top: its list part are the clauses. */
static void read_clauses(stl_spec *s, const char *where,
                         strata_ability_desc *out) {
  lua_State *L = s->L;
  strata_clause *clauses =
      stl_spec_alloc(s, (out->clause_count + 1) * sizeof *clauses);
  for (size_t i = 0; i < out->clause_count; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    clauses[i] = read_shared_clause(s, where, (int)i + 1);
    lua_pop(L, 1);
  }
  out->clauses = clauses;
}

/* { kind = "static", text = , zones = { }, codes = { }, { clause }, ... } */
static void read_ability(stl_spec *s, const char *where,
                         strata_ability_desc *out) {
  static const char *const fields[] = {"codes", "kind", "text", "zones", NULL};
  lua_State *L = s->L;
  out->clause_count = (size_t)lua_rawlen(L, -1);
  stl_check_fields(L, -1, where, "field", fields,
                   (lua_Integer)out->clause_count);
  out->watchers = stl_spec_names_field(s, where, "codes", &out->watcher_count);
  lua_getfield(L, -1, "kind");
  out->kind =
      read_ability_kind(s, where, out->clause_count + out->watcher_count > 0);
  lua_pop(L, 1);
  if (lua_getfield(L, -1, "text") != LUA_TNIL) {
    out->text = stl_field_text(L, -1, where, "text");
  }
  lua_pop(L, 1); /* the table keeps it */
  out->zones =
      stl_spec_unequal_names_field(s, where, "zones", &out->zone_count);
  read_clauses(s, where, out);
}

/* flying = "keyword", ["classic:humility.1"] = { ... } */
static void add_ability(stl_spec *s, const char *name, void *user) {
  lua_State *L = s->L;
  (void)user;
  stl_spec_path_text place;
  const char *where =
      stl_spec_path(s, &place, "strata.rules: abilities.", name);
  strata_ability_desc desc = {.name = name};
  const bool is_table = lua_istable(L, -1);
  if (!is_table && lua_type(L, -1) != LUA_TSTRING) {
    luaL_error(L, "%s: expected a kind, or a table with clauses, got %s", where,
               luaL_typename(L, -1));
  }
  if (s->known != NULL && is_table) read_ability(s, where, &desc);
  if (s->known != NULL && !is_table) {
    desc.kind = read_ability_kind(s, where, false);
  }
  stl_spec_raise_status(s,
                        s->known != NULL
                            ? strata_builder_revise_ability(s->builder, &desc)
                            : strata_builder_ability(s->builder, &desc),
                        "abilities");
}

void stl_spec_revise_abilities(stl_spec *s, int list) {
  stl_spec_each_of(s, "abilities", list, add_ability);
}

void stl_spec_abilities(stl_spec *s) {
  if (!stl_spec_section(s, "abilities")) return;
  stl_spec_each(s, "abilities", 0, add_ability, NULL);
  lua_pop(s->L, 1);
}

/* -- Laws ----------------------------------------------------------------- */

/* { on = , counter = "plus_one", last = true, intrinsic = true, power = } */
static void add_law(stl_spec *s, const char *name, void *user) {
  static const char *const fields[] = {"on",      "when", "layer",     "codes",
                                       "counter", "last", "intrinsic", NULL};
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "strata.rules: laws.%s", name);
  lua_pushvalue(L, -2);
  strata_law_desc desc = {
      .name = name, .clause = stl_spec_read_clause(s, where, fields, false)};
  desc.watchers = stl_spec_names_field(s, where, "codes", &desc.watcher_count);
  desc.last = stl_field_boolean(L, -1, where, "last");
  desc.is_intrinsic = stl_field_boolean(L, -1, where, "intrinsic");
  if (lua_getfield(L, -1, "counter") != LUA_TNIL) {
    desc.counter = stl_field_text(L, -1, where, "counter");
    (void)stl_rules_need_attr(L, s->known, where, desc.counter);
  }
  stl_spec_raise_status(s, strata_builder_law(s->builder, &desc), "laws");
}

void stl_spec_laws(stl_spec *s) {
  if (!stl_spec_section(s, "laws")) return;
  stl_spec_each(s, "laws", 0, add_law, NULL);
  lua_pop(s->L, 1);
}
