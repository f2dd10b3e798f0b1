/* chain_override.h - how the handler chains of a world differ from those that
 * the rules print: rows of an entity, or of the world itself. */
#ifndef STRATA_WORLD_OBJECTS_CHAIN_OVERRIDE_H
#define STRATA_WORLD_OBJECTS_CHAIN_OVERRIDE_H

#include "world/store/notes.h"

/* What a row changes in its owner's chain. */
typedef enum st_chain_override_form {
  ST_CHAIN_OVERRIDE_NONE,
  ST_CHAIN_OVERRIDE_ADDED,  /* a script hooked the handler: it comes after the
                               handlers that were in the chain before */
  ST_CHAIN_OVERRIDE_STORED, /* the handler keeps its printed position and has a
                               store */
  ST_CHAIN_OVERRIDE_REMOVED /* a script unhooked a printed handler */
} st_chain_override_form;

typedef struct st_new_chain_override {
  uint32_t owner;       /* slot of an entity; 0: the world */
  uint32_t watcher_def; /* the handler's definition, not 0 */
  st_chain_override_form form;
  strata_clock clock;   /* the clock that ends the row, or 0 */
  uint32_t ticks;       /* after how many ticks of the clock; 0: never */
  const st_note *notes; /* the first content of the handler's store */
  uint32_t note_count;
} st_new_chain_override;

/* -- Writing. On failure the caller undoes to its savepoint. -- */

/* Add a row, the newest of its owner. The owner has no row for this definition
 * yet: asserted. Cost O(rows of the owner + notes). */
strata_status st_chain_override_add(st_store *store,
                                    const st_new_chain_override *desc,
                                    uint32_t *out);

/* Remove a row. Cost O(rows of the owner + notes). */
strata_status st_chain_override_remove(st_store *store, uint32_t row);

/* Remove all rows of an owner. Cost O(rows + notes). */
strata_status st_chain_override_remove_all(st_store *store, uint32_t owner);

/* Remove the rows whose time on a clock is over. Cost O(rows with a clock). */
strata_status st_chain_override_expire(st_store *store, strata_clock clock);

/* -- Reading -- */

/* Whether every chain of the world is as printed. Cost O(1). */
static inline bool st_chain_override_is_none(const st_store *store) {
  return st_scalar_get(store, ST_SCALAR_OVERRIDE_COUNT) == 0;
}

/* Walk the rows of an owner, newest first; 0 at the end. */
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

/* The row's number in the sequence of all rows ever added: no two rows share
 * it. */
static inline uint64_t st_chain_override_sequence(const st_store *store,
                                                  uint32_t row) {
  return st_get_split(store, ST_COLUMN_OVERRIDE_SEQUENCE, row);
}

/* The row of an owner for a watcher definition, or 0. Cost O(rows of the
 * owner). */
uint32_t st_chain_override_find(const st_store *store, uint32_t owner,
                                uint32_t watcher_def);

/* The store of the row's handler. */
static inline st_notes_head st_chain_override_notes(uint32_t row) {
  return (st_notes_head){ST_COLUMN_OVERRIDE_NOTES, row};
}

#endif
