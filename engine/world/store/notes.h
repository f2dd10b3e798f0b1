/* notes.h - key-value notes: each owner (an entity, the world, or a row of
 * another table) has a linked list of values with keys. */
#ifndef STRATA_WORLD_STORE_NOTES_H
#define STRATA_WORLD_STORE_NOTES_H

#include "base/hash.h"
#include "world/store/store.h"

/* A value without its type. One of the two fields is 0. A symbol has a field
 * and a column of its own because saves and hashes write its name. */
typedef struct st_raw_value {
  int64_t number; /* a number, a flag or a handle */
  strata_symbol symbol;
} st_raw_value;

/* Convert a value of type `type`, given as one number, to a raw value, and
 * back. */
static inline st_raw_value st_raw_value_of(strata_type type, int64_t value) {
  bool symbol = type == STRATA_SYM;
  return (st_raw_value){.number = symbol ? 0 : value,
                        .symbol = symbol ? (strata_symbol)value : 0};
}
static inline int64_t st_raw_value_number(st_raw_value value) {
  return value.symbol != 0 ? (int64_t)value.symbol : value.number;
}

/* The cell that holds the first row of an owner's list. */
typedef struct st_notes_head {
  uint32_t column, index;
} st_notes_head;

typedef struct st_note {
  uint64_t key; /* never 0: asserted, and checked when a save is loaded */
  st_raw_value value;
} st_note;

static inline st_notes_head st_notes_of_entity(uint32_t slot) {
  return (st_notes_head){ST_COLUMN_ENTITY_NOTES, slot};
}

static inline st_notes_head st_notes_of_world(void) {
  return (st_notes_head){ST_COLUMN_SCALAR, ST_SCALAR_WORLD_NOTES};
}

/* -- Writing. On failure the caller undoes to its savepoint. -- */

/* Add a note. Other notes with the same key stay; this one is the newest. Cost
 * O(1). */
strata_status st_notes_add(st_store *store, st_notes_head head, uint64_t key,
                           st_raw_value value);

/* Replace all notes with a key by one. Cost O(notes of the owner). */
strata_status st_notes_set(st_store *store, st_notes_head head, uint64_t key,
                           st_raw_value value);

/* Add several notes in front, so that a walk meets them in this order. Cost
 * O(count). */
strata_status st_notes_add_all(st_store *store, st_notes_head head,
                               const st_note *notes, uint32_t count);

/* Remove all notes with a key. Cost O(notes of the owner). */
strata_status st_notes_remove(st_store *store, st_notes_head head,
                              uint64_t key);

/* Remove all notes of an owner. Cost O(notes of the owner). */
strata_status st_notes_clear(st_store *store, st_notes_head head);

/* Copy or move all notes of one owner to another. They come before, as newer
 * than, the notes that `to` has. Cost O(notes of `from`). */
strata_status st_notes_copy(st_store *store, st_notes_head from,
                            st_notes_head to);
strata_status st_notes_move(st_store *store, st_notes_head from,
                            st_notes_head to);

/* -- Reading -- */

/* Walk the notes of an owner, newest first: the first row, and the row after
 * another; 0 at the end. */
static inline uint32_t st_notes_first(const st_store *store,
                                      st_notes_head head) {
  return (uint32_t)st_get_any(store, head.column, head.index);
}

static inline uint32_t st_notes_next(const st_store *store, uint32_t row) {
  return st_get32(store, ST_COLUMN_NOTE_NEXT, row);
}

static inline st_note st_notes_at(const st_store *store, uint32_t row) {
  return (st_note){st_get64(store, ST_COLUMN_NOTE_KEY, row),
                   {(int64_t)st_get_split(store, ST_COLUMN_NOTE_NUMBER, row),
                    st_get32(store, ST_COLUMN_NOTE_SYMBOL, row)}};
}

/* Read the newest note with a key; false if there is none. Cost O(notes of the
 * owner). */
bool st_notes_find(const st_store *store, st_notes_head head, uint64_t key,
                   st_raw_value *out);

/* Count the notes with a key and write the `capacity` oldest of their values,
 * oldest first. Cost O(notes of the owner). */
size_t st_notes_find_all(const st_store *store, st_notes_head head,
                         uint64_t key, st_raw_value *buffer, size_t capacity);

/* Whether the notes of an owner are exactly these, in the order of a walk. Cost
 * O(count). */
bool st_notes_equal(const st_store *store, st_notes_head head,
                    const st_note *notes, uint32_t count);

#endif
