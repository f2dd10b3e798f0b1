/* start.h - the instructions that start a continuous effect or a watcher. */
#ifndef STRATA_PLAY_PERFORM_START_H
#define STRATA_PLAY_PERFORM_START_H

#include "play/execution/execution.h"

/* Start a continuous effect (BEGIN). None starts without an affected object, or
 * if its duration is already over (611.2b). */
strata_status st_start_effect(st_execution *exec, uint32_t frame,
                              const st_instruction *instruction);

/* Evaluate the arguments of an instruction for the variables of the watcher
 * that it starts or hooks, as notes; `notes` has room for all arguments. */
strata_status st_start_given_notes(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   st_note *notes, uint32_t *count);

/* How many uses a started watcher has, if `ticks` ticks end it: a delayed
 * trigger triggers once, unless its definition states uses or a duration
 * (603.7b, 610.3). */
uint32_t st_start_use_limit(const strata_rules *rules, strata_watcher_def id,
                            int64_t ticks);

/* Start a watcher (WATCH). ERANGE for a negative amount or number of ticks. */
strata_status st_start_watcher(st_execution *exec, uint32_t frame,
                               const st_instruction *instruction);

#endif
