/* emitting.h - what handlers let happen, and what they ask. */
#ifndef STRATA_PLAY_EVENTS_HANDLER_EMIT_H
#define STRATA_PLAY_EVENTS_HANDLER_EMIT_H

#include "play/execution/handler_call.h"

/* An event that a handler makes, and what came of it. */
typedef struct st_emission {
  strata_event_type event_type;
  const int64_t *words; /* its fields */
  uint32_t first_event, happened_count;
  strata_entity first_made;
} st_emission;

/* Let events happen together, or join those that are collected. If it fails,
 * so has the run. */
strata_status st_handler_emit(strata_handler_call *r, st_emission *all,
                              uint32_t count);

/* Ask some at once; who has but one answer is not asked. If it fails, so has
 * the run. */
strata_status st_handler_ask(strata_handler_call *r,
                             const st_new_decision *asks, uint32_t count,
                             const st_new_answer **out);

#endif
