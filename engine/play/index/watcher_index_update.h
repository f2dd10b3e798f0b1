/* watcher_index_update.h - finding who watches for an event, with the index
 * brought up to date first. */
#ifndef STRATA_PLAY_INDEX_WATCHER_INDEX_UPDATE_H
#define STRATA_PLAY_INDEX_WATCHER_INDEX_UPDATE_H

#include "play/index/watcher_index.h"

/*
 * The first of those in some roles who watch for an event of a kind, which is
 * no alias, in order of timestamps; 0 if nobody does. `words` are the event's
 * fields, as its kind has them: those whose keys these do not fit are left out.
 * Cost O(1) if no code of the rules is of such a role; else O(fields + words of
 * sets + found log lists), and of each whom the notices name what it takes to
 * look at his abilities.
 */
strata_status st_watcher_index_find(st_watcher_index *index,
                                    strata_event_type type,
                                    const int64_t *words, unsigned roles,
                                    uint32_t *first);

#endif
