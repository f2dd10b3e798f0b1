/* strata/journal.h - marks, rollback, forks, hashes. */
#ifndef STRATA_JOURNAL_H
#define STRATA_JOURNAL_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A mark: a savepoint in the journal. Marks nest; a rollback to one forgets the
 * later ones. */
typedef struct strata_mark {
  uint64_t id; /* grows from mark to mark; 0 is none */
} strata_mark;

/**
 * Set a mark, so that strata_rollback can return to this state.
 *
 * Errors   ENOMEM
 * Cost     O(1)
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_mark_set(strata_world *world,
                                                           strata_mark *out);

/**
 * Return to a mark: values, handles, layout and hash are as they were. The
 * mark stays and can be used again.
 *
 * Errors   ESTALE for a mark that a rollback or a commit has forgotten
 * Cost     O(writes since the mark); needs no memory
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_rollback(strata_world *world,
                                                           strata_mark mark);

/**
 * End an action: all effects whose `while_on` is false end at once, then those
 * whose `while_on` has become false by that, until there are none; then all
 * marks are forgotten.
 *
 * Errors   ENOMEM, and then the world is unchanged
 * Cost     O(1), and O(effects with a while_on) if there are any
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_commit(strata_world *world);

/**
 * Copy a world; the copy has no marks, and is independent.
 *
 * into     NULL to make a new world, with the allocator and log of `world`;
 *          else a world of the same rules, whose content is replaced and whose
 *          memory is used again; on ENOMEM it is as it was
 * out      owned; may be NULL if `into` is given
 * Errors   EINVAL for other rules or the same world; ENOMEM. The message is
 *          strata_world_error of `into`; without `into` only the log of `world`
 *          gets it, as `world` does not change
 * Cost     into a world that is there, one copy of the state's bytes. A new
 *          world costs that of strata_world_new besides, which is some fifty
 *          allocations and tens of kilobytes even where there is one entity, so
 *          a search keeps its worlds and forks into them. What was computed is
 *          not copied
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_fork(const strata_world *world, strata_world *into, strata_world **out);

/** Hash of the state, defined on the canonical bytes of a save: the same on
 * every machine. Kept up to date by every write. Cost O(1). */
STRATA_API uint64_t strata_hash(const strata_world *world);

/**
 * Hash the position: what decides how the game goes on. It is the same on every
 * machine, and for all states that are the same game, however they were
 * reached. A search or a rule about repetition compares positions by it.
 *
 * The position is base values, zones and the order of ordered ones, notes,
 * effects, counters, started watchers, triggers, changed handler chains,
 * disabled handlers, the open action, whether the game is over, and the random
 * generator. Not part of it are the log, how many actions and ticks there were,
 * handles, and which slots are in use: what time a duration has left counts,
 * and not when it began. Timestamps count by their order alone (613.7), so
 * objects that entered in another order are another position.
 *
 * Two positions that differ may have one hash by chance, once in 2^64. Equal
 * ones may have two hashes where the state keeps a handle as part of a text, or
 * of a count of uses of an ability that another object gave.
 *
 * out      not written on failure
 * Errors   EINVAL if `out` is NULL; ENOMEM; EOPEN within a predicate
 * Cost     not kept up to date as strata_hash is, but computed: O(entities *
 *          attributes + rows of effects, notes and watchers), and a sort of the
 *          timestamps; some 60 microseconds for a game of 60 cards
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_position_hash(strata_world *world, uint64_t *out);

#ifdef __cplusplus
}
#endif

#endif
