/*
 * spec.c - reads the table of strata.rules{...} into a builder.
 *
 * Tables are walked in the order of their keys, so that of several mistakes
 * the same one is reported each time. Every read of a field may raise, so it
 * happens in a protected call, after which the builder is freed.
 */
#include "spec.h"

#include "binding.h"
#include "sandbox.h"

#include <string.h>

typedef struct spec {
  lua_State *L;
  strata_builder *builder;
  int table; /* the spec */
  strata_order order;
  int32_t position; /* of the next layer */
} spec;

static void check(const spec *s, strata_status status, const char *where) {
  if (status == STRATA_OK) return;
  const char *text = strata_builder_error(s->builder);
  luaL_error(s->L, "strata.rules: %s: %s", where,
             text[0] != '\0' ? text : strata_status_text(status));
}

/* Call `visit` for each string key of the table at the top, in byte order;
 * the value is at the top while it runs. */
static void each_key(spec *s, const char *where,
                     void (*visit)(spec *, const char *key)) {
  lua_State *L = s->L;
  const int table = lua_gettop(L);
  lua_newtable(L);
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) {
      luaL_error(L, "strata.rules: %s: expected names as keys, got a %s", where,
                 luaL_typename(L, -1));
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, table + 1, ++count);
  }
  stl_sort(L, table + 1, count, 0);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, table + 1, i);
    lua_pushvalue(L, -1);
    lua_rawget(L, table);
    visit(s, lua_tostring(L, -2));
    lua_settop(L, table + 1);
  }
  lua_pop(L, 1);
}

/* Push field `name` of the spec and return true if it is a table; false if it
 * is nil, with nothing pushed. */
static bool push_section(spec *s, const char *name) {
  const int type = lua_getfield(s->L, s->table, name);
  if (type == LUA_TNIL) {
    lua_pop(s->L, 1);
    return false;
  }
  if (type != LUA_TTABLE) {
    luaL_error(s->L, "strata.rules: %s: expected a table, got %s", name,
               lua_typename(s->L, type));
  }
  return true;
}

/* The n-th text of the array at the top, NULL past its end; the text stays
 * alive in the array. */
static const char *item(spec *s, const char *where, lua_Integer n) {
  const int type = lua_rawgeti(s->L, -1, n);
  const char *text = lua_tostring(s->L, -1);
  if (type != LUA_TNIL && type != LUA_TSTRING) {
    luaL_error(s->L, "strata.rules: %s[%d]: expected a string, got %s", where,
               (int)n, lua_typename(s->L, type));
  }
  lua_pop(s->L, 1);
  return text;
}

/* -- Layers --------------------------------------------------------------- */

static strata_order read_order(spec *s, strata_order otherwise) {
  const int type = lua_getfield(s->L, -1, "order");
  const char *text = type == LUA_TSTRING ? lua_tostring(s->L, -1) : "";
  strata_order order = otherwise;
  if (strcmp(text, "priority") == 0) {
    order = STRATA_BY_PRIORITY;
  } else if (strcmp(text, "timestamp") == 0) {
    order = STRATA_BY_TIMESTAMP;
  } else if (type != LUA_TNIL) {
    luaL_error(s->L,
               "strata.rules: order: expected \"timestamp\" or \"priority\"");
  }
  lua_pop(s->L, 1);
  return order;
}

static void add_layer(spec *s, const char *name, strata_order order) {
  check(s, strata_builder_layer(s->builder, name, s->position++, order),
        "layers");
}

/* { "pt", "cda", "set" }: sublayers pt.cda, pt.set; { "pt" }: layer pt. */
static void add_nested(spec *s) {
  lua_State *L = s->L;
  const strata_order order = read_order(s, s->order);
  const char *name = item(s, "layers: sublayers", 1);
  if (name == NULL) {
    luaL_error(L, "strata.rules: layers: a nested list needs a name first");
  }
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  if (count == 1) add_layer(s, name, order);
  for (lua_Integer i = 2; i <= count; i++) {
    const char *sub = item(s, "layers: sublayers", i);
    lua_pushfstring(L, "%s.%s", name, sub);
    add_layer(s, lua_tostring(L, -1), order);
    lua_pop(L, 1);
  }
}

