/* note.h - notes: words that are remembered under a key, in a chain that hangs
 * on an owner: an entity, the world, a row of another table. */
#ifndef STRATA_WORLD_STORE_NOTES_H
#define STRATA_WORLD_STORE_NOTES_H

#include "base/hash.h"
#include "world/store/store.h"

/* A value without its type, of which one half is 0: a number, flag or handle;
 * or a symbol, which saves and hashes know by its name. */
typedef struct st_raw_value {
  int64_t number;
  strata_symbol symbol;
} st_raw_value;

/* A word of the one form from a plain number of its type, and back. */
static inline st_raw_value st_raw_value_of(strata_type type, int64_t value) {
  bool symbol = type == STRATA_SYM;
  return (st_raw_value){.number = symbol ? 0 : value,
                        .symbol = symbol ? (strata_symbol)value : 0};
}
static inline int64_t st_raw_value_number(st_raw_value value) {
  return value.symbol != 0 ? (int64_t)value.symbol : value.number;
}

/* The cell that a chain begins in. */
typedef struct st_notes_head {
  uint32_t column, index;
} st_notes_head;

typedef struct st_note {
  uint64_t key;
  st_raw_value value;
} st_note;

static inline st_notes_head st_notes_of_entity(uint32_t slot) {
  return (st_notes_head){ST_COLUMN_ENTITY_NOTES, slot};
}

static inline st_notes_head st_notes_of_world(void) {
  return (st_notes_head){ST_COLUMN_SCALAR, ST_SCALAR_WORLD_NOTES};
}

/* Each of these writes only through the journal: on failure the caller undoes.
 */

/* Remember one more word under a key, as the newest. Cost O(1). */
strata_status st_notes_add(st_store *store, st_notes_head head, uint64_t key,
                           st_raw_value value);

/* Let a word be all that is remembered under a key. Cost O(chain). */
strata_status st_notes_set(st_store *store, st_notes_head head, uint64_t key,
                           st_raw_value value);

/* Remember several words, so that a walk meets them in this order. */
strata_status st_notes_add_all(st_store *store, st_notes_head head,
                               const st_note *notes, uint32_t count);

/* Forget what is remembered under a key. Cost O(chain). */
strata_status st_notes_remove(st_store *store, st_notes_head head,
                              uint64_t key);

/* Forget everything. Cost O(chain). */
strata_status st_notes_clear(st_store *store, st_notes_head head);

/* Give all notes of one owner to another too, or instead; they are newer than
 * what that one has. Cost O(chain of `from`). */
strata_status st_notes_copy(st_store *store, st_notes_head from,
                            st_notes_head to);
strata_status st_notes_move(st_store *store, st_notes_head from,
                            st_notes_head to);

/* -- Reading -- */

/* Walk through all, newest first: the first row, and the one after it; 0 at the
 * end. */
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

/* The newest word under a key; false if there is none. Cost O(chain). */
bool st_notes_find(const st_store *store, st_notes_head head, uint64_t key,
                   st_raw_value *out);

/* How many there are under a key; the first `capacity` of them, oldest first,
 * are written. Cost O(chain). */
size_t st_notes_find_all(const st_store *store, st_notes_head head,
                         uint64_t key, st_raw_value *buffer, size_t capacity);

/* Whether a walk meets just these, in this order. Cost O(count). */
bool st_notes_equal(const st_store *store, st_notes_head head,
                    const st_note *notes, uint32_t count);

#endif
