/*
 * note.c - chains of remembered words.
 *
 * What links, captured names, latches, limits per turn and handlers' stores
 * have in common is this: few words, on an owner, for as long as the owner is
 * kept. So there is one pool, and a chain for each owner; chains are short, and
 * an owner without notes costs nothing. A chain hangs on a cell of its owner's
 * row, so it stays where it is when the row is frozen, and goes when the row is
 * given back.
 *
 * A row in use has a key; one that is free has none.
 */
#include "world/store/note.h"

#include "world/store/writer.h"

static const st_rows note_rows = {.table = ST_TABLE_NOTE,
                                  .top = ST_SCALAR_NOTE_TOP,
                                  .free = ST_SCALAR_NOTE_FREE,
                                  .next = ST_COLUMN_NOTE_NEXT};

/* What a row that is in use says; what is free is 0. */
static void fill(st_writer *w, uint32_t row, uint64_t key, st_word word) {
  assert(key != 0 && (word.number == 0 || word.symbol == 0));
  st_writer_put64(w, ST_COLUMN_NOTE_KEY, row, key);
  if (word.number != 0) {
    st_writer_put(w, ST_COLUMN_NOTE_NUMBER, row, (uint64_t)word.number);
  }
  if (word.symbol != 0) {
    st_writer_put32(w, ST_COLUMN_NOTE_SYMBOL, row, word.symbol);
  }
}

/* A new row, in no chain yet. */
static uint32_t make(st_writer *w, uint64_t key, st_word word) {
  uint32_t row = st_writer_take(w, &note_rows);
  if (row != 0) fill(w, row, key, word);
  return row;
}

/* Take a row that `link` leads to out of its chain, and free it. */
static void unmake(st_writer *w, st_note_head link, uint32_t row) {
  st_writer_put(w, link.column, link.index, st_note_next(w->store, row));
  st_writer_clear(w, ST_COLUMN_NOTE_NEXT, ST_COLUMN_NOTE_SYMBOL, row);
  st_writer_give(w, &note_rows, row);
}

/* The cell that leads to what comes after a row. */
static st_note_head link_after(uint32_t row) {
  return (st_note_head){ST_COLUMN_NOTE_NEXT, row};
}

strata_status st_note_put(st_store *store, st_note_head head, uint64_t key,
                          st_word word) {
  st_writer w = {.store = store};
  uint32_t row = make(&w, key, word);
  if (row == 0) return w.status;
  st_writer_put(&w, ST_COLUMN_NOTE_NEXT, row, st_note_first(store, head));
  st_writer_put(&w, head.column, head.index, row);
  return w.status;
}

strata_status st_note_set(st_store *store, st_note_head head, uint64_t key,
                          st_word word) {
  strata_status status = st_note_forget(store, head, key);
  return status ? status : st_note_put(store, head, key, word);
}

strata_status st_note_put_all(st_store *store, st_note_head head,
                              const st_note *notes, uint32_t count) {
  st_writer w = {.store = store};
  if (count == 0) return STRATA_OK;
  uint32_t first = st_note_first(store, head);
  uint32_t free = (uint32_t)st_scalar_get(store, ST_SCALAR_NOTE_FREE);
  uint32_t top = (uint32_t)st_scalar_get(store, ST_SCALAR_NOTE_TOP);
  w.status = st_store_reserve(store, ST_TABLE_NOTE, top + count + 1);
  /* As st_rows_take, but that what is taken is said once. */
  while (!w.status && count-- > 0) {
    uint32_t row = free != 0 ? free : ++top;
    if (free != 0) free = st_note_next(store, free);
    fill(&w, row, notes[count].key, notes[count].word);
    st_writer_put32(&w, ST_COLUMN_NOTE_NEXT, row, first);
    first = row;
  }
  st_writer_scalar(&w, ST_SCALAR_NOTE_FREE, free);
  st_writer_scalar(&w, ST_SCALAR_NOTE_TOP, top);
  st_writer_put(&w, head.column, head.index, first);
  return w.status;
}

