/*
 * watcher.c - the rows of watchers.
 *
 * A watcher that a spell or ability has made stands for itself: it does not go
 * with its source (614, 615.3, 603.7). All are in one list, oldest first, which
 * is the order of their timestamps; those that a clock ends are in a list of
 * that clock's too, newest first, as effects are.
 *
 * Limits are kept as what is left, plus one: so a row without limits has no
 * cells of them, and one that is spent is told from it. A spent row stays until
 * it is ended, since what it has done is performed before it goes.
 */
#include "world/tables/watcher.h"

#include "world/store/row_list.h"

static const st_rows watch_rows = {.table = ST_TABLE_WATCH,
                                   .top = ST_SCALAR_WATCH_TOP,
                                   .free = ST_SCALAR_WATCH_FREE,
                                   .next = ST_COLUMN_WATCH_NEXT_FREE};

static uint32_t cell(const st_store *store, uint32_t column, uint32_t slot) {
  return st_get32(store, column, slot);
}

/* -- Lists -- */

static const st_row_list all = {.column = ST_COLUMN_SCALAR,
                                .first = ST_SCALAR_WATCH_FIRST,
                                .last = ST_SCALAR_WATCH_LAST,
                                .next = ST_COLUMN_WATCH_NEXT,
                                .prev = ST_COLUMN_WATCH_PREV};

/* Those that the clock of one ends. */
static st_row_list timed_of(const st_store *store, uint32_t slot) {
  strata_clock clock = cell(store, ST_COLUMN_WATCH_CLOCK, slot);
  return (st_row_list){.column = st_clock_watches(store->rules, clock),
                       .first = 1,
                       .next = ST_COLUMN_WATCH_TIMED_NEXT,
                       .prev = ST_COLUMN_WATCH_TIMED_PREV};
}

static bool is_timed(const st_store *store, uint32_t slot) {
  return st_get64(store, ST_COLUMN_WATCH_EXPIRES, slot) != 0;
}

/* -- Starting and ending -- */

/* Whoever keeps in mind who watches hears of it: now, and when it is taken
 * back. */
static strata_status tell(st_store *store, uint32_t slot) {
  return st_store_touch(store, ST_COLUMN_WATCH_CODE, slot);
}

static void put_desc(st_writer *w, const st_new_watch *desc, uint32_t slot) {
  st_writer_put(w, ST_COLUMN_WATCH_CODE, slot, desc->code);
  st_writer_put(w, ST_COLUMN_WATCH_SOURCE, slot, desc->source);
  st_writer_put(w, ST_COLUMN_WATCH_YOU, slot, desc->you);
  if (desc->left) {
    st_writer_put(w, ST_COLUMN_WATCH_LEFT, slot, (uint64_t)desc->left + 1);
  }
  if (desc->uses) st_writer_put(w, ST_COLUMN_WATCH_USES, slot, desc->uses + 1);
  st_writer_put(w, ST_COLUMN_WATCH_CLOCK, slot, desc->clock);
}

strata_status st_watch_start(st_store *store, const st_new_watch *desc,
                             uint32_t *out) {
  assert(desc->code != 0 && desc->left >= 0);
  assert(desc->clock != 0 || desc->ticks == 0);
  if (desc->uses == UINT32_MAX) return STRATA_ERANGE;
  st_writer w = {.store = store};
  uint32_t slot = st_writer_take(&w, &watch_rows);
  uint64_t stamp = 0;
  if (!w.status) w.status = st_next_stamp(store, &stamp);
  if (w.status) return w.status;
  st_writer_put(&w, ST_COLUMN_WATCH_STAMP, slot, stamp);
  put_desc(&w, desc, slot);
  if (!w.status) st_row_list_append(&w, &all, slot);
  if (!w.status && desc->ticks != 0) {
    w.status = st_watch_set_ticks(store, slot, desc->ticks);
  }
  if (!w.status) {
    w.status = st_note_put_all(store, st_watch_names(slot), desc->names,
                               desc->name_count);
  }
  if (!w.status) w.status = tell(store, slot);
  *out = slot;
  return w.status;
}

