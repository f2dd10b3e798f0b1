/* fired.h - abilities that have triggered, as state: in a queue until they are
 * placed; then what the objects on the stack are. */
#ifndef STRATA_WORLD_TABLES_PENDING_TRIGGERS_H
#define STRATA_WORLD_TABLES_PENDING_TRIGGERS_H

#include "world/objects/entity.h"
#include "world/store/notes.h"

typedef struct st_new_pending_trigger {
  uint32_t watcher_def; /* what it says: an id of the rules, not 0 */
  strata_entity source, you;
  uint64_t identity;        /* of the ability: for limits, latches, links */
  uint32_t count;           /* how often it has triggered; from 1 */
  const st_note *variables; /* captured */
  uint32_t variable_count;
} st_new_pending_trigger;

/* Each of these writes only through the journal: on failure the caller undoes.
 */

/* Put it at the end of the queue, with the next timestamp; if the last one
 * there is equal but for that, it counts for more. Cost O(names). */
strata_status st_pending_trigger_add(st_store *store,
                                     const st_new_pending_trigger *desc,
                                     uint32_t *row);

/* Let an entity that holds none hold it without a wait in the queue, as a spell
 * that is cast. Its count is 1. */
strata_status st_pending_trigger_hold(st_store *store,
                                      const st_new_pending_trigger *desc,
                                      uint32_t slot);

/* Take so many of a row of the queue out of it, and let an entity that holds
 * none hold them: the row itself, or another with equal notes. */
strata_status st_pending_trigger_place(st_store *store, uint32_t row,
                                       uint32_t count, uint32_t slot);

/* Take a row of the queue out of it, and forget it (603.3d). */
strata_status st_pending_trigger_remove(st_store *store, uint32_t row);

/* Let what an entity holds be forgotten: it has resolved, or has left. */
strata_status st_pending_trigger_end_held(st_store *store, uint32_t slot);

/* -- Reading -- */

/* Walk through the queue, first come first; 0 ends it. */
static inline uint32_t st_pending_trigger_first(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_TRIGGER_FIRST);
}
static inline uint32_t st_pending_trigger_next(const st_store *store,
                                               uint32_t row) {
  return st_get32(store, ST_COLUMN_TRIGGER_NEXT, row);
}

/* The row that an entity holds, or held when it went; 0 for none. */
static inline uint32_t st_pending_trigger_held_by(const st_store *store,
                                                  uint32_t slot) {
  return st_get32(store, ST_COLUMN_ENTITY_TRIGGER, slot);
}

static inline bool st_pending_trigger_is_used(const st_store *store,
                                              uint32_t row) {
  return st_get_split(store, ST_COLUMN_TRIGGER_STAMP, row) != 0;
}

static inline st_notes_head st_pending_trigger_variables(uint32_t row) {
  return (st_notes_head){ST_COLUMN_TRIGGER_VARIABLES, row};
}

#endif
