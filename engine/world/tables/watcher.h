/* watcher.h - watchers that actions have made, as state: what they say, whose
 * they are, how often and how long. Nothing here watches. */
#ifndef STRATA_WATCHER_H
#define STRATA_WATCHER_H

#include "world/objects/entity.h"
#include "world/store/note.h"

typedef struct st_new_watch {
  uint32_t code; /* what it says: an id of the rules, not 0 */
  strata_entity source, you;
  int64_t left;         /* the amount that it has; 0: without limit */
  uint32_t uses;        /* how often; 0: without limit */
  strata_clock clock;   /* 0, or with `ticks` from 1: that many ticks */
  uint32_t ticks;       /* 0: the clock does not end it */
  const st_note *names; /* captured */
  uint32_t name_count;
} st_new_watch;

/* A slot in which so many have ended has its last one. */
#define ST_WATCHES_MOST (UINT32_MAX - 1)

/* Each of these writes only through the journal: on failure the caller undoes.
 */

/* Start one: it gets the next timestamp. ERANGE for more uses than can be
 * counted. Cost O(names). */
strata_status st_watch_start(st_store *store, const st_new_watch *desc,
                             uint32_t *out);

/* End one. Cost O(names). */
strata_status st_watch_end(st_store *store, uint32_t slot);

/* Take from its amount as much as is left of what is wanted, which is not
 * negative; all of it, if there is no limit. */
strata_status st_watch_take(st_store *store, uint32_t slot, int64_t wanted,
                            int64_t *taken);

/* It has been used once. It has a use left. */
strata_status st_watch_use(st_store *store, uint32_t slot);

/* As st_effect_set_ticks: it ends after so many ticks from now, 0 for never. */
strata_status st_watch_set_ticks(st_store *store, uint32_t slot,
                                 uint32_t ticks);

/* End those that a clock ends, oldest first, now that it stands where it does.
 * Cost O(those that it will end some time). */
strata_status st_watch_expire(st_store *store, strata_clock clock,
                              uint32_t *ended);

/* -- Reading -- */

/* Walk through all, oldest first; 0 ends it. */
static inline uint32_t st_watch_first(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_WATCH_FIRST);
}
static inline uint32_t st_watch_next(const st_store *store, uint32_t slot) {
  return st_get32(store, ST_COLUMN_WATCH_NEXT, slot);
}

/* The slot that a handle names, 0 if it is stale. */
uint32_t st_watch_slot(const st_store *store, uint64_t handle);
uint64_t st_watch_handle(const st_store *store, uint32_t slot);

/* True if a slot is in use: a row with a timestamp. */
static inline bool st_watch_used(const st_store *store, uint32_t slot) {
  return st_get_split(store, ST_COLUMN_WATCH_STAMP, slot) != 0;
}

/* What is left of its amount and of its uses; false if there is no limit. */
bool st_watch_left(const st_store *store, uint32_t slot, int64_t *left);
bool st_watch_uses(const st_store *store, uint32_t slot, uint32_t *uses);

/* Nothing is left of its amount, or of its uses: it applies no more. */
bool st_watch_is_spent(const st_store *store, uint32_t slot);

static inline st_note_head st_watch_names(uint32_t slot) {
  return (st_note_head){ST_COLUMN_WATCH_NOTES, slot};
}

#endif
