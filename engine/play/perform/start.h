/* start.h - the instructions that start a continuous effect or a watcher. */
#ifndef STRATA_PLAY_PERFORM_START_H
#define STRATA_PLAY_PERFORM_START_H

#include "play/execution/execution.h"

/* Of nobody, and where its duration is over already (611.2b), nothing begins.
 */
strata_status st_start_effect(st_execution *run, uint32_t frame,
                              const st_instruction *instruction);

/* What the arguments of a deed say now of the names of the code that it is
 * about, as notes. There is room for all of them. */
strata_status st_start_given_notes(st_execution *run, uint32_t frame,
                                   const st_instruction *instruction,
                                   st_note *notes, uint32_t *count);

/* How often who says this may be used, if so many ticks end it: what is set off
 * later is so once, unless it is said how often or how long (603.7b, 610.3). */
uint32_t st_start_use_limit(const strata_rules *rules, strata_watcher_def id,
                            int64_t ticks);

/* Start what a WATCH says. ERANGE for an amount or a number of ticks that is
 * none. */
strata_status st_start_watcher(st_execution *run, uint32_t frame,
                               const st_instruction *instruction);

#endif
