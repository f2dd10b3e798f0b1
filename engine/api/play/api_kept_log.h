/* api_kept_log.h - rows of the log that have left the state, kept for the host
 * (strata_keep_log). They are no state. */
#ifndef STRATA_API_PLAY_API_KEPT_LOG_H
#define STRATA_API_PLAY_API_KEPT_LOG_H

#include "api/world/api_world.h"

/* The number of the oldest such row after a number; 0: there is none, or rules
 * ask, which find what is in the state. O(log(rows)). */
uint64_t st_kept_log_next(const strata_world *world, uint64_t after);

/* Find a row and its notes, which live until rows are kept or dropped; false if
 * it is not kept, or rules ask. O(log(rows)). */
bool st_kept_log_get(const strata_world *world, uint64_t number,
                     st_log_row *out, const st_note **notes, size_t *count);

/* Drop the rows before a number: the host forgets them. O(rows). */
void st_kept_log_forget(strata_world *world, uint64_t before);

#endif
