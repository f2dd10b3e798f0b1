/* started_watchers.h - watchers that actions have started, as rows of state:
 * definition, source, controller, limits and duration. Matching them with
 * events is in play/. */
#ifndef STRATA_WORLD_TABLES_STARTED_WATCHERS_H
#define STRATA_WORLD_TABLES_STARTED_WATCHERS_H

#include "world/objects/entity.h"
#include "world/store/notes.h"

typedef struct st_new_started_watcher {
  uint32_t watcher_def;      /* not 0 */
  strata_entity source, you; /* the object that made it, its controller */
  int64_t amount;            /* e.g. of damage to prevent; 0: no limit */
  uint32_t uses;             /* how often it applies; 0: no limit */
  strata_clock clock;        /* the clock that ends it, or 0 */
  uint32_t ticks;            /* after how many ticks of the clock; 0: never */
  const st_note *variables;  /* captured when it was started */
  uint32_t variable_count;
} st_new_started_watcher;

/* A slot in which so many watchers have ended is not used again. */
#define ST_STARTED_WATCHER_ENDED_MAX (UINT32_MAX - 1)

/* -- Writing. On failure the caller undoes to its savepoint. -- */

/* Add a watcher, with the next timestamp. ERANGE if `uses` is UINT32_MAX. Cost
 * O(variables). */
strata_status st_started_watcher_add(st_store *store,
                                     const st_new_started_watcher *desc,
                                     uint32_t *out);

/* Remove a watcher. Cost O(variables). */
strata_status st_started_watcher_remove(st_store *store, uint32_t slot);

/* Reduce the amount by `wanted`, which is not negative, or by all that is left
 * of it. *taken is the reduction: `wanted` itself if there is no limit. */
strata_status st_started_watcher_take_amount(st_store *store, uint32_t slot,
                                             int64_t wanted, int64_t *taken);

/* Count one use. The watcher must have a use left: asserted. */
strata_status st_started_watcher_use(st_store *store, uint32_t slot);

/* Let a watcher end after `ticks` more ticks of its clock; 0: never. */
strata_status st_started_watcher_set_ticks(st_store *store, uint32_t slot,
                                           uint32_t ticks);

/* Remove the watchers whose time on a clock is over, oldest first. Cost
 * O(watchers with that clock). */
strata_status st_started_watcher_expire(st_store *store, strata_clock clock,
                                        uint32_t *ended);

/* -- Reading -- */

/* Walk all watchers, oldest first; 0 at the end. */
static inline uint32_t st_started_watcher_first(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_WATCHER_FIRST);
}
static inline uint32_t st_started_watcher_next(const st_store *store,
                                               uint32_t slot) {
  return st_get32(store, ST_COLUMN_WATCHER_NEXT, slot);
}

/* The slot of a watcher, 0 if the handle is stale; and the reverse. */
uint32_t st_started_watcher_slot(const st_store *store, uint64_t handle);
uint64_t st_started_watcher_handle(const st_store *store, uint32_t slot);

/* Whether a slot is in use: its row has a timestamp. */
static inline bool st_started_watcher_is_used(const st_store *store,
                                              uint32_t slot) {
  return st_get_split(store, ST_COLUMN_WATCHER_STAMP, slot) != 0;
}

/* Read what is left of the amount, or of the uses; false if there is no limit.
 */
bool st_started_watcher_amount_left(const st_store *store, uint32_t slot,
                                    int64_t *left);
bool st_started_watcher_uses_left(const st_store *store, uint32_t slot,
                                  uint32_t *uses);

/* Whether nothing is left of the amount or of the uses, so that the watcher no
 * longer applies. */
bool st_started_watcher_is_spent(const st_store *store, uint32_t slot);

static inline st_notes_head st_started_watcher_variables(uint32_t slot) {
  return (st_notes_head){ST_COLUMN_WATCHER_VARIABLES, slot};
}

#endif
