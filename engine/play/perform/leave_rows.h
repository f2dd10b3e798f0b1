/* leaving.h - what those were who leave by one batch of events, as it was
 * before the first of them went (603.10, 704.8). */
#ifndef STRATA_PLAY_PERFORM_LEAVE_ROWS_H
#define STRATA_PLAY_PERFORM_LEAVE_ROWS_H

#include "play/execution/execution.h"

/* Rows that one batch has taken: see leaving.h. */
typedef struct st_leave_rows {
  size_t first, count;            /* in `gone` and `gone_rows` */
  size_t table_first, table_size; /* in `gone_table` */
} st_leave_rows;

/*
 * Take the rows of all whom the events of a batch, and of the results that are
 * performed with it, will move. Whom a program finds by what it binds itself is
 * not known yet: that one's row is taken when it goes. Cost O(those events +
 * rows).
 */
strata_status st_leave_rows_take(st_execution *run, uint32_t batch);

/* The row of somebody alive that was taken last, NULL if there is none. It
 * holds until another batch takes its own. */
const uint64_t *st_leave_rows_find(const st_execution *run, strata_entity who);

/* The batch that took some last has been performed. */
void st_leave_rows_end(st_execution *run);

#endif
