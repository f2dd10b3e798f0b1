/* fit.h - whether a state can live under other rules. */
#ifndef STRATA_WORLD_SAVE_RULES_COMPAT_H
#define STRATA_WORLD_SAVE_RULES_COMPAT_H

#include "world/store/store.h"

/* Gets a name that is lacking. */
typedef void (*st_missing_name_fn)(void *user, strata_name_kind kind,
                                   const char *name);

/*
 * Tell of each name that the state uses and `rules` lack, once, by kinds and
 * names; an attribute of another type and a zone that is now shared count as
 * lacking. Expressions are not looked into: whoever compiles them finds what
 * they lack. ENOMEM. Cost O(state).
 */
strata_status st_rules_compat_list_missing(const st_store *store,
                                           const strata_rules *rules,
                                           st_missing_name_fn fn, void *user);

#endif
