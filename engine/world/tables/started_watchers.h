/* watcher.h - watchers that actions have made, as state: what they say, whose
 * they are, how often and how long. Nothing here watches. */
#ifndef STRATA_WORLD_TABLES_STARTED_WATCHERS_H
#define STRATA_WORLD_TABLES_STARTED_WATCHERS_H

#include "world/objects/entity.h"
#include "world/store/notes.h"

typedef struct st_new_started_watcher {
  uint32_t watcher_def; /* what it says: an id of the rules, not 0 */
  strata_entity source, you;
  int64_t amount;           /* the amount that it has; 0: without limit */
  uint32_t uses;            /* how often; 0: without limit */
  strata_clock clock;       /* 0, or with `ticks` from 1: that many ticks */
  uint32_t ticks;           /* 0: the clock does not end it */
  const st_note *variables; /* captured */
  uint32_t variable_count;
} st_new_started_watcher;

/* A slot in which so many have ended has its last one. */
#define ST_STARTED_WATCHER_ENDED_MAX (UINT32_MAX - 1)

/* Each of these writes only through the journal: on failure the caller undoes.
 */

/* Start one: it gets the next timestamp. ERANGE for more uses than can be
 * counted. Cost O(names). */
strata_status st_started_watcher_add(st_store *store,
                                     const st_new_started_watcher *desc,
                                     uint32_t *out);

/* End one. Cost O(names). */
strata_status st_started_watcher_remove(st_store *store, uint32_t slot);

/* Take from its amount as much as is left of what is wanted, which is not
 * negative; all of it, if there is no limit. */
strata_status st_started_watcher_take_amount(st_store *store, uint32_t slot,
                                             int64_t wanted, int64_t *taken);

/* It has been used once. It has a use left. */
strata_status st_started_watcher_use(st_store *store, uint32_t slot);

/* As st_effect_set_ticks: it ends after so many ticks from now, 0 for never. */
strata_status st_started_watcher_set_ticks(st_store *store, uint32_t slot,
                                           uint32_t ticks);

/* End those that a clock ends, oldest first, now that it stands where it does.
 * Cost O(those that it will end some time). */
strata_status st_started_watcher_expire(st_store *store, strata_clock clock,
                                        uint32_t *ended);

/* -- Reading -- */

/* Walk through all, oldest first; 0 ends it. */
static inline uint32_t st_started_watcher_first(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_WATCHER_FIRST);
}
static inline uint32_t st_started_watcher_next(const st_store *store,
                                               uint32_t slot) {
  return st_get32(store, ST_COLUMN_WATCHER_NEXT, slot);
}

/* The slot that a handle names, 0 if it is stale. */
uint32_t st_started_watcher_slot(const st_store *store, uint64_t handle);
uint64_t st_started_watcher_handle(const st_store *store, uint32_t slot);

/* True if a slot is in use: a row with a timestamp. */
static inline bool st_started_watcher_is_used(const st_store *store,
                                              uint32_t slot) {
  return st_get_split(store, ST_COLUMN_WATCHER_STAMP, slot) != 0;
}

/* What is left of its amount and of its uses; false if there is no limit. */
bool st_started_watcher_amount_left(const st_store *store, uint32_t slot,
                                    int64_t *left);
bool st_started_watcher_uses_left(const st_store *store, uint32_t slot,
                                  uint32_t *uses);

/* Nothing is left of its amount, or of its uses: it applies no more. */
bool st_started_watcher_is_spent(const st_store *store, uint32_t slot);

static inline st_notes_head st_started_watcher_variables(uint32_t slot) {
  return (st_notes_head){ST_COLUMN_WATCHER_VARIABLES, slot};
}

#endif
