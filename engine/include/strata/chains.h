/* strata/chains.h - chains of handlers. */
#ifndef STRATA_CHAINS_H
#define STRATA_CHAINS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * An event walks along the chain of each phase of its type: see
 * strata_phase_desc. The handlers of a chain are watchers of the role HANDLE.
 * Rules print handlers in the common chain and in those of definitions; here a
 * world's chains are changed.
 */
typedef struct strata_hook_desc {
  strata_entity owner; /* of the chain; 0: the common chain */
  const strata_watcher_def *watcher_defs; /* a handler, or a group: all of them
                                             or none */
  size_t watcher_def_count;
  strata_clock clock; /* with `ticks` from 1: until it has ticked so often */
  uint64_t ticks;     /* 0: no clock ends it */
  bool try_only;      /* it is no error if a handler is there already, or is not
                         there */
} strata_hook_desc;

/**
 * Let handlers join the chain of an entity, or the common chain, behind all
 * others of their rank. Entities of one definition have its chains until one
 * changes its own; the chains of the others do not change with it. A walk that
 * is going on does not call the new handlers.
 *
 * desc     borrowed; see strata_hook_desc
 * count    may be NULL; how many were not there before
 * Errors   EINVAL for no handlers, or a watcher that is no handler; ENOENT for
 *          a watcher or clock; EEXIST for a handler that is there, and the
 *          message names it; ESTALE; ERANGE; EOPEN; ENOMEM. All are hooked, or
 *          none
 * Cost     O(handlers * (those that the owner's definition prints + rows of
 *          the owner))
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_add(
    strata_world *world, const strata_hook_desc *desc, size_t *count);

/**
 * Let handlers leave a chain, also those that are printed there. What they have
 * stored with its owner is forgotten. A walk that is going on uses the chain as
 * it was when the walk began, and still calls them.
 *
 * desc     borrowed; its clock and ticks are ignored
 * count    may be NULL; how many were there
 * Errors   those of strata_hook_add, but ENOENT for one that is not there
 * Cost     as that of strata_hook_add
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_remove(
    strata_world *world, const strata_hook_desc *desc, size_t *count);

/** True if a handler is in the chain of an entity (0: the common chain) itself,
 * printed or hooked. Cost as strata_hook_add. */
STRATA_API bool strata_hook_has(const strata_world *world, strata_entity owner,
                                strata_watcher_def handler);

/* A handler of a chain. */
typedef struct strata_chain_row {
  strata_watcher_def watcher_def;
  strata_entity owner; /* 0: it is in the common chain */
  int32_t rank;
  uint32_t place;  /* in the chain, from 1: no two have the same */
  uint64_t hooked; /* when, as a number that grows; 0: it is printed */
} strata_chain_row;

/**
 * List the handlers that an event of a type would meet in a phase, in order.
 *
 * owner    of the chain beside the common one, alive or gone; 0: none
 * out      lives until the next call on this world
 * Errors   ENOENT for an unknown event type or phase; ESTALE; EINVAL; ENOMEM
 * Cost     O(n log n) of the list, and the rows of the owner and of the world
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_chain_list(
    strata_world *world, strata_entity owner, strata_event_type type,
    const char *phase, const strata_chain_row **out, size_t *count);

/**
 * Read a value that a handler has stored with the owner of a chain that it is
 * in. Each handler has storage of its own: its parameters.
 *
 * owner    0: the common chain
 * name     one of its parameters
 * Errors   ENOENT for a handler that is not in the chain, or has no such
 *          parameter; EINVAL; ESTALE
 * Cost     O(rows of the owner + parameters)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_get(
    strata_world *world, strata_entity owner, strata_watcher_def handler,
    const char *name, strata_value *out);

/**
 * Change a value that a handler has stored with the owner of a chain.
 *
 * value    of the type of the parameter
 * Errors   those of strata_hook_get; ETYPE; EOPEN; ENOMEM
 * Cost     O(rows of the owner + parameters)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_set(
    strata_world *world, strata_entity owner, strata_watcher_def handler,
    const char *name, const strata_value *value);

#ifdef __cplusplus
}
#endif

#endif
