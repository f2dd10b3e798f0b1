/* listen.h - who is to be asked whether an event sets them off. */
#ifndef STRATA_PLAY_INDEX_LISTENERS_H
#define STRATA_PLAY_INDEX_LISTENERS_H

#include "play/index/watcher_index.h"

/*
 * Whom an index finds holds until somebody is looked for in it again, which
 * those who are asked may do. So they are written down here first, a range for
 * each who asks.
 */
typedef enum st_listener_group {
  ST_LISTENERS_LOOK_BACK,       /* triggers that look back (603.10) */
  ST_LISTENERS_LOOK_AFTER,      /* those that do not */
  ST_LISTENERS_UNTIL_LOOK_BACK, /* ends of durations, likewise */
  ST_LISTENERS_UNTIL_LOOK_AFTER,
  ST_LISTENERS_TRIGGER_MORE, /* what lets triggers trigger more often, or not at
                                all */
  ST_LISTENERS_TRIGGER_NEVER
} st_listener_group;

typedef struct st_listeners {
  st_watcher_index *index;
  uint32_t *items; /* items of the index */
  size_t item_count, item_capacity;
} st_listeners;

void st_listeners_init(st_listeners *listeners, st_watcher_index *index);
void st_listeners_fini(st_listeners *listeners);

/*
 * Those of such ears who may be meant by an event of a kind with these words:
 * items of the index, by timestamp, at `heard` from its end on. They are not
 * judged yet. Who has done with them sets heard_count back. Cost: a look into
 * the index, and O(those found).
 */
strata_status st_listeners_find(st_listeners *listeners, strata_event_type type,
                                const int64_t *words, st_listener_group group);

#endif
