/* columns.h - which columns a world of some rules has. */
#ifndef STRATA_COLUMNS_H
#define STRATA_COLUMNS_H

#include "world/rules.h"

/* Give the columns out to attributes, zones and clocks, which must be there.
 * False if there is no memory. */
bool st_columns_make(strata_rules *rules);

#endif
