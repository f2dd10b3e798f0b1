/*
 * spec_attribute.c - read the attributes of strata.rules.
 *
 * attributes = { power = "int", types = { "set", "elf" } }
 */
#include "lua/spec/spec_attribute.h"

#include "lua/core/option_fields.h"
#include "lua/handles/rules_handle.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* A type may stand for more: "counter" is an int that counts counters. */
static void read_attr_type(stl_spec *s, const char *where, const char *text,
                           strata_attribute *out) {
  static const char *const names[] = {"counter",
#define X(id, value, text) text,
                                      STRATA_TYPE_MAP(X)
#undef X
                                          NULL};
  static const strata_type types[] = {STRATA_INT,
#define X(id, value, text) STRATA_##id,
                                      STRATA_TYPE_MAP(X)
#undef X
  };
  for (size_t i = 0; text != NULL && names[i] != NULL; i++) {
    if (strcmp(names[i], text) != 0) continue;
    out->type = types[i];
    out->counter = i == 0;
    return;
  }
  lua_State *L = s->L;
  stl_push_words(L, names);
  luaL_error(L, "strata.rules: %s: expected a type (%s), got '%s'", where,
             lua_tostring(L, -1), text != NULL ? text : "nothing");
}

/* The type is the field of this name, or the first of the list: the place of
 * the first symbol is returned. */
static lua_Integer find_attr_type(stl_spec *s, const char *where,
                                  strata_attribute *out) {
  lua_State *L = s->L;
  const int type = lua_getfield(L, -1, "type");
  if (type != LUA_TNIL && type != LUA_TSTRING) {
    luaL_error(L, "strata.rules: %s.type: expected a string, got %s", where,
               luaL_typename(L, -1));
  }
  const char *text = lua_tostring(L, -1); /* the table keeps it */
  lua_pop(L, 1);
  read_attr_type(s, where, text != NULL ? text : stl_spec_item(s, where, 1),
                 out);
  return text != NULL ? 1 : 2;
}

static void read_attr_default(lua_State *L, const char *where,
                              strata_attribute *attribute) {
  if (attribute->type == STRATA_FLAG) {
    attribute->default_value = stl_field_boolean(L, -1, where, "default");
  } else {
    (void)stl_field_integer(L, -1, where, "default", &attribute->default_value);
  }
}

/* The table is at the top; `where` begins with strata.rules. */
static void read_attr_fields(lua_State *L, const char *where,
                             strata_attribute *out) {
  read_attr_default(L, where, out);
  const bool has_min = stl_field_integer(L, -1, where, "min", &out->min);
  out->counter |= stl_field_boolean(L, -1, where, "counter");
  out->unlayered = stl_field_boolean(L, -1, where, "unlayered");
  if (!stl_field_integer(L, -1, where, "max", &out->max) && has_min) {
    out->max = INT64_MAX;
  }
  out->copiable = stl_field_boolean(L, -1, where, "copiable");
  out->kept = stl_field_boolean(L, -1, where, "kept");
  out->stamps = stl_field_boolean(L, -1, where, "stamps");
  out->open = stl_field_boolean(L, -1, where, "open");
  if (lua_getfield(L, -1, "kind") != LUA_TNIL) {
    out->kind = stl_field_text(L, -1, where, "kind");
  }
  lua_pop(L, 1); /* the table keeps it */
}

/* The domain of a set, symbols for a sym. */
static void add_symbols(stl_spec *s, const char *where, lua_Integer first,
                        const strata_attribute *attribute) {
  const char *domain = attribute->type == STRATA_SET ? attribute->name : NULL;
  const char *symbol = NULL;
  for (lua_Integer i = first; (symbol = stl_spec_item(s, where, i)) != NULL;
       i++) {
    if (attribute->type != STRATA_SET && attribute->type != STRATA_SYM) {
      luaL_error(s->L, "strata.rules: %s: only set and sym take names", where);
    }
    stl_spec_raise_status(s, strata_builder_symbol(s->builder, domain, symbol),
                          where);
  }
}

static void check_attr_name(stl_spec *s, const char *where,
                            const strata_attribute *attribute) {
  if (stl_rules_is_reserved(attribute->name, attribute->type)) {
    luaL_error(s->L,
               "strata.rules: %s: handles and expressions use this name for a "
               "field of their own; choose another",
               where);
  }
}

static void add_attribute(stl_spec *s, const char *name, void *user) {
  static const char *const fields[] = {
      "default", "min",  "max",  "unlayered", "copiable", "kept",
      "stamps",  "open", "type", "counter",   "kind",     NULL};
  lua_State *L = s->L;
  (void)user;
  const char *where = lua_pushfstring(L, "attributes.%s", name);
  const char *path = lua_pushfstring(L, "strata.rules: %s", where);
  strata_attribute attribute = {.name = name};
  lua_Integer first = 0;
  lua_pushvalue(L, -3);
  if (lua_type(L, -1) == LUA_TSTRING) { /* "int": as { "int" } */
    lua_createtable(L, 1, 0);
    lua_insert(L, -2);
    lua_rawseti(L, -2, 1);
  }
  if (!lua_istable(L, -1)) {
    luaL_error(L, "%s: expected a type, or a table with one", path);
  }
  stl_check_fields(L, -1, path, "field", fields,
                   (lua_Integer)lua_rawlen(L, -1));
  first = find_attr_type(s, where, &attribute);
  stl_check_unequal(L, -1, path, first);
  check_attr_name(s, where, &attribute);
  read_attr_fields(L, path, &attribute);
  stl_spec_raise_status(s, strata_builder_attribute(s->builder, &attribute),
                        where);
  add_symbols(s, where, first, &attribute);
}

void stl_spec_attributes(stl_spec *s) {
  if (!stl_spec_section(s, "attributes")) return;
  stl_spec_each(s, "attributes", 0, add_attribute, NULL);
  lua_pop(s->L, 1);
}
