/*
 * object_methods.c - make, move and change objects.
 *
 * Definitions, zones, timestamps, lists of abilities, and the last known values
 * of objects that are gone.
 */
#include "lua/objects/object_methods.h"

#include "lua/core/budget.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/sorting.h"
#include "lua/core/state.h"
#include "lua/handles/change_table.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/expr_builder.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- Spawning ------------------------------------------------------------- */

/* The attributes that the table at `fields` names, in the order of their ids:
 * Lua's order of keys is not the same in two runs. Pushes what holds them. */
static strata_attr *sort_spawn_fields(lua_State *L, const stl_rules *rules,
                                      int fields, size_t *count) {
  const int first = lua_gettop(L) + 1;
  const int room = stl_push_sorted_names(L, fields, false, "world:spawn");
  strata_attr *attrs =
      lua_newuserdatauv(L, ((size_t)room + 1) * sizeof *attrs, 0);
  *count = 0;
  for (int n = 0; n < room; n++) {
    const strata_attr attr = stl_rules_need_attr(L, rules, "world:spawn",
                                                 lua_tostring(L, first + n));
    size_t i = (*count)++;
    while (i > 0 && attrs[i - 1] > attr) {
      attrs[i] = attrs[i - 1];
      i--;
    }
    attrs[i] = attr;
  }
  lua_insert(L, first); /* it holds them */
  lua_settop(L, first);
  return attrs;
}

/* The field's value; what it points to is pushed. */
static strata_value read_spawn_field(lua_State *L, const stl_world *world,
                                     int fields, strata_attr attr) {
  strata_value value = {0};
  const char *name =
      strata_rules_name(world->rules->rules, STRATA_NAME_ATTRIBUTE, attr);
  lua_getfield(L, fields, name);
  const int index = lua_gettop(L);
  const char *expected =
      stl_read_value(L, index, world->rules, world, attr, &value);
  if (expected != NULL) {
    stl_push_mismatch(L, name, expected, index);
    luaL_error(L, "world:spawn: %s", lua_tostring(L, -1));
  }
  return value;
}

/* Check all of the fields, so that only memory can fail from here on. */
static void check_spawn_fields(lua_State *L, const stl_world *world, int fields,
                               const strata_attr *attrs, size_t count) {
  const int top = lua_gettop(L);
  const strata_rules *rules = world->rules->rules;
  const bool has_zones = strata_rules_count(rules, STRATA_NAME_ZONE) > 0;
  for (size_t i = 0; i < count; i++) {
    const char *name =
        strata_rules_name(rules, STRATA_NAME_ATTRIBUTE, attrs[i]);
    if (has_zones && strcmp(name, "zone") == 0) {
      luaL_error(L, "world:spawn: zone: entities begin in no zone; use "
                    "card:move(\"...\") then");
    }
    (void)read_spawn_field(L, world, fields, attrs[i]);
    lua_settop(L, top);
  }
}

/* The definition named at `index`, 0 if there is a table or nothing. */
static strata_definition read_definition(lua_State *L, const stl_rules *rules,
                                         int index, const char *where) {
  if (lua_type(L, index) != LUA_TSTRING) return 0;
  const char *name = lua_tostring(L, index);
  const strata_definition definition = strata_rules_called(rules->rules, name);
  if (definition == 0) {
    stl_rules_raise_unknown(L, rules, STRATA_NAME_DEFINITION, where, name);
  }
  return definition;
}

/* Raise why nothing is made of a card, if the packs of the world at index 1
 * have one by that name which is there for others to be like it. */
static void refuse_abstract(lua_State *L, int index) {
  lua_getiuservalue(L, 1, 1); /* the rules */
  if (lua_getiuservalue(L, -1, STL_UV_FIELDS) != LUA_TTABLE ||
      lua_rawgeti(L, -1, 1) != LUA_TFUNCTION) {
    return;
  }
  lua_pushvalue(L, index);
  lua_call(L, 1, 1);
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_error(L, "world:spawn: %s", lua_tostring(L, -1));
  }
}