static void add_layers(spec *s) {
  lua_State *L = s->L;
  lua_pushvalue(L, s->table);
  s->order = read_order(s, STRATA_BY_TIMESTAMP);
  lua_pop(L, 1);
  const int type = lua_getfield(L, s->table, "layers");
  if (type == LUA_TSTRING && strcmp(lua_tostring(L, -1), "numbers") == 0) {
    check(s, strata_builder_numbered_layers(s->builder, s->order), "layers");
    lua_pop(L, 1);
    return;
  }
  if (type != LUA_TTABLE) {
    luaL_error(L, "strata.rules: layers: expected a list of names, or "
                  "\"numbers\" if any integer is a layer");
  }
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, -1, i) == LUA_TTABLE) {
      add_nested(s);
      lua_pop(L, 1);
    } else {
      lua_pop(L, 1);
      add_layer(s, item(s, "layers", i), s->order);
    }
  }
  lua_pop(L, 1);
}

/* -- Attributes ----------------------------------------------------------- */

static strata_type read_type(spec *s, const char *where, const char *text) {
  static const struct {
    const char *name;
    strata_type type;
  } types[] = {
#define X(id, value, text) {text, STRATA_##id},
      STRATA_TYPE_MAP(X)
#undef X
  };
  for (size_t i = 0; text != NULL && i < sizeof types / sizeof types[0]; i++) {
    if (strcmp(types[i].name, text) == 0) return types[i].type;
  }
  luaL_error(s->L,
             "strata.rules: %s: expected a type (int, flag, set, ref, sym, "
             "text), got '%s'",
             where, text != NULL ? text : "nothing");
  return STRATA_INT;
}

static void read_default(spec *s, const char *where,
                         strata_attribute *attribute) {
  if (attribute->type == STRATA_FLAG) {
    attribute->default_value = stl_field_boolean(s->L, -1, where, "default");
  } else {
    (void)stl_field_integer(s->L, -1, where, "default",
                            &attribute->default_value);
  }
}

static void check_fields(spec *s, const char *where) {
  static const char *const known[] = {"default", "min", "max", "unlayered"};
  lua_State *L = s->L;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    bool found = lua_type(L, -1) == LUA_TNUMBER;
    for (size_t i = 0; !found && i < sizeof known / sizeof known[0]; i++) {
      found = lua_type(L, -1) == LUA_TSTRING &&
              strcmp(known[i], lua_tostring(L, -1)) == 0;
    }
    if (!found) {
      luaL_error(L,
                 "strata.rules: %s: no field '%s'; there are default, min, "
                 "max, unlayered",
                 where, stl_push_text(L, -1));
    }
  }
}

/* Names after the type: the domain of a set, symbols for a sym. */
static void add_symbols(spec *s, const char *where,
                        const strata_attribute *attribute) {
  const char *domain = attribute->type == STRATA_SET ? attribute->name : NULL;
  const char *symbol = NULL;
  for (lua_Integer i = 2; (symbol = item(s, where, i)) != NULL; i++) {
    if (attribute->type != STRATA_SET && attribute->type != STRATA_SYM) {
      luaL_error(s->L, "strata.rules: %s: only set and sym take names", where);
    }
    check(s, strata_builder_symbol(s->builder, domain, symbol), where);
  }
}

static void add_attribute(spec *s, const char *name) {
  lua_State *L = s->L;
  const char *where = lua_pushfstring(L, "attributes.%s", name);
  lua_insert(L, -2);
  if (stl_is_reserved(name)) {
    luaL_error(L,
               "strata.rules: %s: handles and expressions use this name for a "
               "field of their own; choose another",
               where);
  }
  strata_attribute attribute = {.name = name};
  if (lua_type(L, -1) == LUA_TSTRING) {
    attribute.type = read_type(s, where, lua_tostring(L, -1));
    check(s, strata_builder_attribute(s->builder, &attribute), where);
    return;
  }
  if (!lua_istable(L, -1)) {
    luaL_error(L, "strata.rules: %s: expected a type, or a table with one",
               where);
  }
  check_fields(s, where);
  attribute.type = read_type(s, where, item(s, where, 1));
  const char *path = lua_pushfstring(L, "strata.rules: %s", where);
  lua_insert(L, -2);
  read_default(s, path, &attribute);
  (void)stl_field_integer(L, -1, path, "min", &attribute.min);
  if (!stl_field_integer(L, -1, path, "max", &attribute.max) &&
      attribute.min != 0) {
    attribute.max = INT64_MAX;
  }
  attribute.unlayered = stl_field_boolean(L, -1, path, "unlayered");
  check(s, strata_builder_attribute(s->builder, &attribute), where);
  add_symbols(s, where, &attribute);
}

