/* raw_writer.c - where a writer of new rows has to let the store grow. */
#include "world/store/raw_writer.h"

strata_status st_raw_writer_grow_journal(st_store *store, size_t records) {
  return st_store_grow_journal(store, records) ? STRATA_OK : STRATA_ENOMEM;
}

strata_status st_raw_writer_add_page(st_store *store, uint32_t column,
                                     uint32_t place) {
  return st_store_add_page(store, column, place);
}

bool st_raw_writer_is_fresh(const st_raw_writer *w, uint32_t column,
                            uint32_t row) {
  for (size_t i = w->journal_count; i-- > 0;) {
    const st_journal_record *r = &w->journal[i];
    if (!st_journal_record_is_row(r) || r->index != row) continue;
    for (uint64_t left = r->old_word; left != 0; left &= left - 1) {
      if (st_fresh_row_column(r, left) != column) continue;
      return st_cell_is_zero(w->store, column, row);
    }
  }
  return false;
}
