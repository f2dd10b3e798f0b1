/*
 * chain_override.c - rows that make a handler chain differ from the printed
 * one.
 *
 * Most entities have the handler chains that their definition prints, and no
 * rows here. An entity whose chain changes gets a row for each difference: a
 * handler added, a printed handler removed, or a store that a printed handler
 * has on this entity. So the chains of other entities with the same definition
 * stay as they are (copy on write), and the cost is that of the differences.
 *
 * An owner has few rows, in one list for all of its chains: the watcher
 * definition of a row says which chain it belongs to. Rows with a clock are in
 * one further list.
 *
 * Invariants: an owner has at most one row for a definition, newest first by
 * sequence; OVERRIDE_COUNT counts the rows in use. st_validate_overrides checks
 * them for loaded rows.
 */
#include "world/objects/chain_override.h"

#include "world/store/linked_rows.h"

static void set_first_override(st_cell_writer *w, uint32_t owner,
                               uint32_t row) {
  if (owner != 0) {
    st_cell_writer_put(w, ST_COLUMN_ENTITY_OVERRIDES, owner, row);
  } else {
    st_cell_writer_put_scalar(w, ST_SCALAR_WORLD_OVERRIDES, row);
  }
}

static void add_override_count(st_cell_writer *w, bool more) {
  uint64_t all = st_scalar_get(w->store, ST_SCALAR_OVERRIDE_COUNT);
  st_cell_writer_put_scalar(w, ST_SCALAR_OVERRIDE_COUNT,
                            more ? all + 1 : all - 1);
}

/* -- Rows that a clock ends -- */

static const st_linked_rows timed_overrides = {
    .column = ST_COLUMN_SCALAR,
    .first = ST_SCALAR_OVERRIDE_TIMED_FIRST,
    .next = ST_COLUMN_OVERRIDE_TIMED_NEXT,
    .prev = ST_COLUMN_OVERRIDE_TIMED_PREV};

static void add_to_timed(st_cell_writer *w, const st_new_chain_override *desc,
                         uint32_t row) {
  const st_store *store = w->store;
  uint64_t now =
      st_get64(store, st_clock_ticks_column(store->rules, desc->clock), 1);
  st_cell_writer_put(w, ST_COLUMN_OVERRIDE_CLOCK, row, desc->clock);
  st_cell_writer_put(w, ST_COLUMN_OVERRIDE_EXPIRES, row, now + desc->ticks);
  st_linked_rows_push(w, &timed_overrides, row);
}

/* -- Rows -- */

strata_status st_chain_override_add(st_store *store,
                                    const st_new_chain_override *desc,
                                    uint32_t *out) {
  assert(desc->watcher_def != 0 && desc->form != ST_CHAIN_OVERRIDE_NONE);
  assert(desc->clock != 0 || desc->ticks == 0);
  assert(st_chain_override_find(store, desc->owner, desc->watcher_def) == 0);
  st_cell_writer w = {.store = store};
  uint64_t sequence = st_scalar_get(store, ST_SCALAR_OVERRIDE_SEQUENCE) + 1;
  uint32_t row = st_cell_writer_alloc_row(&w, ST_TABLE_OVERRIDE);
  if (w.status) return w.status;
  st_cell_writer_put_scalar(&w, ST_SCALAR_OVERRIDE_SEQUENCE, sequence);
  st_cell_writer_put(&w, ST_COLUMN_OVERRIDE_NEXT, row,
                     st_chain_override_first(store, desc->owner));
  st_cell_writer_put(&w, ST_COLUMN_OVERRIDE_FORM, row, desc->form);
  st_cell_writer_put(&w, ST_COLUMN_OVERRIDE_OWNER, row, desc->owner);
  st_cell_writer_put(&w, ST_COLUMN_OVERRIDE_WATCHER_DEF, row,
                     desc->watcher_def);
  st_cell_writer_put(&w, ST_COLUMN_OVERRIDE_SEQUENCE, row, sequence);
  if (desc->ticks != 0) add_to_timed(&w, desc, row);
  set_first_override(&w, desc->owner, row);
  add_override_count(&w, true);
  if (!w.status) {
    w.status = st_notes_add_all(store, st_chain_override_notes(row),
                                desc->notes, desc->note_count);
  }
  *out = row;
  return w.status;
}

/* Free a row, except for its link in the list of its owner, which is up to the
 * caller. */
static void free_override_row(st_cell_writer *w, uint32_t row) {
  if (!w->status) {
    w->status = st_notes_clear(w->store, st_chain_override_notes(row));
  }
  if (st_get64(w->store, ST_COLUMN_OVERRIDE_EXPIRES, row) != 0) {
    st_linked_rows_remove(w, &timed_overrides, row);
  }
  st_cell_writer_clear(w, ST_COLUMN_OVERRIDE_NEXT, ST_COLUMN_OVERRIDE_NOTES,
                       row);
  st_cell_writer_free_row(w, ST_TABLE_OVERRIDE, row);
  add_override_count(w, false);
}

strata_status st_chain_override_remove(st_store *store, uint32_t row) {
  st_cell_writer w = {.store = store};
  uint32_t owner = st_get32(store, ST_COLUMN_OVERRIDE_OWNER, row);
  uint32_t next = st_chain_override_next(store, row);
  uint32_t newer = st_chain_override_first(store, owner);
  if (newer == row) {
    set_first_override(&w, owner, next);
  } else {
    while (st_chain_override_next(store, newer) != row) {
      newer = st_chain_override_next(store, newer);
    }
    st_cell_writer_put(&w, ST_COLUMN_OVERRIDE_NEXT, newer, next);
  }
  free_override_row(&w, row);
  return w.status;
}

strata_status st_chain_override_remove_all(st_store *store, uint32_t owner) {
  st_cell_writer w = {.store = store};
  uint32_t row = st_chain_override_first(store, owner);
  if (row == 0) return STRATA_OK;
  set_first_override(&w, owner, 0);
  while (row != 0 && !w.status) {
    uint32_t next = st_chain_override_next(store, row);
    free_override_row(&w, row);
    row = next;
  }
  return w.status;
}

strata_status st_chain_override_expire(st_store *store, strata_clock clock) {
  uint64_t now = st_get64(store, st_clock_ticks_column(store->rules, clock), 1);
  uint32_t row = (uint32_t)st_scalar_get(store, ST_SCALAR_OVERRIDE_TIMED_FIRST);
  while (row != 0) {
    uint32_t older = st_get32(store, ST_COLUMN_OVERRIDE_TIMED_NEXT, row);
    if (st_get32(store, ST_COLUMN_OVERRIDE_CLOCK, row) == clock &&
        st_get64(store, ST_COLUMN_OVERRIDE_EXPIRES, row) <= now) {
      strata_status status = st_chain_override_remove(store, row);
      if (status) return status;
    }
    row = older;
  }
  return STRATA_OK;
}

uint32_t st_chain_override_find(const st_store *store, uint32_t owner,
                                uint32_t watcher_def) {
  uint32_t row = st_chain_override_first(store, owner);
  while (row != 0 &&
         st_get32(store, ST_COLUMN_OVERRIDE_WATCHER_DEF, row) != watcher_def) {
    row = st_chain_override_next(store, row);
  }
  return row;
}
