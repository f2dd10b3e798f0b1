/* pending_triggers.h - triggered abilities as rows of state: in a queue until
 * they are put on the stack; then held by the objects on the stack. */
#ifndef STRATA_WORLD_TABLES_PENDING_TRIGGERS_H
#define STRATA_WORLD_TABLES_PENDING_TRIGGERS_H

#include "world/objects/entity.h"
#include "world/store/notes.h"

typedef struct st_new_pending_trigger {
  uint32_t watcher_def;      /* not 0 */
  strata_entity source, you; /* the object with the ability, its controller */
  uint64_t
      identity;   /* of the ability instance: key of limits, latches, links */
  uint32_t count; /* how often it has triggered; from 1 */
  const st_note *variables; /* captured from the event */
  uint32_t variable_count;
} st_new_pending_trigger;

/* -- Writing. On failure the caller undoes to its savepoint. -- */

/* Append a trigger to the queue, with the next timestamp. If the last row of
 * the queue is equal except for its timestamp, its count grows instead. Cost
 * O(variables). */
strata_status st_pending_trigger_add(st_store *store,
                                     const st_new_pending_trigger *desc,
                                     uint32_t *row);

/* Add a row that an entity holds at once, without the queue: for a spell that
 * is cast. Its count is 1, and the entity holds no row yet: asserted. */
strata_status st_pending_trigger_hold(st_store *store,
                                      const st_new_pending_trigger *desc,
                                      uint32_t slot);

/* Move `count` triggers of a queued row to an entity, which holds no row yet:
 * the row itself, or a new row with equal variables. */
strata_status st_pending_trigger_place(st_store *store, uint32_t row,
                                       uint32_t count, uint32_t slot);

/* Remove a row from the queue (603.3d). */
strata_status st_pending_trigger_remove(st_store *store, uint32_t row);

/* Remove `count` triggers of a queued row, and the row with the last of them.
 * Errors: STRATA_ENOMEM. Cost O(1), and O(variables) with the row. */
strata_status st_pending_trigger_remove_some(st_store *store, uint32_t row,
                                             uint32_t count);

/* Remove the row that an entity holds: it has resolved, or has left the stack.
 */
strata_status st_pending_trigger_end_held(st_store *store, uint32_t slot);

/* -- Reading -- */

/* Walk the queue, oldest first; 0 at the end. */
static inline uint32_t st_pending_trigger_first(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_TRIGGER_FIRST);
}
static inline uint32_t st_pending_trigger_next(const st_store *store,
                                               uint32_t row) {
  return st_get32(store, ST_COLUMN_TRIGGER_NEXT, row);
}

/* The row that an entity, or its last-known information, holds; 0: none. */
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
