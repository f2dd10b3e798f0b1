/* settle.h - what comes after all that an action does: state-based actions, and
 * what has triggered. */
#ifndef STRATA_PLAY_SETTLE_SETTLE_H
#define STRATA_PLAY_SETTLE_SETTLE_H

#include "play/execution/execution.h"

/* Let the world settle when all tasks above are done. */
strata_status st_settle_begin(st_execution *run, strata_settle_mode how);

/* A piece of the task on top, which is that. */
strata_status st_settle_step(st_execution *run);

#endif
