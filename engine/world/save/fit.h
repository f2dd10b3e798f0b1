/* fit.h - whether a state can live under other rules. */
#ifndef STRATA_FIT_H
#define STRATA_FIT_H

#include "world/store/store.h"

/* Gets a name that is lacking. */
typedef void (*st_lack_fn)(void *user, strata_kind kind, const char *name);

/*
 * Tell of each name that the state uses and `rules` lack, once, by kinds and
 * names; an attribute of another type and a zone that is now shared count as
 * lacking. Expressions are not looked into: whoever compiles them finds what
 * they lack. ENOMEM. Cost O(state).
 */
strata_status st_fit(const st_store *store, const strata_rules *rules,
                     st_lack_fn fn, void *user);

#endif
