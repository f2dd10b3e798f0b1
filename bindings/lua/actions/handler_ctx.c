/*
 * handler_ctx.c - the ctx and the events that handlers are given.
 *
 * A ctx gives the source of the handler, its controller, its event and its
 * world, and emits events and keeps notes on the handler's behalf.
 */
#include "lua/actions/handler_ctx.h"

#include "lua/actions/handler_choice.h"
#include "lua/actions/handler_context.h"
#include "lua/actions/world_act.h"
#include "lua/core/frozen_tables.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/entity_handle.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/value_convert.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* -- What ctx gives ------------------------------------------------------- */

typedef struct event_handle {
  uint64_t serial;
  strata_event event;
} event_handle;

/* Push an event, nil for 0; the ctx is at 1. */
static void push_event(lua_State *L, strata_event event) {
  const stl_handler_ctx *c = lua_touserdata(L, 1);
  if (event == 0) {
    lua_pushnil(L);
    return;
  }
  event_handle *made = lua_newuserdatauv(L, sizeof *made, 1);
  *made = (event_handle){c->serial, event};
  lua_getiuservalue(L, 1, 1);
  lua_setiuservalue(L, -2, 1);
  stl_handle_kind_set(L, STL_HANDLE_EVENT);
}

static strata_entity handler_party(const strata_handler_call *call,
                                   const char *key) {
  if (strcmp(key, "this") == 0) return strata_call_this(call);
  return strcmp(key, "you") == 0 ? strata_call_you(call) : strata_call_it(call);
}

/* __index of ctx; upvalue 1 is the table of its methods. */
static int ctx_index(lua_State *L) {
  strata_handler_call *call = stl_handler_ctx_check(L);
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const char *key = luaL_checkstring(L, 2);
  const stl_world *world = stl_handler_ctx_push_world(L);
  if (strcmp(key, "world") == 0) return 1;
  if (strcmp(key, "event") == 0) {
    push_event(L, strata_call_event(call));
    return 1;
  }
  strata_value value = {0};
  const bool known = strcmp(key, "this") == 0 || strcmp(key, "you") == 0 ||
                     strcmp(key, "it") == 0;
  if (known) {
    stl_push_entity(L, -1, handler_party(call, key));
    return 1;
  }
  const strata_status status = strata_call_get(call, key, &value);
  if (status != STRATA_OK) stl_handler_call_raise(L, world, status, "ctx");
  stl_push_value(L, -1, &value);
  return 1;
}

/* __newindex of ctx: assign a variable of the program. The new value must have
 * the type of the present one. */
static int ctx_newindex(lua_State *L) {
  strata_handler_call *call = stl_handler_ctx_check(L);
  const char *key = luaL_checkstring(L, 2);
  const stl_world *world = stl_handler_ctx_push_world(L);
  strata_value value = {0};
  strata_status status = strata_call_get(call, key, &value);
  if (status != STRATA_OK) stl_handler_call_raise(L, world, status, "ctx");
  const char *expected = stl_read_plain_value(L, 3, world, value.type, &value);
  if (expected != NULL) {
    lua_pushfstring(L, "ctx.%s", key);
    stl_push_mismatch(L, lua_tostring(L, -1), expected, 3);
    return luaL_error(L, "%s", lua_tostring(L, -1));
  }
  status = strata_call_set(call, key, &value);
  if (status != STRATA_OK) stl_handler_call_raise(L, world, status, "ctx");
  return 0;
}

/* -- Events --------------------------------------------------------------- */

static strata_field need_field(lua_State *L, const stl_world *world) {
  return stl_rules_need(L, world->rules, STRATA_NAME_FIELD, "ctx.event",
                        luaL_checkstring(L, 2));
}

static int event_index(lua_State *L) {
  const event_handle *e = lua_touserdata(L, 1);
  strata_handler_call *call = stl_handler_call_check(L, e->serial);
  lua_settop(L, 2);
  const stl_world *world = stl_handler_ctx_push_world(L);
  strata_value value = {0};
  const strata_status status =
      strata_event_get(call, e->event, need_field(L, world), &value);
  if (status != STRATA_OK) {
    stl_handler_call_raise(L, world, status, "ctx.event");
  }
  stl_push_value(L, 3, &value);
  return 1;
}

