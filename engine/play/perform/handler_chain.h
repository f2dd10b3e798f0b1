/* chain.h - chains of handlers: who is in one, and passing an event along it.
 */
#ifndef STRATA_PLAY_PERFORM_HANDLER_CHAIN_H
#define STRATA_PLAY_PERFORM_HANDLER_CHAIN_H

#include "play/execution/execution.h"
#include "world/objects/chain_override.h"

/* Somebody in a chain. */
typedef struct st_chain_link {
  strata_watcher_def watcher_def;
  uint32_t owner;     /* slot of whose chain it is in; 0: that of all */
  uint64_t hooked_at; /* when it was hooked; 0: it is printed */
} st_chain_link;

/* Whether anybody at all may be called by events of a kind. Cost O(1). */
static inline bool st_chain_any_handler(const st_store *store,
                                        const st_event_type *type) {
  return type->has_handlers &&
         (type->has_printed_handlers || !st_chain_override_is_none(store));
}

/* The chains of one phase that an event passes along as one. */
typedef struct st_chain_query {
  strata_event_type event_type; /* no alias */
  uint32_t phase;
  uint32_t owner; /* slot of somebody who is or was; 0: that of all alone */
} st_chain_query;

/* All that an event meets there, in order, in the arena. ENOMEM. Cost O(n log
 * n) of what is printed for the kind, what the definition prints, and the rows
 * of both owners. */
strata_status st_chain_collect(const st_store *store, st_arena *arena,
                               const st_chain_query *chain,
                               const st_chain_link **out, uint32_t *count);

/* -- Changing one, through the journal alone -- */

/* Whether a handler is in the chain of an owner: a slot, or 0 for that of all.
 */
bool st_chain_has(const st_store *store, uint32_t owner,
                  strata_watcher_def def);

/* Put one in, behind all of its rank; not `done` if it is there. `notes` are
 * what its store begins with. */
strata_status st_chain_hook(st_store *store, const st_new_chain_override *desc,
                            bool *done);

/* Take one out, and forget its store; not `done` if it is not there. */
strata_status st_chain_unhook(st_store *store, uint32_t owner,
                              strata_watcher_def def, bool *done);

/* A name of the store that a handler has with an owner; it is in his chain. */
st_raw_value st_chain_get_note(const st_store *store, uint32_t owner,
                               strata_watcher_def def, const char *name);
strata_status st_chain_set_note(st_store *store, uint32_t owner,
                                strata_watcher_def def, const char *name,
                                st_raw_value word);

/* -- Passing -- */

/* An event on its way along a chain. */
typedef struct st_chain_walk {
  uint32_t event, phase;
  strata_entity owner;        /* whose chain it is beside that of all, or 0 */
  const st_chain_link *links; /* who is in it, in order; in the arena */
  uint32_t count, next;
  uint32_t frame;                  /* of the one who is being called, or 0 */
  const int64_t *stored_variables; /* what its names were before */
  uint32_t outer_walk;             /* the pass in which it is, or 0 */
  uint32_t called_count;
  strata_watcher_def stopper;  /* who has stopped it */
  bool cannot_be_stopped;      /* ... which does not matter */
  bool stopped, until_reached; /* so nobody else is called */
  bool halt_requested,
      unhook_requested; /* what the one who is being called has said */
} st_chain_walk;

/* Push the calls of all that an event meets in a phase; *pass is 0 if there is
 * nobody. `whole`: whoever stops it, all are called. EINVAL where a handler of
 * that chain makes it pass again. */
strata_status st_chain_walk_begin(st_execution *run, uint32_t event,
                                  uint32_t phase, bool whole, uint32_t *walk);

/* A piece of the task on top, which is a pass. */
strata_status st_chain_walk_step(st_execution *run);

static inline st_chain_walk *st_chain_walk_get(st_execution *run,
                                               uint32_t number) {
  assert(number - 1u < run->chain_walk_count);
  return &run->chain_walks[number - 1];
}

/* -- Deeds -- */

strata_status st_chain_halt(st_execution *run, uint32_t frame);
strata_status st_chain_drop(st_execution *run, uint32_t frame);
strata_status st_chain_do_hook(st_execution *run, uint32_t frame,
                               const st_instruction *instruction);

#endif
