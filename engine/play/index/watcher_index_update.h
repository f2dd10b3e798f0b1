/* watcher_index_update.h - finding the watchers of an event; the index is
 * brought up to date first. */
#ifndef STRATA_PLAY_INDEX_WATCHER_INDEX_UPDATE_H
#define STRATA_PLAY_INDEX_WATCHER_INDEX_UPDATE_H

#include "play/index/watcher_index.h"

/* Bring the index up to date with the state, as a find does first. Its
 * `candidate_changes` tell whether the same candidates as before are there.
 * Errors: STRATA_ENOMEM, and those of an evaluation. Cost O(1) if nothing has
 * changed, else for each entity in the change log what it costs to evaluate its
 * abilities, and O(entities) where the log does not tell. */
strata_status st_watcher_index_refresh(st_watcher_index *index);

/*
 * Find the candidates in some roles that watch for an event type, which is no
 * alias, in order of timestamps; *first is 0 if there are none, the others
 * follow by `next`. `words` are the event's fields in the order of its type:
 * candidates whose keys do not fit them are left out. Type 0 with NULL words
 * finds watchers of the state.
 *
 * Cost O(1) if no definition of the rules has such a role for the type; else
 * O(fields + words of sets + found log buckets), and for each entity in the
 * change log what it costs to evaluate its abilities.
 */
strata_status st_watcher_index_find(st_watcher_index *index,
                                    strata_event_type type,
                                    const int64_t *words, unsigned roles,
                                    uint32_t *first);

#endif