/* -- Symbols, clocks, groups ---------------------------------------------- */

static void add_names(spec *s) {
  const char *name = NULL;
  if (push_section(s, "symbols")) {
    for (lua_Integer i = 1; (name = item(s, "symbols", i)) != NULL; i++) {
      check(s, strata_builder_symbol(s->builder, NULL, name), "symbols");
    }
    lua_pop(s->L, 1);
  }
  if (push_section(s, "clocks")) {
    for (lua_Integer i = 1; (name = item(s, "clocks", i)) != NULL; i++) {
      check(s, strata_builder_clock(s->builder, name), "clocks");
    }
    lua_pop(s->L, 1);
  }
}

static strata_stacking read_stacking(spec *s, const char *where,
                                     const char *text) {
  static const struct {
    const char *name;
    strata_stacking stacking;
  } policies[] = {
#define X(id, value, text) {text, STRATA_STACK_##id},
      STRATA_STACKING_MAP(X)
#undef X
  };
  for (size_t i = 0; text != NULL && i < sizeof policies / sizeof policies[0];
       i++) {
    if (strcmp(policies[i].name, text) == 0) return policies[i].stacking;
  }
  luaL_error(s->L,
             "strata.rules: %s: expected all, highest, lowest, latest, source "
             "or refresh, got '%s'",
             where, text != NULL ? text : "nothing");
  return STRATA_STACK_ALL;
}

static void add_group(spec *s, const char *name) {
  lua_State *L = s->L;
  const char *where = lua_pushfstring(L, "groups.%s", name);
  lua_insert(L, -2);
  int64_t limit = 0;
  const char *text = lua_tostring(L, -1);
  if (lua_istable(L, -1)) {
    (void)stl_field_integer(L, -1, where, "limit", &limit);
    text = item(s, where, 1);
  }
  const strata_stacking stacking = read_stacking(s, where, text);
  if (limit < 0 || limit > UINT32_MAX) {
    luaL_error(L, "strata.rules: %s.limit: out of range", where);
  }
  check(s, strata_builder_group(s->builder, name, stacking, (uint32_t)limit),
        where);
}

/* -- All of it ------------------------------------------------------------ */

static void check_section(spec *s, const char *name) {
  static const char *const known[] = {"layers",        "order",  "attributes",
                                      "symbols",       "clocks", "groups",
                                      "default_layers"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(known[i], name) == 0) return;
  }
  luaL_error(s->L,
             "strata.rules: no field '%s'; there are layers, order, "
             "attributes, symbols, clocks, groups, default_layers",
             name);
}

/* (table, builder, where to put the rules): may raise. */
static int build(lua_State *L) {
  spec s = {.L = L, .builder = lua_touserdata(L, 2), .table = 1};
  strata_rules **out = lua_touserdata(L, 3);
  lua_pushvalue(L, 1);
  each_key(&s, "the table", check_section);
  lua_pop(L, 1);
  add_layers(&s);
  if (push_section(&s, "attributes")) {
    each_key(&s, "attributes", add_attribute);
    lua_pop(L, 1);
  }
  add_names(&s);
  if (push_section(&s, "groups")) {
    each_key(&s, "groups", add_group);
    lua_pop(L, 1);
  }
  check(&s, strata_builder_freeze(s.builder, out), "the table");
  return 0;
}

void stl_spec_freeze(lua_State *L, int table, strata_rules **out) {
  const stl_context *context = stl_context_get(L);
  strata_builder *builder = NULL;
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  if (strata_builder_new(context->alloc, context->alloc_user, &builder) !=
      STRATA_OK) {
    luaL_error(L, "strata.rules: not enough memory");
  }
  lua_pushcfunction(L, build);
  lua_pushvalue(L, table);
  lua_pushlightuserdata(L, builder);
  lua_pushlightuserdata(L, out);
  const int status = lua_pcall(L, 3, 0, 0);
  strata_builder_free(builder);
  if (status != LUA_OK) lua_error(L);
}

