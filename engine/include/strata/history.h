/* strata/history.h - the history of a game: undo, redo, branches, autosaves. */
#ifndef STRATA_HISTORY_H
#define STRATA_HISTORY_H

#include "strata/worlds.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A history is a tree of states. Each step is a state that the host has noted,
 * and comes after the step from which the game went on. Steps are numbered from
 * 1 along their line; 0 is the beginning. A game that goes on otherwise from an
 * earlier step begins a branch, and what was played before stays, under the
 * name that it had.
 *
 * Of a step is kept in which words its state differs from the one before it,
 * and not what the players did. So a step may be anything: an action, a
 * question that waits for its answer, a write of the host, a tick. Going to it
 * runs no action, no handler and no policy, and the state is the same to the
 * bit. Whole states are kept besides at intervals, so that only a few
 * differences must be put together; each branch keeps at most `states` of them,
 * and where there are more, every other one is dropped.
 *
 * A history belongs to no world. It must be freed before the rules of the
 * worlds that it has noted. No two threads may use it at the same time.
 */
typedef struct strata_history strata_history;

/* An autosave that is due. */
typedef struct strata_autosave {
  size_t slot;     /* from 0, below `slots`: the oldest is used again */
  uint64_t number; /* of this autosave among all, from 1 */
  uint64_t step;   /* the step that is saved */
} strata_autosave;

/* Save the world, which is at the step, where the host keeps its slots. Another
 * status than OK is returned by strata_history_note; the step is noted, and the
 * next note asks again. */
typedef strata_status (*strata_autosave_fn)(void *user, strata_world *world,
                                            const strata_autosave *autosave);

typedef struct strata_history_desc {
  size_t states; /* whole states that each branch keeps; 0: 50 */
  size_t every;  /* an autosave is due after so many new steps; 0: never */
  size_t slots;  /* 0: 10 */
  strata_autosave_fn autosave; /* NULL: none */
  void *user;
} strata_history_desc;

/**
 * Begin a history with the present state of a world. Its first branch is named
 * "main".
 *
 * desc     borrowed, copied; NULL for all defaults
 * out      owned: free it with strata_history_free
 * Errors   EINVAL if `out` is NULL; EOPEN while an action runs; ENOMEM
 * Cost     O(state)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_history_new(
    strata_world *world, const strata_history_desc *desc, strata_history **out);

/** Free a history. NULL is allowed. Cost O(steps). */
STRATA_API void strata_history_free(strata_history *history);

/**
 * Change how often autosaves are due. What was counted so far stays.
 *
 * every    as in strata_history_desc
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API void strata_history_autosave(strata_history *history, size_t every);

/**
 * Note the present state of a world as the next step. If the history has a step
 * with this state already, as after a rollback, or because the same was played
 * again, the game is at that step, and none is added. If later steps follow
 * from here, the new one begins a branch, named "line 2" and so on.
 *
 * world    the world with which the history began, a fork or a reload of it
 * text     borrowed: what was done; NULL: as the log calls it
 * step     may be NULL: gets the number of the step
 * Errors   EOPEN while an action runs; EINVAL for a text that is not UTF-8;
 *          ENOMEM; the status with which an autosave fails
 * Cost     O(state + steps), and that of an autosave
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_history_note(strata_history *history, strata_world *world,
                    const char *text, uint64_t *step);

/**
 * Put a world to a step of the present branch. Handles of that state are valid,
 * and marks are forgotten. Changes that were not noted are lost, and so are
 * rows of the log that the state had forgotten (strata_keep_log). Later steps
 * stay.
 *
 * world    gets the state; may be another one of the same rules
 * step     0: the beginning
 * Errors   ENOENT if the branch has no such step; EOPEN while an action runs;
 *          after a change of rules those of strata_reload; ENOMEM; in all cases
 *          the world is as it was
 * Cost     O(state), and the words of the differences from the nearest whole
 *          state before it, which are at most 64, or 2 * steps / states
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_history_go(strata_history *history, strata_world *world, uint64_t step);

/**
 * Take steps back, at most to the beginning.
 *
 * count    how many
 * step     may be NULL: gets the number of the step that the world is at
 * Errors   those of strata_history_go
 * Cost     that of strata_history_go
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_history_undo(strata_history *history, strata_world *world,
                    uint64_t count, uint64_t *step);

/**
 * Do steps again that were taken back, at most to the end of the branch.
 *
 * count    how many
 * step     may be NULL: gets the number of the step that the world is at
 * Errors   those of strata_history_go
 * Cost     that of strata_history_go
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_history_redo(strata_history *history, strata_world *world,
                    uint64_t count, uint64_t *step);

/**
 * Read the state of a step without going there.
 *
 * into     gets the state; else as for strata_history_go
 * Errors   those of strata_history_go
 * Cost     that of strata_history_go
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_history_at(strata_history *history, strata_world *into, uint64_t step);

/**
 * Go to the end of a branch. If there is none of that name, one begins at the
 * present step.
 *
 * name     borrowed, not empty
 * Errors   EINVAL for no name, or one that is not UTF-8; those of
 *          strata_history_go
 * Cost     that of strata_history_go
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_history_branch(
    strata_history *history, strata_world *world, const char *name);

typedef struct strata_branch {
  const char *name; /* lives as long as the history */
  uint64_t steps;   /* from the beginning to its end */
  size_t states;    /* whole states that it keeps */
  bool here;        /* the game is on it */
} strata_branch;

/** How many branches there are, at least 1. Cost O(1). */
STRATA_API size_t strata_history_branch_count(const strata_history *history);

/**
 * Describe a branch.
 *
 * n        from 0, in the order in which they began
 * out      written on OK
 * Errors   ENOENT past the last
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_history_branch_get(
    const strata_history *history, size_t n, strata_branch *out);

/** The number of the step that the game is at. Cost O(1). */
STRATA_API uint64_t strata_history_step(const strata_history *history);

typedef struct strata_history_step_desc {
  const char *text; /* what was done, "" of the beginning; lives as long as the
                       history */
  uint64_t hash;    /* strata_hash of its state */
} strata_history_step_desc;

/**
 * Describe a step of the present branch.
 *
 * step     0: the beginning
 * out      written on OK
 * Errors   ENOENT if the branch has no such step
 * Cost     O(steps behind it)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_history_step_get(const strata_history *history, uint64_t step,
                        strata_history_step_desc *out);

#ifdef __cplusplus
}
#endif

#endif
