/* column_layout.h - which columns the worlds of given rules have. */
#ifndef STRATA_RULES_CATALOG_COLUMN_LAYOUT_H
#define STRATA_RULES_CATALOG_COLUMN_LAYOUT_H

#include "rules/catalog/rules.h"

/* Assign columns to clocks, zones and attributes, which must exist already.
 * Returns false if memory runs out. */
bool st_column_layout_make(strata_rules *rules);

/* Record the keys that columns had under old names of their owners and of
 * symbols in sets. Returns false if memory runs out. */
bool st_column_layout_add_old(strata_rules *rules);

/* The column that had a key under an old name, UINT32_MAX if there is none. */
uint32_t st_column_layout_find_old(const strata_rules *rules, uint64_t key);

#endif
