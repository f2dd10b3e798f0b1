/*
 * pending_triggers.c - rows of triggered abilities.
 *
 * A row is in the queue, or an entity holds it: an object on the stack, or its
 * last-known information. The row ends with the slot that holds it
 * (world/objects/entity.c). The queue is linked both ways because players put
 * their triggers on the stack in any order (603.3b).
 *
 * Consecutive equal triggers are one row with a count: a hundred creatures that
 * die at once make one row for each ability that sees no difference.
 *
 * world/save/validate_play.c lists what must hold of loaded rows.
 */
#include "world/tables/pending_triggers.h"

#include "world/store/linked_rows.h"
#include "world/store/raw_writer.h"

/* -- The queue -- */

static const st_linked_rows trigger_queue = {.column = ST_COLUMN_SCALAR,
                                             .first = ST_SCALAR_TRIGGER_FIRST,
                                             .last = ST_SCALAR_TRIGGER_LAST,
                                             .next = ST_COLUMN_TRIGGER_NEXT,
                                             .prev = ST_COLUMN_TRIGGER_PREV};

/* For assertions: inline, because some builds have none. */
static inline bool is_queued(const st_store *store, uint32_t row) {
  return st_pending_trigger_is_used(store, row) &&
         st_get32(store, ST_COLUMN_TRIGGER_HOLDER, row) == 0;
}

/* -- Rows -- */

/* Fill a new row. */
ST_HAS_RAW_WRITER static strata_status
fill_trigger_row(st_store *store, const st_new_pending_trigger *desc,
                 uint64_t stamp, uint32_t row) {
  enum { WRITES = 8, FIRST = ST_COLUMN_TRIGGER_STAMP };
  st_raw_writer w = st_raw_writer_begin(store);
  if (!st_raw_writer_make_room(&w, WRITES)) return st_raw_writer_end(&w);
  st_raw_writer_open_row(
      &w, FIRST, ST_ROW_COLUMN(FIRST, ST_COLUMN_TRIGGER_COUNT + 1) - 1, row);
  st_raw_writer_fill_split(&w, ST_COLUMN_TRIGGER_STAMP, row, stamp, stamp);
  st_raw_writer_fill_id(&w, ST_COLUMN_TRIGGER_WATCHER_DEF, row,
                        desc->watcher_def);
  st_raw_writer_fill64(&w, ST_COLUMN_TRIGGER_SOURCE, row, desc->source);
  st_raw_writer_fill64(&w, ST_COLUMN_TRIGGER_YOU, row, desc->you);
  st_raw_writer_fill64(&w, ST_COLUMN_TRIGGER_IDENTITY, row, desc->identity);
  st_raw_writer_fill32(&w, ST_COLUMN_TRIGGER_COUNT, row, desc->count);
  return st_raw_writer_end(&w);
}

static uint32_t add_trigger_row(st_cell_writer *w,
                                const st_new_pending_trigger *desc) {
  assert(desc->watcher_def != 0 && desc->count > 0);
  uint32_t row = st_cell_writer_alloc_row(w, ST_TABLE_TRIGGER);
  uint64_t stamp = 0;
  if (!w->status) w->status = st_next_stamp(w->store, &stamp);
  if (!w->status) w->status = fill_trigger_row(w->store, desc, stamp, row);
  if (!w->status) {
    w->status = st_notes_add_all(w->store, st_pending_trigger_variables(row),
                                 desc->variables, desc->variable_count);
  }
  return row;
}

static void set_holder(st_cell_writer *w, uint32_t slot, uint32_t row) {
  assert(st_pending_trigger_held_by(w->store, slot) == 0);
  st_cell_writer_put(w, ST_COLUMN_TRIGGER_HOLDER, row, slot);
  st_cell_writer_put(w, ST_COLUMN_ENTITY_TRIGGER, slot, row);
}

/* Whether the last row of the queue is equal and its count can grow. */
static bool joins_last_trigger(const st_store *store,
                               const st_new_pending_trigger *desc) {
  uint32_t row = (uint32_t)st_scalar_get(store, ST_SCALAR_TRIGGER_LAST);
  return row != 0 &&
         st_get32(store, ST_COLUMN_TRIGGER_WATCHER_DEF, row) ==
             desc->watcher_def &&
         st_get64(store, ST_COLUMN_TRIGGER_SOURCE, row) == desc->source &&
         st_get64(store, ST_COLUMN_TRIGGER_YOU, row) == desc->you &&
         st_get64(store, ST_COLUMN_TRIGGER_IDENTITY, row) == desc->identity &&
         st_get32(store, ST_COLUMN_TRIGGER_COUNT, row) <=
             UINT32_MAX - desc->count &&
         st_notes_equal(store, st_pending_trigger_variables(row),
                        desc->variables, desc->variable_count);
}

