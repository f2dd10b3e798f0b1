/*
 * session_history.h - the history of a session's world: a step for each line
 * that changes it.
 */
#ifndef STRATA_CLI_SESSION_SESSION_HISTORY_H
#define STRATA_CLI_SESSION_SESSION_HISTORY_H

#include "cli/common/safe_text.h"

#include <lua.h>
#include <stddef.h>
#include <strata.h>

/* All zero: no world is followed yet. */
typedef struct stc_session_history {
  const void *owner;         /* the world's handle */
  const strata_rules *rules; /* its rules when it was last looked at */
  strata_history *history;   /* NULL: none, or its world is too large */
  lua_State *L;
  size_t autosave_every; /* 0: none is made */
  stc_text autosave_path;
} stc_session_history;

/* Push what the session calls `world`, nil if it calls nothing so. */
void stc_push_session_world(lua_State *L);

/* Note the state of the world named `world`, if it has changed by a line. */
void stc_session_history_note(stc_session_history *self, lua_State *L,
                              const char *line, size_t size);

/* The world named `world`, if it has a history; else NULL. */
strata_world *stc_session_history_world(stc_session_history *self,
                                        lua_State *L);

/* Save the world after every so many steps into files of this name with a
 * number behind it; 0: no more. */
void stc_session_history_autosave(stc_session_history *self, size_t every,
                                  const char *path, size_t size);

/* To be called before the Lua state is closed. */
void stc_session_history_free(stc_session_history *self);

#endif
