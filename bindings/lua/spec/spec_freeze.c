/*
 * spec_freeze.c - from the table of strata.rules to frozen rules.
 *
 * Every read of a field may raise, so it happens in a protected call, after
 * which the builder is freed.
 */
#include "lua/spec/spec_freeze.h"

#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/spec/predicates.h"
#include "lua/spec/spec_ability.h"
#include "lua/spec/spec_attribute.h"
#include "lua/spec/spec_course.h"
#include "lua/spec/spec_event.h"
#include "lua/spec/spec_object.h"
#include "lua/spec/spec_reader.h"
#include "lua/spec/spec_rename.h"
#include "lua/spec/spec_sba.h"
#include "lua/spec/spec_watcher.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- Layers --------------------------------------------------------------- */

static strata_order read_order(stl_spec *s, strata_order otherwise) {
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

static void add_layer(stl_spec *s, const char *name, strata_order order) {
  stl_spec_raise_status(
      s, strata_builder_layer(s->builder, name, s->position++, order),
      "layers");
}

/* { "pt", "cda", "set" }: sublayers pt.cda, pt.set; { "pt" }: layer pt. */
static void add_nested(stl_spec *s) {
  static const char *const fields[] = {"order", NULL};
  lua_State *L = s->L;
  const strata_order order = read_order(s, s->order);
  const char *name = stl_spec_item(s, "layers: sublayers", 1);
  if (name == NULL) {
    luaL_error(L, "strata.rules: layers: a nested list needs a name first");
  }
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  stl_check_fields(L, -1, "strata.rules: layers: a nested list", "field",
                   fields, count);
  if (count == 1) add_layer(s, name, order);
  for (lua_Integer i = 2; i <= count; i++) {
    const char *sub = stl_spec_item(s, "layers: sublayers", i);
    lua_pushfstring(L, "%s.%s", name, sub);
    add_layer(s, lua_tostring(L, -1), order);
    lua_pop(L, 1);
  }
}

static void add_layers(stl_spec *s) {
  lua_State *L = s->L;
  lua_pushvalue(L, s->table);
  s->order = read_order(s, STRATA_BY_TIMESTAMP);
  lua_pop(L, 1);
  const int type = lua_getfield(L, s->table, "layers");
  if (type == LUA_TSTRING && strcmp(lua_tostring(L, -1), "numbers") == 0) {
    stl_spec_raise_status(
        s, strata_builder_numbered_layers(s->builder, s->order), "layers");
    lua_pop(L, 1);
    return;
  }
  if (type != LUA_TTABLE) {
    luaL_error(L, "strata.rules: layers: expected a list of names, or "
                  "\"numbers\" if any integer is a layer");
  }
  stl_spec_check_list(s, "layers", STL_LIST_OF_ANY);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, -1, i) == LUA_TTABLE) {
      add_nested(s);
      lua_pop(L, 1);
    } else {
      lua_pop(L, 1);
      add_layer(s, stl_spec_item(s, "layers", i), s->order);
    }
  }
  lua_pop(L, 1);
}

/* -- Symbols, clocks, groups ---------------------------------------------- */

static void add_symbols_and_clocks(stl_spec *s) {
  const char *name = NULL;
  if (stl_spec_section(s, "symbols")) {
    stl_spec_check_list(s, "symbols", STL_LIST_OF_UNEQUAL);
    for (lua_Integer i = 1; (name = stl_spec_item(s, "symbols", i)) != NULL;
         i++) {
      stl_spec_raise_status(s, strata_builder_symbol(s->builder, NULL, name),
                            "symbols");
    }
    lua_pop(s->L, 1);
  }
  if (stl_spec_section(s, "clocks")) {
    stl_spec_check_list(s, "clocks", STL_LIST_OF_UNEQUAL);
    for (lua_Integer i = 1; (name = stl_spec_item(s, "clocks", i)) != NULL;
         i++) {
      stl_spec_raise_status(s, strata_builder_clock(s->builder, name),
                            "clocks");
    }
    lua_pop(s->L, 1);
  }
}

