/*
 * world_history.c - world:history: the engine's history of a world.
 *
 * Methods that change a world note its state before they begin and when they
 * are done. Other changes are noted together, when the next of these methods is
 * called, or a method of the history. A world that waits for an answer is not
 * noted: an action with its answers is one step.
 */
#include "lua/objects/world_history.h"

#include "lua/core/handle_kinds.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

/* User values: the world, its rules, and the autosaves by slots. */
enum { UV_WORLD = 1, UV_RULES, UV_AUTOSAVES };

typedef struct stl_history {
  strata_history *history; /* NULL: it could not begin */
  strata_status missed;    /* why a step could not be noted */
  bool is_due;
  strata_autosave due;
} stl_history;

static strata_status remember_due(void *user, strata_world *world,
                                  const strata_autosave *autosave) {
  (void)world;
  stl_history *self = user;
  self->is_due = true;
  self->due = *autosave;
  return STRATA_OK;
}

/* Save the world at `world` into the slot that is due in the history at
 * `history`. */
static void autosave(lua_State *L, stl_history *self, int history, int world) {
  if (!self->is_due) return;
  lua_getiuservalue(L, history, UV_AUTOSAVES);
  lua_createtable(L, 0, 4);
  lua_pushinteger(L, (lua_Integer)self->due.slot + 1);
  lua_setfield(L, -2, "slot");
  lua_pushinteger(L, (lua_Integer)self->due.number);
  lua_setfield(L, -2, "number");
  lua_pushinteger(L, (lua_Integer)self->due.step);
  lua_setfield(L, -2, "step");
  (void)lua_getfield(L, world, "save");
  lua_pushvalue(L, world);
  lua_call(L, 1, 1);
  lua_setfield(L, -2, "bytes");
  lua_rawseti(L, -2, (lua_Integer)self->due.slot + 1);
  lua_pop(L, 1);
  self->is_due = false;
}

/* (history, world): save what is due. */
static int protected_autosave(lua_State *L) {
  autosave(L, lua_touserdata(L, 1), 1, 2);
  return 0;
}

/* What a method is called in a history. Of actions the log says it. */
static const char *text_of(const char *method) {
  static const char *const plain[] = {"disable", "enable", "seed", "tick"};
  for (size_t i = 0; method != NULL && i < sizeof plain / sizeof plain[0];
       i++) {
    if (strcmp(method, plain[i]) == 0) return method;
  }
  return NULL;
}

void stl_history_note(lua_State *L, const char *method) {
  if (stl_handle_test(L, 1, STL_HANDLE_WORLD) == NULL) return;
  strata_world *world = stl_to_world(L, 1);
  if (lua_getiuservalue(L, 1, STL_UV_HISTORY) == LUA_TUSERDATA &&
      world != NULL && strata_decision_count(world) == 0) {
    stl_history *self = lua_touserdata(L, -1);
    strata_status status =
        strata_history_note(self->history, world, text_of(method), NULL);
    if (status == STRATA_OK && self->is_due) {
      lua_pushcfunction(L, protected_autosave);
      lua_pushvalue(L, -2);
      lua_pushvalue(L, 1);
      if (lua_pcall(L, 2, 0, 0) != LUA_OK) lua_pop(L, 1); /* it is due still */
    }
    if (status != STRATA_OK && status != STRATA_EOPEN) self->missed = status;
  }
  lua_pop(L, 1);
}

/* -- Methods -------------------------------------------------------------- */

static int raise_history(lua_State *L, strata_status status,
                         const char *where) {
  return stl_world_raise(L, stl_handle_test(L, -1, STL_HANDLE_WORLD), status,
                         where);
}

