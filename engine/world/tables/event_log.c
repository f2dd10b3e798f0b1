/*
 * event_log.c - the log as a ring of rows.
 *
 * Rows are added at one end, forgotten at the other, and found by number. So
 * they lie in a ring, and the slot of a row follows from its number: there are
 * no links and no free list, and finding a row costs O(1). When the ring is
 * full it doubles, and half of its rows move up by its old size, never onto
 * another row. It shrinks when few rows are left, so the memory follows the
 * number of rows.
 *
 * Ten thousand equal events with no other event between them are one row with a
 * count, and each costs one write.
 *
 * Invariant: the rows with numbers above LOG_FORGOTTEN, up to LOG_LAST, are in
 * their slots and have a count of at least 1; all other rows are blank. log_ok
 * in world/save/validate_play.c checks it for loaded rows.
 */
#include "world/tables/event_log.h"

#include "rules/model/sba_def.h"
#include "world/store/cell_writer.h"
#include "world/store/raw_writer.h"

#include <string.h>

static st_notes_head fields_of_row(uint32_t row) {
  return (st_notes_head){ST_COLUMN_LOG_FIELDS, row};
}

static uint32_t kept_row_index(const st_store *store, uint64_t number) {
  return st_log_row_index(number, st_scalar_get(store, ST_SCALAR_LOG_CAPACITY));
}

static bool is_kept(const st_store *store, uint64_t number) {
  return number > st_scalar_get(store, ST_SCALAR_LOG_FORGOTTEN) &&
         number <= st_log_last(store);
}

/* -- Adding -- */

static void move_row(st_cell_writer *w, uint32_t from, uint32_t to) {
  for (uint32_t c = ST_COLUMN_LOG_COUNT; c <= ST_COLUMN_LOG_FIELDS; c++) {
    st_cell_writer_put(w, c, to, st_get_any(w->store, c, from));
    st_cell_writer_put(w, c, from, 0);
  }
}

/* Change the capacity of the ring to one that is enough for its rows. */
static void resize_log_ring(st_cell_writer *w, uint64_t capacity) {
  st_store *store = w->store;
  uint64_t old = st_scalar_get(store, ST_SCALAR_LOG_CAPACITY);
  uint64_t last = st_log_last(store);
  uint64_t n = st_scalar_get(store, ST_SCALAR_LOG_FORGOTTEN) + 1;
  if (!w->status) {
    w->status = st_store_reserve(store, ST_TABLE_LOG, (uint32_t)capacity + 1);
  }
  st_cell_writer_put_scalar(w, ST_SCALAR_LOG_CAPACITY, capacity);
  for (; n <= last && !w->status; n++) {
    uint32_t from = st_log_row_index(n, old);
    uint32_t to = st_log_row_index(n, capacity);
    if (from != to) move_row(w, from, to);
  }
}

static uint64_t count_kept(const st_store *store) {
  return st_log_last(store) - st_scalar_get(store, ST_SCALAR_LOG_FORGOTTEN);
}

/* Make sure that the ring can take one more row. */
static void grow_log_ring(st_cell_writer *w) {
  uint64_t capacity = st_scalar_get(w->store, ST_SCALAR_LOG_CAPACITY);
  if (count_kept(w->store) < capacity) return;
  if (capacity >= UINT32_C(1) << 30) {
    w->status = STRATA_ERANGE;
    return;
  }
  resize_log_ring(w, capacity ? 2 * capacity : ST_LOG_MIN_CAPACITY);
}

/* Shrink the ring if most of it is unused, to a capacity that is half used. */
static void shrink_log_ring(st_cell_writer *w) {
  uint64_t kept = count_kept(w->store);
  uint64_t capacity = ST_LOG_MIN_CAPACITY;
  if (st_scalar_get(w->store, ST_SCALAR_LOG_CAPACITY) <=
      st_log_max_capacity(kept)) {
    return;
  }
  while (capacity < 2 * kept) {
    capacity *= 2;
  }
  resize_log_ring(w, capacity);
}

