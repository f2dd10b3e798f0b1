/*
 * world_recording.c - worlds whose actions are recorded, and replays.
 *
 * A recorded world has a table of the library's module
 * strata.record.world_record, which is called before and after each method that
 * can be recorded. Errors of the recording are kept and never prevent the
 * method: a recorded game is the same game.
 */
#include "lua/objects/world_recording.h"

#include "lua/actions/chain_methods.h"
#include "lua/actions/course_calls.h"
#include "lua/actions/decision_tables.h"
#include "lua/actions/failed_handlers.h"
#include "lua/actions/world_act.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/world_handle.h"
#include "lua/objects/world_history.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>

static const luaL_Reg recorded_methods[] = {{"act", stl_world_act},
                                            {"advance", stl_world_advance},
                                            {"answer", stl_world_answer},
                                            {"cancel", stl_world_cancel},
                                            {"disable", stl_world_disable},
                                            {"enable", stl_world_enable},
                                            {"pass", stl_world_pass},
                                            {"retract", stl_world_retract},
                                            {"seed", stl_world_seed},
                                            {"tick", stl_world_tick},
                                            {NULL, NULL}};

static bool push_recording(lua_State *L) {
  if (stl_handle_test(L, 1, STL_HANDLE_WORLD) == NULL) return false;
  if (lua_getiuservalue(L, 1, STL_UV_RECORDING) == LUA_TTABLE) return true;
  lua_pop(L, 1);
  return false;
}

/* (recording, name of a function of strata.record.world_record, ...): call it
 * so. */
static int call_recording_function(lua_State *L) {
  stl_library_push(L, "strata.record.world_record");
  (void)lua_getfield(L, -1, lua_tostring(L, 2));
  lua_insert(L, 1);
  lua_pop(L, 1);
  lua_remove(L, 3);
  lua_call(L, lua_gettop(L) - 1, 0);
  return 0;
}

/* Tell the recording at the top, which is taken off, of a call with the
 * arguments from 2 to `last`. False if it has failed. */
static bool tell_recording(lua_State *L, const char *function,
                           const char *method, int last) {
  const int recording = lua_gettop(L);
  lua_pushcfunction(L, call_recording_function);
  lua_pushvalue(L, recording);
  lua_pushstring(L, function);
  lua_pushstring(L, method);
  for (int i = 2; i <= last; i++) {
    lua_pushvalue(L, i);
  }
  const bool told = lua_pcall(L, lua_gettop(L) - recording - 1, 0, 0) == LUA_OK;
  lua_settop(L, recording - 1);
  return told;
}

/* The recording at the top, which is taken off, has missed something. */
static void mark_recording_incomplete(lua_State *L, const char *why) {
  lua_pushstring(L, why);
  lua_setfield(L, -2, "problem");
  lua_pop(L, 1);
}

static int call_recorded_method(lua_State *L, const luaL_Reg *method) {
  const int count = lua_gettop(L);
  if (!push_recording(L)) return method->func(L);
  luaL_checkstack(L, count + LUA_MINSTACK, "record");
  bool told = tell_recording(L, "before", method->name, count);
  const int results = method->func(L);
  if (push_recording(L)) {
    told = tell_recording(L, "after", method->name, 1) && told;
  }
  if (!told && push_recording(L)) {
    mark_recording_incomplete(
        L, "it has missed a call, for want of memory or time");
  }
  return results;
}

/* Upvalue: which of the methods. */
static int call_recorded(lua_State *L) {
  const luaL_Reg *method =
      &recorded_methods[lua_tointeger(L, lua_upvalueindex(1))];
  stl_history_note(L, NULL);
  const int results = call_recorded_method(L, method);
  stl_history_note(L, method->name);
  return results;
}

static int raise_top_error(lua_State *L) {
  return luaL_error(L, "%s", stl_error_text(L, -1));
}

/* world:record(): begin a recording; its second result is returned. */
static int world_record(lua_State *L) {
  (void)stl_world_check(L, 1);
  lua_settop(L, 1);
  stl_library_push(L, "strata.record.world_record");
  (void)lua_getfield(L, 2, "begin");
  lua_pushvalue(L, 1);
  if (lua_pcall(L, 1, 2, 0) != LUA_OK) return raise_top_error(L);
  if (push_recording(L)) {
    mark_recording_incomplete(L, "another record of its world was begun");
  }
  lua_pushvalue(L, 3);
  lua_setiuservalue(L, 1, STL_UV_RECORDING);
  return 1;
}

/* { allow_changed = true, steps = 3 } */
static void check_replay_options(lua_State *L, int index) {
  static const char *const known[] = {"allow_changed", "steps", NULL};
  int64_t steps = 0;
  luaL_checktype(L, index, LUA_TTABLE);
  stl_check_fields(L, index, "rules:replay", "option", known, 0);
  (void)stl_field_boolean(L, index, "rules:replay", "allow_changed");
  (void)stl_field_integer(L, index, "rules:replay", "steps", &steps);
  if (steps < 0) {
    luaL_error(L, "rules:replay.steps: expected a number from 0");
  }
}

int stl_rules_replay(lua_State *L) {
  const stl_rules *rules = stl_handle_check(L, 1, STL_HANDLE_RULES);
  if (rules->rules == NULL) return luaL_error(L, "rules: stale");
  (void)luaL_checkstring(L, 2);
  lua_settop(L, 3);
  if (!lua_isnil(L, 3)) check_replay_options(L, 3);
  stl_library_push(L, "strata.record.world_record");
  (void)lua_getfield(L, 4, "play");
  lua_replace(L, 4);
  lua_insert(L, 1);
  if (lua_pcall(L, 3, 2, 0) != LUA_OK) return raise_top_error(L);
  return 2;
}

int stl_host_entity_number(lua_State *L) {
  const stl_handle *handle = stl_handle_test(L, 1, STL_HANDLE_ENTITY);
  if (handle == NULL) return 0;
  lua_pushinteger(L, (lua_Integer)handle->id);
  return 1;
}

int stl_host_entity_of_number(lua_State *L) {
  (void)stl_world_check(L, 1);
  stl_push_entity(L, 1, (strata_entity)luaL_checkinteger(L, 2));
  return 1;
}

void stl_add_recording_methods(lua_State *L) {
  for (lua_Integer i = 0; recorded_methods[i].name != NULL; i++) {
    lua_pushinteger(L, i);
    lua_pushcclosure(L, call_recorded, 1);
    lua_setfield(L, -2, recorded_methods[i].name);
  }
  lua_pushcfunction(L, world_record);
  lua_setfield(L, -2, "record");
  lua_pushcfunction(L, stl_world_history);
  lua_setfield(L, -2, "history");
}