strata_status st_pending_trigger_add(st_store *store,
                                     const st_new_pending_trigger *desc,
                                     uint32_t *row) {
  st_cell_writer w = {.store = store};
  if (joins_last_trigger(store, desc)) {
    *row = (uint32_t)st_scalar_get(store, ST_SCALAR_TRIGGER_LAST);
    uint32_t count = st_get32(store, ST_COLUMN_TRIGGER_COUNT, *row);
    st_cell_writer_put(&w, ST_COLUMN_TRIGGER_COUNT, *row, count + desc->count);
    return w.status;
  }
  *row = add_trigger_row(&w, desc);
  if (!w.status) st_linked_rows_append(&w, &trigger_queue, *row);
  return w.status;
}

strata_status st_pending_trigger_hold(st_store *store,
                                      const st_new_pending_trigger *desc,
                                      uint32_t slot) {
  assert(desc->count == 1);
  st_cell_writer w = {.store = store};
  uint32_t row = add_trigger_row(&w, desc);
  if (!w.status) set_holder(&w, slot, row);
  return w.status;
}

/* Move `count` triggers of a row to a new row, which is not in the queue. */
static uint32_t split_trigger_row(st_cell_writer *w, uint32_t row,
                                  uint32_t count) {
  uint32_t part = st_cell_writer_alloc_row(w, ST_TABLE_TRIGGER);
  for (uint32_t c = ST_COLUMN_TRIGGER_STAMP; c <= ST_COLUMN_TRIGGER_IDENTITY;
       c++) {
    st_cell_writer_put(w, c, part, st_get_any(w->store, c, row));
  }
  uint32_t whole = st_get32(w->store, ST_COLUMN_TRIGGER_COUNT, row);
  st_cell_writer_put(w, ST_COLUMN_TRIGGER_COUNT, part, count);
  st_cell_writer_put(w, ST_COLUMN_TRIGGER_COUNT, row, whole - count);
  if (!w->status) {
    w->status = st_notes_copy(w->store, st_pending_trigger_variables(row),
                              st_pending_trigger_variables(part));
  }
  return part;
}

strata_status st_pending_trigger_place(st_store *store, uint32_t row,
                                       uint32_t count, uint32_t slot) {
  uint32_t whole = st_get32(store, ST_COLUMN_TRIGGER_COUNT, row);
  assert(is_queued(store, row) && count > 0 && count <= whole);
  st_cell_writer w = {.store = store};
  if (count < whole) {
    row = split_trigger_row(&w, row, count);
  } else {
    st_linked_rows_remove(&w, &trigger_queue, row);
  }
  if (!w.status) set_holder(&w, slot, row);
  return w.status;
}

strata_status st_pending_trigger_remove(st_store *store, uint32_t row) {
  assert(is_queued(store, row));
  st_cell_writer w = {.store = store};
  st_linked_rows_remove(&w, &trigger_queue, row);
  return w.status ? w.status : st_pending_trigger_free(store, row);
}

strata_status st_pending_trigger_remove_some(st_store *store, uint32_t row,
                                             uint32_t count) {
  uint32_t whole = st_get32(store, ST_COLUMN_TRIGGER_COUNT, row);
  assert(count > 0 && count <= whole);
  if (count == whole) return st_pending_trigger_remove(store, row);
  st_cell_writer w = {.store = store};
  st_cell_writer_put(&w, ST_COLUMN_TRIGGER_COUNT, row, whole - count);
  return w.status;
}

strata_status st_pending_trigger_end_held(st_store *store, uint32_t slot) {
  uint32_t row = st_pending_trigger_held_by(store, slot);
  assert(row != 0);
  st_cell_writer w = {.store = store};
  st_cell_writer_put(&w, ST_COLUMN_ENTITY_TRIGGER, slot, 0);
  return w.status ? w.status : st_pending_trigger_free(store, row);
}
