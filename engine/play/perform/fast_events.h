/* fast_events.h - events that nothing watches but plain replacements, from
 * proposal to performance in one step. */
#ifndef STRATA_PLAY_PERFORM_FAST_EVENTS_H
#define STRATA_PLAY_PERFORM_FAST_EVENTS_H

#include "play/execution/execution.h"

/*
 * An event is fast if it is not logged, has no parts, always matters and can
 * always happen, only writes values, and no watcher watches for it. Of events
 * that happen alone, plain replacements may change fields
 * (plain_replacements.h). A batch would do nothing more for it but perform it.
 * So it is performed directly, without an event, batch, frame or task of its
 * own.
 */

/* Whether events that an instruction emits may be fast, by what the rules say
 * alone. */
bool st_fast_events_may(const st_execution *exec, const st_program *program,
                        const st_instruction *instruction);

/*
 * Perform the next events of the series on top of the task stack while they are
 * fast, and advance the task's index. If an event is left, the first of them
 * must be emitted the usual way. To be called only for an instruction that
 * st_fast_events_may allows.
 */
strata_status st_fast_events_series(st_execution *exec,
                                    const st_instruction *instruction);

/*
 * Perform `all` events that an instruction without entities emits at once.
 * *done is false, and nothing has happened, if one of them is not fast, or if
 * performing one could change the fields of another.
 */
strata_status st_fast_events_batch(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   int64_t all, bool *done);

#endif
