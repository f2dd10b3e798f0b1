/* chain_links.h - which handlers are in a chain, and what they store. */
#ifndef STRATA_PLAY_PERFORM_CHAIN_LINKS_H
#define STRATA_PLAY_PERFORM_CHAIN_LINKS_H

#include "base/arena.h"
#include "rules/model/event_type.h"
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

#endif
