/*
 * compiled_expr.c - expressions compiled for rules, and the queries of worlds.
 *
 * An expression keeps its last compiled form, so the predicate of a card is
 * compiled once. Compiled forms are in a list of their rules: when a host takes
 * its rules back, all of them are freed at once.
 */
#include "lua/handles/compiled_expr.h"

#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/expr_builder.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* A text is read by the engine's parser, in some 20 ns a byte. */
enum { BYTES_READ_A_STEP = 4 };

static int compiled_gc(lua_State *L) {
  stl_compiled_expr **box = lua_touserdata(L, 1);
  if (*box != NULL) stl_compiled_expr_delete(*box);
  *box = NULL;
  return 0;
}

static void add_hole_prefix(luaL_Buffer *buffer, const char *prefix,
                            size_t size) {
  luaL_addlstring(buffer, prefix, size);
  if (size > 0) luaL_addchar(buffer, '.');
}

/* (types has 'elf' or subtypes has 'elf'), or the flag of that name. */
static void fill_expr_hole(lua_State *L, luaL_Buffer *buffer,
                           const stl_rules *rules, const char *hole,
                           const char *where) {
  const char *split = strchr(hole, STL_EXPR_HOLE_SPLIT[0]);
  const char *end = strchr(split, STL_EXPR_HOLE_END[0]);
  const size_t size = (size_t)(split - hole) - 1;
  char name[256];
  const size_t length = (size_t)(end - split) - 1;
  if (length >= sizeof name) luaL_error(L, "expression: a symbol too long");
  memcpy(name, split + 1, length);
  name[length] = '\0';
  const strata_symbol symbol =
      strata_rules_find(rules->rules, STRATA_NAME_SYMBOL, name);
  const strata_attr flag =
      strata_rules_find(rules->rules, STRATA_NAME_ATTRIBUTE, name);
  strata_attr attr = symbol == 0 ? 0 : stl_rules_next_set(rules, symbol, 0);
  if (attr == 0 && flag == 0) {
    stl_rules_raise_unknown(L, rules, STRATA_NAME_SYMBOL, where, name);
  }
  luaL_addchar(buffer, '(');
  if (attr == 0) {
    add_hole_prefix(buffer, hole + 1, size);
    luaL_addstring(buffer, name);
  }
  for (bool first = true; attr != 0; first = false) {
    if (!first) luaL_addstring(buffer, " or ");
    add_hole_prefix(buffer, hole + 1, size);
    luaL_addstring(
        buffer, strata_rules_name(rules->rules, STRATA_NAME_ATTRIBUTE, attr));
    luaL_addstring(buffer, " has '");
    luaL_addstring(buffer, name);
    luaL_addchar(buffer, '\'');
    attr = stl_rules_next_set(rules, symbol, attr);
  }
  luaL_addchar(buffer, ')');
}

/* Charge for reading the text of the expression at `index`. */
static void charge_text(lua_State *L, int index) {
  stl_charge(L, strlen(stl_expr_push_text(L, index)) / BYTES_READ_A_STEP);
  lua_pop(L, 1);
}

static const char *fill_holes(lua_State *L, int index, const stl_rules *rules,
                              const char *where) {
  const char *text = stl_expr_push_text(L, index);
  const char *hole = strchr(text, STL_EXPR_HOLE[0]);
  if (hole == NULL) return text;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  while (hole != NULL) {
    luaL_addlstring(&buffer, text, (size_t)(hole - text));
    fill_expr_hole(L, &buffer, rules, hole, where);
    text = strchr(hole, STL_EXPR_HOLE_END[0]) + 1;
    hole = strchr(text, STL_EXPR_HOLE[0]);
  }
  luaL_addstring(&buffer, text);
  luaL_pushresult(&buffer);
  return lua_tostring(L, -1);
}

const char *stl_expr_fill_holes(lua_State *L, int index, const stl_rules *rules,
                                const char *where) {
  charge_text(L, index);
  return fill_holes(L, index, rules, where);
}

static stl_compiled_expr *push_compiled(lua_State *L, int rules) {
  void **box = stl_handle_push_box(L, STL_HANDLE_COMPILED_EXPR, NULL);
  lua_pushvalue(L, rules);
  lua_setiuservalue(L, -2, 1);
  stl_compiled_expr *compiled =
      stl_compiled_expr_new(L, stl_handle_unbox(L, rules));
  *box = compiled;
  return compiled;
}

static const strata_expr *compile_cached(lua_State *L, int index, int rules,
                                         bool within, const char *where) {
  stl_compiled_expr *compiled = push_compiled(L, rules);
  const char *text = fill_holes(L, index, compiled->rules, where);
  strata_error error = {0};
  compiled->is_nested = within;
  const strata_status status =
      (within ? strata_expr_parse_inner : strata_expr_parse)(
          compiled->rules->rules, text, &compiled->expr, &error);
  if (status != STRATA_OK) {
    stl_rules_charge_names(L, compiled->rules->rules, STRATA_NAME_ATTRIBUTE);
    stl_rules_charge_names(L, compiled->rules->rules, STRATA_NAME_SYMBOL);
    luaL_error(L, "%s: %s in \"%s\"", where,
               error.text[0] != '\0' ? error.text : strata_status_text(status),
               text);
  }
  lua_pushvalue(L, rules + 1);
  lua_setiuservalue(L, index, STL_UV_EXPR_COMPILED);
  return compiled->expr;
}

/* As the two that follow. A text is charged each time that it is used: whether
 * its compiled form is still there hangs on what other scripts have used. */
