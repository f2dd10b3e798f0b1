/*
 * session_history.c - the history of a session's world.
 *
 * A world that is too large for its state to be compared at each line has none.
 * When packs are loaded anew the history goes on; its steps from before have
 * the rules of then, so the registry holds those, and the world's handle, until
 * the name `world` gets another value.
 */
#include "cli/session/session_history.h"

#include "cli/common/protected.h"
#include "cli/common/write_file.h"

#include <strata/lua.h>
#include <string.h>

enum { FOLLOWED_BYTES_MAX = 16 << 20, REMEMBERED = 16 };

/* Its address is the key, in the registry, of a table that has the handle at 1,
 * and all rules of its world as keys. */
static const char anchor_key = 'u';

void stc_push_session_world(lua_State *L) {
  stl_push_shared_env(L);
  lua_pushliteral(L, "world");
  lua_rawget(L, -2);
  lua_remove(L, -2);
}

typedef struct followed_world {
  strata_world *world; /* NULL: the name is no world */
  const void *owner;
  bool is_other; /* than the one whose history there is */
  const stc_session_history *self;
} followed_world;

/* Find the world of the name `world`, and keep its handle and rules alive. */
static int find_world(lua_State *L) {
  followed_world *s = lua_touserdata(L, 1);
  stc_push_session_world(L);
  s->world = stl_to_world(L, -1);
  s->owner = s->world != NULL ? lua_touserdata(L, -1) : NULL;
  s->is_other = s->owner != s->self->owner;
  if (s->is_other) return 0;
  if (s->world == NULL) return 0;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &anchor_key) != LUA_TTABLE) return 0;
  (void)lua_getfield(L, -2, "rules");
  lua_pushboolean(L, true);
  lua_rawset(L, -3);
  return 0;
}

static int anchor_world(lua_State *L) {
  lua_newtable(L);
  stc_push_session_world(L);
  if (stl_to_world(L, -1) != NULL) {
    (void)lua_getfield(L, -1, "rules");
    lua_pushboolean(L, true);
    lua_rawset(L, 2);
  }
  lua_rawseti(L, 2, 1);
  lua_pushvalue(L, 2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &anchor_key);
  return 0;
}

void stc_session_history_free(stc_session_history *self) {
  strata_history_free(self->history);
  self->history = NULL;
  self->owner = NULL;
  self->rules = NULL;
}

/* Larger worlds are not compared at each line. */
static bool is_followed(const strata_world *world) {
  strata_stats stats;
  strata_world_stats(world, &stats);
  return stats.state_bytes <= FOLLOWED_BYTES_MAX;
}

/* Let the world remember its newest actions, for :why. If there is no memory
 * for that, :why says so when it is asked. */
static void remember_actions(strata_world *world) {
  if (!is_followed(world)) return;
  const strata_status status = strata_remember(world, REMEMBERED);
  (void)status;
}

/* -- Autosaves ------------------------------------------------------------ */

static int push_save(lua_State *L) {
  stc_push_session_world(L);
  (void)lua_getfield(L, -1, "save");
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return 1;
}

/* strata_autosave_fn. What is wrong is printed here. */
static strata_status write_autosave(void *user, strata_world *world,
                                    const strata_autosave *due) {
  (void)world;
  const stc_session_history *self = user;
  size_t size = 0;
  stc_text path;
  if (!stc_call_protected(self->L, push_save, NULL, 1)) {
    stc_report_error(self->L, false);
    return STRATA_ESCRIPT;
  }
  const char *bytes = lua_tolstring(self->L, -1, &size);
  stc_text_clear(&path);
  stc_text_format(&path, "%s.%zu", self->autosave_path.at, due->slot + 1);
  const stc_exit written =
      stc_write_file(":autosave", path.at, bytes != NULL ? bytes : "", size);
  lua_pop(self->L, 1);
  return written == STC_EXIT_OK ? STRATA_OK : STRATA_ESCRIPT;
}

void stc_session_history_autosave(stc_session_history *self, size_t every,
                                  const char *path, size_t size) {
  self->autosave_every = every;
  stc_text_clear(&self->autosave_path);
  stc_text_add(&self->autosave_path, path, size);
  if (self->history != NULL) strata_history_autosave(self->history, every);
}

/* -- Noting --------------------------------------------------------------- */

static void begin_history(stc_session_history *self, lua_State *L,
                          const followed_world *s) {
  stc_session_history_free(self);
  self->owner = s->owner;
  self->L = L;
  if (!stc_call_protected(L, anchor_world, NULL, 0)) lua_pop(L, 1);
  const strata_history_desc desc = {
      .every = self->autosave_every, .autosave = write_autosave, .user = self};
  if (s->world == NULL || !is_followed(s->world)) return;
  if (strata_history_new(s->world, &desc, &self->history) != STRATA_OK) {
    self->history = NULL;
  }
}

/* The world that is to be followed now. For another one than before a history
 * begins, and for one whose history was given up. */
static strata_world *follow_world(stc_session_history *self, lua_State *L) {
  followed_world s = {.self = self};
  if (!stc_call_protected(L, find_world, &s, 0)) {
    s = (followed_world){.is_other = true};
    lua_pop(L, 1);
  }
  if (s.is_other || self->history == NULL) begin_history(self, L, &s);
  if (s.world == NULL) return NULL;
  const strata_rules *rules = strata_world_rules(s.world);
  if (rules != self->rules) remember_actions(s.world);
  self->rules = rules;
  return s.world;
}

void stc_session_history_note(stc_session_history *self, lua_State *L,
                              const char *line, size_t size) {
  strata_world *world = follow_world(self, L);
  stc_text text;
  if (world == NULL || self->history == NULL) return;
  stc_text_clear(&text);
  stc_text_escaped(&text, line, size, STC_ESCAPE_PLAIN);
  const strata_status status =
      is_followed(world)
          ? strata_history_note(self->history, world, text.at, NULL)
          : STRATA_ENOMEM;
  if (status == STRATA_ENOMEM) { /* there is nothing to undo any more */
    strata_history_free(self->history);
    self->history = NULL;
  }
}

strata_world *stc_session_history_world(stc_session_history *self,
                                        lua_State *L) {
  strata_world *world = follow_world(self, L);
  return self->history != NULL ? world : NULL;
}
