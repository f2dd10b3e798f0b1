/* chain.h - chains of handlers: who is in one, and passing an event along it.
 */
#ifndef STRATA_CHAIN_H
#define STRATA_CHAIN_H

#include "play/execution/run.h"
#include "world/objects/hook.h"

/* Somebody in a chain. */
typedef struct st_in_chain {
  strata_code code;
  uint32_t owner; /* slot of whose chain it is in; 0: that of all */
  uint64_t stamp; /* when it was hooked; 0: it is printed */
} st_in_chain;

/* Whether anybody at all may be called by events of a kind. Cost O(1). */
static inline bool st_chain_is_heard(const st_store *store,
                                     const st_kind *kind) {
  return kind->is_handled && (kind->is_printed || !st_hook_none(store));
}

/* The chains of one phase that an event passes along as one. */
typedef struct st_chain {
  strata_event_kind kind; /* no alias */
  uint32_t phase;
  uint32_t owner; /* slot of somebody who is or was; 0: that of all alone */
} st_chain;

/* All that an event meets there, in order, in the arena. ENOMEM. Cost O(n log
 * n) of what is printed for the kind, what the definition prints, and the rows
 * of both owners. */
strata_status st_chain_list(const st_store *store, st_arena *arena,
                            const st_chain *chain, const st_in_chain **out,
                            uint32_t *count);

/* -- Changing one, through the journal alone -- */

/* Whether a handler is in the chain of an owner: a slot, or 0 for that of all.
 */
bool st_chain_has(const st_store *store, uint32_t owner, strata_code code);

/* Put one in, behind all of its rank; not `done` if it is there. `notes` are
 * what its store begins with. */
strata_status st_chain_hook(st_store *store, const st_new_hook *desc,
                            bool *done);

/* Take one out, and forget its store; not `done` if it is not there. */
strata_status st_chain_unhook(st_store *store, uint32_t owner, strata_code code,
                              bool *done);

/* A name of the store that a handler has with an owner; it is in his chain. */
st_word st_chain_stored(const st_store *store, uint32_t owner, strata_code code,
                        const char *name);
strata_status st_chain_store(st_store *store, uint32_t owner, strata_code code,
                             const char *name, st_word word);

/* -- Passing -- */

/* Push the calls of all that an event meets in a phase; *pass is 0 if there is
 * nobody. `whole`: whoever stops it, all are called. EINVAL where a handler of
 * that chain makes it pass again. */
strata_status st_chain_pass(st_run *run, uint32_t event, uint32_t phase,
                            bool whole, uint32_t *pass);

/* A piece of the task on top, which is a pass. */
strata_status st_chain_step(st_run *run);

static inline st_passing *st_run_pass(st_run *run, uint32_t number) {
  assert(number - 1u < run->pass_count);
  return &run->passes[number - 1];
}

/* -- Deeds -- */

strata_status st_chain_halt(st_run *run, uint32_t frame);
strata_status st_chain_drop(st_run *run, uint32_t frame);
strata_status st_chain_deed(st_run *run, uint32_t frame, const st_deed *deed);

#endif
