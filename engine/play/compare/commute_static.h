/* commute_static.h - whether the order of watchers matters, decided from what
 * their programs read and write. */
#ifndef STRATA_PLAY_COMPARE_COMMUTE_STATIC_H
#define STRATA_PLAY_COMPARE_COMMUTE_STATIC_H

#include "play/execution/execution.h"

/*
 * Set *out if the programs of these watchers give the same result in any order.
 * That is so if no program reads or writes what another one writes, and no
 * watcher could replace, prevent, forbid or trigger on the events that they
 * emit. A program that chooses, rolls, runs a handler, or makes or removes an
 * entity never qualifies. False means: not known. Cost O(count * count +
 * instructions), and one look into the index for each emitted event type.
 */
strata_status st_commute_static_watchers(st_execution *exec,
                                         const strata_watcher_def *defs,
                                         uint32_t count, bool *out);

/* Whether a state-based action (704.3), which is looked for each time one of
 * these watchers is done, may tell in which order they were: its predicate
 * reads what two of them write. Cost O(state-based actions * count). */
bool st_commute_static_are_told_apart(const st_execution *exec,
                                      const strata_watcher_def *defs,
                                      uint32_t count);

/*
 * Set *out if a trigger does the same whichever object has it: neither its
 * program nor an event that it emits names that object, directly or as a cause,
 * and no watcher listens to these events. Then triggers that have captured the
 * same give the same result in any order: step by step the same happens.
 * Errors: STRATA_ENOMEM, and those of a find in the index. Cost
 * O(instructions), and one look into the index for each emitted event type.
 */
strata_status st_commute_static_any_source(st_execution *exec,
                                           strata_watcher_def number,
                                           bool *out);

/* Whether the program of a replacement effect consists of ALSO instructions
 * alone. Several such effects give the same result in any order, as each only
 * adds parts to the event. */
bool st_commute_static_only_adds(const st_watcher_def *def);

#endif
