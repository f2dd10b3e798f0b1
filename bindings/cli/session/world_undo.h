/*
 * undo.h - the states that a session's world was in, to go back to.
 */
#ifndef STRATA_CLI_SESSION_WORLD_UNDO_H
#define STRATA_CLI_SESSION_WORLD_UNDO_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <strata.h>

enum { STC_WORLD_UNDO_MAX = 32 };

/* All zero: nothing is known yet. */
typedef struct stc_world_undo {
  const void *owner; /* the handle whose world this is of */
  strata_world *now; /* a copy of its state */
  strata_world *states[STC_WORLD_UNDO_MAX]; /* those before, oldest first */
  size_t count;
  strata_world
      *undone[STC_WORLD_UNDO_MAX]; /* those gone back from, the last last;
                                none once something has changed */
  size_t undone_count;
} stc_world_undo;

/* Look whether the world named `world` has changed, and remember. */
void stc_world_undo_note(stc_world_undo *undo, lua_State *L);

/* Put the world named `world` back to what it was before its last change.
 * False if there is nothing to go back to. */
bool stc_world_undo_back(stc_world_undo *undo, lua_State *L);

/* Put it to what it was before it was last put back. False if nothing was, or
 * something has changed since. */
bool stc_world_undo_forward(stc_world_undo *undo, lua_State *L);

/* Before the Lua state is closed: the copies need the world's rules. */
void stc_world_undo_free(stc_world_undo *undo);

#endif
