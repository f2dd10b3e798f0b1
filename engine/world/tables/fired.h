/* fired.h - abilities that have triggered, as state: in a queue until they are
 * placed; then what the objects on the stack are. */
#ifndef STRATA_FIRED_H
#define STRATA_FIRED_H

#include "world/objects/entity.h"
#include "world/store/note.h"

typedef struct st_new_fired {
  uint32_t code; /* what it says: an id of the rules, not 0 */
  strata_entity source, you;
  uint64_t identity;    /* of the ability: for limits, latches, links */
  uint32_t count;       /* how often it has triggered; from 1 */
  const st_note *names; /* captured */
  uint32_t name_count;
} st_new_fired;

/* Each of these writes only through the journal: on failure the caller undoes.
 */

/* Put it at the end of the queue, with the next timestamp; if the last one
 * there is equal but for that, it counts for more. Cost O(names). */
strata_status st_fired_add(st_store *store, const st_new_fired *desc,
                           uint32_t *row);

/* Let an entity that holds none hold it without a wait in the queue, as a spell
 * that is cast. Its count is 1. */
strata_status st_fired_hold(st_store *store, const st_new_fired *desc,
                            uint32_t slot);

/* Take so many of a row of the queue out of it, and let an entity that holds
 * none hold them: the row itself, or another with equal notes. */
strata_status st_fired_place(st_store *store, uint32_t row, uint32_t count,
                             uint32_t slot);

/* Take a row of the queue out of it, and forget it (603.3d). */
strata_status st_fired_remove(st_store *store, uint32_t row);

/* Let what an entity holds be forgotten: it has resolved, or has left. */
strata_status st_fired_end(st_store *store, uint32_t slot);

/* -- Reading -- */

/* Walk through the queue, first come first; 0 ends it. */
static inline uint32_t st_fired_first(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_FIRED_FIRST);
}
static inline uint32_t st_fired_next(const st_store *store, uint32_t row) {
  return st_get32(store, ST_COLUMN_FIRED_NEXT, row);
}

/* The row that an entity holds, or held when it went; 0 for none. */
static inline uint32_t st_fired_of(const st_store *store, uint32_t slot) {
  return st_get32(store, ST_COLUMN_ENTITY_FIRED, slot);
}

static inline bool st_fired_used(const st_store *store, uint32_t row) {
  return st_get_split(store, ST_COLUMN_FIRED_STAMP, row) != 0;
}

static inline st_note_head st_fired_names(uint32_t row) {
  return (st_note_head){ST_COLUMN_FIRED_NOTES, row};
}

#endif
