/* strata/journal.h - marks, rollback, forks, the hash. */
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

#ifdef __cplusplus
}
#endif

#endif
