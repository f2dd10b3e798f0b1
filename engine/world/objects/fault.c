/*
 * fault.c - rows of handlers that are disabled.
 *
 * That a handler has failed is an input, as an answer is: whoever runs the
 * action again reads it here, and never finds it out anew. Rows lie one behind
 * the other, without holes, so that a world in which a handler was disabled and
 * enabled again has the hash of one in which it never was.
 */
#include "world/objects/fault.h"

#include "world/store/writer.h"

st_fault_row st_fault_at(const st_store *store, uint32_t n) {
  assert(n != 0 && n <= st_fault_count(store));
  return (st_fault_row){.handler = st_get32(store, ST_COLUMN_FAULT_HANDLER, n),
                        .code = st_get32(store, ST_COLUMN_FAULT_CODE, n),
                        .kind = st_get32(store, ST_COLUMN_FAULT_KIND, n),
                        .action =
                            st_get_split(store, ST_COLUMN_FAULT_ACTION, n)};
}

uint32_t st_fault_find(const st_store *store, strata_handler handler) {
  uint32_t count = st_fault_count(store);
  for (uint32_t n = 1; n <= count; n++) {
    if (st_get32(store, ST_COLUMN_FAULT_HANDLER, n) == handler) return n;
  }
  return 0;
}

static void put(st_writer *w, uint32_t n, const st_fault_row *row) {
  st_writer_put(w, ST_COLUMN_FAULT_HANDLER, n, row->handler);
  st_writer_put(w, ST_COLUMN_FAULT_CODE, n, row->code);
  st_writer_put(w, ST_COLUMN_FAULT_KIND, n, row->kind);
  st_writer_put(w, ST_COLUMN_FAULT_ACTION, n, row->action);
}

strata_status st_fault_add(st_store *store, const st_fault_row *row) {
  assert(row->handler != 0 && st_fault_find(store, row->handler) == 0);
  uint32_t n = st_fault_count(store) + 1;
  st_fault_row now = *row;
  now.action = st_scalar_get(store, ST_SCALAR_ACTIONS) + 1;
  st_writer w = {.store = store};
  w.status = st_store_reserve(store, ST_TABLE_FAULT, n + 1);
  st_writer_scalar(&w, ST_SCALAR_FAULT_TOP, n);
  put(&w, n, &now);
  return w.status;
}

strata_status st_fault_take(st_store *store, uint32_t n) {
  st_writer w = {.store = store};
  uint32_t count = st_fault_count(store);
  for (; n < count; n++) {
    const st_fault_row next = st_fault_at(store, n + 1);
    put(&w, n, &next);
  }
  put(&w, count, &(st_fault_row){0});
  st_writer_scalar(&w, ST_SCALAR_FAULT_TOP, count - 1);
  return w.status;
}

/* What lies beyond the last row is known to be blank (world/save/audit.c), and
 * that ids are of the rules (world/save/valid_play.c). */
bool st_faults_valid(const st_store *store) {
  uint64_t next = st_scalar_get(store, ST_SCALAR_ACTIONS) + 1;
  for (uint32_t n = 1; n <= st_fault_count(store); n++) {
    const st_fault_row row = st_fault_at(store, n);
    if (row.handler == 0 || row.action == 0 || row.action > next ||
        row.kind >= STRATA_FAULT_KINDS ||
        st_fault_find(store, row.handler) != n) {
      return false;
    }
  }
  return true;
}
