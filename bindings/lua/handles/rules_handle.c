/*
 * rules_handle.c - rules as userdata: attributes found by name.
 *
 * Attribute names are anchored as Lua strings. Lua keeps one copy of each short
 * string, so `card.power` finds its attribute by comparing addresses: one
 * probe, and no string is compared. Names of more than 40 bytes are found by
 * the engine.
 */
#include "lua/handles/rules_handle.h"

#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* Fields of handles, methods of handles and expressions, and what an effect's
 * `copy` says: no attribute is called so, but the one of type abilities. */
static const char *const reserved_names[] = {
    "abilities", "at_least",   "at_most",    "base",        "clear",
    "copy",      "definition", "except",     "has",         "id",
    "is",        "is_alive",   "is_not",     "it",          "last_known",
    "less_than", "more_than",  "move",       "none",        "of",
    "on",        "outer",      "remove",     "restamp",     "successor",
    "this",      "timestamp",  "transform",  "value_after", "why",
    "why_not",   "world",      "zone_player"};

bool stl_rules_is_reserved(const char *name, strata_type type) {
  if (type == STRATA_ABILITIES && strcmp(name, "abilities") == 0) return false;
  for (size_t i = 0; i < sizeof reserved_names / sizeof reserved_names[0];
       i++) {
    if (strcmp(reserved_names[i], name) == 0) return true;
  }
  return false;
}

/* -- Names ---------------------------------------------------------------- */

/* Comparing two names by spelling takes about a microsecond, if both are as
 * long as names that are compared can be. */
enum { STEPS_A_COMPARED_NAME = 50 };

const stl_attr_name *stl_rules_find_attr(lua_State *L, const stl_rules *rules,
                                         int index, stl_attr_name *spare) {
  if (lua_type(L, index) != LUA_TSTRING) return NULL;
  const char *text = lua_tostring(L, index);
  const stl_attr_name *name = stl_rules_find_name(rules, text);
  if (name->text != NULL) return name;
  const strata_attr attr =
      strata_rules_find(rules->rules, STRATA_NAME_ATTRIBUTE, text);
  strata_attribute attribute = {0};
  if (attr == 0 ||
      strata_rules_attribute(rules->rules, attr, &attribute) != STRATA_OK) {
    return NULL;
  }
  *spare = (stl_attr_name){attribute.name, attr, attribute.type};
  return spare;
}

void stl_rules_charge_names(lua_State *L, const strata_rules *rules,
                            strata_name_kind kind) {
  stl_charge(L,
             STEPS_A_COMPARED_NAME * (uint64_t)strata_rules_count(rules, kind));
}

const char *stl_rules_nearest(lua_State *L, const strata_rules *rules,
                              strata_name_kind kind, const char *name) {
  stl_rules_charge_names(L, rules, kind);
  return strata_rules_nearest(rules, kind, name);
}

int stl_rules_raise_unknown(lua_State *L, const stl_rules *rules,
                            strata_name_kind kind, const char *where,
                            const char *name) {
  const char *near = stl_rules_nearest(L, rules->rules, kind, name);
  if (near != NULL) {
    return luaL_error(L, "%s: unknown %s '%s'; did you mean '%s'?", where,
                      strata_name_kind_text(kind), name, near);
  }
  return luaL_error(L, "%s: unknown %s '%s'", where,
                    strata_name_kind_text(kind), name);
}

uint32_t stl_rules_need(lua_State *L, const stl_rules *rules,
                        strata_name_kind kind, const char *where,
                        const char *name) {
  const uint32_t id = strata_rules_find(rules->rules, kind, name);
  if (id == 0) stl_rules_raise_unknown(L, rules, kind, where, name);
  return id;
}

strata_attr stl_rules_need_attr(lua_State *L, const stl_rules *rules,
                                const char *where, const char *name) {
  return stl_rules_need(L, rules, STRATA_NAME_ATTRIBUTE, where, name);
}

