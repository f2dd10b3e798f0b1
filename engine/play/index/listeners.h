/* listeners.h - the watchers that an event may trigger. */
#ifndef STRATA_PLAY_INDEX_LISTENERS_H
#define STRATA_PLAY_INDEX_LISTENERS_H

#include "play/index/watcher_index.h"

/*
 * What the index finds is valid until the next find, and testing a watcher's
 * condition may start one. So candidate numbers are copied into one growing
 * array first; each caller uses a range at its end and truncates it when done.
 */
typedef enum st_listener_group {
  ST_LISTENERS_LOOK_BACK,  /* triggers that look back (603.10) */
  ST_LISTENERS_LOOK_AFTER, /* triggers that look at the state after the event */
  ST_LISTENERS_UNTIL_LOOK_BACK,  /* UNTILs, which end durations, that look back
                                  */
  ST_LISTENERS_UNTIL_LOOK_AFTER, /* UNTILs that look after */
  ST_LISTENERS_TRIGGER_MORE, /* watchers that make triggers trigger more often
                              */
  ST_LISTENERS_TRIGGER_NEVER /* watchers that keep triggers from triggering */
} st_listener_group;

typedef struct st_listeners {
  st_watcher_index *index;
  uint32_t *items; /* candidate numbers */
  size_t item_count, item_capacity;
} st_listeners;

void st_listeners_init(st_listeners *listeners, st_watcher_index *index);
void st_listeners_fini(st_listeners *listeners);

/*
 * Append to `items` the candidates of a group for an event of a type with these
 * fields, by timestamp. Only their keys are tested. The caller sets item_count
 * back when it is done. Cost: one find in the index, and O(found).
 */
strata_status st_listeners_find(st_listeners *listeners, strata_event_type type,
                                const int64_t *words, st_listener_group group);

#endif
