/* raw_writer.c - where a writer of new rows has to let the store grow. */
#include "world/store/raw_writer.h"

/* Begin again, as the store is after a call that may have moved its memory. */
static st_raw_writer go_on_with(const st_raw_writer *w, strata_status status) {
  st_raw_writer next = st_raw_writer_begin(w->store);
  next.status = w->status ? w->status : status;
  return next;
}

st_raw_writer st_raw_writer_grow_journal(st_raw_writer w, size_t records) {
  (void)st_raw_writer_end(&w);
  bool grown = st_store_grow_journal(w.store, records);
  return go_on_with(&w, grown ? STRATA_OK : STRATA_ENOMEM);
}

st_raw_writer st_raw_writer_add_page(st_raw_writer w, uint32_t column,
                                     uint32_t place) {
  (void)st_raw_writer_end(&w);
  return go_on_with(&w, st_store_add_page(w.store, column, place));
}

st_raw_writer st_raw_writer_reserve(st_raw_writer w, st_table table,
                                    uint32_t rows) {
  (void)st_raw_writer_end(&w);
  return go_on_with(&w, st_store_reserve(w.store, table, rows));
}
