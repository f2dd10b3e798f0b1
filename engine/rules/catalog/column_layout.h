/* columns.h - which columns a world of some rules has. */
#ifndef STRATA_RULES_CATALOG_COLUMN_LAYOUT_H
#define STRATA_RULES_CATALOG_COLUMN_LAYOUT_H

#include "rules/catalog/rules.h"

/* Give the columns out to attributes, zones and clocks, which must be there.
 * False if there is no memory. */
bool st_column_layout_make(strata_rules *rules);

/* Note which keys they had under the old names of their owners, and of symbols
 * in sets. False if there is no memory. */
bool st_column_layout_add_old(strata_rules *rules);

/* The column that once had a key, UINT32_MAX if none had. */
uint32_t st_column_layout_find_old(const strata_rules *rules, uint64_t key);

#endif
