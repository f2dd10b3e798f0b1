/* Fresh rows: one record of the journal undoes all cells that are filled, also
 * where the row was another one before, and every reader of the journal takes
 * it for what it stands for. */
#include "play/compare/state_diff.h"
#include "state_stage.h"
#include "world/store/raw_writer.h"
#include "world/store/way_forward.h"

TestSuite(raw_writer, .timeout = 60);

#define COLUMN(column) ST_ROW_COLUMN(ST_COLUMN_WATCHER_STAMP, column)

enum { FILLED = 5, WRITES = 9 };
static const uint32_t filled[FILLED] = {
    ST_COLUMN_WATCHER_STAMP, ST_COLUMN_WATCHER_SOURCE,
    ST_COLUMN_WATCHER_AMOUNT_LEFT, ST_COLUMN_WATCHER_USES_LEFT,
    ST_COLUMN_WATCHER_PREV};

/* Fill a fresh row of the started watchers, by columns of each width. */
static uint32_t fill_row(st_store *store, uint64_t number) {
  st_raw_writer w = st_raw_writer_begin(store);
  cr_assert(st_raw_writer_make_room(&w, WRITES));
  uint32_t row = st_raw_writer_take_row(&w, ST_TABLE_WATCHER);
  uint64_t columns = COLUMN(ST_COLUMN_WATCHER_CLOCK); /* stays 0 */
  for (int i = 0; i < FILLED; i++) {
    columns |= COLUMN(filled[i]);
  }
  st_raw_writer_open_row(&w, ST_COLUMN_WATCHER_STAMP, columns, row);
  st_raw_writer_fill_split(&w, filled[0], row, number, number);
  st_raw_writer_fill64(&w, filled[1], row, number + 1);
  st_raw_writer_fill_split(&w, filled[2], row, number << 40, number << 40);
  st_raw_writer_fill32(&w, filled[3], row, (uint32_t)number + 3);
  st_raw_writer_fill32(&w, filled[4], row, 0);
  OK(st_raw_writer_end(&w));
  return row;
}

static void check_row(const st_store *store, uint32_t row, uint64_t number,
                      const char *when) {
  const uint64_t want[FILLED] = {number, number + 1, number << 40,
                                 (uint32_t)number + 3, 0};
  for (int i = 0; i < FILLED; i++) {
    cr_expect(eq(u64, st_get_any(store, filled[i], row), want[i]),
              "%s: column %u", when, filled[i]);
  }
}

static void check_no_row(const st_store *store, uint32_t row,
                         const char *when) {
  for (int i = 0; i < FILLED; i++) {
    cr_expect(st_cell_is_zero(store, filled[i], row), "%s: column %u", when,
              filled[i]);
  }
}

/* Clear a row and put it on the free list. */
static void free_row(st_store *store, uint32_t row) {
  for (int i = 0; i < FILLED; i++) {
    OK(st_put_any(store, filled[i], row, 0));
  }
  OK(st_row_pool_free(store, ST_TABLE_WATCHER, row));
}

/* How often each of the columns was told of. */
typedef struct told {
  uint32_t row;
  int count[FILLED];
} told;

static void tell(void *user, const st_journal_record *records, size_t count) {
  told *t = user;
  for (size_t i = 0; i < count; i++) {
    const st_journal_record *r = &records[i];
    if (!st_journal_record_is_row(r)) continue;
    t->row = r->index;
    for (uint64_t left = r->old_word; left != 0; left &= left - 1) {
      for (int n = 0; n < FILLED; n++) {
        t->count[n] += st_fresh_row_column(r, left) == filled[n];
      }
    }
  }
}

Test(raw_writer, a_fresh_row_has_the_hash_of_its_cells_and_is_one_record) {
  state s, other;
  state_open(&s, true);
  state_open(&other, true);

  uint32_t first = fill_row(&s.store, 5);
  uint64_t hash = s.store.hash;
  size_t records = s.store.journal_count;
  uint32_t row = fill_row(&s.store, 6); /* in pages that are there */

  check_row(&s.store, first, 5, "filled");
  check_row(&s.store, row, 6, "filled");
  cr_expect(eq(sz, s.store.journal_count, records + 2), "top, and the row");
  OK(st_put_any(&other.store, ST_COLUMN_SCALAR, ST_SCALAR_WATCHER_TOP, first));
  for (int i = 0; i < FILLED; i++) {
    OK(st_put_any(&other.store, filled[i], first,
                  st_get_any(&s.store, filled[i], first)));
  }
  cr_expect(eq(u64, hash, other.store.hash));
  state_close(&other);
  state_close(&s);
}

