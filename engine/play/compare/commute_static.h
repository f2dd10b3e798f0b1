/* order.h - whether the order of several is the same by what they say. */
#ifndef STRATA_PLAY_COMPARE_COMMUTE_STATIC_H
#define STRATA_PLAY_COMPARE_COMMUTE_STATIC_H

#include "play/execution/execution.h"

/*
 * Whether what these codes do comes to the same in any order, by what they read
 * and write: none writes what another reads or writes, and of what they let
 * happen nobody is watching who could replace, prevent or forbid it, or act in
 * its course. No code that chooses, rolls, runs a handler, makes somebody or
 * lets somebody go is such. False is no more than that it is not known.
 * Cost O(count * count + deeds), and a look into the index for each kind.
 */
strata_status st_commute_static_watchers(st_execution *run,
                                         const strata_watcher_def *defs,
                                         uint32_t count, bool *out);

/* Whether all that a code says is what else is part of the event: then it is no
 * matter which of several such comes first. */
bool st_commute_static_only_adds(const st_watcher_def *def);

#endif
