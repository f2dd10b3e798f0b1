/* strata/watchers.h - watchers that were started. */
#ifndef STRATA_WATCHERS_H
#define STRATA_WATCHERS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What watches for events is the code of an ability, a law, or what was started
 * by deed WATCH or here. The latter is no object: it is there until it ends, is
 * used up, or the clock has ticked so often.
 */

typedef struct strata_watcher_start_desc {
  strata_watcher_def code;   /* what it says */
  strata_entity source, you; /* its `this` and "$you"; 0: nobody */
  const strata_named_value
      *names; /* what the code is given; others are 0 or nobody*/
  size_t name_count;
  int64_t left;       /* of a prevention: so much in all; 0: no limit */
  uint32_t uses;      /* told: how often it may still be applied; 0: no limit.
                         It begins with what its code says */
  strata_clock clock; /* what ends it; 0: no clock */
  uint64_t ticks;     /* after so many of its ticks, fewer than 2^32; told: how
                         many are left; 0: it is not ended by a clock */
} strata_watcher_start_desc;

/**
 * Start a watcher, as deed WATCH does. A handler may too, wherever it stands.
 *
 * desc     borrowed
 * out      may be NULL
 * Errors   ENOENT for an unknown code, name, clock or symbol; EINVAL for ticks
 *          without a clock; ERANGE for a negative `left`, too many ticks, or a
 *          flag; ETYPE; ESTALE; EOPEN; ENOMEM
 * Cost     O(names)
 * Rule     611.2, 615.3
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_watcher_start(strata_world *world, const strata_watcher_start_desc *desc,
                     strata_watcher *out);

/**
 * End a watcher.
 *
 * Errors   ESTALE for one that has ended; EOPEN; ENOMEM
 * Cost     O(names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_watcher_remove(strata_world *world, strata_watcher watch);

/**
 * Tell what is left of a watcher.
 *
 * out      its names, all that its code is given, live until the next call on
 *          this world, their texts as long as the rules
 * Errors   ESTALE for one that has ended; ENOMEM
 * Cost     O(names^2)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_watcher_describe(
    strata_world *world, strata_watcher watch, strata_watcher_start_desc *out);

/** The watcher that was started after another (0: the oldest of all), 0 past
 * the last, or after one that has ended. Cost O(1). */
STRATA_API strata_watcher strata_watcher_next(const strata_world *world,
                                              strata_watcher watch);

#ifdef __cplusplus
}
#endif

#endif