/* The history at index 1, up to date; its world is pushed. */
static stl_history *check_history(lua_State *L, const char *where,
                                  strata_world **out) {
  stl_history *self = stl_handle_check(L, 1, STL_HANDLE_HISTORY);
  lua_getiuservalue(L, 1, UV_WORLD);
  const stl_world *world = stl_world_check(L, -1);
  stl_visibility_refuse_handler(L, world, where);
  lua_getiuservalue(L, -1, 1);
  lua_getiuservalue(L, 1, UV_RULES);
  if (!lua_rawequal(L, -1, -2)) {
    luaL_error(L,
               "%s: the world was reloaded under other rules; begin a new "
               "history after that",
               where);
  }
  lua_pop(L, 2);
  lua_getiuservalue(L, -1, STL_UV_HISTORY);
  if (!lua_rawequal(L, 1, -1)) {
    luaL_error(L, "%s: another history of its world was begun", where);
  }
  lua_pop(L, 1);
  if (strata_decision_count(world->world) > 0) {
    luaL_error(L, "%s: a decision is open: answer it, or cancel the action",
               where);
  }
  if (self->missed != STRATA_OK) {
    luaL_error(L, "%s: it has missed a step: %s", where,
               strata_status_text(self->missed));
  }
  const strata_status status =
      strata_history_note(self->history, world->world, NULL, NULL);
  if (status != STRATA_OK) raise_history(L, status, where);
  autosave(L, self, 1, lua_gettop(L));
  *out = world->world;
  return self;
}

/* The world, which is at the top, is about to get another state, so its marks
 * will be gone. Where an action of scripts runs, its commit keeps the state
 * that the action began with, to go back to if the action fails. */
static strata_world *leave_marks(lua_State *L, const char *where) {
  const stl_world *world = stl_handle_test(L, -1, STL_HANDLE_WORLD);
  if (world->context->action != world->context->action_call) {
    luaL_error(L,
               "%s: not inside of world:action, which could not be taken back",
               where);
  }
  (void)lua_getfield(L, -1, "commit");
  lua_pushvalue(L, -2);
  lua_call(L, 1, 0);
  stl_world_note_change(world);
  return world->world;
}

static uint64_t check_count(lua_State *L, int index, const char *where) {
  int is_integer = 0;
  const lua_Integer count = lua_tointegerx(L, index, &is_integer);
  if (lua_type(L, index) != LUA_TNUMBER || !is_integer || count < 0) {
    luaL_error(L, "%s: expected a number of steps from 0", where);
  }
  return (uint64_t)count;
}

static uint64_t count_or_one(lua_State *L, const char *where) {
  return lua_isnoneornil(L, 2) ? 1 : check_count(L, 2, where);
}

static int push_step(lua_State *L, const stl_history *self) {
  lua_pushinteger(L, (lua_Integer)strata_history_step(self->history));
  return 1;
}

static int history_step(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 1);
  return push_step(L, check_history(L, "history:step", &world));
}

static int history_go(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 2);
  const stl_history *self = check_history(L, "history:go", &world);
  const uint64_t step = check_count(L, 2, "history:go");
  world = leave_marks(L, "history:go");
  const strata_status status = strata_history_go(self->history, world, step);
  if (status != STRATA_OK) return raise_history(L, status, "history:go");
  return push_step(L, self);
}

static int history_undo(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 2);
  const stl_history *self = check_history(L, "history:undo", &world);
  const uint64_t count = count_or_one(L, "history:undo");
  world = leave_marks(L, "history:undo");
  const strata_status status =
      strata_history_undo(self->history, world, count, NULL);
  if (status != STRATA_OK) return raise_history(L, status, "history:undo");
  return push_step(L, self);
}

static int history_redo(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 2);
  const stl_history *self = check_history(L, "history:redo", &world);
  const uint64_t count = count_or_one(L, "history:redo");
  world = leave_marks(L, "history:redo");
  const strata_status status =
      strata_history_redo(self->history, world, count, NULL);
  if (status != STRATA_OK) return raise_history(L, status, "history:redo");
  return push_step(L, self);
}

static int history_at(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 2);
  const stl_history *self = check_history(L, "history:at", &world);
  const uint64_t step = check_count(L, 2, "history:at");
  strata_history_step_desc found;
  if (strata_history_step_get(self->history, step, &found) != STRATA_OK) {
    const strata_status status = strata_history_at(self->history, world, step);
    return raise_history(L, status, "history:at"); /* it says which there are */
  }
  (void)lua_getfield(L, -1, "fork");
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  const strata_status status =
      strata_history_at(self->history, stl_to_world(L, -1), step);
  if (status != STRATA_OK) return raise_history(L, status, "history:at");
  return 1;
}

static int history_branch(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 2);
  const stl_history *self = check_history(L, "history:branch", &world);
  if (lua_type(L, 2) != LUA_TSTRING || lua_rawlen(L, 2) == 0) {
    return luaL_error(L, "history:branch: expected a name");
  }
  world = leave_marks(L, "history:branch");
  const strata_status status =
      strata_history_branch(self->history, world, lua_tostring(L, 2));
  if (status != STRATA_OK) return raise_history(L, status, "history:branch");
  return 0;
}