strata_status st_note_forget(st_store *store, st_note_head head, uint64_t key) {
  st_writer w = {.store = store};
  st_note_head link = head;
  uint32_t row;
  while (!w.status && (row = st_note_first(store, link)) != 0) {
    if (st_get64(store, ST_COLUMN_NOTE_KEY, row) == key) {
      unmake(&w, link, row);
    } else {
      link = link_after(row);
    }
  }
  return w.status;
}

strata_status st_note_drop(st_store *store, st_note_head head) {
  st_writer w = {.store = store};
  uint32_t row = st_note_first(store, head);
  if (row == 0) return STRATA_OK;
  uint32_t free = (uint32_t)st_scalar_get(store, ST_SCALAR_NOTE_FREE);
  /* As unmake, one after the other, but that what is free is said once. */
  while (!w.status && row != 0) {
    uint32_t next = st_note_next(store, row);
    st_writer_clear(&w, ST_COLUMN_NOTE_KEY, ST_COLUMN_NOTE_SYMBOL, row);
    st_writer_put32(&w, ST_COLUMN_NOTE_NEXT, row, free);
    free = row;
    row = next;
  }
  st_writer_scalar(&w, ST_SCALAR_NOTE_FREE, free);
  st_writer_put(&w, head.column, head.index, 0);
  return w.status;
}

strata_status st_note_copy(st_store *store, st_note_head from,
                           st_note_head to) {
  st_writer w = {.store = store};
  uint32_t older = st_note_first(store, to);
  uint32_t row = st_note_first(store, from);
  st_note_head link = to;
  for (; row != 0; row = st_note_next(store, row)) {
    st_note note = st_note_at(store, row);
    uint32_t copy = make(&w, note.key, note.word);
    if (copy == 0) return w.status;
    st_writer_put(&w, link.column, link.index, copy);
    link = link_after(copy);
  }
  st_writer_put(&w, link.column, link.index, older);
  return w.status;
}

strata_status st_note_move(st_store *store, st_note_head from,
                           st_note_head to) {
  st_writer w = {.store = store};
  uint32_t first = st_note_first(store, from);
  uint32_t older = st_note_first(store, to);
  assert(first == 0 || first != older);
  if (first == 0) return STRATA_OK;
  if (older != 0) {
    uint32_t last = first;
    uint32_t row;
    while ((row = st_note_next(store, last)) != 0) {
      last = row;
    }
    st_writer_put(&w, ST_COLUMN_NOTE_NEXT, last, older);
  }
  st_writer_put(&w, from.column, from.index, 0);
  st_writer_put(&w, to.column, to.index, first);
  return w.status;
}

/* -- Reading -- */

bool st_note_get(const st_store *store, st_note_head head, uint64_t key,
                 st_word *out) {
  uint32_t row = st_note_first(store, head);
  for (; row != 0; row = st_note_next(store, row)) {
    st_note note = st_note_at(store, row);
    if (note.key != key) continue;
    *out = note.word;
    return true;
  }
  return false;
}

static size_t count_of(const st_store *store, st_note_head head, uint64_t key) {
  size_t count = 0;
  uint32_t row = st_note_first(store, head);
  for (; row != 0; row = st_note_next(store, row)) {
    count += st_get64(store, ST_COLUMN_NOTE_KEY, row) == key;
  }
  return count;
}

size_t st_note_get_all(const st_store *store, st_note_head head, uint64_t key,
                       st_word *buffer, size_t capacity) {
  size_t count = count_of(store, head, key);
  size_t place = count;
  uint32_t row = st_note_first(store, head);
  for (; place > 0; row = st_note_next(store, row)) {
    st_note note = st_note_at(store, row);
    if (note.key != key) continue;
    place--;
    if (place < capacity) buffer[place] = note.word;
  }
  return count;
}

bool st_note_are(const st_store *store, st_note_head head, const st_note *notes,
                 uint32_t count) {
  uint32_t row = st_note_first(store, head);
  for (uint32_t i = 0; i < count; i++) {
    if (row == 0) return false;
    st_note note = st_note_at(store, row);
    if (note.key != notes[i].key || note.word.number != notes[i].word.number ||
        note.word.symbol != notes[i].word.symbol) {
      return false;
    }
    row = st_note_next(store, row);
  }
  return row == 0;
}