static strata_stacking read_stacking(stl_spec *s, const char *where,
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

static void add_group(stl_spec *s, const char *name, void *user) {
  static const char *const fields[] = {"limit", NULL};
  lua_State *L = s->L;
  (void)user;
  const char *full = lua_pushfstring(L, "strata.rules: groups.%s", name);
  const char *where = full + strlen("strata.rules: ");
  lua_insert(L, -2);
  int64_t limit = 0;
  const char *text = NULL;
  if (lua_istable(L, -1)) {
    stl_check_fields(L, -1, full, "field", fields, 1);
    (void)stl_field_integer(L, -1, full, "limit", &limit);
    text = stl_spec_item(s, where, 1);
  } else {
    text = stl_field_text(L, -1, full, NULL);
  }
  const strata_stacking stacking = read_stacking(s, where, text);
  if (limit < 0 || limit > UINT32_MAX) {
    luaL_error(L, "strata.rules: %s.limit: out of range", where);
  }
  stl_spec_raise_status(s,
                        strata_builder_stacking_group(
                            s->builder, name, stacking, (uint32_t)limit),
                        where);
}

/* copiable_after = "copy.facedown" */
static void add_copiable(stl_spec *s) {
  lua_State *L = s->L;
  const int type = lua_getfield(L, s->table, "copiable_after");
  if (type != LUA_TNIL) {
    if (type != LUA_TSTRING && !lua_isinteger(L, -1)) {
      luaL_error(L, "strata.rules: copiable_after: expected a layer, got %s",
                 lua_typename(L, type));
    }
    lua_pushvalue(L, -1); /* a number becomes text in place */
    stl_spec_raise_status(
        s, strata_builder_copiable_after(s->builder, lua_tostring(L, -1)),
        "copiable_after");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* face_down = "is_down": the flag of what lies face down; who controls it may
 * look under it. */
static void add_face_down(stl_spec *s) {
  lua_State *L = s->L;
  lua_pushvalue(L, s->table);
  const char *flag = stl_spec_name_field(s, "strata.rules", "face_down");
  lua_pop(L, 1);
  if (flag == NULL) return;
  bool has_controller = false;
  if (stl_spec_section(s, "attributes")) {
    has_controller = lua_getfield(L, -1, "controller") != LUA_TNIL;
    lua_pop(L, 2);
  }
  stl_spec_raise_status(
      s,
      strata_builder_face_down(s->builder, flag,
                               has_controller ? "controller" : NULL),
      "face_down");
}

/* -- All of it ------------------------------------------------------------ */

typedef struct spec_request {
  const stl_rules *known;
  stl_rules *rules;
  strata_rules *out;
} spec_request;

/* What is read by names alone; of abilities only these. */
static void read_declared_names(stl_spec *s) {
  static const char *const sections[] = {
      "layers",     "order",          "copiable_after",
      "attributes", "symbols",        "clocks",
      "groups",     "default_layers", "zones",
      "abilities",  "laws",           "definitions",
      "chains",     "predicates",     "events",
      "codes",      "handlers",       "replacement_classes",
      "checks",     "play",           "course",
      "face_down",  "renames",        "scripts_see",
      NULL};
  stl_check_fields(s->L, 1, "strata.rules", "field", sections, 0);
  add_layers(s);
  add_copiable(s);
  add_face_down(s);
  stl_spec_attributes(s);
  add_symbols_and_clocks(s);
  if (stl_spec_section(s, "groups")) {
    stl_spec_each(s, "groups", 0, add_group, NULL);
    lua_pop(s->L, 1);
  }
  stl_spec_zones(s);
  stl_spec_predicates(s);
  stl_spec_abilities(s);
}

/* What is read by rules of the names, which the builder has. */
static void read_declared_bodies(stl_spec *s) {
  stl_spec_abilities(s);
  stl_spec_laws(s);
  stl_spec_chains(s);
  stl_spec_definitions(s);
  stl_spec_events(s);
  stl_spec_watchers(s);
  stl_spec_sbas(s);
  stl_spec_course(s);
}

/* Of a table at 1 and a request at 2; what it keeps is pushed. */
static stl_spec begin_spec(lua_State *L) {
  const spec_request *r = lua_touserdata(L, 2);
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  lua_newtable(L);
  lua_newtable(L);
  return (stl_spec){.L = L,
                    .builder = r->rules->builder,
                    .known = r->known,
                    .rules = r->rules,
                    .table = 1,
                    .anchors = lua_gettop(L) - 1,
                    .clauses = lua_gettop(L)};
}

/* (table, request): may raise. */
static int build_rules(lua_State *L) {
  spec_request *r = lua_touserdata(L, 2);
  stl_spec s = begin_spec(L);
  if (s.known == NULL) {
    read_declared_names(&s);
  } else {
    read_declared_bodies(&s);
  }
  stl_spec_renames(&s);
  stl_spec_raise_status(&s, strata_builder_freeze(s.builder, &r->out), "");
  return 0;
}

/* (table, request, list of abilities, list of definitions): may raise. */
static int revise_rules(lua_State *L) {
  spec_request *r = lua_touserdata(L, 2);
  stl_spec s = begin_spec(L);
  s.is_revision = true;
  stl_spec_revise_abilities(&s, 3);
  stl_spec_revise_definitions(&s, 4);
  stl_spec_raise_status(&s, strata_builder_freeze(s.builder, &r->out), "");
  return 0;
}

/* Call what is below the arguments, of which there are so many. If it raises,
 * the builder is of no use any more; the message gets the script's line. */
static void run_protected(lua_State *L, int given, const spec_request *r,
                          strata_rules **out) {
  const int status = lua_pcall(L, given, 0, 0);
  *out = r->out;
  if (status == LUA_OK) return;
  strata_builder_free(r->rules->builder);
  r->rules->builder = NULL;
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  lua_error(L);
}

void stl_spec_freeze(lua_State *L, int table, const stl_rules *known,
                     stl_rules *rules, strata_rules **out) {
  const stl_context *context = stl_context_get(L);
  spec_request r = {.known = known, .rules = rules};
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  if (rules->builder == NULL &&
      strata_builder_new(context->alloc, context->alloc_user,
                         &rules->builder) != STRATA_OK) {
    luaL_error(L, "strata.rules: not enough memory");
  }
  lua_pushcfunction(L, build_rules);
  lua_pushvalue(L, table);
  lua_pushlightuserdata(L, &r);
  run_protected(L, 2, &r, out);
}

void stl_spec_revise(lua_State *L, int table, const int lists[2],
                     const stl_rules *known, stl_rules *rules,
                     strata_rules **out) {
  spec_request r = {.known = known, .rules = rules};
  luaL_checkstack(L, LUA_MINSTACK, "rules");
  lua_pushcfunction(L, revise_rules);
  lua_pushvalue(L, table);
  lua_pushlightuserdata(L, &r);
  lua_pushvalue(L, lists[0]);
  lua_pushvalue(L, lists[1]);
  run_protected(L, 4, &r, out);
}
