/*
 * notes.c - key-value notes in linked lists.
 *
 * Linked abilities, captured variables, latches of state triggers, limits per
 * turn and the stores of handlers need the same thing: a few values on an
 * owner, for as long as the owner's row exists. So there is one table of notes,
 * and a list for each owner. Lists are short, which is why a search walks them,
 * and an owner without notes costs nothing. The list starts in a cell of the
 * owner's row: it stays when an entity becomes last-known information, and is
 * cleared when the row is freed.
 *
 * Invariant: a row in use has a key that is not 0, a free row has key 0
 * (asserted in fill_note_row, checked by st_validate_world).
 */
#include "world/store/notes.h"

#include "world/store/cell_writer.h"
#include "world/store/raw_writer.h"

/* Write key and value into a row whose cells are all 0. */
static void fill_note_row(st_cell_writer *w, uint32_t row, uint64_t key,
                          st_raw_value value) {
  assert(key != 0 && (value.number == 0 || value.symbol == 0));
  st_cell_writer_put64(w, ST_COLUMN_NOTE_KEY, row, key);
  if (value.number != 0) {
    st_cell_writer_put(w, ST_COLUMN_NOTE_NUMBER, row, (uint64_t)value.number);
  }
  if (value.symbol != 0) {
    st_cell_writer_put32(w, ST_COLUMN_NOTE_SYMBOL, row, value.symbol);
  }
}

/* Take a row, which is in no list yet, and fill it; 0 if that fails. */
static uint32_t add_note_row(st_cell_writer *w, uint64_t key,
                             st_raw_value value) {
  uint32_t row = st_cell_writer_alloc_row(w, ST_TABLE_NOTE);
  if (row != 0) fill_note_row(w, row, key, value);
  return row;
}

/* Unlink a row from the cell `link`, which holds its number, and free it. */
static void remove_note_row(st_cell_writer *w, st_notes_head link,
                            uint32_t row) {
  st_cell_writer_put(w, link.column, link.index, st_notes_next(w->store, row));
  st_cell_writer_clear(w, ST_COLUMN_NOTE_NEXT, ST_COLUMN_NOTE_SYMBOL, row);
  st_cell_writer_free_row(w, ST_TABLE_NOTE, row);
}

/* The cell that holds the row after a row. */
static st_notes_head link_after(uint32_t row) {
  return (st_notes_head){ST_COLUMN_NOTE_NEXT, row};
}

strata_status st_notes_add(st_store *store, st_notes_head head, uint64_t key,
                           st_raw_value value) {
  st_cell_writer w = {.store = store};
  uint32_t row = add_note_row(&w, key, value);
  if (row == 0) return w.status;
  st_cell_writer_put(&w, ST_COLUMN_NOTE_NEXT, row, st_notes_first(store, head));
  st_cell_writer_put(&w, head.column, head.index, row);
  return w.status;
}

strata_status st_notes_set(st_store *store, st_notes_head head, uint64_t key,
                           st_raw_value value) {
  strata_status status = st_notes_remove(store, head, key);
  return status ? status : st_notes_add(store, head, key, value);
}

/* Fill a row that was taken from the pool and is before `next` in its list.
 * `free` was its link among the free rows. There is room for NOTE_WRITES. */
enum { NOTE_WRITES = 6 };
static inline void fill_fresh_note(st_raw_writer *w, uint32_t row,
                                   const st_note *note, uint32_t free,
                                   uint32_t next) {
  enum { FIRST = ST_COLUMN_NOTE_KEY };
  uint64_t number = (uint64_t)note->value.number;
  assert(note->key != 0 && (number == 0 || note->value.symbol == 0));
  st_raw_writer_open_row(
      w, FIRST, ST_ROW_COLUMN(FIRST, ST_COLUMN_NOTE_SYMBOL + 1) - 1, row);
  st_raw_writer_fill64(w, ST_COLUMN_NOTE_KEY, row, note->key);
  st_raw_writer_fill_split(w, ST_COLUMN_NOTE_NUMBER, row, number, number);
  st_raw_writer_fill_id(w, ST_COLUMN_NOTE_SYMBOL, row, note->value.symbol);
  if (free != next) {
    st_raw_writer_change32(w, ST_COLUMN_NOTE_NEXT, row, free, next);
  }
}

/* The first row of a list and the pool, while rows are added to the list: the
 * scalars of the pool are written once. */
typedef struct note_list {
  uint32_t first, free, top;
} note_list;

ST_HAS_RAW_WRITER static strata_status add_note_rows(st_store *store,
                                                     const st_note *notes,
                                                     uint32_t count,
                                                     note_list *list) {
  st_raw_writer w = st_raw_writer_begin(store);
  while (count > 0 && st_raw_writer_make_room(&w, NOTE_WRITES)) {
    uint32_t free = list->free;
    uint32_t row = free != 0 ? free : ++list->top;
    if (free != 0) list->free = st_notes_next(store, free);
    fill_fresh_note(&w, row, &notes[--count], list->free, list->first);
    list->first = row;
  }
  return st_raw_writer_end(&w);
}