static const strata_expr *compile_for_world(lua_State *L, int index, int owner,
                                            bool within, const char *where) {
  index = lua_absindex(L, index);
  owner = lua_absindex(L, owner);
  const int top = lua_gettop(L);
  if (lua_type(L, index) == LUA_TBOOLEAN) stl_raise_boolean_expr(L, where);
  if (stl_handle_test(L, index, STL_HANDLE_EXPR) == NULL) {
    const int type = lua_type(L, index);
    if (type != LUA_TSTRING && type != LUA_TNUMBER &&
        stl_handle_test(L, index, STL_HANDLE_ENTITY) == NULL) {
      stl_push_mismatch(L, where, "an expression", index);
      luaL_error(L, "%s", lua_tostring(L, -1));
    }
    stl_expr_wrap(L, index);
  }
  const uint64_t serial = stl_expr_world_serial(L, index);
  const stl_world *world = stl_handle_unbox(L, owner);
  if (serial != 0 && serial != world->serial) {
    luaL_error(L, "%s: entity of another world", where);
  }
  charge_text(L, index);
  lua_getiuservalue(L, owner, 1); /* the rules of the world */
  lua_getiuservalue(L, index, STL_UV_EXPR_COMPILED);
  const stl_compiled_expr *known = stl_handle_unbox(L, -1);
  const bool usable = known != NULL && known->expr != NULL &&
                      known->is_nested == within &&
                      known->rules == stl_handle_unbox(L, top + 1);
  lua_settop(L, top + 1);
  const strata_expr *expr =
      usable ? known->expr : compile_cached(L, index, top + 1, within, where);
  lua_settop(L, top);
  return expr;
}

const strata_expr *stl_expr_compile(lua_State *L, int index, int owner,
                                    const char *where) {
  return compile_for_world(L, index, owner, false, where);
}

const strata_expr *stl_expr_compile_within(lua_State *L, int index, int owner,
                                           const char *where) {
  return compile_for_world(L, index, owner, true, where);
}

/* -- Questions to a world ------------------------------------------------- */

static strata_entity need_eval_entity(lua_State *L, int index,
                                      const stl_world *world) {
  if (lua_isnoneornil(L, index)) return 0;
  const stl_handle *handle = stl_handle_check(L, index, STL_HANDLE_ENTITY);
  luaL_argcheck(L, handle->world == world, index, "entity of another world");
  luaL_argcheck(L, strata_is_alive(world->world, handle->id), index,
                "stale entity");
  return handle->id;
}

/* What the expression at 2 visits: all entities, `times`, and for each of them
 * (or once) all again for every word in it that asks all. */
static void charge_visited(lua_State *L, const stl_world *world,
                           uint32_t times) {
  stl_world_charge_look(L, world);
  const uint32_t words = stl_expr_count_aggregates(stl_expr_push_text(L, 2));
  lua_pop(L, 1);
  for (uint32_t i = 0; i < times + words; i++) {
    stl_world_charge_entities(L, world);
  }
}

static void check_visible_entity(lua_State *L, const stl_world *world,
                                 strata_entity who, const char *where) {
  if (who == 0 || !stl_visibility_is_hidden(world, who)) return;
  stl_visibility_refuse_hidden(L, world, who, where);
}

int stl_world_select(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 3);
  const strata_entity source = need_eval_entity(L, 3, world);
  const strata_expr *expr = stl_expr_compile(L, 2, 1, "world:select");
  stl_visibility_refuse_expr(L, world, stl_expr_push_text(L, 2),
                             "world:select");
  check_visible_entity(L, world, source, "world:select");
  charge_visited(L, world, 1);
  const size_t room = (size_t)stl_stats(world->world).entities;
  strata_entity *found = lua_newuserdatauv(L, (room + 1) * sizeof *found, 0);
  size_t count = 0;
  const strata_status status =
      strata_select(world->world, expr, source, found, room, &count);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:select");
  }
  lua_createtable(L, (int)count, 0);
  lua_Integer seen = 0;
  for (size_t i = 0; i < count; i++) {
    if (stl_visibility_is_hidden(world, found[i])) continue;
    stl_push_entity(L, 1, found[i]);
    lua_rawseti(L, -2, ++seen);
  }
  return 1;
}

int stl_world_count(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 3);
  if (stl_visibility_is_limited(world)) {
    (void)stl_world_select(L);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
  }
  const strata_entity source = need_eval_entity(L, 3, world);
  const strata_expr *expr = stl_expr_compile(L, 2, 1, "world:count");
  charge_visited(L, world, 1);
  size_t count = 0;
  const strata_status status =
      strata_select(world->world, expr, source, NULL, 0, &count);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:count");
  }
  lua_pushinteger(L, (lua_Integer)count);
  return 1;
}

int stl_world_eval(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 4);
  const strata_entity it = need_eval_entity(L, 3, world);
  const strata_entity source = need_eval_entity(L, 4, world);
  const strata_expr *expr = stl_expr_compile(L, 2, 1, "world:eval");
  stl_visibility_refuse_expr(L, world, stl_expr_push_text(L, 2), "world:eval");
  check_visible_entity(L, world, it, "world:eval");
  check_visible_entity(L, world, source, "world:eval");
  charge_visited(L, world, 0);
  strata_value value = {0};
  const strata_status status =
      strata_expr_eval(world->world, expr, it, source, &value);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:eval");
  }
  stl_push_value(L, 1, &value);
  return 1;
}

/* -- Opening -------------------------------------------------------------- */

void stl_open_compiled_expr(lua_State *L) {
  static const luaL_Reg meta[] = {{"__gc", compiled_gc}, {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_COMPILED_EXPR, "compiled expression", meta);
  lua_pop(L, 1);
}