/* world:spawn{...}, world:spawn("classic:bear", {...}) */
int stl_world_spawn(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  if (lua_type(L, 2) == LUA_TSTRING &&
      strata_rules_called(world->rules->rules, lua_tostring(L, 2)) == 0) {
    refuse_abstract(L, 2);
  }
  const strata_definition definition =
      read_definition(L, world->rules, 2, "world:spawn");
  if (definition != 0) lua_remove(L, 2);
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_newtable(L);
  }
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  size_t count = 0;
  const strata_attr *attrs = sort_spawn_fields(L, world->rules, 2, &count);
  check_spawn_fields(L, world, 2, attrs, count);
  stl_push_entity(L, 1, 1); /* the number is filled in below */
  stl_handle *handle = lua_touserdata(L, -1);
  stl_world_note_change(world);
  strata_status status =
      definition == 0 ? strata_spawn(world->world, &handle->id)
                      : strata_spawn_as(world->world, definition, &handle->id);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:spawn");
  }
  const int top = lua_gettop(L);
  for (size_t i = 0; i < count && status == STRATA_OK; i++) {
    const strata_value value = read_spawn_field(L, world, 2, attrs[i]);
    status = strata_set_base(world->world, handle->id, attrs[i], &value);
    lua_settop(L, top);
  }
  if (status == STRATA_OK) return 1;
  const strata_status undone = strata_despawn(world->world, handle->id);
  (void)undone; /* what is reported is the first failure */
  return stl_world_raise(L, world, status, "world:spawn");
}

/* An entity of this world, alive or gone. */
static strata_entity need_entity_of_world(lua_State *L, const stl_world *world,
                                          int index, const char *where) {
  const stl_handle *handle = stl_handle_test(L, index, STL_HANDLE_ENTITY);
  if (handle == NULL) {
    stl_push_mismatch(L, where, "an entity", index);
    luaL_error(L, "%s", lua_tostring(L, -1));
    return 0;
  }
  if (handle->world != world) {
    luaL_error(L, "%s: entity of another world", where);
  }
  return handle->id;
}

int stl_world_spawn_copy(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 2);
  const strata_entity of =
      need_entity_of_world(L, world, 2, "world:spawn_copy");
  stl_push_entity(L, 1, 1);
  stl_handle *handle = lua_touserdata(L, -1);
  stl_world_charge_look(L, world); /* copiable values are computed */
  stl_world_note_change(world);
  const strata_status status = strata_spawn_copy(world->world, of, &handle->id);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:spawn_copy");
  }
  return 1;
}

/* -- Zones ---------------------------------------------------------------- */

static strata_zone read_zone(lua_State *L, const stl_rules *rules, int index,
                             const char *where) {
  const char *name = stl_field_text(L, index, where, NULL);
  const strata_zone zone =
      strata_rules_find(rules->rules, STRATA_NAME_ZONE, name);
  if (zone == 0) {
    stl_rules_raise_unknown(L, rules, STRATA_NAME_ZONE, where, name);
  }
  return zone;
}

static strata_entity read_zone_player(lua_State *L, const stl_world *world,
                                      int index, const char *where) {
  if (lua_isnoneornil(L, index)) return 0;
  const strata_entity player = need_entity_of_world(L, world, index, where);
  if (!strata_is_alive(world->world, player)) {
    luaL_error(L, "%s: a stale entity", where);
  }
  return player;
}

/* { player = , position = , same = } at `index` */
static void read_zone_place(lua_State *L, const stl_world *world, int index,
                            strata_move_desc *to) {
  static const char *const words[] = {"player", "position", "same", NULL};
  luaL_checktype(L, index, LUA_TTABLE);
  stl_check_fields(L, index, "move", "option", words, 0);
  lua_getfield(L, index, "player");
  to->player = read_zone_player(L, world, -1, "move: player");
  int64_t position = 0;
  (void)stl_field_integer(L, index, "move", "position", &position);
  if (position < INT32_MIN || position > INT32_MAX) {
    luaL_error(L, "move.position: out of range");
  }
  to->position = (int32_t)position;
  to->same = stl_field_boolean(L, index, "move", "same");
}

