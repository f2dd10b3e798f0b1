/* routine.h - programs: what is emitted, chosen and bound, and in which order.
 */
#ifndef STRATA_ROUTINE_H
#define STRATA_ROUTINE_H

#include "play/execution/run.h"

/* A piece of the task on top, which is of deeds, of deeds for each, or of a
 * series of events. */
strata_status st_routine_step(st_run *run);
strata_status st_routine_each(st_run *run);
strata_status st_routine_series(st_run *run);

/* Do a CHOOSE. *some: there was something to choose, or nothing needs to be. */
strata_status st_routine_choose(st_run *run, uint32_t frame,
                                const st_deed *deed, bool *some);

#endif
