/*
 * disabled_handlers.c - rows of handlers that are disabled.
 *
 * The failure of a handler is an input to an action, as the answer to a
 * decision is: an action that is executed again reads it here and does not call
 * the handler. Rows are contiguous, without holes. So a world in which a
 * handler was disabled and enabled again has the hash of a world in which it
 * was never disabled.
 */
#include "world/objects/disabled_handlers.h"

#include "world/store/cell_writer.h"

st_disabled_handler st_disabled_handler_get(const st_store *store, uint32_t n) {
  assert(n != 0 && n <= st_disabled_handler_count(store));
  return (st_disabled_handler){
      .handler = st_get32(store, ST_COLUMN_DISABLED_HANDLER, n),
      .watcher_def = st_get32(store, ST_COLUMN_DISABLED_WATCHER_DEF, n),
      .reason = st_get32(store, ST_COLUMN_DISABLED_REASON, n),
      .action = st_get_split(store, ST_COLUMN_DISABLED_ACTION, n)};
}

uint32_t st_disabled_handler_find(const st_store *store,
                                  strata_handler handler) {
  uint32_t count = st_disabled_handler_count(store);
  for (uint32_t n = 1; n <= count; n++) {
    if (st_get32(store, ST_COLUMN_DISABLED_HANDLER, n) == handler) return n;
  }
  return 0;
}

static void write_disabled_row(st_cell_writer *w, uint32_t n,
                               const st_disabled_handler *row) {
  st_cell_writer_put(w, ST_COLUMN_DISABLED_HANDLER, n, row->handler);
  st_cell_writer_put(w, ST_COLUMN_DISABLED_WATCHER_DEF, n, row->watcher_def);
  st_cell_writer_put(w, ST_COLUMN_DISABLED_REASON, n, row->reason);
  st_cell_writer_put(w, ST_COLUMN_DISABLED_ACTION, n, row->action);
}

strata_status st_disabled_handler_add(st_store *store,
                                      const st_disabled_handler *row) {
  assert(row->handler != 0 &&
         st_disabled_handler_find(store, row->handler) == 0);
  uint32_t n = st_disabled_handler_count(store) + 1;
  st_disabled_handler now = *row;
  now.action = st_scalar_get(store, ST_SCALAR_ACTIONS_ENDED) + 1;
  st_cell_writer w = {.store = store};
  w.status = st_store_reserve(store, ST_TABLE_DISABLED, n + 1);
  st_cell_writer_put_scalar(&w, ST_SCALAR_DISABLED_TOP, n);
  write_disabled_row(&w, n, &now);
  return w.status;
}

strata_status st_disabled_handler_remove(st_store *store, uint32_t n) {
  st_cell_writer w = {.store = store};
  uint32_t count = st_disabled_handler_count(store);
  for (; n < count; n++) {
    const st_disabled_handler next = st_disabled_handler_get(store, n + 1);
    write_disabled_row(&w, n, &next);
  }
  write_disabled_row(&w, count, &(st_disabled_handler){0});
  st_cell_writer_put_scalar(&w, ST_SCALAR_DISABLED_TOP, count - 1);
  return w.status;
}

/* world/save/validate_world.c has checked that rows beyond the last one are
 * blank, and world/save/validate_play.c that ids are of the rules. */
bool st_disabled_handler_rows_valid(const st_store *store) {
  uint64_t next = st_scalar_get(store, ST_SCALAR_ACTIONS_ENDED) + 1;
  for (uint32_t n = 1; n <= st_disabled_handler_count(store); n++) {
    const st_disabled_handler row = st_disabled_handler_get(store, n);
    if (row.handler == 0 || row.action == 0 || row.action > next ||
        row.reason >= STRATA_FAULT_KINDS ||
        st_disabled_handler_find(store, row.handler) != n) {
      return false;
    }
  }
  return true;
}
