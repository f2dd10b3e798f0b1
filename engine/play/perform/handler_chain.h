/* handler_chain.h - chains of handlers: which handlers are in a chain, and
 * walking an event along it. */
#ifndef STRATA_PLAY_PERFORM_HANDLER_CHAIN_H
#define STRATA_PLAY_PERFORM_HANDLER_CHAIN_H

#include "play/execution/execution.h"
#include "world/objects/chain_override.h"

/* One handler in a chain. */
typedef struct st_chain_link {
  strata_watcher_def watcher_def;
  uint32_t owner;     /* slot of the chain's owner; 0: the chain of all */
  uint64_t hooked_at; /* sequence number of its hooking; 0: it is printed */
} st_chain_link;

/* Whether any handler at all could be called for events of a type. Cost
 * O(1). */
static inline bool st_chain_any_handler(const st_store *store,
                                        const st_event_type *type) {
  return type->has_handlers &&
         (type->has_printed_handlers || !st_chain_override_is_none(store));
}

/* The chains that an event walks as one in a phase: that of an owner and that
 * of all. */
typedef struct st_chain_query {
  strata_event_type event_type; /* aliases are resolved */
  uint32_t phase;
  uint32_t owner; /* slot of a live or gone entity; 0: the chain of all alone */
} st_chain_query;

/* Collect the handlers that an event meets, in order, in the arena. ENOMEM.
 * Cost O(n log n) of the handlers printed for the type, those that the owner's
 * definition prints, and the override rows of both owners. */
strata_status st_chain_collect(const st_store *store, st_arena *arena,
                               const st_chain_query *chain,
                               const st_chain_link **out, uint32_t *count);

/* -- Hooking and stored variables; all writes go through the journal -- */

/* Whether a handler is in the chain of an owner: a slot, or 0 for the chain of
 * all. */
bool st_chain_has(const st_store *store, uint32_t owner,
                  strata_watcher_def def);

/* Hook a handler, behind all of its rank; *done is false if it was there.
 * `desc->notes` are its first stored variables. */
strata_status st_chain_hook(st_store *store, const st_new_chain_override *desc,
                            bool *done);

/* Unhook a handler and forget its stored variables; *done is false if it was
 * not there. */
strata_status st_chain_unhook(st_store *store, uint32_t owner,
                              strata_watcher_def def, bool *done);

/* A stored variable that a handler has with an owner, in whose chain it must
 * be. */
st_raw_value st_chain_get_note(const st_store *store, uint32_t owner,
                               strata_watcher_def def, const char *name);
strata_status st_chain_set_note(st_store *store, uint32_t owner,
                                strata_watcher_def def, const char *name,
                                st_raw_value word);

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
