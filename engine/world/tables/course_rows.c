/*
 * course_rows.c - the course of the game as rows of state.
 *
 * Rows have fixed places, so that a state tells nothing of how often periods
 * came and went: added periods are a list without gaps, and what is no longer
 * used is blank.
 */
#include "world/tables/course_rows.h"

#include "rules/model/period.h"
#include "world/store/cell_writer.h"

static uint32_t count_added(const st_store *store) {
  uint64_t top = st_scalar_get(store, ST_SCALAR_PERIOD_TOP);
  return top < ST_COURSE_FIRST_ADDED
             ? 0
             : (uint32_t)(top - ST_COURSE_FIRST_ADDED + 1);
}

static strata_status put_added_count(st_store *store, uint32_t count) {
  uint32_t top = ST_COURSE_FIRST_ADDED - 1 + count;
  strata_status status = st_store_reserve(store, ST_TABLE_PERIOD, top + 1);
  return status ? status : st_scalar_put(store, ST_SCALAR_PERIOD_TOP, top);
}

/* -- Rows -- */

st_course_row st_course_row_get(const st_store *store, uint32_t row) {
  return (st_course_row){.period = st_get32(store, ST_COLUMN_PERIOD_ID, row),
                         .player =
                             st_get64(store, ST_COLUMN_PERIOD_PLAYER, row),
                         .after = st_get32(store, ST_COLUMN_PERIOD_AFTER, row)};
}

strata_status st_course_row_put(st_store *store, uint32_t row,
                                st_course_row value) {
  st_cell_writer w = {.store = store};
  st_cell_writer_put(&w, ST_COLUMN_PERIOD_ID, row, value.period);
  st_cell_writer_put(&w, ST_COLUMN_PERIOD_PLAYER, row, value.player);
  st_cell_writer_put(&w, ST_COLUMN_PERIOD_AFTER, row, value.after);
  return w.status;
}

strata_status st_course_begin(st_store *store, strata_entity first) {
  bool goes_on = st_rules_count(store->rules, STRATA_NAME_PERIOD) > 0;
  strata_status status = put_added_count(store, 0);
  if (!status) {
    status =
        st_course_state_put(store, goes_on ? ST_COURSE_DUE : ST_COURSE_WAITS);
  }
  return status ? status
                : st_course_row_put(store, ST_COURSE_ROW_REGULAR,
                                    (st_course_row){.player = first});
}

/* -- Open periods -- */

uint32_t st_course_depth(const st_store *store) {
  return (uint32_t)st_scalar_get(store, ST_SCALAR_PERIOD_DEPTH);
}

st_course_row st_course_open_get(const st_store *store, uint32_t i) {
  assert(i < st_course_depth(store));
  return st_course_row_get(store, ST_COURSE_FIRST_OPEN + i);
}

strata_status st_course_push(st_store *store, st_course_row value) {
  uint32_t depth = st_course_depth(store);
  assert(depth < STRATA_MOST_OPEN_PERIODS);
  strata_status status =
      st_course_row_put(store, ST_COURSE_FIRST_OPEN + depth, value);
  return status ? status
                : st_scalar_put(store, ST_SCALAR_PERIOD_DEPTH, depth + 1);
}

strata_status st_course_pop(st_store *store) {
  uint32_t depth = st_course_depth(store) - 1;
  strata_status status = st_course_row_put(store, ST_COURSE_FIRST_OPEN + depth,
                                           (st_course_row){0});
  return status ? status : st_scalar_put(store, ST_SCALAR_PERIOD_DEPTH, depth);
}

/* -- Added periods -- */

strata_status st_course_add(st_store *store, st_course_row value) {
  uint32_t count = count_added(store);
  if (count == ST_COURSE_MOST_ADDED) return STRATA_ELIMIT;
  strata_status status = put_added_count(store, count + 1);
  return status
             ? status
             : st_course_row_put(store, ST_COURSE_FIRST_ADDED + count, value);
}

