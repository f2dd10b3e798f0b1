/* strata/chains.h - chains of handlers. */
#ifndef STRATA_CHAINS_H
#define STRATA_CHAINS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct strata_hook_desc {
  strata_entity owner; /* whose chain; 0: that of all */
  const strata_watcher_def
      *codes; /* a handler, or a group: all of them or none */
  size_t code_count;
  strata_clock clock; /* with `ticks` from 1: until it has ticked so often */
  uint64_t ticks;     /* 0: no clock ends it */
  bool try_only; /* it is no mistake if one is there already, or not there */
} strata_hook_desc;

/**
 * Let handlers join the chain of an entity, or that of all, behind all others
 * of their rank. Entities of one definition have its chains until one changes
 * its own; nobody else's change with it. A pass that is going on does not call
 * them.
 *
 * desc     borrowed; see strata_hook_desc
 * count    may be NULL; how many were not there before
 * Errors   EINVAL for no handlers, or a code that is none; ENOENT for a code or
 *          clock; EEXIST for one that is there, naming it; ESTALE; ERANGE;
 *          EOPEN; ENOMEM. All are hooked, or none
 * Cost     O(codes * (what the owner's definition prints + his rows))
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_add(
    strata_world *world, const strata_hook_desc *desc, size_t *count);

/**
 * Let handlers leave a chain, also those that are printed there. What they have
 * stored with its owner is forgotten. A pass that is going on goes by who was
 * in the chain when it began, and still calls them.
 *
 * desc     borrowed; its clock and ticks are not looked at
 * count    may be NULL; how many were there
 * Errors   those of strata_hook_add, but ENOENT for one that is not there
 * Cost     as that of strata_hook_add
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_remove(
    strata_world *world, const strata_hook_desc *desc, size_t *count);

/** True if a handler is in the chain of an entity (0: of all) itself, printed
 * or hooked. Cost as strata_hook_add. */
STRATA_API bool strata_hook_has(const strata_world *world, strata_entity owner,
                                strata_watcher_def code);

/* One of a chain. */
typedef struct strata_chain_row {
  strata_watcher_def code;
  strata_entity owner; /* 0: it is in the chain of all */
  int32_t rank;
  uint32_t place;  /* in the chain, from 1: no two have the same */
  uint64_t hooked; /* when, as a number that grows; 0: it is printed */
} strata_chain_row;

/**
 * List all whom an event of a kind would meet in a phase, in order.
 *
 * owner    whose chain beside that of all, alive or gone; 0: nobody's
 * out      lives until the next call on this world
 * Errors   ENOENT for an unknown kind or phase; ESTALE; EINVAL; ENOMEM
 * Cost     O(n log n) of it, and the rows of the owner and of the world
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_chain_list(
    strata_world *world, strata_entity owner, strata_event_type kind,
    const char *phase, const strata_chain_row **out, size_t *count);

/**
 * Tell what a handler has stored with the owner of a chain that it is in: each
 * has its own, of the names of its code.
 *
 * owner    0: the chain of all
 * name     one of the names that its code is declared with
 * Errors   ENOENT for a handler that is not in the chain, or has no such name;
 *          EINVAL; ESTALE
 * Cost     O(rows of the owner + names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_hook_get(strata_world *world, strata_entity owner,
                strata_watcher_def code, const char *name, strata_value *out);

/**
 * Let it be something else.
 *
 * value    of the type of the name
 * Errors   those of strata_hook_get; ETYPE; EOPEN; ENOMEM
 * Cost     O(rows of the owner + names)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_hook_set(
    strata_world *world, strata_entity owner, strata_watcher_def code,
    const char *name, const strata_value *value);

#ifdef __cplusplus
}
#endif

#endif
