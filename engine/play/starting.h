/* starting.h - the deed that starts a watcher. */
#ifndef STRATA_STARTING_H
#define STRATA_STARTING_H

#include "play/run.h"

/* Start what a WATCH says. ERANGE for an amount or a number of ticks that is
 * none. */
strata_status st_start_watch(st_run *run, uint32_t frame, const st_deed *deed);

#endif
