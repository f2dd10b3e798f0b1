/*
 * spec_layer.c - read the default layers of strata.rules.
 *
 * default_layers names the layer of an operation on an attribute for which a
 * script names none.
 */
#include "lua/spec/spec_layer.h"

#include "lua/core/state.h"
#include "lua/handles/change_table.h"
#include "lua/handles/op_words.h"
#include "lua/handles/rules_handle.h"
#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>

#define WHERE "strata.rules: default_layers"

static void set_default_layer(stl_rules *rules, strata_attr attr, int op,
                              int64_t layer) {
  rules->layers[attr * STL_OP_COUNT + (uint32_t)op] = layer;
}

/* What is being filled, and for which attribute. */
typedef struct layer_target {
  stl_rules *rules;
  strata_attr attr;
} layer_target;

static int need_layered_op(lua_State *L, const stl_rules *rules,
                           const char *name) {
  const int op = stl_op_find(name);
  if (op >= 0) return op;
  const char *near = stl_op_nearest(name);
  if (near == NULL) {
    near = stl_rules_nearest(L, rules->rules, STRATA_NAME_ATTRIBUTE, name);
  }
  return luaL_error(L,
                    near != NULL ? WHERE ".%s: neither an attribute nor an "
                                         "operation; did you mean '%s'?"
                                 : WHERE ".%s: neither an attribute nor an "
                                         "operation",
                    name, near);
}

static strata_layer read_default_layer(const stl_spec *s,
                                       const layer_target *t) {
  return stl_read_layer(s->L, -1, t->rules, WHERE, NULL);
}

/* power = { set = "pt.set", add = "pt.modify" } */
static void set_layer_of_pair(stl_spec *s, const char *name, void *user) {
  const layer_target *t = user;
  set_default_layer(t->rules, t->attr, need_layered_op(s->L, t->rules, name),
                    read_default_layer(s, t));
}

static void set_layers_of_attribute(stl_spec *s, const char *name, void *user) {
  layer_target t = *(const layer_target *)user;
  t.attr = strata_rules_find(t.rules->rules, STRATA_NAME_ATTRIBUTE, name);
  if (t.attr == 0) return;
  if (lua_istable(s->L, -1)) {
    stl_spec_each(s, "default_layers", 0, set_layer_of_pair, &t);
    return;
  }
  const strata_layer layer = read_default_layer(s, &t);
  for (int op = 0; op < STL_OP_COUNT; op++) {
    set_default_layer(t.rules, t.attr, op, layer);
  }
}

/* For all attributes, and for copies of all of them at once. */
static void set_layers_of_operation(stl_spec *s, const char *name, void *user) {
  const layer_target *t = user;
  const strata_rules *rules = t->rules->rules;
  if (strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, name) != 0) return;
  const int op = need_layered_op(s->L, t->rules, name);
  if (stl_op_is_of_abilities(name)) {
    luaL_error(s->L,
               WHERE ".%s: say it of the attribute: abilities = { %s = "
                     "... }",
               name, name);
  }
  const strata_layer layer = read_default_layer(s, t);
  const uint32_t count = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  for (strata_attr attr = 0; attr <= count; attr++) {
    set_default_layer(t->rules, attr, op, layer);
  }
}

/* The only layer is everybody's. */
static void use_only_layer(stl_rules *rules) {
  const uint32_t count =
      strata_rules_count(rules->rules, STRATA_NAME_ATTRIBUTE);
  for (strata_attr attr = 0; attr <= count; attr++) {
    for (int op = 0; op < STL_OP_COUNT; op++) {
      set_default_layer(rules, attr, op, 0);
    }
  }
}

/* Operations first, as what is said of an attribute is more special. */
void stl_spec_layers(lua_State *L, int table, stl_rules *rules) {
  stl_spec s = {.L = L, .table = table};
  layer_target t = {.rules = rules};
  const uint32_t layers = strata_rules_count(rules->rules, STRATA_NAME_LAYER);
  if (layers == 1 && !strata_rules_is_numbered(rules->rules)) {
    use_only_layer(rules);
  }
  if (!stl_spec_section(&s, "default_layers")) return;
  stl_spec_each(&s, "default_layers", 0, set_layers_of_operation, &t);
  stl_spec_each(&s, "default_layers", 0, set_layers_of_attribute, &t);
  lua_pop(L, 1);
}
