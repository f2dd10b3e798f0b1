/*
 * rules.c - rules as Lua sees them: names found by address, default layers,
 * the list of what was compiled for them. spec.c reads strata.rules{...}.
 *
 * Attribute names are anchored as Lua strings. Lua keeps one copy of a short
 * string, so `card.power` finds its attribute by comparing addresses: one
 * probe, no string compared. Names of more than 40 bytes go the slow way.
 */
#include "lua/core/state.h"
#include "lua/handles/visibility.h"
#include "lua/objects/save_packs.h"
#include "lua/objects/world_recording.h"
#include "lua/spec/spec_freeze.h"

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

int stl_rules_raise_unknown(lua_State *L, const stl_rules *rules,
                            strata_name_kind kind, const char *where,
                            const char *name) {
  const char *near = strata_rules_nearest(rules->rules, kind, name);
  if (near != NULL) {
    return luaL_error(L, "%s: unknown %s '%s'; did you mean '%s'?", where,
                      strata_name_kind_text(kind), name, near);
  }
  return luaL_error(L, "%s: unknown %s '%s'", where,
                    strata_name_kind_text(kind), name);
}

strata_attr stl_rules_need_attr(lua_State *L, const stl_rules *rules,
                                const char *where, const char *name) {
  const strata_attr attr =
      strata_rules_find(rules->rules, STRATA_NAME_ATTRIBUTE, name);
  if (attr == 0)
    stl_rules_raise_unknown(L, rules, STRATA_NAME_ATTRIBUTE, where, name);
  return attr;
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

static int rules_gc(lua_State *L) {
  stl_rules **box = lua_touserdata(L, 1);
  if (*box != NULL) {
    (*box)->predicates = NULL;
    (*box)->handlers = NULL;
    (*box)->spare_ctx_world = NULL;
    stl_rules_release(*box);
  }
  *box = NULL;
  return 0;
}

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

/* The rules' userdata is at the top; its `rules` is set. */
static void index_attr_names(lua_State *L, stl_rules *rules) {
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

static stl_rules *push_new_rules(lua_State *L) {
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
  stl_rules *wrapped = push_new_rules(L);
  wrapped->rules = rules;
  index_attr_names(L, wrapped);
}

const strata_rules *stl_to_rules(lua_State *L, int index) {
  const stl_rules *rules = stl_handle_test(L, index, STL_HANDLE_RULES);
  return rules != NULL ? rules->rules : NULL;
}

/* -- The module's word and methods ---------------------------------------- */

/* What is made of the table at 1 besides the engine's rules, which are there:
 * their userdata is at 2. */
static void complete_rules(lua_State *L, stl_rules *rules) {
  lua_settop(L, 2);
  stl_rules_keep_predicates(L, 1, 2, rules);
  stl_rules_keep_handlers(L, 1, 2, rules);
  stl_visibility_read_spec(L, 1, rules);
}

/* Twice: what clauses and definitions say is read by names, types and layers,
 * so rules of these alone come first. Ids are the same in both. */
static int make_two_stage_rules(lua_State *L, bool keeps) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  stl_rules *rules = push_new_rules(L);
  stl_spec_freeze(L, 1, NULL, rules, &rules->owned);
  rules->rules = rules->owned;
  lua_settop(L, 2);
  index_attr_names(L, rules);
  stl_spec_layers(L, 1, rules);
  lua_settop(L, 2);
  strata_rules *whole = NULL;
  stl_spec_freeze(L, 1, rules, rules, &whole);
  strata_rules_free(rules->owned);
  rules->rules = rules->owned = whole;
  if (!keeps) {
    strata_builder_free(rules->builder);
    rules->builder = NULL;
  }
  complete_rules(L, rules);
  return 1;
}

static int make_rules(lua_State *L) {
  return make_two_stage_rules(L, false);
}

int stl_host_rules_with_builder(lua_State *L) {
  return make_two_stage_rules(L, true);
}

/* (spec, abilities, definitions, earlier rules) */
int stl_host_revise_rules(lua_State *L) {
  enum { SPEC = 1, RULES, ABILITIES, DEFINITIONS };
  static const int lists[] = {ABILITIES, DEFINITIONS};
  for (int i = 1; i <= 3; i++) {
    luaL_checktype(L, i, LUA_TTABLE);
  }
  stl_rules *earlier = stl_handle_check(L, 4, STL_HANDLE_RULES);
  lua_settop(L, 4);
  const bool can = earlier->builder != NULL && earlier->rules != NULL &&
                   strata_rules_count(earlier->rules, STRATA_NAME_PREDICATE) ==
                       0; /* a builder's predicates are of one stl_rules */
  if (!can) return 0;
  stl_rules *rules = push_new_rules(L);
  lua_insert(L, RULES);
  rules->builder = earlier->builder;
  earlier->builder = NULL;
  stl_spec_revise(L, SPEC, lists, earlier, rules, &rules->owned);
  rules->rules = rules->owned;
  lua_settop(L, RULES);
  index_attr_names(L, rules);
  stl_spec_layers(L, SPEC, rules);
  complete_rules(L, rules);
  return 1;
}

int stl_push_hash(lua_State *L, uint64_t hash) {
  char text[16];
  for (int i = 15; i >= 0; i--) {
    text[i] = "0123456789abcdef"[hash & 15];
    hash >>= 4;
  }
  lua_pushlstring(L, text, sizeof text);
  return 1;
}

static int rules_hash(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  if (rules->rules == NULL) return luaL_error(L, "rules: stale");
  return stl_push_hash(L, strata_rules_hash(rules->rules));
}

static int rules_names(lua_State *L) {
  static const char *const kinds[] = {
      "attributes", "symbols",   "layers",      "clocks",     "groups",
      "zones",      "abilities", "definitions", "predicates", "events",
      "fields",     "codes",     "handlers",    "checks",     NULL};
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  const int kind = luaL_checkoption(L, 2, "attributes", kinds);
  if (rules->rules == NULL) return luaL_error(L, "rules: stale");
  const uint32_t count =
      strata_rules_count(rules->rules, (strata_name_kind)kind);
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 1; i <= count; i++) {
    lua_pushstring(L,
                   strata_rules_name(rules->rules, (strata_name_kind)kind, i));
    lua_rawseti(L, -2, (lua_Integer)i);
  }
  return 1;
}

