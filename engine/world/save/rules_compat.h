/* rules_compat.h - which names a state uses that other rules lack. */
#ifndef STRATA_WORLD_SAVE_RULES_COMPAT_H
#define STRATA_WORLD_SAVE_RULES_COMPAT_H

#include "world/store/store.h"

/* Receives a missing name. */
typedef void (*st_missing_name_fn)(void *user, strata_name_kind kind,
                                   const char *name);

/*
 * Call `fn` once for each name that the state uses and `rules` lack, by kind of
 * name and by id. An attribute of another type and a zone that is now shared
 * count as missing. Expressions are not searched: compiling them finds the
 * names that they miss. ENOMEM. Cost O(state).
 */
strata_status st_rules_compat_list_missing(const st_store *store,
                                           const strata_rules *rules,
                                           st_missing_name_fn fn, void *user);

#endif
