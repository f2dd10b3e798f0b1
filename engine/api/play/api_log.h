/* api_log.h - rows of the log as they are given out. */
#ifndef STRATA_API_PLAY_API_LOG_H
#define STRATA_API_PLAY_API_LOG_H

#include "api/world/api_world.h"

/* A row; its fields are in the arena. ENOMEM. */
strata_status st_log_row_export(strata_world *world, st_arena *arena,
                                const st_log_row *row, strata_log_row *out);

#endif