/* The number of the action that is going on. */
static uint64_t current_action_number(const st_store *store) {
  return st_scalar_get(store, ST_SCALAR_ACTIONS_ENDED) + 1;
}

/* Whether the newest row is equal and its count can grow. */
static bool joins_last_log_row(const st_store *store,
                               const st_new_log_row *desc) {
  st_log_row row;
  if (!st_log_get(store, st_log_last(store), &row)) return false;
  return row.what == desc->what && row.event_type == desc->event_type &&
         row.watcher_def == desc->watcher_def && row.parent == desc->parent &&
         row.who == desc->who && row.source == desc->source &&
         row.action == current_action_number(store) &&
         row.count <= UINT32_MAX - desc->count &&
         st_notes_equal(store, row.fields, desc->fields, desc->field_count);
}

/* Fill a row of the log, which is blank, and let it be the newest one. */
ST_HAS_RAW_WRITER static strata_status fill_log_row(st_store *store,
                                                    const st_new_log_row *desc,
                                                    uint32_t row,
                                                    uint64_t number) {
  enum { WRITES = 12, FIRST = ST_COLUMN_LOG_COUNT };
  st_raw_writer w = st_raw_writer_begin(store);
  if (!st_raw_writer_make_room(&w, WRITES)) return st_raw_writer_end(&w);
  uint64_t action = current_action_number(store);
  st_raw_writer_change_scalar(&w, ST_SCALAR_LOG_LAST, number - 1, number);
  st_raw_writer_open_row(
      &w, FIRST, ST_ROW_COLUMN(FIRST, ST_COLUMN_LOG_SOURCE + 1) - 1, row);
  st_raw_writer_fill32(&w, ST_COLUMN_LOG_COUNT, row, desc->count);
  st_raw_writer_fill32(&w, ST_COLUMN_LOG_WHAT, row, desc->what);
  st_raw_writer_fill_id(&w, ST_COLUMN_LOG_EVENT_TYPE, row, desc->event_type);
  st_raw_writer_fill_id(&w, ST_COLUMN_LOG_WATCHER_DEF, row, desc->watcher_def);
  st_raw_writer_fill_split(&w, ST_COLUMN_LOG_ACTION, row, action, action);
  st_raw_writer_fill_split(&w, ST_COLUMN_LOG_PARENT, row, desc->parent,
                           desc->parent);
  st_raw_writer_fill64(&w, ST_COLUMN_LOG_WHO, row, desc->who);
  st_raw_writer_fill64(&w, ST_COLUMN_LOG_SOURCE, row, desc->source);
  return st_raw_writer_end(&w);
}

strata_status st_log_add(st_store *store, const st_new_log_row *desc,
                         uint64_t *number) {
  assert((unsigned)desc->what < ST_LOGGED_COUNT && desc->count > 0);
  assert(desc->parent <= st_log_last(store));
  st_cell_writer w = {.store = store};
  *number = st_log_last(store);
  if (joins_last_log_row(store, desc)) {
    uint32_t row = kept_row_index(store, *number);
    uint32_t count = st_get32(store, ST_COLUMN_LOG_COUNT, row);
    st_cell_writer_put(&w, ST_COLUMN_LOG_COUNT, row, count + desc->count);
    return w.status;
  }
  grow_log_ring(&w);
  if (w.status) return w.status;
  uint32_t row = kept_row_index(store, ++*number);
  strata_status status = fill_log_row(store, desc, row, *number);
  if (status) return status;
  return st_notes_add_all(store, fields_of_row(row), desc->fields,
                          desc->field_count);
}

