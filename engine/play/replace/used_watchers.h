/* used_watchers.h - started watchers that were used since the last sweep. */
#ifndef STRATA_PLAY_REPLACE_USED_WATCHERS_H
#define STRATA_PLAY_REPLACE_USED_WATCHERS_H

#include "play/execution/execution.h"

/* Add a started watcher, by its handle; 0 is ignored. */
strata_status st_used_watchers_add(st_execution *exec, uint64_t handle);

/* End the started watchers among these that have no uses left. */
strata_status st_used_watchers_end_spent(st_execution *exec);

#endif
