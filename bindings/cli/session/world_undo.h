/*
 * world_undo.h - earlier states of a session's world, to go back to.
 */
#ifndef STRATA_CLI_SESSION_WORLD_UNDO_H
#define STRATA_CLI_SESSION_WORLD_UNDO_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <strata.h>

enum { STC_WORLD_UNDO_MAX = 32 };

/* All zero: no world is followed yet. */
typedef struct stc_world_undo {
  const void *owner;                        /* the world's handle */
  strata_world *now;                        /* a copy of its state */
  strata_world *states[STC_WORLD_UNDO_MAX]; /* those before, oldest first */
  size_t count;
  strata_world
      *undone[STC_WORLD_UNDO_MAX]; /* states that were taken back, newest last;
                                      none after another change */
  size_t undone_count;
} stc_world_undo;

/* Keep the state of the world named `world` if it has changed. */
void stc_world_undo_note(stc_world_undo *undo, lua_State *L);

/* Put the world named `world` back to its state before the last change. False
 * if there is none. */
bool stc_world_undo_back(stc_world_undo *undo, lua_State *L);

/* Take the last stc_world_undo_back back. False without one, or if the world
 * has changed since. */
bool stc_world_undo_forward(stc_world_undo *undo, lua_State *L);

/* Let `reload` load the packs of the world anew, and take its earlier states
 * along. If one of them does not fit the new rules, all are dropped, and a
 * message says so. False, and nothing has changed, if `reload` fails. */
bool stc_world_undo_reload(stc_world_undo *undo, lua_State *L,
                           bool (*reload)(lua_State *L));

/* To be called before the Lua state is closed: copies need the world's rules.
 */
void stc_world_undo_free(stc_world_undo *undo);

#endif