strata_status st_watch_end(st_store *store, uint32_t slot) {
  assert(st_watch_used(store, slot));
  st_writer w = {.store = store};
  w.status = tell(store, slot);
  if (!w.status) w.status = st_note_drop(store, st_watch_names(slot));
  if (is_timed(store, slot)) {
    const st_row_list timed = timed_of(store, slot);
    st_row_list_remove(&w, &timed, slot);
  }
  st_row_list_remove(&w, &all, slot);
  st_writer_clear(&w, ST_COLUMN_WATCH_STAMP, ST_COLUMN_WATCH_PREV, slot);
  uint32_t ended = cell(store, ST_COLUMN_WATCH_ENDED, slot);
  if (ended == ST_WATCHES_MOST) return w.status; /* worn out */
  st_writer_put(&w, ST_COLUMN_WATCH_ENDED, slot, ended + 1);
  st_writer_give(&w, &watch_rows, slot);
  return w.status;
}

/* -- How much, how often, how long -- */

strata_status st_watch_take(st_store *store, uint32_t slot, int64_t wanted,
                            int64_t *taken) {
  assert(wanted >= 0);
  int64_t left = 0;
  *taken = wanted;
  if (!st_watch_left(store, slot, &left)) return STRATA_OK;
  *taken = st_min(left, wanted);
  return st_put_split(store, ST_COLUMN_WATCH_LEFT, slot,
                      (uint64_t)(left - *taken) + 1);
}

strata_status st_watch_use(st_store *store, uint32_t slot) {
  uint32_t uses = 0;
  if (!st_watch_uses(store, slot, &uses)) return STRATA_OK;
  assert(uses > 0);
  return st_put32(store, ST_COLUMN_WATCH_USES, slot, uses);
}

strata_status st_watch_set_ticks(st_store *store, uint32_t slot,
                                 uint32_t ticks) {
  st_writer w = {.store = store};
  strata_clock clock = cell(store, ST_COLUMN_WATCH_CLOCK, slot);
  const st_row_list timed = timed_of(store, slot);
  assert(clock != 0);
  if (ticks == 0) {
    if (is_timed(store, slot)) st_row_list_remove(&w, &timed, slot);
    st_writer_put(&w, ST_COLUMN_WATCH_EXPIRES, slot, 0);
    return w.status;
  }
  uint64_t now = st_get64(store, st_clock_ticks(store->rules, clock), 1);
  if (!is_timed(store, slot)) st_row_list_push(&w, &timed, slot);
  st_writer_put(&w, ST_COLUMN_WATCH_EXPIRES, slot, now + ticks);
  return w.status;
}

strata_status st_watch_expire(st_store *store, strata_clock clock,
                              uint32_t *ended) {
  uint64_t now = st_get64(store, st_clock_ticks(store->rules, clock), 1);
  uint32_t slot = cell(store, st_clock_watches(store->rules, clock), 1);
  uint32_t oldest = 0;
  *ended = 0;
  for (; slot != 0; slot = cell(store, ST_COLUMN_WATCH_TIMED_NEXT, slot)) {
    oldest = slot;
  }
  for (slot = oldest; slot != 0;) {
    uint32_t newer = cell(store, ST_COLUMN_WATCH_TIMED_PREV, slot);
    if (st_get64(store, ST_COLUMN_WATCH_EXPIRES, slot) <= now) {
      strata_status status = st_watch_end(store, slot);
      if (status) return status;
      ++*ended;
    }
    slot = newer;
  }
  return STRATA_OK;
}

/* -- Reading -- */

uint32_t st_watch_slot(const st_store *store, uint64_t handle) {
  uint32_t slot = st_slot_of(handle);
  if (slot == 0 || slot >= store->capacity[ST_TABLE_WATCH]) return 0;
  if (!st_watch_used(store, slot)) return 0;
  return st_watch_handle(store, slot) == handle ? slot : 0;
}

uint64_t st_watch_handle(const st_store *store, uint32_t slot) {
  if (slot == 0) return 0;
  return st_handle(slot, cell(store, ST_COLUMN_WATCH_ENDED, slot) + 1);
}

bool st_watch_left(const st_store *store, uint32_t slot, int64_t *left) {
  uint64_t more = st_get_split(store, ST_COLUMN_WATCH_LEFT, slot);
  *left = (int64_t)(more - 1);
  return more != 0;
}

bool st_watch_uses(const st_store *store, uint32_t slot, uint32_t *uses) {
  uint32_t more = cell(store, ST_COLUMN_WATCH_USES, slot);
  *uses = more - 1;
  return more != 0;
}

bool st_watch_is_spent(const st_store *store, uint32_t slot) {
  return st_get_split(store, ST_COLUMN_WATCH_LEFT, slot) == 1 ||
         cell(store, ST_COLUMN_WATCH_USES, slot) == 1;
}
