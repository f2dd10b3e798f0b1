/* strata/watchers.h - watchers that are started and ended in a world. */
#ifndef STRATA_WATCHERS_H
#define STRATA_WATCHERS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Watchers belong to abilities and laws, or are started, by instruction WATCH
 * or here. A started watcher is no object: it lasts until it ends, is used up,
 * or its clock has ticked so often.
 */
typedef struct strata_watcher_start_desc {
  strata_watcher_def watcher_def;
  strata_entity source, you;       /* its `this` and "$you"; 0: none */
  const strata_named_value *names; /* its parameters; those that are missing are
                                      0 or none */
  size_t name_count;
  int64_t left;       /* of a prevention: so much in all; 0: no limit */
  uint32_t uses;      /* of strata_watcher_describe: how often it may still be
                         applied; 0: no limit. It begins with the uses of its
                         definition */
  strata_clock clock; /* that ends it; 0: no clock */
  uint64_t ticks;     /* after so many ticks, fewer than 2^32; of
                         strata_watcher_describe: how many are left; 0: no clock
                         ends it */
} strata_watcher_start_desc;

/**
 * Start a watcher, as instruction WATCH does. A handler may call it wherever
 * its instruction stands.
 *
 * desc     borrowed
 * out      may be NULL
 * Errors   ENOENT for an unknown definition, name, clock or symbol; EINVAL for
 *          ticks without a clock; ERANGE for a negative `left`, too many ticks,
 *          or a flag; ETYPE; ESTALE; EOPEN; ENOMEM
 * Cost     O(parameters)
 * Rule     611.2, 615.3
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_watcher_start(strata_world *world, const strata_watcher_start_desc *desc,
                     strata_watcher *out);

/**
 * End a started watcher.
 *
 * Errors   ESTALE for one that has ended; EOPEN; ENOMEM
 * Cost     O(parameters)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_watcher_remove(strata_world *world, strata_watcher watcher);

/**
 * Describe a started watcher as it is now.
 *
 * out      its parameters, all of them, live until the next call on this world,
 *          their names as long as the rules
 * Errors   ESTALE for one that has ended; ENOMEM
 * Cost     O(parameters^2)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_watcher_describe(strata_world *world, strata_watcher watcher,
                        strata_watcher_start_desc *out);

/** The watcher that was started after another (STRATA_NO_WATCHER: the oldest of
 * all), none past the last, or after one that has ended. Cost O(1). */
STRATA_API strata_watcher strata_watcher_next(const strata_world *world,
                                              strata_watcher watcher);

#ifdef __cplusplus
}
#endif

#endif
