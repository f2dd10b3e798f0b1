/* begin.h - the deed that begins a continuous effect. */
#ifndef STRATA_BEGIN_H
#define STRATA_BEGIN_H

#include "play/execution/run.h"

/* Of nobody, and where its duration is over already (611.2b), nothing begins.
 */
strata_status st_begin(st_run *run, uint32_t frame, const st_deed *deed);

#endif