/* -- Default layers ------------------------------------------------------- */

/* The layer named at the top. */
static int64_t read_layer(spec *s, const stl_rules *rules, const char *where) {
  lua_State *L = s->L;
  if (strata_rules_is_numbered(rules->rules)) {
    int exact = 0;
    const lua_Integer number = lua_tointegerx(L, -1, &exact);
    if (!exact || number < INT32_MIN || number > INT32_MAX) {
      luaL_error(L, "strata.rules: %s: expected the number of a layer", where);
    }
    return number;
  }
  const char *name = stl_need_text(L, -1, where, NULL);
  const uint32_t id = strata_rules_find(rules->rules, STRATA_KIND_LAYER, name);
  if (id == 0) stl_unknown(L, rules, STRATA_KIND_LAYER, where, name);
  return (int64_t)id - 1;
}

static void set_layer(stl_rules *rules, strata_attr attr, int op,
                      int64_t layer) {
  rules->layers[attr * STL_OP_COUNT + (uint32_t)op] = layer;
}

static int need_op(lua_State *L, const char *name) {
  const int op = stl_op_find(name);
  if (op < 0) {
    luaL_error(L,
               "strata.rules: default_layers.%s: neither an attribute nor an "
               "operation",
               name);
  }
  return op;
}

/* power = { set = "pt.set", add = "pt.modify" } */
static void by_operation(spec *s, stl_rules *rules, strata_attr attr) {
  lua_State *L = s->L;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (lua_type(L, -2) != LUA_TSTRING) {
      luaL_error(L, "strata.rules: default_layers: expected operations");
    }
    const int op = need_op(L, lua_tostring(L, -2));
    set_layer(rules, attr, op, read_layer(s, rules, "default_layers"));
    lua_pop(L, 1);
  }
}

static void for_attribute(spec *s, stl_rules *rules, strata_attr attr) {
  if (lua_istable(s->L, -1)) {
    by_operation(s, rules, attr);
    return;
  }
  const int64_t layer = read_layer(s, rules, "default_layers");
  for (int op = 0; op < STL_OP_COUNT; op++) {
    set_layer(rules, attr, op, layer);
  }
}

static void for_operation(spec *s, stl_rules *rules, const char *name) {
  const int op = need_op(s->L, name);
  const int64_t layer = read_layer(s, rules, "default_layers");
  const uint32_t count =
      strata_rules_count(rules->rules, STRATA_KIND_ATTRIBUTE);
  for (strata_attr attr = 1; attr <= count; attr++) {
    set_layer(rules, attr, op, layer);
  }
}

/* Operations first, as what is said of an attribute is more special. */
static void each_default(spec *s, stl_rules *rules, bool operations) {
  lua_State *L = s->L;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (lua_type(L, -2) != LUA_TSTRING) {
      luaL_error(L, "strata.rules: default_layers: expected names as keys");
    }
    const char *name = lua_tostring(L, -2);
    const strata_attr attr =
        strata_rules_find(rules->rules, STRATA_KIND_ATTRIBUTE, name);
    if (operations && attr == 0) for_operation(s, rules, name);
    if (!operations && attr != 0) for_attribute(s, rules, attr);
    lua_pop(L, 1);
  }
}

void stl_spec_layers(lua_State *L, int table, stl_rules *rules) {
  spec s = {.L = L, .table = table};
  const uint32_t layers = strata_rules_count(rules->rules, STRATA_KIND_LAYER);
  if (layers == 1 && !strata_rules_is_numbered(rules->rules)) {
    const uint32_t count =
        strata_rules_count(rules->rules, STRATA_KIND_ATTRIBUTE);
    for (strata_attr attr = 1; attr <= count; attr++) {
      for (int op = 0; op < STL_OP_COUNT; op++) {
        set_layer(rules, attr, op, 0);
      }
    }
  }
  if (!push_section(&s, "default_layers")) return;
  each_default(&s, rules, true);
  each_default(&s, rules, false);
  lua_pop(L, 1);
}
