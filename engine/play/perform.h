/* perform.h - what performing an event writes. */
#ifndef STRATA_PERFORM_H
#define STRATA_PERFORM_H

#include "play/run.h"

/* Do what one deed of a kind's `does` says. ERANGE for a value that its
 * attribute cannot have. */
strata_status st_perform(st_run *run, uint32_t frame, const st_deed *deed);

#endif
