/* begin.h - the deed that begins a continuous effect. */
#ifndef STRATA_PLAY_PERFORM_START_H
#define STRATA_PLAY_PERFORM_START_H

#include "play/execution/execution.h"

/* Of nobody, and where its duration is over already (611.2b), nothing begins.
 */
strata_status st_start_effect(st_execution *run, uint32_t frame,
                              const st_instruction *deed);

#endif
