/*
 * profile_tables.c - world:profile: costs of an evaluation as tables.
 *
 * A profile is an array of rows, the slowest first, with totals as fields.
 * Scripts have no clock, so that they do the same every time: without a clock
 * of the host all times are 0, and rows are ordered by how often they were
 * applied.
 */
#include "lua/objects/profile_tables.h"

#include "lua/core/lua_context.h"
#include "lua/core/state.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <time.h>

void stl_set_clock(lua_State *L, strata_time_fn now, void *user) {
  stl_context *context = stl_context_get(L);
  context->now = now;
  context->now_user = user;
}

static uint64_t zero_clock(void *user) {
  (void)user;
  return 0;
}

uint64_t stl_nanoseconds(void *user) {
  (void)user;
  struct timespec now = {0};
  (void)timespec_get(&now, TIME_UTC);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

/* -- Rows ----------------------------------------------------------------- */

typedef struct profile_figure {
  const char *name;
  uint64_t value;
} profile_figure;

static void set_profile_figures(lua_State *L, const profile_figure *figures,
                                size_t count) {
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, (lua_Integer)figures[i].value);
    lua_setfield(L, -2, figures[i].name);
  }
}

static void set_profile_text(lua_State *L, const char *field,
                             const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, field);
}

static void push_profile_row(lua_State *L, const strata_profile_row *row) {
  const profile_figure figures[] = {{"count", row->count},
                                    {"members", row->members},
                                    {"subjects", row->subjects},
                                    {"trials", row->trials},
                                    {"caused", row->caused},
                                    {"time", row->time},
                                    {"subject_time", row->subject_time},
                                    {"trial_time", row->trial_time},
                                    {"apply_time", row->apply_time}};
  lua_createtable(L, 0, 14);
  set_profile_text(L, "what", strata_profile_kind_text(row->what));
  set_profile_text(L, "layer", row->layer_name);
  set_profile_text(L, "name", row->name);
  set_profile_text(L, "card", row->card);
  set_profile_text(L, "ability", row->ability);
  set_profile_figures(L, figures, sizeof figures / sizeof figures[0]);
}

typedef struct ranked_row {
  const strata_profile_row *row;
  size_t place;
} ranked_row;

static int compare_by_time(const void *left, const void *right) {
  const ranked_row *a = left;
  const ranked_row *b = right;
  if (a->row->time != b->row->time) {
    return a->row->time > b->row->time ? -1 : 1;
  }
  if (a->row->count != b->row->count) {
    return a->row->count > b->row->count ? -1 : 1;
  }
  return a->place < b->place ? -1 : 1;
}

/* (world) -> table */
static int build_profile_table(lua_State *L) {
  const strata_world *world = lua_touserdata(L, 1);
  strata_profile total;
  strata_profile_total(world, &total);
  const size_t count = strata_profile_count(world);
  ranked_row *rows = lua_newuserdatauv(L, (count + 1) * sizeof *rows, 0);
  for (size_t i = 0; i < count; i++) {
    rows[i] = (ranked_row){strata_profile_get(world, i), i};
  }
  qsort(rows, count, sizeof *rows, compare_by_time);
  lua_createtable(L, (int)count, 7);
  for (size_t i = 0; i < count; i++) {
    push_profile_row(L, rows[i].row);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  const profile_figure figures[] = {
      {"passes", total.passes},   {"avoided", total.avoided},
      {"values", total.values},   {"classes", total.classes},
      {"lost", total.lost},       {"time", total.time},
      {"elapsed", total.elapsed},
  };
  set_profile_figures(L, figures, sizeof figures / sizeof figures[0]);
  return 1;
}

/* -- world:profile -------------------------------------------------------- */

/* Call what is at 2 with what is above it; then the profile's table is pushed,
 * or a message. The host may take the world back meanwhile. */
static int call_profiled(lua_State *L, stl_world *world) {
  const int status = lua_pcall(L, lua_gettop(L) - 2, 0, 0);
  if (status != LUA_OK || world->world == NULL) return status;
  lua_pushcfunction(L, build_profile_table);
  lua_pushlightuserdata(L, world->world);
  return lua_pcall(L, 1, 1, 0);
}

int stl_world_profile(lua_State *L) {
  stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:profile");
  luaL_checkany(L, 2);
  luaL_checkstack(L, LUA_MINSTACK, "world:profile");
  strata_profile total;
  strata_profile_total(world->world, &total);
  if (total.running) {
    return luaL_error(L, "world:profile: this world is measured already");
  }
  const stl_context *context = world->context;
  const strata_status begun = strata_profile_begin(
      world->world, context->now != NULL ? context->now : zero_clock,
      context->now_user);
  if (begun != STRATA_OK) {
    return stl_world_raise(L, world, begun, "world:profile");
  }
  const int status = call_profiled(L, world);
  if (world->world != NULL) strata_profile_end(world->world);
  if (status != LUA_OK) return lua_error(L);
  stl_world_check_live(L, world);
  return 1;
}
