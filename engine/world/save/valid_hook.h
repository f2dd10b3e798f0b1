/* valid_hook.h - whether loaded rows of chains of handlers fit together. */
#ifndef STRATA_WORLD_SAVE_VALID_HOOK_H
#define STRATA_WORLD_SAVE_VALID_HOOK_H

#include "world/store/store.h"

/* Ids are of the rules, and notes were looked at. Cost O(rows + entities). */
bool st_validate_overrides(const st_store *store);

#endif
