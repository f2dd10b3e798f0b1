/* used_watchers.h - started watchers that were used, and end when spent. */
#ifndef STRATA_PLAY_REPLACE_USED_WATCHERS_H
#define STRATA_PLAY_REPLACE_USED_WATCHERS_H

#include "play/execution/execution.h"

/* A watcher that was started, by its handle, was used: it is among those that
 * the next sweep looks at. 0 is none. */
strata_status st_used_watchers_add(st_execution *run, uint64_t watch);

/* End the watchers that were used up by events that have happened now. */
strata_status st_used_watchers_end_spent(st_execution *run);

#endif
