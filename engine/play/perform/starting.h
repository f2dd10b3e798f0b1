/* starting.h - the deed that starts a watcher. */
#ifndef STRATA_STARTING_H
#define STRATA_STARTING_H

#include "play/execution/run.h"

/* What the arguments of a deed say now of the names of the code that it is
 * about, as notes. There is room for all of them. */
strata_status st_start_names(st_run *run, uint32_t frame, const st_deed *deed,
                             st_note *notes, uint32_t *count);

/* How often who says this may be used, if so many ticks end it: what is set off
 * later is so once, unless it is said how often or how long (603.7b, 610.3). */
uint32_t st_start_uses(const strata_rules *rules, strata_code id,
                       int64_t ticks);

/* Start what a WATCH says. ERANGE for an amount or a number of ticks that is
 * none. */
strata_status st_start_watch(st_run *run, uint32_t frame, const st_deed *deed);

#endif