static int event_newindex(lua_State *L) {
  const event_handle *e = lua_touserdata(L, 1);
  strata_handler_call *call = stl_handler_call_check(L, e->serial);
  lua_settop(L, 3);
  const stl_world *world = stl_handler_ctx_push_world(L);
  const strata_field field = need_field(L, world);
  strata_value value = {0};
  const char *expected = stl_read_plain_value(
      L, 3, world,
      (strata_type)strata_rules_field_type(world->rules->rules, field), &value);
  if (expected != NULL) {
    lua_pushfstring(L, "ctx.event.%s", lua_tostring(L, 2));
    stl_push_mismatch(L, lua_tostring(L, -1), expected, 3);
    return luaL_error(L, "%s", lua_tostring(L, -1));
  }
  const strata_status status = strata_event_set(call, e->event, field, &value);
  if (status != STRATA_OK) {
    stl_handler_call_raise(L, world, status, "ctx.event");
  }
  return 0;
}

static int event_tostring(lua_State *L) {
  const event_handle *e = stl_handle_check(L, 1, STL_HANDLE_EVENT);
  const strata_handler_call *call = stl_handler_call_check(L, e->serial);
  const stl_world *world = stl_handler_ctx_push_world(L);
  lua_pushfstring(L, "event of kind %s",
                  strata_rules_name(world->rules->rules, STRATA_NAME_EVENT_TYPE,
                                    strata_event_type_of(call, e->event)));
  return 1;
}

static int emit_go_on(lua_State *L, int yielded, lua_KContext where);

/* The ctx is at 1, and its world at 5. */
static int end_emit(lua_State *L, strata_status status,
                    const strata_emit_result *emitted) {
  if (status == STRATA_ESUSPEND) return stl_handler_call_wait(L, emit_go_on);
  if (status != STRATA_OK) {
    stl_handler_call_raise(L, stl_handle_unbox(L, 5), status, "ctx:emit");
  }
  lua_pushinteger(L, emitted->happened);
  stl_push_entity(L, 5, emitted->made);
  push_event(L, emitted->event);
  return 3;
}

static int emit_go_on(lua_State *L, int yielded, lua_KContext where) {
  (void)yielded;
  (void)where;
  strata_handler_call *call = stl_handler_ctx_check(L);
  strata_emit_result emitted = {0};
  const strata_status status = strata_emit_go_on(call, &emitted);
  return end_emit(L, status, &emitted);
}

/* ctx:emit("gain", { player = p }) -> the number of events that
 * happened, the entity that was made, the event. */
static int ctx_emit(lua_State *L) {
  strata_handler_call *call = stl_handler_ctx_check(L);
  lua_settop(L, 4);
  stl_frozen_thaw(L, 3);
  stl_frozen_thaw(L, 4);
  stl_world *world = stl_handler_ctx_push_world(L); /* 5 */
  strata_act_desc desc = {0};
  const stl_event_reading reading = {.world = world,
                                     .index = 5,
                                     .where = "ctx:emit",
                                     .by = strata_call_you(call),
                                     .cause = strata_call_this(call)};
  stl_event_read(L, &reading, 2, &desc);
  strata_emit_result emitted = {0};
  stl_world_note_change(world);
  const strata_status status = strata_emit(call, &desc, 1, &emitted);
  return end_emit(L, status, &emitted);
}

/* The event at 2, of this call. */
static strata_event check_event(lua_State *L) {
  const stl_handler_ctx *c = lua_touserdata(L, 1);
  const event_handle *e = stl_handle_check(L, 2, STL_HANDLE_EVENT);
  luaL_argcheck(L, e->serial == c->serial, 2, "event of another handler");
  return e->event;
}

/* ctx:came_of(event): the list of events that happened inside `event` or in
 * place of it. */
static int ctx_came_of(lua_State *L) {
  const strata_handler_call *call = stl_handler_ctx_check(L);
  const strata_event event = check_event(L);
  lua_newtable(L);
  lua_Integer count = 0;
  strata_event next = strata_event_next(call, event, 0);
  while (next != 0) {
    if (strata_event_happened(call, next)) {
      push_event(L, next);
      lua_rawseti(L, -2, ++count);
    }
    next = strata_event_next(call, event, next);
  }
  return 1;
}

