/* handler_emit.h - events that handlers emit, and decisions that they ask for.
 */
#ifndef STRATA_PLAY_EVENTS_HANDLER_EMIT_H
#define STRATA_PLAY_EVENTS_HANDLER_EMIT_H

#include "play/execution/handler_call.h"

/* An event that a handler emits, and what came of it. */
struct st_emission {
  strata_event_type event_type;
  const int64_t *words; /* the fields of its type, in order */
  uint32_t first_event, happened_count;
  strata_entity first_made;
};

/* Let the events happen together, or join the batch that is being collected.
 * `all` lies in the arena. A failure aborts the execution. */
strata_status st_handler_emit(strata_handler_call *r, st_emission *all,
                              uint32_t count);

/* Go on with the events amid which the handler has waited for an answer. */
strata_status st_handler_emit_go_on(strata_handler_call *r);

/* Ask several decisions at once. A decision with one legal answer is not asked.
 * A failure aborts the execution. */
strata_status st_handler_ask(strata_handler_call *r,
                             const st_new_decision *asks, uint32_t count,
                             const st_new_answer **out);

#endif
