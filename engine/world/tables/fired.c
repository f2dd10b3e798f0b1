/*
 * fired.c - the rows of what has triggered.
 *
 * A row is in the queue, or an entity holds it: an object on the stack, also
 * when it is gone and only what it was is kept. What an entity holds goes with
 * its slot (world/objects/entity.c). The queue is linked both ways, since
 * players place their own in the order that they like (603.3b).
 *
 * Equal rows, one behind the other, are one with a count: a hundred creatures
 * that die at once make one row for each ability that sees no difference.
 */
#include "world/tables/fired.h"

#include "world/store/row_list.h"

static uint32_t cell(const st_store *store, uint32_t column, uint32_t row) {
  return st_get32(store, column, row);
}

/* -- The queue -- */

static const st_row_list queue = {.column = ST_COLUMN_SCALAR,
                                  .first = ST_SCALAR_FIRED_FIRST,
                                  .last = ST_SCALAR_FIRED_LAST,
                                  .next = ST_COLUMN_FIRED_NEXT,
                                  .prev = ST_COLUMN_FIRED_PREV};

/* For assertions, which are not in every build. */
static inline bool is_queued(const st_store *store, uint32_t row) {
  return st_fired_used(store, row) &&
         cell(store, ST_COLUMN_FIRED_HOLDER, row) == 0;
}

/* -- Rows -- */

static uint32_t make(st_writer *w, const st_new_fired *desc) {
  assert(desc->code != 0 && desc->count > 0);
  st_rows rows = st_fired_rows();
  uint32_t row = st_writer_take(w, &rows);
  uint64_t stamp = 0;
  if (!w->status) w->status = st_next_stamp(w->store, &stamp);
  st_writer_put(w, ST_COLUMN_FIRED_STAMP, row, stamp);
  st_writer_put(w, ST_COLUMN_FIRED_CODE, row, desc->code);
  st_writer_put(w, ST_COLUMN_FIRED_SOURCE, row, desc->source);
  st_writer_put(w, ST_COLUMN_FIRED_YOU, row, desc->you);
  st_writer_put(w, ST_COLUMN_FIRED_IDENTITY, row, desc->identity);
  st_writer_put(w, ST_COLUMN_FIRED_COUNT, row, desc->count);
  if (!w->status) {
    w->status = st_note_put_all(w->store, st_fired_names(row), desc->names,
                                desc->name_count);
  }
  return row;
}

static void let_hold(st_writer *w, uint32_t slot, uint32_t row) {
  assert(st_fired_of(w->store, slot) == 0);
  st_writer_put(w, ST_COLUMN_FIRED_HOLDER, row, slot);
  st_writer_put(w, ST_COLUMN_ENTITY_FIRED, slot, row);
}

/* Whether the last of the queue is equal, and can count for it too. */
static bool joins(const st_store *store, const st_new_fired *desc) {
  uint32_t row = (uint32_t)st_scalar_get(store, ST_SCALAR_FIRED_LAST);
  return row != 0 && cell(store, ST_COLUMN_FIRED_CODE, row) == desc->code &&
         st_get64(store, ST_COLUMN_FIRED_SOURCE, row) == desc->source &&
         st_get64(store, ST_COLUMN_FIRED_YOU, row) == desc->you &&
         st_get64(store, ST_COLUMN_FIRED_IDENTITY, row) == desc->identity &&
         cell(store, ST_COLUMN_FIRED_COUNT, row) <= UINT32_MAX - desc->count &&
         st_note_are(store, st_fired_names(row), desc->names, desc->name_count);
}

strata_status st_fired_add(st_store *store, const st_new_fired *desc,
                           uint32_t *row) {
  st_writer w = {.store = store};
  if (joins(store, desc)) {
    *row = (uint32_t)st_scalar_get(store, ST_SCALAR_FIRED_LAST);
    uint32_t count = cell(store, ST_COLUMN_FIRED_COUNT, *row);
    st_writer_put(&w, ST_COLUMN_FIRED_COUNT, *row, count + desc->count);
    return w.status;
  }
  *row = make(&w, desc);
  if (!w.status) st_row_list_append(&w, &queue, *row);
  return w.status;
}

strata_status st_fired_hold(st_store *store, const st_new_fired *desc,
                            uint32_t slot) {
  assert(desc->count == 1);
  st_writer w = {.store = store};
  uint32_t row = make(&w, desc);
  if (!w.status) let_hold(&w, slot, row);
  return w.status;
}

/* A row that is equal to another but for its count, in no queue. */
static uint32_t split(st_writer *w, uint32_t row, uint32_t count) {
  st_rows rows = st_fired_rows();
  uint32_t part = st_writer_take(w, &rows);
  for (uint32_t c = ST_COLUMN_FIRED_STAMP; c <= ST_COLUMN_FIRED_IDENTITY; c++) {
    st_writer_put(w, c, part, st_get_any(w->store, c, row));
  }
  uint32_t whole = cell(w->store, ST_COLUMN_FIRED_COUNT, row);
  st_writer_put(w, ST_COLUMN_FIRED_COUNT, part, count);
  st_writer_put(w, ST_COLUMN_FIRED_COUNT, row, whole - count);
  if (!w->status) {
    w->status =
        st_note_copy(w->store, st_fired_names(row), st_fired_names(part));
  }
  return part;
}

strata_status st_fired_place(st_store *store, uint32_t row, uint32_t count,
                             uint32_t slot) {
  uint32_t whole = cell(store, ST_COLUMN_FIRED_COUNT, row);
  assert(is_queued(store, row) && count > 0 && count <= whole);
  st_writer w = {.store = store};
  if (count < whole) {
    row = split(&w, row, count);
  } else {
    st_row_list_remove(&w, &queue, row);
  }
  if (!w.status) let_hold(&w, slot, row);
  return w.status;
}

strata_status st_fired_remove(st_store *store, uint32_t row) {
  assert(is_queued(store, row));
  st_writer w = {.store = store};
  st_row_list_remove(&w, &queue, row);
  return w.status ? w.status : st_fired_free(store, row);
}

strata_status st_fired_end(st_store *store, uint32_t slot) {
  uint32_t row = st_fired_of(store, slot);
  assert(row != 0);
  st_writer w = {.store = store};
  st_writer_put(&w, ST_COLUMN_ENTITY_FIRED, slot, 0);
  return w.status ? w.status : st_fired_free(store, row);
}
