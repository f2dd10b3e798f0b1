/* settle.h - settling: state-based actions and triggers after what an action
 * does. */
#ifndef STRATA_PLAY_SETTLE_SETTLE_H
#define STRATA_PLAY_SETTLE_SETTLE_H

#include "play/execution/execution.h"

/* Push the task that settles: it begins when all tasks above are done. */
strata_status st_settle_begin(st_execution *exec, strata_settle_mode how);

/* One step of the task on top, which settles. */
strata_status st_settle_step(st_execution *exec);

#endif