static int history_branches(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 1);
  const stl_history *self = check_history(L, "history:branches", &world);
  strata_branch branch;
  lua_newtable(L);
  for (size_t i = 0;
       strata_history_branch_get(self->history, i, &branch) == STRATA_OK; i++) {
    lua_createtable(L, 0, 3);
    lua_pushstring(L, branch.name);
    lua_setfield(L, -2, "name");
    lua_pushinteger(L, (lua_Integer)branch.steps);
    lua_setfield(L, -2, "steps");
    lua_pushboolean(L, branch.here);
    lua_setfield(L, -2, "here");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static int history_steps(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 1);
  const stl_history *self = check_history(L, "history:steps", &world);
  strata_history_step_desc step;
  lua_newtable(L);
  for (uint64_t i = 1;
       strata_history_step_get(self->history, i, &step) == STRATA_OK; i++) {
    lua_pushstring(L, step.text);
    lua_rawseti(L, -2, (lua_Integer)i);
  }
  return 1;
}

static int history_autosaves(lua_State *L) {
  strata_world *world = NULL;
  lua_settop(L, 1);
  (void)check_history(L, "history:autosaves", &world);
  lua_getiuservalue(L, 1, UV_AUTOSAVES);
  const lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  lua_createtable(L, (int)count, 0);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_createtable(L, 0, 4);
    lua_rawgeti(L, -3, i);
    for (lua_pushnil(L); lua_next(L, -2) != 0;) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, -5);
    }
    lua_pop(L, 1);
    lua_rawseti(L, -2, i);
  }
  return 1;
}

static int history_gc(lua_State *L) {
  stl_history *self = stl_handle_test(L, 1, STL_HANDLE_HISTORY);
  if (self != NULL) strata_history_free(self->history);
  if (self != NULL) self->history = NULL;
  return 0;
}

/* -- Beginning ------------------------------------------------------------ */

static size_t read_count(lua_State *L, const char *name) {
  int64_t count = 0;
  if (lua_isnil(L, 2)) return 0;
  if (!stl_field_integer(L, 2, "world:history", name, &count)) return 0;
  if (count < 1) {
    luaL_error(L, "world:history.%s: expected a number from 1", name);
  }
  return (size_t)count;
}

int stl_world_history(lua_State *L) {
  static const char *const known[] = {"states", "autosave", "slots", NULL};
  const stl_world *world = stl_world_check(L, 1);
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) {
    luaL_checktype(L, 2, LUA_TTABLE);
    stl_check_fields(L, 2, "world:history", "option", known, 0);
  }
  if (strata_decision_count(world->world) > 0) {
    return luaL_error(L, "world:history: a decision is open: answer it, or "
                         "cancel the action");
  }
  stl_history *self = lua_newuserdatauv(L, sizeof *self, UV_AUTOSAVES);
  *self = (stl_history){.missed = STRATA_OK};
  stl_handle_kind_set(L, STL_HANDLE_HISTORY);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 3, UV_WORLD);
  lua_getiuservalue(L, 1, 1);
  lua_setiuservalue(L, 3, UV_RULES);
  lua_newtable(L);
  lua_setiuservalue(L, 3, UV_AUTOSAVES);
  const strata_history_desc desc = {.states = read_count(L, "states"),
                                    .every = read_count(L, "autosave"),
                                    .slots = read_count(L, "slots"),
                                    .autosave = remember_due,
                                    .user = self};
  const strata_status status =
      strata_history_new(world->world, &desc, &self->history);
  if (status != STRATA_OK) {
    return stl_world_raise(L, world, status, "world:history");
  }
  lua_pushvalue(L, 3);
  lua_setiuservalue(L, 1, STL_UV_HISTORY);
  return 1;
}

void stl_open_history(lua_State *L) {
  static const luaL_Reg meta[] = {{"__gc", history_gc}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"step", history_step},
                                     {"at", history_at},
                                     {"go", history_go},
                                     {"undo", history_undo},
                                     {"redo", history_redo},
                                     {"branch", history_branch},
                                     {"branches", history_branches},
                                     {"steps", history_steps},
                                     {"autosaves", history_autosaves},
                                     {NULL, NULL}};
  stl_handle_kind_new(L, STL_HANDLE_HISTORY, "history", meta);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
}