Test(raw_writer, an_undo_clears_a_fresh_row_and_tells_of_its_columns) {
  state s;
  state_open(&s, true);
  told t = {0};
  s.store.on_undo = tell;
  s.store.on_undo_user = &t;
  uint32_t kept = fill_row(&s.store, 3);
  st_savepoint before = st_store_begin(&s.store);

  uint32_t row = fill_row(&s.store, 8);
  OK(st_put64(&s.store, filled[1], row, 99)); /* changed once it was filled */
  st_store_undo(&s.store, before);

  check_no_row(&s.store, row, "undone");
  check_row(&s.store, kept, 3, "the row before it");
  cr_expect(eq(u64, s.store.hash, before.hash));
  cr_expect(eq(u32, t.row, row));
  for (int i = 0; i < FILLED; i++) {
    cr_expect(eq(int, t.count[i], 1), "told of column %u", filled[i]);
  }
  state_close(&s);
}

Test(raw_writer, an_undo_brings_back_the_row_that_the_slot_had_before) {
  state s;
  state_open(&s, true);
  uint32_t row = fill_row(&s.store, 3);
  st_savepoint before = st_store_begin(&s.store);

  free_row(&s.store, row);
  uint32_t again = fill_row(&s.store, 8);
  st_store_undo(&s.store, before);

  cr_assert(eq(u32, again, row));
  check_row(&s.store, row, 3, "undone");
  cr_expect(eq(u64, s.store.hash, before.hash));
  state_close(&s);
}

Test(raw_writer, a_way_forward_has_the_cells_of_fresh_rows) {
  state s;
  state_open(&s, true);
  st_way_forward way = {0};
  fill_row(&s.store, 3); /* pages of lower halves are there then */
  st_savepoint before = st_store_begin(&s.store);
  uint32_t row = fill_row(&s.store, UINT64_C(7) << 33);
  uint64_t hash = s.store.hash;
  OK(st_way_forward_keep(&way, &s.store, before));
  st_store_undo(&s.store, before);
  check_no_row(&s.store, row, "rolled back");

  OK(st_way_forward_go(&way, &s.store));

  check_row(&s.store, row, UINT64_C(7) << 33, "forward");
  cr_expect(eq(u64, s.store.hash, hash));
  st_store_undo(&s.store, before);
  check_no_row(&s.store, row, "back again");
  st_way_forward_fini(&way, s.store.mem);
  state_close(&s);
}

/* The value of a cell in a diff, which names the cell itself. */
static uint64_t value_before(const st_state_diff *diff, uint32_t column,
                             uint32_t row) {
  uint64_t key = st_state_diff_key(ST_TABLE_WATCHER, row, column);
  size_t at = st_state_diff_lower_bound(diff, key);
  cr_assert(lt(sz, at, diff->count));
  cr_assert(eq(u64, diff->keys[at], key), "column %u is not named", column);
  return diff->values[at];
}

Test(raw_writer, a_look_back_reads_fresh_rows_as_they_were) {
  state s;
  state_open(&s, true);
  st_state_diff diff;
  st_state_diff_init(&diff, s.store.mem);
  uint32_t old = fill_row(&s.store, 3);
  size_t from = s.store.journal_count;
  free_row(&s.store, old);
  uint32_t again = fill_row(&s.store, 8);
  uint32_t row = fill_row(&s.store, 9);
  uint64_t hash = s.store.hash;
  cr_assert(eq(u32, again, old));

  cr_assert(st_state_diff_read_before(&diff, &s.store, from));

  cr_expect(eq(u64, value_before(&diff, filled[0], old), 3));
  cr_expect(eq(u64, value_before(&diff, filled[1], old), 4));
  cr_expect(eq(u64, value_before(&diff, filled[2], old), UINT64_C(3) << 40));
  cr_expect(eq(u64, value_before(&diff, filled[3], old), 6));
  for (int i = 0; i < FILLED; i++) {
    cr_expect(eq(u64, value_before(&diff, filled[i], row), 0));
  }
  check_row(&s.store, again, 8, "after the look");
  check_row(&s.store, row, 9, "after the look");
  cr_expect(eq(u64, s.store.hash, hash));
  st_state_diff_fini(&diff);
  state_close(&s);
}
