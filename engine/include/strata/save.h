/* strata/save.h - saves, loads, and a change of rules. */
#ifndef STRATA_SAVE_H
#define STRATA_SAVE_H

#include "strata/worlds.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Write the state as bytes: versioned, little-endian, checksummed, with names
 * in place of ids. Marks are not part of it.
 *
 * buffer    room for `capacity` bytes; NULL, with a capacity of 0, to ask for
 *           the size alone
 * size      bytes needed; written also if they do not fit
 * Errors    ERANGE if there is a buffer and they do not fit in it
 * Cost      O(state)
 * Since     0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_save(strata_world *world,
                                                       void *buffer,
                                                       size_t capacity,
                                                       size_t *size);

/**
 * Make a world of saved bytes. Every byte is checked.
 *
 * rules    must have every name that the state uses, as it is or as an old one
 * config   as for strata_world_new
 * out      owned: free it with strata_world_free
 * error    may be NULL; gets the offset and text of a failure
 * Errors   ECORRUPT; ENOENT for a name that the rules lack; EEXIST for two
 *          things of the save that renames call the same; ENOMEM; EINVAL
 * Cost     O(size), and the caches that the first action would fill otherwise
 * Since    0.1
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_load(
    const strata_rules *rules, const strata_world_config *config,
    const void *bytes, size_t size, strata_world **out, strata_error *error);

/* Gets a name that is missing; it lives as long as the world's rules. */
typedef void (*strata_missing_fn)(void *user, strata_name_kind kind,
                                  const char *name);

/**
 * List the names that a world uses and other rules lack, so that it cannot be
 * loaded or reloaded under them: by kinds, and by names within each. An
 * attribute of another type counts as missing; names in the texts of
 * expressions are not looked for.
 *
 * fn       called once for each name, and may read the world
 * Errors   EINVAL for a NULL; EOPEN while an action runs; ENOMEM
 * Cost     O(state)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_missing_names(strata_world *world, const strata_rules *rules,
                     strata_missing_fn fn, void *user);

/**
 * Make a copy of a world under other rules, as when a pack has changed while
 * its game runs. The new world equals the old one in everything that is state,
 * handles and hash included, and has its tunings, limits of actions and
 * observers; only the rules are new. Base values are state and stay what they
 * are. Marks, profiles and remembered actions stay with the old world; its
 * handler runner knows the handlers of the old rules, so the new world has
 * none.
 *
 * An open decision stays open: the answer runs the action again, under the new
 * rules, and a decision that differs then is asked anew (`missed`).
 *
 * world    stays as it is, and the caller's to free; it may be of the same
 *          rules
 * rules    must have every name that the state uses
 * out      owned: free it with strata_world_free; not written on failure
 * error    may be NULL; gets the text of a failure
 * Errors   ENOENT, and the message names what the rules lack; ECORRUPT for a
 *          value that is out of its attribute's new range; EOPEN while an
 *          action runs, or on what strata_peek gave; EINVAL; ENOMEM
 * Cost     O(state)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_reload(strata_world *world, const strata_rules *rules,
              strata_world **out, strata_error *error);

#ifdef __cplusplus
}
#endif

#endif
