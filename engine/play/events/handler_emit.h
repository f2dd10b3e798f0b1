/* handler_emit.h - events that handlers emit, and decisions that they ask for.
 */
#ifndef STRATA_PLAY_EVENTS_HANDLER_EMIT_H
#define STRATA_PLAY_EVENTS_HANDLER_EMIT_H

#include "play/execution/handler_call.h"

/* An event that a handler emits, and what came of it. */
typedef struct st_emission {
  strata_event_type event_type;
  const int64_t *words; /* the fields of its type, in order */
  uint32_t first_event, happened_count;
  strata_entity first_made;
} st_emission;

/* Let the events happen together, or join the batch that is being collected. A
 * failure aborts the execution. */
strata_status st_handler_emit(strata_handler_call *r, st_emission *all,
                              uint32_t count);

/* Ask several decisions at once. A decision with one legal answer is not asked.
 * A failure aborts the execution. */
strata_status st_handler_ask(strata_handler_call *r,
                             const st_new_decision *asks, uint32_t count,
                             const st_new_answer **out);

#endif
