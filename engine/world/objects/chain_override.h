/* hook.h - what chains of handlers have more, and less, than the rules print:
 * rows of an entity, or of the world, whose are the chains of all. */
#ifndef STRATA_WORLD_OBJECTS_CHAIN_OVERRIDE_H
#define STRATA_WORLD_OBJECTS_CHAIN_OVERRIDE_H

#include "world/store/notes.h"

/* What a row says of its handler in the chain of its owner. */
typedef enum st_chain_override_form {
  ST_CHAIN_OVERRIDE_NONE,
  ST_CHAIN_OVERRIDE_ADDED, /* it was hooked: it stands behind those of before */
  ST_CHAIN_OVERRIDE_STORED, /* it stands where it is printed, and has a store */
  ST_CHAIN_OVERRIDE_REMOVED /* it is printed, and was unhooked */
} st_chain_override_form;

typedef struct st_new_chain_override {
  uint32_t owner;       /* slot of an entity, or 0: the world */
  uint32_t watcher_def; /* an id of the rules, not 0 */
  st_chain_override_form form;
  strata_clock clock;   /* 0, or with `ticks` from 1: that many ticks */
  uint32_t ticks;       /* 0: no clock ends it */
  const st_note *notes; /* what its store begins with */
  uint32_t note_count;
} st_new_chain_override;

/* Each of these writes only through the journal: on failure the caller undoes.
 */

/* A new row, the newest of its owner, who has none for this code. Cost
 * O(notes).
 */
strata_status st_chain_override_add(st_store *store,
                                    const st_new_chain_override *desc,
                                    uint32_t *out);

/* Take a row away. Cost O(rows of the owner + notes). */
strata_status st_chain_override_remove(st_store *store, uint32_t row);

/* Take away all rows of an entity. Cost O(rows + notes). */
strata_status st_chain_override_remove_all(st_store *store, uint32_t owner);

/* Take away those that a clock ends, now that it stands where it does. Cost
 * O(all that some clock ends). */
strata_status st_chain_override_expire(st_store *store, strata_clock clock);

/* -- Reading -- */

/* Whether no chain of any world differs from what is printed. Cost O(1). */
static inline bool st_chain_override_is_none(const st_store *store) {
  return st_scalar_get(store, ST_SCALAR_OVERRIDE_COUNT) == 0;
}

/* Walk through the rows of an owner, newest first; 0 ends it. */
static inline uint32_t st_chain_override_first(const st_store *store,
                                               uint32_t owner) {
  return owner != 0 ? st_get32(store, ST_COLUMN_ENTITY_OVERRIDES, owner)
                    : (uint32_t)st_scalar_get(store, ST_SCALAR_WORLD_OVERRIDES);
}
static inline uint32_t st_chain_override_next(const st_store *store,
                                              uint32_t row) {
  return st_get32(store, ST_COLUMN_OVERRIDE_NEXT, row);
}

static inline st_chain_override_form
st_chain_override_form_of(const st_store *store, uint32_t row) {
  return (st_chain_override_form)st_get32(store, ST_COLUMN_OVERRIDE_FORM, row);
}

/* When it was hooked: no two rows have the same. */
static inline uint64_t st_chain_override_sequence(const st_store *store,
                                                  uint32_t row) {
  return st_get_split(store, ST_COLUMN_OVERRIDE_SEQUENCE, row);
}

/* The row of an owner for a code, 0: there is none. Cost O(rows). */
uint32_t st_chain_override_find(const st_store *store, uint32_t owner,
                                uint32_t watcher_def);

static inline st_notes_head st_chain_override_notes(uint32_t row) {
  return (st_notes_head){ST_COLUMN_OVERRIDE_NOTES, row};
}

#endif
