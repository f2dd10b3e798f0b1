/* perform.h - what performing an event writes. */
#ifndef STRATA_PLAY_PERFORM_PERFORM_H
#define STRATA_PLAY_PERFORM_PERFORM_H

#include "play/execution/execution.h"

/* Execute one instruction of an event type's program. ERANGE for a value that
 * its attribute cannot have. */
strata_status st_perform(st_execution *exec, uint32_t frame,
                         const st_instruction *instruction);

/*
 * Execute the whole program of an event type at once, for a preview.
 * Instructions that start watchers change no value and are skipped; so are
 * handlers, whose effect is not known before they run. Inner instructions are
 * executed by recursion, at most ST_PROGRAM_DEPTH deep.
 */
strata_status st_perform_isolated(st_execution *exec, uint32_t frame);

#endif
