/*
 * spec_object.c - read the zones and definitions of strata.rules.
 */
#include "lua/spec/spec_object.h"

#include "lua/core/option_fields.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- Zones ---------------------------------------------------------------- */

static void add_zone(stl_spec *s, const strata_zone_desc *zone,
                     const char *where) {
  stl_spec_raise_status(s, strata_builder_zone(s->builder, zone), where);
}

/* library = { ordered = true, hidden = true } */
static void add_described_zone(stl_spec *s, const char *name, void *user) {
  static const char *const fields[] = {"shared", "ordered", "hidden", NULL};
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "strata.rules: zones.%s", name);
  lua_insert(L, -2);
  if (!lua_istable(L, -1)) {
    luaL_error(L, "%s: expected a table of shared, ordered, hidden, got %s",
               where, luaL_typename(L, -1));
  }
  stl_check_fields(L, -1, where, "field", fields, 0);
  const strata_zone_desc zone = {
      .name = name,
      .shared = stl_field_boolean(L, -1, where, "shared"),
      .ordered = stl_field_boolean(L, -1, where, "ordered"),
      .hidden = stl_field_boolean(L, -1, where, "hidden")};
  add_zone(s, &zone, "zones");
}

void stl_spec_zones(stl_spec *s) {
  if (!stl_spec_section(s, "zones")) return;
  const char *name = NULL;
  lua_Integer i = 1;
  for (; (name = stl_spec_item(s, "zones", i)) != NULL; i++) {
    add_zone(s, &(strata_zone_desc){.name = name}, "zones");
  }
  stl_spec_each(s, "zones", i - 1, add_described_zone, NULL);
  lua_pop(s->L, 1);
}

/* -- Definitions ---------------------------------------------------------- */

typedef struct definition_reading {
  const char *where;
  strata_default *defaults;
  size_t count;
} definition_reading;

/* The names of a value's symbols. */
static void set_default_names(stl_spec *s, const strata_symbol *symbols,
                              size_t count, strata_default *out) {
  const char **names = stl_spec_alloc(s, (count + 1) * sizeof *names);
  for (size_t i = 0; i < count; i++) {
    names[i] =
        strata_rules_name(s->known->rules, STRATA_NAME_SYMBOL, symbols[i]);
  }
  out->names = names;
  out->name_count = count;
}

/* False if it says what holds anyhow. */
static bool set_default_value(stl_spec *s, const strata_value *value,
                              strata_default *out) {
  switch (value->type) {
  case STRATA_INT:
    out->text = stl_spec_digits(s, value->integer);
    return true;
  case STRATA_FLAG:
    out->text = value->integer != 0 ? "true" : "false";
    return true;
  case STRATA_TEXT:
    out->text = value->text;
    return true;
  case STRATA_SYM:
    if (value->symbol == 0) return false;
    set_default_names(s, &value->symbol, 1, out);
    return true;
  case STRATA_SET:
  case STRATA_ABILITIES:
    set_default_names(s, value->symbols, value->symbol_count, out);
    return true;
  case STRATA_REF:
    break;
  }
  return false;
}

/* power = 2, types = { "creature" } */
static void add_definition_default(stl_spec *s, const char *name, void *user) {
  definition_reading *d = user;
  lua_State *L = s->L;
  const int index = lua_gettop(L);
  const strata_attr attr = stl_rules_need_attr(L, s->known, d->where, name);
  strata_value value = {0};
  const char *expected = stl_read_value(L, index, s->known, NULL, attr, &value);
  if (expected != NULL) {
    stl_push_mismatch(L, name, expected, index);
    luaL_error(L, "%s: %s", d->where, lua_tostring(L, -1));
  }
  strata_default *out = &d->defaults[d->count];
  *out = (strata_default){.attr = name};
  if (set_default_value(s, &value, out)) {
    d->count++; /* it is the rules' or copied */
  }
}

/* chains = { ["x:goblin"] = { "x:goblin_1" } }: what a definition prints. */
static void read_printed_chains(stl_spec *s, const char *name,
                                strata_definition_desc *out) {
  lua_State *L = s->L;
  const int top = lua_gettop(L);
  if (stl_spec_section(s, "chains")) {
    if (lua_getfield(L, -1, name) != LUA_TNIL) {
      const char *where = lua_pushfstring(L, "chains.%s", name);
      lua_insert(L, -2);
      if (!lua_istable(L, -1)) {
        luaL_error(L, "strata.rules: %s: expected a list of handlers, got %s",
                   where, luaL_typename(L, -1));
      }
      out->handlers =
          stl_spec_names(s, where, STL_LIST_OF_UNEQUAL, &out->handler_count);
    }
  }
  lua_settop(L, top);
}

static void add_spec_definition(stl_spec *s, const char *name, void *user) {
  lua_State *L = s->L;
  (void)user;
  stl_spec_path_text place;
  definition_reading d = {
      .where = stl_spec_path(s, &place, "strata.rules: definitions.", name)};
  const char *where = d.where + strlen("strata.rules: ");
  if (!lua_istable(L, -1)) {
    luaL_error(L, "%s: expected a table of base values, got %s", d.where,
               luaL_typename(L, -1));
  }
  d.defaults =
      stl_spec_alloc(s, (stl_spec_count_keys(s) + 1) * sizeof *d.defaults);
  stl_spec_each(s, where, 0, add_definition_default, &d);
  strata_definition_desc desc = {
      .name = name, .defaults = d.defaults, .default_count = d.count};
  read_printed_chains(s, name, &desc);
  stl_spec_raise_status(
      s,
      s->is_revision ? strata_builder_revise_definition(s->builder, &desc)
                     : strata_builder_definition(s->builder, &desc),
      where);
}

/* A key of `chains` is the name of a definition; its value is read with that.
 */
static void check_chain_of(stl_spec *s, const char *name, void *user) {
  (void)user;
  const bool is_known = stl_spec_section(s, "definitions") &&
                        lua_getfield(s->L, -1, name) != LUA_TNIL;
  if (is_known) return; /* what was pushed is the caller's to pop */
  luaL_error(s->L, "strata.rules: chains: there is no definition '%s'", name);
}

void stl_spec_chains(stl_spec *s) {
  if (!stl_spec_section(s, "chains")) return;
  stl_spec_each(s, "chains", 0, check_chain_of, NULL);
  lua_pop(s->L, 1);
}

void stl_spec_revise_definitions(stl_spec *s, int list) {
  stl_spec_each_of(s, "definitions", list, add_spec_definition);
}

void stl_spec_definitions(stl_spec *s) {
  if (!stl_spec_section(s, "definitions")) return;
  stl_spec_each(s, "definitions", 0, add_spec_definition, NULL);
  lua_pop(s->L, 1);
}
