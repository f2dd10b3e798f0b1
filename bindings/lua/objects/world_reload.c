/*
 * world_reload.c - world:reload: the same world under changed rules.
 *
 * Handles find a world by its stl_world, so they stay valid when another
 * strata_world is put into it. An action that a script has begun could not be
 * taken back past this exchange, so only worlds made in the same action may be
 * reloaded inside it. A host knows its world by its address, and reloads it
 * itself.
 */
#include "lua/objects/world_reload.h"

#include "lua/actions/handler_functions.h"
#include "lua/core/handle_kinds.h"
#include "lua/core/lua_context.h"
#include "lua/core/owned_objects.h"
#include "lua/core/state.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <strata.h>

static void check_may_reload(lua_State *L, const stl_world *world) {
  const stl_context *context = world->context;
  if (!world->owned) {
    luaL_error(L, "world:reload: this world is its host's, who reloads it");
  }
  const bool in_call = context->action_call != 0 && !world->is_new;
  if (in_call || context->action != context->action_call) {
    luaL_error(L, "world:reload: not allowed here: the action that runs could "
                  "not be taken back; reload before it, or a fork");
  }
}

/* From now on it is a world of the rules at `rules`; nothing can fail. */
static void replace_world(lua_State *L, int index, int rules,
                          strata_world *made) {
  stl_world *world = stl_handle_unbox(L, index);
  stl_rules *old = world->rules;
  strata_world_free(world->world);
  world->world = made;
  world->rules = stl_handle_unbox(L, rules);
  world->rules->uses++;
  world->epoch++;
  lua_pushvalue(L, rules);
  lua_setiuservalue(L, index, 1);
  stl_rules_release(old);
}

int stl_world_reload(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  const stl_rules *rules = stl_handle_check(L, 2, STL_HANDLE_RULES);
  lua_settop(L, 2);
  if (rules->rules == NULL) return luaL_error(L, "world:reload: stale rules");
  check_may_reload(L, world);
  strata_world *made = NULL;
  strata_error error = {0};
  strata_status status =
      strata_reload(world->world, rules->rules, &made, &error);
  if (status != STRATA_OK) {
    return luaL_error(L, "world:%s",
                      error.text[0] != '\0' ? error.text
                                            : strata_status_text(status));
  }
  stl_world next = {.world = made, .rules = stl_handle_unbox(L, 2)};
  status = stl_world_set_handler_runner(&next);
  if (status != STRATA_OK) {
    strata_world_free(made);
    return luaL_error(L, "world:reload: %s", strata_status_text(status));
  }
  replace_world(L, 1, 2, made);
  stl_world_note_change(world);
  return 0;
}

/* -- What other rules lack ------------------------------------------------ */

/* Nothing may raise while the engine looks: it is asked twice, and names are
 * kept in between. They live as long as the world's rules. */
typedef struct missing_name {
  strata_name_kind kind;
  const char *name;
} missing_name;

typedef struct missing_names {
  missing_name *at; /* NULL: only count */
  size_t count;
} missing_names;

static void note_missing_name(void *user, strata_name_kind kind,
                              const char *name) {
  missing_names *l = user;
  if (l->at != NULL) l->at[l->count] = (missing_name){kind, name};
  l->count++;
}

static void find_missing_names(lua_State *L, const stl_world *world,
                               const stl_rules *rules, missing_names *l) {
  l->count = 0;
  const strata_status status =
      strata_missing_names(world->world, rules->rules, note_missing_name, l);
  if (status != STRATA_OK) stl_world_raise(L, world, status, "world:lacks");
}

int stl_world_lacks(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:lacks");
  const stl_rules *rules = stl_handle_check(L, 2, STL_HANDLE_RULES);
  if (rules->rules == NULL) return luaL_error(L, "world:lacks: stale rules");
  missing_names l = {NULL, 0};
  find_missing_names(L, world, rules, &l);
  l.at = lua_newuserdatauv(L, (l.count + 1) * sizeof *l.at, 0);
  find_missing_names(L, world, rules, &l);
  lua_createtable(L, (int)l.count, 0);
  for (size_t i = 0; i < l.count; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, strata_name_kind_text(l.at[i].kind));
    lua_setfield(L, -2, "kind");
    lua_pushstring(L, l.at[i].name);
    lua_setfield(L, -2, "name");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}
