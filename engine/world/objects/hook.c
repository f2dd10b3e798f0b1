/*
 * hook.c - rows of chains of handlers.
 *
 * Most entities have just the chains that their definition prints, and then
 * there is nothing here. Whoever changes a chain of his gets rows that say how
 * it differs: what he has more, what he has no more, and what a handler has
 * stored with him. So nobody else's chain changes with it (copy on write), and
 * it costs what differs, not what is printed.
 *
 * An owner has few rows, in one list, whatever chains they are of: the code
 * says which. Those that a clock ends are in one list too.
 */
#include "world/objects/hook.h"

#include "world/store/row_list.h"

static const st_rows hook_rows = {.table = ST_TABLE_HOOK,
                                  .top = ST_SCALAR_HOOK_TOP,
                                  .free = ST_SCALAR_HOOK_FREE,
                                  .next = ST_COLUMN_HOOK_NEXT};

static uint32_t cell(const st_store *store, uint32_t column, uint32_t row) {
  return st_get32(store, column, row);
}

static void set_first(st_writer *w, uint32_t owner, uint32_t row) {
  if (owner != 0) {
    st_writer_put(w, ST_COLUMN_ENTITY_HOOKS, owner, row);
  } else {
    st_writer_scalar(w, ST_SCALAR_WORLD_HOOKS, row);
  }
}

static void count(st_writer *w, bool more) {
  uint64_t all = st_scalar_get(w->store, ST_SCALAR_HOOK_COUNT);
  st_writer_scalar(w, ST_SCALAR_HOOK_COUNT, more ? all + 1 : all - 1);
}

/* -- Those that a clock ends -- */

static const st_row_list timed = {.column = ST_COLUMN_SCALAR,
                                  .first = ST_SCALAR_HOOK_TIMED,
                                  .next = ST_COLUMN_HOOK_TIMED_NEXT,
                                  .prev = ST_COLUMN_HOOK_TIMED_PREV};

static void begin_timed(st_writer *w, const st_new_hook *desc, uint32_t row) {
  const st_store *store = w->store;
  uint64_t now = st_get64(store, st_clock_ticks(store->rules, desc->clock), 1);
  st_writer_put(w, ST_COLUMN_HOOK_CLOCK, row, desc->clock);
  st_writer_put(w, ST_COLUMN_HOOK_EXPIRES, row, now + desc->ticks);
  st_row_list_push(w, &timed, row);
}

/* -- Rows -- */

strata_status st_hook_put(st_store *store, const st_new_hook *desc,
                          uint32_t *out) {
  assert(desc->code != 0 && desc->form != ST_HOOK_NONE);
  assert(desc->clock != 0 || desc->ticks == 0);
  assert(st_hook_find(store, desc->owner, desc->code) == 0);
  st_writer w = {.store = store};
  uint64_t stamp = st_scalar_get(store, ST_SCALAR_HOOK_STAMP) + 1;
  uint32_t row = st_writer_take(&w, &hook_rows);
  if (w.status) return w.status;
  st_writer_scalar(&w, ST_SCALAR_HOOK_STAMP, stamp);
  st_writer_put(&w, ST_COLUMN_HOOK_NEXT, row,
                st_hook_first(store, desc->owner));
  st_writer_put(&w, ST_COLUMN_HOOK_FORM, row, desc->form);
  st_writer_put(&w, ST_COLUMN_HOOK_OWNER, row, desc->owner);
  st_writer_put(&w, ST_COLUMN_HOOK_CODE, row, desc->code);
  st_writer_put(&w, ST_COLUMN_HOOK_STAMP, row, stamp);
  if (desc->ticks != 0) begin_timed(&w, desc, row);
  set_first(&w, desc->owner, row);
  count(&w, true);
  if (!w.status) {
    w.status = st_note_put_all(store, st_hook_notes(row), desc->notes,
                               desc->note_count);
  }
  *out = row;
  return w.status;
}

/* All of a row but its place in the list of its owner. */
static void unmake(st_writer *w, uint32_t row) {
  if (!w->status) w->status = st_note_drop(w->store, st_hook_notes(row));
  if (st_get64(w->store, ST_COLUMN_HOOK_EXPIRES, row) != 0) {
    st_row_list_remove(w, &timed, row);
  }
  st_writer_clear(w, ST_COLUMN_HOOK_NEXT, ST_COLUMN_HOOK_NOTES, row);
  st_writer_give(w, &hook_rows, row);
  count(w, false);
}

strata_status st_hook_take(st_store *store, uint32_t row) {
  st_writer w = {.store = store};
  uint32_t owner = cell(store, ST_COLUMN_HOOK_OWNER, row);
  uint32_t next = st_hook_next(store, row);
  uint32_t newer = st_hook_first(store, owner);
  if (newer == row) {
    set_first(&w, owner, next);
  } else {
    while (st_hook_next(store, newer) != row) {
      newer = st_hook_next(store, newer);
    }
    st_writer_put(&w, ST_COLUMN_HOOK_NEXT, newer, next);
  }
  unmake(&w, row);
  return w.status;
}

strata_status st_hook_drop(st_store *store, uint32_t owner) {
  st_writer w = {.store = store};
  uint32_t row = st_hook_first(store, owner);
  if (row == 0) return STRATA_OK;
  set_first(&w, owner, 0);
  while (row != 0 && !w.status) {
    uint32_t next = st_hook_next(store, row);
    unmake(&w, row);
    row = next;
  }
  return w.status;
}

strata_status st_hook_expire(st_store *store, strata_clock clock) {
  uint64_t now = st_get64(store, st_clock_ticks(store->rules, clock), 1);
  uint32_t row = (uint32_t)st_scalar_get(store, ST_SCALAR_HOOK_TIMED);
  while (row != 0) {
    uint32_t older = cell(store, ST_COLUMN_HOOK_TIMED_NEXT, row);
    if (cell(store, ST_COLUMN_HOOK_CLOCK, row) == clock &&
        st_get64(store, ST_COLUMN_HOOK_EXPIRES, row) <= now) {
      strata_status status = st_hook_take(store, row);
      if (status) return status;
    }
    row = older;
  }
  return STRATA_OK;
}

uint32_t st_hook_find(const st_store *store, uint32_t owner, uint32_t code) {
  uint32_t row = st_hook_first(store, owner);
  while (row != 0 && cell(store, ST_COLUMN_HOOK_CODE, row) != code) {
    row = st_hook_next(store, row);
  }
  return row;
}
