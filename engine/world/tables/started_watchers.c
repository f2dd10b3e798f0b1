/*
 * started_watchers.c - rows of watchers that actions have started.
 *
 * A watcher that a spell or ability has started is independent of its source:
 * it does not end when the source leaves (603.7, 614, 615.3). All watchers are
 * in one list, oldest first, which is the order of their timestamps. Watchers
 * with a duration are also in a list of their clock, newest first, as effects
 * are.
 *
 * A limit is stored as what is left plus one. So a row without limits has no
 * cells for them, and "nothing left" differs from "no limit". A spent row stays
 * until it is removed, because the event that it changed is performed first.
 *
 * world/save/validate_play.c lists what must hold of loaded rows.
 */
#include "world/tables/started_watchers.h"

#include "world/store/linked_rows.h"
#include "world/store/raw_writer.h"

/* -- Lists -- */

static const st_linked_rows all_watchers_list = {
    .column = ST_COLUMN_SCALAR,
    .first = ST_SCALAR_WATCHER_FIRST,
    .last = ST_SCALAR_WATCHER_LAST,
    .next = ST_COLUMN_WATCHER_NEXT,
    .prev = ST_COLUMN_WATCHER_PREV};

/* The list of the watchers that have the same clock as this one. */
static st_linked_rows timed_watchers_list(const st_store *store,
                                          uint32_t slot) {
  strata_clock clock = st_get32(store, ST_COLUMN_WATCHER_CLOCK, slot);
  return (st_linked_rows){.column =
                              st_clock_watchers_column(store->rules, clock),
                          .first = 1,
                          .next = ST_COLUMN_WATCHER_TIMED_NEXT,
                          .prev = ST_COLUMN_WATCHER_TIMED_PREV};
}

static bool is_timed_watcher(const st_store *store, uint32_t slot) {
  return st_get64(store, ST_COLUMN_WATCHER_EXPIRES, slot) != 0;
}

/* -- Starting and ending -- */

/* Report a change to the watcher index (play/index), now and at an undo. */
static strata_status touch_watcher_row(st_store *store, uint32_t slot) {
  return st_store_touch(store, ST_COLUMN_WATCHER_DEF, slot);
}

/* Fill a new row. */
ST_HAS_RAW_WRITER static strata_status
fill_watcher_row(st_store *store, const st_new_started_watcher *desc,
                 uint64_t stamp, uint32_t row) {
  enum { WRITES = 10, FIRST = ST_COLUMN_WATCHER_STAMP };
  st_raw_writer w = st_raw_writer_begin(store);
  if (!st_raw_writer_make_room(&w, WRITES)) return st_raw_writer_end(&w);
  uint64_t amount = desc->amount ? (uint64_t)desc->amount + 1 : 0;
  st_raw_writer_open_row(
      &w, FIRST, ST_ROW_COLUMN(FIRST, ST_COLUMN_WATCHER_CLOCK + 1) - 1, row);
  st_raw_writer_fill_split(&w, ST_COLUMN_WATCHER_STAMP, row, stamp, stamp);
  st_raw_writer_fill_id(&w, ST_COLUMN_WATCHER_DEF, row, desc->watcher_def);
  st_raw_writer_fill64(&w, ST_COLUMN_WATCHER_SOURCE, row, desc->source);
  st_raw_writer_fill64(&w, ST_COLUMN_WATCHER_YOU, row, desc->you);
  st_raw_writer_fill_split(&w, ST_COLUMN_WATCHER_AMOUNT_LEFT, row, amount,
                           amount);
  st_raw_writer_fill32(&w, ST_COLUMN_WATCHER_USES_LEFT, row,
                       desc->uses ? desc->uses + 1 : 0);
  st_raw_writer_fill_id(&w, ST_COLUMN_WATCHER_CLOCK, row, desc->clock);
  return st_raw_writer_end(&w);
}

strata_status st_started_watcher_add(st_store *store,
                                     const st_new_started_watcher *desc,
                                     uint32_t *out) {
  assert(desc->watcher_def != 0 && desc->amount >= 0);
  assert(desc->clock != 0 || desc->ticks == 0);
  if (desc->uses == UINT32_MAX) return STRATA_ERANGE;
  st_cell_writer w = {.store = store};
  uint32_t slot = st_cell_writer_alloc_row(&w, ST_TABLE_WATCHER);
  uint64_t stamp = 0;
  if (!w.status) w.status = st_next_stamp(store, &stamp);
  if (w.status) return w.status;
  w.status = fill_watcher_row(store, desc, stamp, slot);
  if (!w.status) st_linked_rows_append(&w, &all_watchers_list, slot);
  if (!w.status && desc->ticks != 0) {
    w.status = st_started_watcher_set_ticks(store, slot, desc->ticks);
  }
  if (!w.status) {
    w.status = st_notes_add_all(store, st_started_watcher_variables(slot),
                                desc->variables, desc->variable_count);
  }
  if (!w.status) w.status = touch_watcher_row(store, slot);
  *out = slot;
  return w.status;
}