/* card:move("library", { player = alice, position = -1 }) */
static int entity_move(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  const stl_world *world = handle->world;
  lua_settop(L, 3);
  strata_move_desc to = {0};
  if (!stl_expr_is_none(L, 2)) {
    to.zone = read_zone(L, world->rules, 2, "move");
  }
  if (!lua_isnil(L, 3)) read_zone_place(L, world, 3, &to);
  stl_push_entity(L, 1, handle->id);
  stl_handle *moved = lua_touserdata(L, -1);
  stl_world_note_change(world);
  const strata_status status =
      strata_move(world->world, handle->id, &to, &moved->id);
  if (status != STRATA_OK) return stl_world_raise(L, world, status, "move");
  return 1;
}

/* A zone without its player would look empty. */
static void check_zone_player(lua_State *L, const stl_rules *rules,
                              strata_zone zone, strata_entity player) {
  strata_zone_desc desc = {0};
  const strata_status status = strata_rules_zone(rules->rules, zone, &desc);
  if (status != STRATA_OK) luaL_error(L, "%s", strata_status_text(status));
  if (desc.shared && player != 0) {
    luaL_error(L, "world:zone: '%s' is shared; leave out the player",
               desc.name);
  }
  if (!desc.shared && player == 0) {
    luaL_error(L,
               "world:zone: each player has a '%s'; say whose, as in "
               "world:zone(\"%s\", alice)",
               desc.name, desc.name);
  }
}

/* world:zone("library", alice): from the bottom to the top. */
int stl_world_zone(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 3);
  const strata_zone zone = read_zone(L, world->rules, 2, "world:zone");
  const strata_entity player =
      read_zone_player(L, world, 3, "world:zone: player");
  check_zone_player(L, world->rules, zone, player);
  const uint32_t room = strata_zone_count(world->world, zone, player);
  stl_charge(L, room);
  lua_createtable(L, (int)room, 0);
  lua_Integer count = 0;
  strata_entity entity = strata_zone_next(world->world, zone, player, 0);
  while (entity != 0) {
    stl_push_entity(L, 1, entity);
    lua_rawseti(L, 4, ++count);
    entity = strata_zone_next(world->world, zone, player, entity);
  }
  return 1;
}

/* -- What an entity is ---------------------------------------------------- */

/* For calls of the engine that answer 0 to a stale handle. */
static const stl_handle *check_alive_entity(lua_State *L, const char *where) {
  const stl_handle *handle = stl_entity_check(L, 1);
  if (!strata_is_alive(handle->world->world, handle->id)) {
    stl_push_entity_text(L, handle->world, handle->id);
    luaL_error(L, "%s: %s", where, lua_tostring(L, -1));
  }
  return handle;
}

static int entity_zone_player(lua_State *L) {
  const stl_handle *handle = check_alive_entity(L, "zone_player");
  stl_push_entity(L, 1, strata_zone_player(handle->world->world, handle->id));
  return 1;
}

static void check_visible_object(lua_State *L, const stl_handle *handle,
                                 const char *what) {
  if (!stl_visibility_is_hidden(handle->world, handle->id)) return;
  stl_visibility_refuse_hidden(L, handle->world, handle->id, what);
}

static int entity_definition(lua_State *L) {
  const stl_handle *handle = check_alive_entity(L, "definition");
  stl_visibility_refuse_face_down(L, handle->world, handle->id, "definition");
  const strata_definition definition =
      strata_definition_of(handle->world->world, handle->id);
  lua_pushstring(L, strata_rules_name(handle->world->rules->rules,
                                      STRATA_NAME_DEFINITION, definition));
  return 1;
}

static int entity_transform(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  luaL_checktype(L, 2, LUA_TSTRING);
  const strata_definition face =
      read_definition(L, handle->world->rules, 2, "transform");
  const strata_status status =
      strata_transform(handle->world->world, handle->id, face);
  stl_world_note_change(handle->world);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "transform");
  }
  return 0;
}

static int entity_timestamp(lua_State *L) {
  const stl_handle *handle = check_alive_entity(L, "timestamp");
  check_visible_object(L, handle, "timestamp");
  lua_pushinteger(
      L, (lua_Integer)strata_timestamp(handle->world->world, handle->id));
  return 1;
}