bool stl_rules_in_domain(const strata_rules *rules, strata_attr attr,
                         strata_symbol symbol) {
  strata_attribute attribute = {0};
  if (strata_rules_attribute(rules, attr, &attribute) != STRATA_OK) {
    return false;
  }
  uint32_t low = 0;
  uint32_t high = (uint32_t)attribute.symbol_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const strata_symbol found = strata_rules_domain(rules, attr, middle);
    if (found == symbol) return true;
    if (found < symbol) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return false;
}

strata_attr stl_rules_next_set(const stl_rules *rules, strata_symbol symbol,
                               strata_attr after) {
  const uint32_t count =
      strata_rules_count(rules->rules, STRATA_NAME_ATTRIBUTE);
  for (strata_attr attr = after + 1; attr <= count; attr++) {
    if (stl_rules_in_domain(rules->rules, attr, symbol)) return attr;
  }
  return 0;
}

/* -- The userdata --------------------------------------------------------- */

static void add_attr_name(lua_State *L, stl_rules *rules, strata_attr attr) {
  strata_attribute attribute = {0};
  if (strata_rules_attribute(rules->rules, attr, &attribute) != STRATA_OK) {
    return;
  }
  const char *text = lua_pushstring(L, attribute.name);
  uintptr_t i = stl_name_address_hash(text) & rules->name_mask;
  while (rules->names[i].text != NULL) {
    i = (i + 1) & rules->name_mask;
  }
  rules->names[i] = (stl_attr_name){text, attr, attribute.type};
  lua_rawseti(L, -2, (lua_Integer)attr);
  const bool shows =
      attribute.type == STRATA_TEXT || attribute.type == STRATA_SYM;
  if (shows && strcmp(attribute.name, "name") == 0) rules->display = attr;
}

void stl_rules_index_names(lua_State *L, stl_rules *rules) {
  const size_t count = strata_rules_count(rules->rules, STRATA_NAME_ATTRIBUTE);
  size_t size = 8;
  while (size < 2 * count + 2) {
    size *= 2;
  }
  const size_t layers = (count + 1) * STL_OP_COUNT;
  stl_attr_name *names = lua_newuserdatauv(
      L, size * sizeof *names + layers * sizeof *rules->layers, 0);
  memset(names, 0, size * sizeof *names);
  rules->layers = (int64_t *)(void *)(names + size);
  for (size_t i = 0; i < layers; i++) {
    rules->layers[i] = STL_NO_LAYER;
  }
  rules->names = names;
  rules->name_mask = size - 1;
  lua_setiuservalue(L, -2, 1);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 1; i <= count; i++) {
    add_attr_name(L, rules, (strata_attr)i);
  }
  lua_setiuservalue(L, -2, 2);
}

stl_rules *stl_rules_push_new(lua_State *L) {
  void **box = stl_handle_push_box(L, STL_HANDLE_RULES, NULL);
  stl_rules *rules = stl_rules_new(L);
  *box = rules;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  rules->main = lua_tothread(L, -1);
  lua_pop(L, 1);
  return rules;
}

/* Hosted worlds hold their rules; look for one with the same. */
static bool push_known_rules(lua_State *L, const strata_rules *rules) {
  stl_context_push(L, STL_UV_HOST_WORLDS);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    const stl_world *world = stl_handle_unbox(L, -1);
    if (world->rules->rules == rules) {
      lua_getiuservalue(L, -1, 1);
      lua_replace(L, -4);
      lua_pop(L, 2);
      return true;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return false;
}

void stl_push_host_rules(lua_State *L, const strata_rules *rules) {
  if (push_known_rules(L, rules)) return;
  stl_rules *wrapped = stl_rules_push_new(L);
  wrapped->rules = rules;
  stl_rules_index_names(L, wrapped);
}

const strata_rules *stl_to_rules(lua_State *L, int index) {
  const stl_rules *rules = stl_handle_test(L, index, STL_HANDLE_RULES);
  return rules != NULL ? rules->rules : NULL;
}

/* -- Values and hashes ----------------------------------------------------- */

int stl_push_hash(lua_State *L, uint64_t hash) {
  char text[16];
  for (int i = 15; i >= 0; i--) {
    text[i] = "0123456789abcdef"[hash & 15];
    hash >>= 4;
  }
  lua_pushlstring(L, text, sizeof text);
  return 1;
}
