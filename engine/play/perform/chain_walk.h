/* chain_walk.h - walking an event along a chain of handlers. */
#ifndef STRATA_PLAY_PERFORM_CHAIN_WALK_H
#define STRATA_PLAY_PERFORM_CHAIN_WALK_H

#include "play/execution/execution.h"
#include "play/perform/chain_links.h"

/* -- Walking -- */

/* A walk: one event on its way along a chain. */
typedef struct st_chain_walk {
  uint32_t event, phase;
  strata_entity owner;        /* the owner, beside the chain of all, or 0 */
  const st_chain_link *links; /* its handlers in order; in the arena */
  uint32_t count, next;
  uint32_t frame; /* the frame of the handler that is being called, or 0 */
  const int64_t *stored_variables; /* its stored variables before the call */
  uint32_t outer_walk; /* the walk that this one is nested in, or 0 */
  uint32_t called_count;
  strata_watcher_def stopper; /* the handler that stopped it */
  bool cannot_be_stopped; /* stopping has no effect: all handlers are called */
  bool stopped, until_reached; /* no further handler is called */
  /* requests of the handler that is being called */
  bool halt_requested, unhook_requested;
} st_chain_walk;

/* Begin the walk of an event in a phase and push its task; *walk is 0 if it
 * meets no handler. `whole`: all handlers are called even if one stops it.
 * EINVAL if a running handler of that chain would make its own event type walk
 * it again. */
strata_status st_chain_walk_begin(st_execution *exec, uint32_t event,
                                  uint32_t phase, bool whole, uint32_t *walk);

/* Note the text changes of the objects that the events of a batch affect, which
 * may be gone when handlers that they print are called. */
strata_status st_chain_note_texts(st_execution *exec, uint32_t batch);

/* One step of the walk on top of the task stack. */
strata_status st_chain_walk_step(st_execution *exec);

static inline st_chain_walk *st_chain_walk_get(st_execution *exec,
                                               uint32_t number) {
  assert(number - 1u < exec->chain_walk_count);
  return &exec->chain_walks[number - 1];
}

/* -- Instructions -- */

strata_status st_chain_halt(st_execution *exec, uint32_t frame);
strata_status st_chain_drop(st_execution *exec, uint32_t frame);
strata_status st_chain_do_hook(st_execution *exec, uint32_t frame,
                               const st_instruction *instruction);

#endif