static int entity_restamp(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  const strata_status status = strata_restamp(handle->world->world, handle->id);
  stl_world_note_change(handle->world);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "restamp");
  }
  return 0;
}

static void push_ability_row(lua_State *L, const stl_handle *handle,
                             const strata_ability_row *row) {
  lua_createtable(L, 0, 4);
  lua_pushstring(L, strata_rules_name(handle->world->rules->rules,
                                      STRATA_NAME_SYMBOL, row->ability));
  lua_setfield(L, -2, "name");
  lua_pushstring(L, strata_ability_origin_text(row->origin));
  lua_setfield(L, -2, "origin");
  stl_push_entity(L, 1, row->giver);
  lua_setfield(L, -2, "giver");
  lua_pushinteger(L, (lua_Integer)row->timestamp);
  lua_setfield(L, -2, "timestamp");
}

int stl_entity_abilities(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  check_visible_object(L, handle, "abilities");
  lua_settop(L, 1);
  strata_world *world = handle->world->world;
  size_t count = 0;
  stl_world_charge_look(L, handle->world);
  strata_status status = strata_abilities(world, handle->id, NULL, 0, &count);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "abilities");
  }
  strata_ability_row *rows =
      lua_newuserdatauv(L, (count + 1) * sizeof *rows, 0);
  status = strata_abilities(world, handle->id, rows, count, &count);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "abilities");
  }
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    push_ability_row(L, handle, &rows[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static int entity_value_after(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  luaL_checkany(L, 2);
  const char *name = luaL_checkstring(L, 3);
  const stl_rules *rules = handle->world->rules;
  stl_visibility_refuse_face_down(L, handle->world, handle->id, "value_after");
  const strata_layer layer = stl_read_layer(L, 2, rules, "value_after", NULL);
  const strata_attr attr = stl_rules_need_attr(L, rules, "value_after", name);
  strata_value value = {0};
  stl_world_charge_passes(L, handle->world, 1);
  const strata_status status =
      strata_get_after(handle->world->world, handle->id, attr, layer, &value);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "value_after");
  }
  stl_push_value(L, 1, &value);
  return 1;
}

/* -- What it was ---------------------------------------------------------- */

static int entity_last_known(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  if (stl_visibility_is_hidden(handle->world, handle->id)) {
    stl_visibility_refuse_hidden(L, handle->world, handle->id, "last_known");
  }
  const char *name = luaL_checkstring(L, 2);
  const strata_attr attr =
      stl_rules_need_attr(L, handle->world->rules, "last_known", name);
  strata_value value = {0};
  const strata_status status =
      strata_last_known(handle->world->world, handle->id, attr, &value);
  if (status != STRATA_OK) {
    return stl_world_raise(L, handle->world, status, "last_known");
  }
  stl_push_value(L, 1, &value);
  return 1;
}

static int entity_successor(lua_State *L) {
  const stl_handle *handle = stl_entity_check(L, 1);
  const strata_entity next = strata_successor(handle->world->world, handle->id);
  if (next != 0 && stl_visibility_is_hidden(handle->world, next)) {
    return stl_visibility_refuse_hidden(L, handle->world, next, "successor");
  }
  stl_push_entity(L, 1, next);
  return 1;
}

int stl_world_forget_gone(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const strata_status status = strata_forget_gone(world->world);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:forget_gone");
  }
  return 0;
}

void stl_add_object_methods(lua_State *L) {
  static const luaL_Reg methods[] = {{"abilities", stl_entity_abilities},
                                     {"definition", entity_definition},
                                     {"last_known", entity_last_known},
                                     {"move", entity_move},
                                     {"restamp", entity_restamp},
                                     {"successor", entity_successor},
                                     {"timestamp", entity_timestamp},
                                     {"transform", entity_transform},
                                     {"value_after", entity_value_after},
                                     {"zone_player", entity_zone_player},
                                     {NULL, NULL}};
  luaL_setfuncs(L, methods, 0);
}
