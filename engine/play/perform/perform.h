/* perform.h - what performing an event writes. */
#ifndef STRATA_PLAY_PERFORM_PERFORM_H
#define STRATA_PLAY_PERFORM_PERFORM_H

#include "play/execution/execution.h"

/* Do what one deed of a kind's `does` says. ERANGE for a value that its
 * attribute cannot have. */
strata_status st_perform(st_execution *run, uint32_t frame,
                         const st_instruction *instruction);

/*
 * All that a frame's program says of a kind that `does` it, at once and without
 * anything around it: for who wants to see what it would come to. Watchers that
 * it would start change no value, and what handlers would do nobody knows
 * before they do it: both are passed over. Inner deeds are done by recursion,
 * ST_PROGRAM_DEPTH deep.
 */
strata_status st_perform_isolated(st_execution *run, uint32_t frame);

#endif