strata_status st_notes_add_all(st_store *store, st_notes_head head,
                               const st_note *notes, uint32_t count) {
  if (count == 0) return STRATA_OK;
  note_list list = {st_notes_first(store, head),
                    (uint32_t)st_scalar_get(store, ST_SCALAR_NOTE_FREE),
                    (uint32_t)st_scalar_get(store, ST_SCALAR_NOTE_TOP)};
  strata_status status =
      st_store_reserve(store, ST_TABLE_NOTE, list.top + count + 1);
  if (!status) status = add_note_rows(store, notes, count, &list);
  if (!status) status = st_scalar_put(store, ST_SCALAR_NOTE_FREE, list.free);
  if (!status) status = st_scalar_put(store, ST_SCALAR_NOTE_TOP, list.top);
  if (status) return status;
  return st_put_any(store, head.column, head.index, list.first);
}

strata_status st_notes_remove(st_store *store, st_notes_head head,
                              uint64_t key) {
  st_cell_writer w = {.store = store};
  st_notes_head link = head;
  uint32_t row;
  while (!w.status && (row = st_notes_first(store, link)) != 0) {
    if (st_get64(store, ST_COLUMN_NOTE_KEY, row) == key) {
      remove_note_row(&w, link, row);
    } else {
      link = link_after(row);
    }
  }
  return w.status;
}

strata_status st_notes_clear(st_store *store, st_notes_head head) {
  st_cell_writer w = {.store = store};
  uint32_t row = st_notes_first(store, head);
  if (row == 0) return STRATA_OK;
  uint32_t free = (uint32_t)st_scalar_get(store, ST_SCALAR_NOTE_FREE);
  /* As remove_note_row, but the scalar of the free list is written once. */
  while (!w.status && row != 0) {
    uint32_t next = st_notes_next(store, row);
    st_cell_writer_clear(&w, ST_COLUMN_NOTE_KEY, ST_COLUMN_NOTE_SYMBOL, row);
    st_cell_writer_put32(&w, ST_COLUMN_NOTE_NEXT, row, free);
    free = row;
    row = next;
  }
  st_cell_writer_put_scalar(&w, ST_SCALAR_NOTE_FREE, free);
  st_cell_writer_put(&w, head.column, head.index, 0);
  return w.status;
}

strata_status st_notes_copy(st_store *store, st_notes_head from,
                            st_notes_head to) {
  st_cell_writer w = {.store = store};
  uint32_t older = st_notes_first(store, to);
  uint32_t row = st_notes_first(store, from);
  st_notes_head link = to;
  for (; row != 0; row = st_notes_next(store, row)) {
    st_note note = st_notes_at(store, row);
    uint32_t copy = add_note_row(&w, note.key, note.value);
    if (copy == 0) return w.status;
    st_cell_writer_put(&w, link.column, link.index, copy);
    link = link_after(copy);
  }
  st_cell_writer_put(&w, link.column, link.index, older);
  return w.status;
}

strata_status st_notes_move(st_store *store, st_notes_head from,
                            st_notes_head to) {
  st_cell_writer w = {.store = store};
  uint32_t first = st_notes_first(store, from);
  uint32_t older = st_notes_first(store, to);
  assert(first == 0 || first != older);
  if (first == 0) return STRATA_OK;
  if (older != 0) {
    uint32_t last = first;
    uint32_t row;
    while ((row = st_notes_next(store, last)) != 0) {
      last = row;
    }
    st_cell_writer_put(&w, ST_COLUMN_NOTE_NEXT, last, older);
  }
  st_cell_writer_put(&w, from.column, from.index, 0);
  st_cell_writer_put(&w, to.column, to.index, first);
  return w.status;
}

/* -- Reading -- */

bool st_notes_find(const st_store *store, st_notes_head head, uint64_t key,
                   st_raw_value *out) {
  uint32_t row = st_notes_first(store, head);
  for (; row != 0; row = st_notes_next(store, row)) {
    st_note note = st_notes_at(store, row);
    if (note.key != key) continue;
    *out = note.value;
    return true;
  }
  return false;
}

static size_t count_notes(const st_store *store, st_notes_head head,
                          uint64_t key) {
  size_t count = 0;
  uint32_t row = st_notes_first(store, head);
  for (; row != 0; row = st_notes_next(store, row)) {
    count += st_get64(store, ST_COLUMN_NOTE_KEY, row) == key;
  }
  return count;
}

size_t st_notes_find_all(const st_store *store, st_notes_head head,
                         uint64_t key, st_raw_value *buffer, size_t capacity) {
  size_t count = count_notes(store, head, key);
  size_t place = count;
  uint32_t row = st_notes_first(store, head);
  for (; place > 0; row = st_notes_next(store, row)) {
    st_note note = st_notes_at(store, row);
    if (note.key != key) continue;
    place--;
    if (place < capacity) buffer[place] = note.value;
  }
  return count;
}

bool st_notes_equal(const st_store *store, st_notes_head head,
                    const st_note *notes, uint32_t count) {
  uint32_t row = st_notes_first(store, head);
  for (uint32_t i = 0; i < count; i++) {
    if (row == 0) return false;
    st_note note = st_notes_at(store, row);
    if (note.key != notes[i].key ||
        note.value.number != notes[i].value.number ||
        note.value.symbol != notes[i].value.symbol) {
      return false;
    }
    row = st_notes_next(store, row);
  }
  return row == 0;
}
