/* emitting.h - what handlers let happen, and what they ask. */
#ifndef STRATA_EMITTING_H
#define STRATA_EMITTING_H

#include "play/execution/handler.h"

/* An event that a handler makes, and what came of it. */
typedef struct st_emission {
  strata_event_kind kind;
  const int64_t *words; /* its fields */
  uint32_t event, happened;
  strata_entity made;
} st_emission;

/* Let events happen together, or join those that are collected. If it fails,
 * so has the run. */
strata_status st_handler_emit(strata_run *r, st_emission *all, uint32_t count);

/* Ask some at once; who has but one answer is not asked. If it fails, so has
 * the run. */
strata_status st_handler_ask(strata_run *r, const st_new_decision *asks,
                             uint32_t count, const st_decided **out);

#endif