strata_status st_log_forget(st_store *store, uint64_t before) {
  st_cell_writer w = {.store = store};
  uint64_t last = st_log_last(store);
  uint64_t number = st_scalar_get(store, ST_SCALAR_LOG_FORGOTTEN);
  for (; number < last && number + 1 < before && !w.status; number++) {
    uint32_t row = kept_row_index(store, number + 1);
    w.status = st_notes_clear(store, fields_of_row(row));
    st_cell_writer_clear(&w, ST_COLUMN_LOG_COUNT, ST_COLUMN_LOG_FIELDS, row);
  }
  st_cell_writer_put_scalar(&w, ST_SCALAR_LOG_FORGOTTEN, number);
  if (!w.status) shrink_log_ring(&w);
  return w.status;
}

/* -- What the rules can ask for -- */

static strata_log_lasts log_lasts(const st_store *store) {
  return store->rules->play->log_lasts;
}

strata_status st_log_note_tick(st_store *store, strata_clock clock) {
  if (log_lasts(store) != STRATA_LOG_LASTS_TICK ||
      store->rules->play->log_clock != clock) {
    return STRATA_OK;
  }
  return st_scalar_put(store, ST_SCALAR_LOG_TICK, st_log_last(store));
}

/* The newest row that no later action can ask for. */
static uint64_t last_unasked_row(const st_store *store) {
  switch (log_lasts(store)) {
  case STRATA_LOG_LASTS_GAME:
    break;
  case STRATA_LOG_LASTS_TICK:
    return st_scalar_get(store, ST_SCALAR_LOG_TICK);
  case STRATA_LOG_LASTS_ACTION:
    return st_log_last(store);
  }
  return 0;
}

uint64_t st_log_first_lasting(const st_store *store) {
  uint64_t unasked = last_unasked_row(store);
  uint64_t number = st_scalar_get(store, ST_SCALAR_LOG_FORGOTTEN) + 1;
  st_log_row row;
  while (number <= unasked && st_log_get(store, number, &row) &&
         row.action < current_action_number(store)) {
    number++;
  }
  return number;
}

/* -- Reading -- */

uint64_t st_log_next(const st_store *store, uint64_t after) {
  uint64_t forgotten = st_scalar_get(store, ST_SCALAR_LOG_FORGOTTEN);
  if (after < forgotten) after = forgotten;
  return after < st_log_last(store) ? after + 1 : 0;
}

bool st_log_get(const st_store *store, uint64_t number, st_log_row *out) {
  if (!is_kept(store, number)) return false;
  uint32_t row = kept_row_index(store, number);
  *out = (st_log_row){
      .number = number,
      .action = st_get_split(store, ST_COLUMN_LOG_ACTION, row),
      .parent = st_get_split(store, ST_COLUMN_LOG_PARENT, row),
      .what = (st_logged)st_get32(store, ST_COLUMN_LOG_WHAT, row),
      .event_type = st_get32(store, ST_COLUMN_LOG_EVENT_TYPE, row),
      .watcher_def = st_get32(store, ST_COLUMN_LOG_WATCHER_DEF, row),
      .who = st_get64(store, ST_COLUMN_LOG_WHO, row),
      .source = st_get64(store, ST_COLUMN_LOG_SOURCE, row),
      .count = st_get32(store, ST_COLUMN_LOG_COUNT, row),
      .fields = fields_of_row(row)};
  return true;
}

/* -- The fields of DECIDED rows -- */

static const struct {
  const char *name, *key;
  strata_type type;
} decided_fields[] = {
#define X(field, type, text, saved)                                            \
  [ST_DECIDED_##field] = {text, saved, STRATA_##type},
    ST_DECIDED_MAP(X)
#undef X
};

uint64_t st_decided_key(st_decided_field field) {
  const char *key = decided_fields[field].key;
  return st_note_key(key, strlen(key), 0);
}

const char *st_decided_name(st_decided_field field) {
  return decided_fields[field].name;
}

strata_type st_decided_type(st_decided_field field) {
  return decided_fields[field].type;
}
