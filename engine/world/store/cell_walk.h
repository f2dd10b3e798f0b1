/* cell_walk.h - the cells of a column that are not 0. */
#ifndef STRATA_WORLD_STORE_CELL_WALK_H
#define STRATA_WORLD_STORE_CELL_WALK_H

#include "world/store/store.h"

/* The first row from `row` on, below `end`, whose cell in a column is not 0, or
 * `end`. Of a table most columns have no page for most rows: these cost one
 * look at the directory for a page. `end` is at most the table's capacity. */
uint32_t st_cell_walk_next(const st_store *store, uint32_t column, uint32_t row,
                           uint32_t end);

#endif
