/* plain.h - events that nobody can say anything about: from being proposed to
 * having happened in one step. */
#ifndef STRATA_PLAY_PERFORM_FAST_EVENTS_H
#define STRATA_PLAY_PERFORM_FAST_EVENTS_H

#include "play/execution/execution.h"

/*
 * An event is plain if it is not logged, contains nothing, always matters and
 * can always happen, does no more than write, and nobody watches for it. All
 * that a batch does for such a one is to perform it; so it is performed, again
 * and again, without an event, a batch, a frame or a task for each.
 */

/* Whether events that a deed of a program emits may be plain: by what the rules
 * say. */
bool st_fast_events_may(const st_execution *run, const st_program *program,
                        const st_instruction *instruction);

/*
 * The next events of a series, the task on top, while they are plain; the index
 * of the task says how many. The one at which it stops is to be emitted as all
 * others are, if there is one left. The task's deed may emit such.
 */
strata_status st_fast_events_series(st_execution *run,
                                    const st_instruction *instruction);

/*
 * `all` events that a deed which says nothing of whom emits at once. *done is
 * false, and nothing has happened, if not all of them are plain, or if what one
 * does could change what another one is.
 */
strata_status st_fast_events_batch(st_execution *run, uint32_t frame,
                                   const st_instruction *instruction,
                                   int64_t all, bool *done);

#endif
