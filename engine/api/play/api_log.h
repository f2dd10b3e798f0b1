/* api_log.h - rows of the log in their public form. */
#ifndef STRATA_API_PLAY_API_LOG_H
#define STRATA_API_PLAY_API_LOG_H

#include "api/world/api_world.h"

/* Make the public form of a row; its fields are in the arena. Errors: ENOMEM.
 */
strata_status st_log_row_export(strata_world *world, st_arena *arena,
                                const st_log_row *row, strata_log_row *out);

/* Refuse a call about a row that is gone, or yet to come: ENOENT. */
strata_status st_log_row_refuse_missing(strata_world *world, const char *call,
                                        uint64_t number);

#endif
