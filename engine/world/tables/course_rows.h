/* course_rows.h - the course of the game as rows of state: which periods are
 * open, which one has ended last, and which are added. */
#ifndef STRATA_WORLD_TABLES_COURSE_ROWS_H
#define STRATA_WORLD_TABLES_COURSE_ROWS_H

#include "world/store/store.h"

typedef enum st_course_state {
  ST_COURSE_NOT_BEGUN,
  ST_COURSE_WAITS,    /* for players to act */
  ST_COURSE_DUE,      /* it goes on when all else has settled */
  ST_COURSE_SKIPS,    /* the same, and what would have come last was skipped */
  ST_COURSE_RESOLVES, /* the top of the stack does; then players act anew */
  ST_COURSE_HELD,     /* for the host to advance it */
  ST_COURSE_STATE_COUNT
} st_course_state;

/* A row: a period, whose it is, and of a period that was added: behind which
 * one it comes, and the course then goes on. */
typedef struct st_course_row {
  strata_period period; /* 0: the row is blank */
  strata_entity player; /* or 0 */
  strata_period after;  /* or 0 */
} st_course_row;

/* The rows at fixed places. The rows of open periods, from the outermost, are
 * those from FIRST_OPEN on; added periods follow, the newest one last. */
enum {
  ST_COURSE_ROW_LAST = 1,    /* what ended last in the innermost open period; a
                                blank row: it is at its beginning */
  ST_COURSE_ROW_REGULAR = 2, /* the last period of the next player; until there
                                was one, a blank row with the first player */
  ST_COURSE_FIRST_OPEN = 3,
  ST_COURSE_FIRST_ADDED = ST_COURSE_FIRST_OPEN + STRATA_MOST_OPEN_PERIODS,
  ST_COURSE_MOST_ADDED = 1 << 16
};

static inline st_course_state st_course_state_get(const st_store *store) {
  return (st_course_state)st_scalar_get(store, ST_SCALAR_COURSE_STATE);
}

static inline strata_status st_course_state_put(st_store *store,
                                                st_course_state state) {
  return st_scalar_put(store, ST_SCALAR_COURSE_STATE, state);
}

/* The game begins, with the player who is first. Without periods it has no
 * course, and only has begun. */
strata_status st_course_begin(st_store *store, strata_entity first);

/* Read and write a row; the course has begun. */
st_course_row st_course_row_get(const st_store *store, uint32_t row);
strata_status st_course_row_put(st_store *store, uint32_t row,
                                st_course_row value);

/* How many periods are open, and one of them from the outermost, which is 0. */
uint32_t st_course_depth(const st_store *store);
st_course_row st_course_open_get(const st_store *store, uint32_t i);

/* Open a period inside of those that are open, or end the innermost one. */
strata_status st_course_push(st_store *store, st_course_row value);
strata_status st_course_pop(st_store *store);

/* Add a period behind the next end of `after`. ELIMIT if there are too many. */
strata_status st_course_add(st_store *store, st_course_row value);

/* Take the newest period that was added behind `after`; *out is blank if there
 * is none. Cost O(added periods). */
strata_status st_course_take_added(st_store *store, strata_period after,
                                   st_course_row *out);

/* Forget the added periods that would come behind one inside of `within`, which
 * has ended. */
strata_status st_course_forget_inside(st_store *store, strata_period within);

/* Whether the rows that were loaded are those of a course. */
bool st_course_rows_valid(const st_store *store);

#endif
