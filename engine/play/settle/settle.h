/* settle.h - what comes after all that an action does: state-based actions, and
 * what has triggered. */
#ifndef STRATA_SETTLE_H
#define STRATA_SETTLE_H

#include "play/execution/run.h"

/* Let the world settle when all tasks above are done. */
strata_status st_settle_begin(st_run *run, strata_settling how);

/* A piece of the task on top, which is that. */
strata_status st_settle_step(st_run *run);

#endif