static int ctx_kind_of(lua_State *L) {
  const strata_handler_call *call = stl_handler_ctx_check(L);
  const strata_event event = check_event(L);
  const stl_world *world = stl_handler_ctx_push_world(L);
  lua_pushstring(L,
                 strata_rules_name(world->rules->rules, STRATA_NAME_EVENT_TYPE,
                                   strata_event_type_of(call, event)));
  return 1;
}

static int ctx_made_by(lua_State *L) {
  const strata_handler_call *call = stl_handler_ctx_check(L);
  const strata_event event = check_event(L);
  (void)stl_handler_ctx_push_world(L);
  stl_push_entity(L, -1, strata_event_made(call, event));
  return 1;
}

/* ctx:stop(): the event does not happen; in a handler of a chain: no later
 * handler of the chain is called. */
static int ctx_stop(lua_State *L) {
  strata_handler_call *call = stl_handler_ctx_check(L);
  const strata_status status =
      strata_call_in_chain(call)
          ? strata_call_halt(call)
          : strata_event_stop(call, strata_call_event(call));
  const stl_world *world = stl_handler_ctx_push_world(L);
  if (status != STRATA_OK) stl_handler_call_raise(L, world, status, "ctx:stop");
  return 0;
}

/* ctx:drop(): this handler leaves its chain. */
static int ctx_drop(lua_State *L) {
  strata_handler_call *call = stl_handler_ctx_check(L);
  const strata_status status = strata_call_drop(call);
  const stl_world *world = stl_handler_ctx_push_world(L);
  if (status != STRATA_OK) stl_handler_call_raise(L, world, status, "ctx:drop");
  return 0;
}

static int ctx_roll(lua_State *L) {
  strata_handler_call *call = stl_handler_ctx_check(L);
  int64_t rolled = 0;
  const strata_status status =
      strata_call_roll(call, luaL_checkinteger(L, 2), &rolled);
  const stl_world *world = stl_handler_ctx_push_world(L);
  if (status != STRATA_OK) stl_handler_call_raise(L, world, status, "ctx:roll");
  lua_pushinteger(L, rolled);
  return 1;
}

/* ctx:note(owner, key, value) is ctx.world:note(owner, key, value). */
static int ctx_note(lua_State *L) {
  (void)stl_handler_ctx_check(L);
  (void)stl_handler_ctx_push_world(L);
  lua_replace(L, 1);
  return stl_world_note(L);
}

static int ctx_noted(lua_State *L) {
  (void)stl_handler_ctx_check(L);
  (void)stl_handler_ctx_push_world(L);
  lua_replace(L, 1);
  return stl_world_noted(L);
}

/* -- Opening -------------------------------------------------------------- */

static int ctx_tostring(lua_State *L) {
  stl_handle_check(L, 1, STL_HANDLE_HANDLER_CTX);
  lua_pushliteral(L, "what a handler is given");
  return 1;
}

void stl_open_handler_ctx(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__newindex", ctx_newindex}, {"__tostring", ctx_tostring}, {NULL, NULL}};
  static const luaL_Reg event[] = {{"__index", event_index},
                                   {"__newindex", event_newindex},
                                   {"__tostring", event_tostring},
                                   {NULL, NULL}};
  static const luaL_Reg methods[] = {{"emit", ctx_emit},
                                     {"came_of", ctx_came_of},
                                     {"kind_of", ctx_kind_of},
                                     {"made_by", ctx_made_by},
                                     {"stop", ctx_stop},
                                     {"drop", ctx_drop},
                                     {"roll", ctx_roll},
                                     {"note", ctx_note},
                                     {"noted", ctx_noted},
                                     {"choose", stl_handler_ctx_choose},
                                     {"choose_all", stl_handler_ctx_choose_all},
                                     {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_HANDLER_CTX, "ctx", meta);
  luaL_newlib(L, methods);
  lua_pushcclosure(L, ctx_index, 1);
  lua_setfield(L, -2, "__index");
  stl_handle_kind_new(L, STL_HANDLE_EVENT, "event", event);
  lua_pop(L, 2);
}