strata_status st_started_watcher_remove(st_store *store, uint32_t slot) {
  assert(st_started_watcher_is_used(store, slot));
  st_cell_writer w = {.store = store};
  w.status = touch_watcher_row(store, slot);
  if (!w.status) {
    w.status = st_notes_clear(store, st_started_watcher_variables(slot));
  }
  if (is_timed_watcher(store, slot)) {
    const st_linked_rows timed = timed_watchers_list(store, slot);
    st_linked_rows_remove(&w, &timed, slot);
  }
  st_linked_rows_remove(&w, &all_watchers_list, slot);
  st_cell_writer_clear(&w, ST_COLUMN_WATCHER_STAMP, ST_COLUMN_WATCHER_PREV,
                       slot);
  uint32_t ended = st_get32(store, ST_COLUMN_WATCHER_ENDED_COUNT, slot);
  if (ended == ST_STARTED_WATCHER_ENDED_MAX) return w.status; /* worn out */
  st_cell_writer_put(&w, ST_COLUMN_WATCHER_ENDED_COUNT, slot, ended + 1);
  st_cell_writer_free_row(&w, ST_TABLE_WATCHER, slot);
  return w.status;
}

/* -- How much, how often, how long -- */

strata_status st_started_watcher_take_amount(st_store *store, uint32_t slot,
                                             int64_t wanted, int64_t *taken) {
  assert(wanted >= 0);
  int64_t left = 0;
  *taken = wanted;
  if (!st_started_watcher_amount_left(store, slot, &left)) return STRATA_OK;
  *taken = st_min(left, wanted);
  return st_put_split(store, ST_COLUMN_WATCHER_AMOUNT_LEFT, slot,
                      (uint64_t)(left - *taken) + 1);
}

strata_status st_started_watcher_use(st_store *store, uint32_t slot) {
  uint32_t uses = 0;
  if (!st_started_watcher_uses_left(store, slot, &uses)) return STRATA_OK;
  assert(uses > 0);
  return st_put32(store, ST_COLUMN_WATCHER_USES_LEFT, slot, uses);
}

strata_status st_started_watcher_set_ticks(st_store *store, uint32_t slot,
                                           uint32_t ticks) {
  st_cell_writer w = {.store = store};
  strata_clock clock = st_get32(store, ST_COLUMN_WATCHER_CLOCK, slot);
  const st_linked_rows timed = timed_watchers_list(store, slot);
  assert(clock != 0);
  if (ticks == 0) {
    if (is_timed_watcher(store, slot)) st_linked_rows_remove(&w, &timed, slot);
    st_cell_writer_put(&w, ST_COLUMN_WATCHER_EXPIRES, slot, 0);
    return w.status;
  }
  uint64_t now = st_get64(store, st_clock_ticks_column(store->rules, clock), 1);
  if (!is_timed_watcher(store, slot)) st_linked_rows_push(&w, &timed, slot);
  st_cell_writer_put(&w, ST_COLUMN_WATCHER_EXPIRES, slot, now + ticks);
  return w.status;
}

strata_status st_started_watcher_expire(st_store *store, strata_clock clock,
                                        uint32_t *ended) {
  uint64_t now = st_get64(store, st_clock_ticks_column(store->rules, clock), 1);
  uint32_t slot =
      st_get32(store, st_clock_watchers_column(store->rules, clock), 1);
  uint32_t oldest = 0;
  *ended = 0;
  for (; slot != 0;
       slot = st_get32(store, ST_COLUMN_WATCHER_TIMED_NEXT, slot)) {
    oldest = slot;
  }
  for (slot = oldest; slot != 0;) {
    uint32_t newer = st_get32(store, ST_COLUMN_WATCHER_TIMED_PREV, slot);
    if (st_get64(store, ST_COLUMN_WATCHER_EXPIRES, slot) <= now) {
      strata_status status = st_started_watcher_remove(store, slot);
      if (status) return status;
      ++*ended;
    }
    slot = newer;
  }
  return STRATA_OK;
}

/* -- Reading -- */

uint32_t st_started_watcher_slot(const st_store *store, uint64_t handle) {
  uint32_t slot = st_slot_of(handle);
  if (slot == 0 || slot >= store->capacity[ST_TABLE_WATCHER]) return 0;
  if (!st_started_watcher_is_used(store, slot)) return 0;
  return st_started_watcher_handle(store, slot) == handle ? slot : 0;
}

uint64_t st_started_watcher_handle(const st_store *store, uint32_t slot) {
  if (slot == 0) return 0;
  return st_handle(slot,
                   st_get32(store, ST_COLUMN_WATCHER_ENDED_COUNT, slot) + 1);
}

bool st_started_watcher_amount_left(const st_store *store, uint32_t slot,
                                    int64_t *left) {
  uint64_t stored = st_get_split(store, ST_COLUMN_WATCHER_AMOUNT_LEFT, slot);
  *left = (int64_t)(stored - 1);
  return stored != 0;
}

bool st_started_watcher_uses_left(const st_store *store, uint32_t slot,
                                  uint32_t *uses) {
  uint32_t stored = st_get32(store, ST_COLUMN_WATCHER_USES_LEFT, slot);
  *uses = stored - 1;
  return stored != 0;
}

bool st_started_watcher_is_spent(const st_store *store, uint32_t slot) {
  return st_get_split(store, ST_COLUMN_WATCHER_AMOUNT_LEFT, slot) == 1 ||
         st_get32(store, ST_COLUMN_WATCHER_USES_LEFT, slot) == 1;
}