/* rules:ability("flying") */
static int rules_ability(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  const char *name = luaL_checkstring(L, 2);
  if (rules->rules == NULL) return luaL_error(L, "rules: stale");
  const strata_symbol symbol =
      strata_rules_find(rules->rules, STRATA_NAME_SYMBOL, name);
  strata_ability_info info = {0};
  if (strata_rules_ability(rules->rules, symbol, &info) != STRATA_OK) {
    return stl_rules_raise_unknown(L, rules, STRATA_NAME_ABILITY,
                                   "rules:ability", name);
  }
  lua_createtable(L, 0, 3);
  lua_pushstring(L, info.name);
  lua_setfield(L, -2, "name");
  lua_pushstring(L, info.text);
  lua_setfield(L, -2, "text");
  lua_pushstring(L, stl_ability_kinds[info.kind]);
  lua_setfield(L, -2, "kind");
  return 1;
}

/* Push the fields of a kind of event, in their order: { name, type }. */
static void push_event_type_fields(lua_State *L, const strata_rules *rules,
                                   strata_event_type kind) {
  static const char *const types[] = {
#define X(id, value, text) [STRATA_##id] = text,
      STRATA_TYPE_MAP(X)
#undef X
  };
  strata_field field = 0;
  lua_newtable(L);
  for (uint32_t n = 0;
       (field = strata_rules_event_type_field(rules, kind, n)) != 0; n++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, strata_rules_name(rules, STRATA_NAME_FIELD, field));
    lua_setfield(L, -2, "name");
    lua_pushstring(L, types[strata_rules_field_type(rules, field)]);
    lua_setfield(L, -2, "type");
    lua_rawseti(L, -2, (lua_Integer)n + 1);
  }
}

/* rules:event("gain") */
static int rules_event(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  const char *name = luaL_checkstring(L, 2);
  if (rules->rules == NULL) return luaL_error(L, "rules: stale");
  const strata_event_type kind =
      strata_rules_find(rules->rules, STRATA_NAME_EVENT_TYPE, name);
  if (kind == 0) {
    return stl_rules_raise_unknown(L, rules, STRATA_NAME_EVENT_TYPE,
                                   "rules:event", name);
  }
  const strata_event_type of = strata_rules_event_type_of(rules->rules, kind);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, 2);
  lua_setfield(L, -2, "name");
  if (of != kind) {
    lua_pushstring(L,
                   strata_rules_name(rules->rules, STRATA_NAME_EVENT_TYPE, of));
    lua_setfield(L, -2, "of");
  }
  push_event_type_fields(L, rules->rules, kind);
  lua_setfield(L, -2, "fields");
  return 1;
}

static int rules_tostring(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  if (rules->rules == NULL) {
    lua_pushliteral(L, "rules (stale)");
    return 1;
  }
  lua_pushfstring(L, "rules with %d attributes",
                  (int)strata_rules_count(rules->rules, STRATA_NAME_ATTRIBUTE));
  return 1;
}

void stl_open_rules(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__gc", rules_gc}, {"__tostring", rules_tostring}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"world", stl_rules_world},   {"load", stl_rules_load},
      {"packs", stl_rules_packs},   {"compare", stl_rules_compare},
      {"replay", stl_rules_replay}, {"hash", rules_hash},
      {"names", rules_names},       {"ability", rules_ability},
      {"event", rules_event},       {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_RULES, "rules", meta);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  lua_pushcfunction(L, make_rules);
  lua_setfield(L, -2, "rules");
}
