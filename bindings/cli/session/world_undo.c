/*
 * world_undo.c - earlier states of a session's world.
 *
 * Marks end with their action, so going back over actions needs copies: a fork
 * is one copy of memory, and the hash tells that nothing changed without one.
 * A world that is too large to be copied at each statement is not followed.
 *
 * Copies need the rules of their world, which live as long as its handle: the
 * registry holds the handle, and all copies are freed when the name `world`
 * gets another value. When packs are loaded anew, the copies follow the world
 * to its new rules; until then the old rules lie on Lua's stack.
 */
#include "cli/session/world_undo.h"

#include "cli/common/json_lines.h"
#include "cli/common/protected.h"
#include "cli/common/safe_text.h"

#include <strata/lua.h>
#include <string.h>

enum { FOLLOWED_BYTES_MAX = 16 << 20, REMEMBERED = 16 };

/* Its address is the key of the handle in the registry. */
static const char anchor_key = 'u';

typedef struct followed_world {
  strata_world *world; /* NULL: the name is no world */
  const void *owner;
} followed_world;

/* Find the world of the name `world`, and keep its handle alive. */
static int find_world(lua_State *L) {
  followed_world *s = lua_touserdata(L, 1);
  stl_push_shared_env(L);
  lua_pushliteral(L, "world");
  lua_rawget(L, -2);
  s->world = stl_to_world(L, -1);
  s->owner = s->world != NULL ? lua_touserdata(L, -1) : NULL;
  lua_rawsetp(L, LUA_REGISTRYINDEX, &anchor_key);
  return 0;
}

static void forget_undone(stc_world_undo *undo) {
  while (undo->undone_count > 0) {
    strata_world_free(undo->undone[--undo->undone_count]);
  }
}

void stc_world_undo_free(stc_world_undo *undo) {
  forget_undone(undo);
  for (size_t i = 0; i < undo->count; i++) {
    strata_world_free(undo->states[i]);
  }
  strata_world_free(undo->now);
  *undo = (stc_world_undo){0};
}

/* Larger worlds are not copied at each step. */
static bool is_followed(const strata_world *world) {
  strata_stats stats;
  strata_world_stats(world, &stats);
  return stats.state_bytes <= FOLLOWED_BYTES_MAX;
}

/* Let the world remember its newest actions, for :why. If there is no memory
 * for that, :why says so when it is asked. */
static void remember_actions(strata_world *world) {
  if (world == NULL || !is_followed(world)) return;
  const strata_status status = strata_remember(world, REMEMBERED);
  (void)status;
}

/* The world that is to be followed now. If it is another than before, the
 * copies are freed, before the registry drops the handle that they need. */
static followed_world follow_world(stc_world_undo *undo, lua_State *L) {
  followed_world s = {NULL, NULL};
  lua_rawgetp(L, LUA_REGISTRYINDEX, &anchor_key);
  if (!stc_call_protected(L, find_world, &s, 0)) {
    s = (followed_world){NULL, NULL};
    lua_pop(L, 1);
  }
  if (s.owner != undo->owner) {
    stc_world_undo_free(undo);
    undo->owner = s.owner;
    remember_actions(s.world);
  }
  lua_pop(L, 1);
  return s;
}

static void push_undo_state(stc_world_undo *undo, strata_world *state) {
  if (undo->count == STC_WORLD_UNDO_MAX) {
    strata_world_free(undo->states[0]);
    undo->count--;
    memmove(undo->states, undo->states + 1,
            undo->count * sizeof undo->states[0]);
  }
  undo->states[undo->count++] = state;
}

void stc_world_undo_note(stc_world_undo *undo, lua_State *L) {
  strata_world *copy = NULL;
  const followed_world s = follow_world(undo, L);
  if (s.world == NULL) return;
  if (undo->now != NULL && strata_hash(undo->now) == strata_hash(s.world)) {
    return;
  }
  if (!is_followed(s.world) || strata_fork(s.world, NULL, &copy) != STRATA_OK) {
    stc_world_undo_free(undo);
    undo->owner = s.owner;
    return;
  }
  forget_undone(undo);
  if (undo->now != NULL) push_undo_state(undo, undo->now);
  undo->now = copy;
}

bool stc_world_undo_back(stc_world_undo *undo, lua_State *L) {
  const followed_world s = follow_world(undo, L);
  if (s.world == NULL || undo->count == 0) return false;
  strata_world *state = undo->states[undo->count - 1];
  if (strata_fork(state, s.world, NULL) != STRATA_OK) return false;
  undo->undone[undo->undone_count++] = undo->now;
  undo->now = state;
  undo->count--;
  return true;
}

bool stc_world_undo_forward(stc_world_undo *undo, lua_State *L) {
  const followed_world s = follow_world(undo, L);
  if (s.world == NULL || undo->undone_count == 0) return false;
  strata_world *state = undo->undone[undo->undone_count - 1];
  if (strata_fork(state, s.world, NULL) != STRATA_OK) return false;
  undo->undone_count--;
  push_undo_state(undo, undo->now);
  undo->now = state;
  return true;
}

/* -- Loading anew --------------------------------------------------------- */

static int push_rules_of_world(lua_State *L) {
  stl_push_shared_env(L);
  lua_pushliteral(L, "world");
  lua_rawget(L, -2);
  if (stl_to_world(L, -1) == NULL) return 0;
  (void)lua_getfield(L, -1, "rules");
  return 1;
}

static bool move_to_rules(strata_world **state, const strata_rules *rules,
                          strata_error *error) {
  strata_world *made = NULL;
  if (*state == NULL || strata_world_rules(*state) == rules) return true;
  if (strata_reload(*state, rules, &made, error) != STRATA_OK) return false;
  strata_world_free(*state);
  *state = made;
  return true;
}

/* Move all copies to the rules; false if one uses what they lack. */
static bool move_copies(stc_world_undo *undo, const strata_rules *rules,
                        strata_error *error) {
  bool is_moved = move_to_rules(&undo->now, rules, error);
  for (size_t i = 0; is_moved && i < undo->count; i++) {
    is_moved = move_to_rules(&undo->states[i], rules, error);
  }
  for (size_t i = 0; is_moved && i < undo->undone_count; i++) {
    is_moved = move_to_rules(&undo->undone[i], rules, error);
  }
  return is_moved;
}

static void say_history_is_gone(lua_State *L, const strata_error *error) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_format(&text,
                  "there is nothing to undo any more: an earlier state of the "
                  "world does not fit the packs as they are now: %.300s",
                  error->text);
  stc_json_say(L, text.at, text.size);
}

bool stc_world_undo_reload(stc_world_undo *undo, lua_State *L,
                           bool (*reload)(lua_State *L)) {
  const int top = lua_gettop(L);
  (void)stc_call_protected(L, push_rules_of_world, NULL, 1);
  const bool is_loaded = reload(L);
  const followed_world s = follow_world(undo, L);
  strata_error error = {0};
  if (s.world != NULL && is_loaded) {
    if (!move_copies(undo, strata_world_rules(s.world), &error)) {
      stc_world_undo_free(undo);
      undo->owner = s.owner;
      say_history_is_gone(L, &error);
    }
    remember_actions(s.world);
  }
  lua_settop(L, top);
  return is_loaded;
}