/* Remove one of the added periods; those behind it move up. */
static strata_status remove_added(st_store *store, uint32_t i) {
  uint32_t last = count_added(store) - 1;
  strata_status status = STRATA_OK;
  for (; !status && i < last; i++) {
    status = st_course_row_put(
        store, ST_COURSE_FIRST_ADDED + i,
        st_course_row_get(store, ST_COURSE_FIRST_ADDED + i + 1));
  }
  if (!status) {
    status = st_course_row_put(store, ST_COURSE_FIRST_ADDED + last,
                               (st_course_row){0});
  }
  return status ? status : put_added_count(store, last);
}

strata_status st_course_take_added(st_store *store, strata_period after,
                                   st_course_row *out) {
  *out = (st_course_row){0};
  for (uint32_t i = count_added(store); i > 0; i--) {
    st_course_row row = st_course_row_get(store, ST_COURSE_FIRST_ADDED + i - 1);
    if (row.after != after) continue;
    *out = row;
    return remove_added(store, i - 1);
  }
  return STRATA_OK;
}

static bool is_inside(const strata_rules *rules, strata_period period,
                      strata_period within) {
  while (period != 0 && period != within) {
    period = st_period_get(rules, period)->within;
  }
  return period == within;
}

strata_status st_course_forget_inside(st_store *store, strata_period within) {
  strata_status status = STRATA_OK;
  for (uint32_t i = count_added(store); !status && i > 0; i--) {
    st_course_row row = st_course_row_get(store, ST_COURSE_FIRST_ADDED + i - 1);
    strata_period around = st_period_get(store->rules, row.after)->within;
    if (around != 0 && is_inside(store->rules, around, within)) {
      status = remove_added(store, i - 1);
    }
  }
  return status;
}

/* -- Loaded rows -- */

/* Whether two periods lie side by side, so that one can come behind the other.
 */
static bool are_siblings(const strata_rules *rules, strata_period a,
                         strata_period b) {
  return st_period_get(rules, a)->within == st_period_get(rules, b)->within;
}

static bool is_row_valid(const st_store *store, uint32_t n, bool is_added) {
  const st_course_row row = st_course_row_get(store, n);
  if (row.period == 0 || (is_added && row.after == 0)) return false;
  return row.after == 0 || are_siblings(store->rules, row.period, row.after);
}

static bool are_open_rows_valid(const st_store *store, uint32_t depth) {
  strata_period within = 0;
  for (uint32_t i = 0; i < STRATA_MOST_OPEN_PERIODS; i++) {
    uint32_t n = ST_COURSE_FIRST_OPEN + i;
    strata_period period = st_course_row_get(store, n).period;
    if (i >= depth) {
      if (period != 0) return false;
      continue;
    }
    if (!is_row_valid(store, n, false) ||
        st_period_get(store->rules, period)->within != within) {
      return false;
    }
    within = period;
  }
  st_course_row last = st_course_row_get(store, ST_COURSE_ROW_LAST);
  return last.period == 0 ||
         (is_row_valid(store, ST_COURSE_ROW_LAST, false) &&
          st_period_get(store->rules, last.period)->within == within);
}

bool st_course_rows_valid(const st_store *store) {
  uint64_t state = st_scalar_get(store, ST_SCALAR_COURSE_STATE);
  uint64_t depth = st_scalar_get(store, ST_SCALAR_PERIOD_DEPTH);
  uint64_t top = st_scalar_get(store, ST_SCALAR_PERIOD_TOP);
  if (state == ST_COURSE_NOT_BEGUN) return depth == 0 && top == 0;
  if (state >= ST_COURSE_STATE_COUNT || depth > STRATA_MOST_OPEN_PERIODS ||
      top < ST_COURSE_FIRST_ADDED - 1 ||
      count_added(store) > ST_COURSE_MOST_ADDED ||
      !are_open_rows_valid(store, (uint32_t)depth)) {
    return false;
  }
  if (st_rules_count(store->rules, STRATA_NAME_PERIOD) == 0) {
    return state == ST_COURSE_WAITS && depth == 0 && count_added(store) == 0;
  }
  for (uint32_t i = 0; i < count_added(store); i++) {
    if (!is_row_valid(store, ST_COURSE_FIRST_ADDED + i, true)) return false;
  }
  return true;
}
