/* leave_rows.h - the values of objects that leave, as they were before the
 * first event of their batch (603.10, 704.8). */
#ifndef STRATA_PLAY_PERFORM_LEAVE_ROWS_H
#define STRATA_PLAY_PERFORM_LEAVE_ROWS_H

#include "play/execution/execution.h"

/* The rows of one batch: ranges of the arrays in st_execution. */
typedef struct st_leave_rows {
  size_t first, count;            /* of `leavers` and `leaver_rows` */
  size_t table_first, table_size; /* of `leaver_table` */
} st_leave_rows;

/*
 * Take the rows of all objects that the events of a batch, and of its result
 * batches, will move. An object that a program finds by a variable that it
 * binds itself is not known yet: its row is taken when it leaves. Cost O(events
 * + rows).
 */
strata_status st_leave_rows_take(st_execution *exec, uint32_t batch);

/* The row of a live object from the batch that took rows last; NULL if it has
 * none. It holds until another batch takes rows. */
const uint64_t *st_leave_rows_find(const st_execution *exec, strata_entity who);

/* Free the rows of the batch that took rows last, which has been performed. */
void st_leave_rows_end(st_execution *exec);

#endif
