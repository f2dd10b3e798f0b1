/* listeners.h - the watchers that an event may trigger. */
#ifndef STRATA_PLAY_INDEX_LISTENERS_H
#define STRATA_PLAY_INDEX_LISTENERS_H

#include "play/index/watcher_index.h"

#include <limits.h>

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

/* The role of a group, and the bits of `roles` of the index of which its
 * definitions have one: MORE and NEVER are in their groups with either. */
static inline unsigned st_listeners_role(st_listener_group group) {
  static const uint8_t roles[] = {
      [ST_LISTENERS_LOOK_BACK] = STRATA_ROLE_TRIGGER,
      [ST_LISTENERS_LOOK_AFTER] = STRATA_ROLE_TRIGGER,
      [ST_LISTENERS_UNTIL_LOOK_BACK] = STRATA_ROLE_UNTIL,
      [ST_LISTENERS_UNTIL_LOOK_AFTER] = STRATA_ROLE_UNTIL,
      [ST_LISTENERS_TRIGGER_MORE] = STRATA_ROLE_MORE,
      [ST_LISTENERS_TRIGGER_NEVER] = STRATA_ROLE_NEVER};
  static_assert(ST_COUNT_OF(roles) == ST_LISTENERS_TRIGGER_NEVER + 1,
                "each group has a role");
  return 1u << roles[group];
}
static inline unsigned st_listeners_look(st_listener_group group) {
  static const uint16_t looks[] = {
      [ST_LISTENERS_LOOK_BACK] = ST_WATCHER_INDEX_LOOKS_BACK,
      [ST_LISTENERS_LOOK_AFTER] = ST_WATCHER_INDEX_LOOKS_AFTER,
      [ST_LISTENERS_UNTIL_LOOK_BACK] = ST_WATCHER_INDEX_LOOKS_BACK,
      [ST_LISTENERS_UNTIL_LOOK_AFTER] = ST_WATCHER_INDEX_LOOKS_AFTER,
      [ST_LISTENERS_TRIGGER_MORE] = ST_WATCHER_INDEX_LOOKS_ANY,
      [ST_LISTENERS_TRIGGER_NEVER] = ST_WATCHER_INDEX_LOOKS_ANY};
  static_assert(ST_COUNT_OF(looks) == ST_LISTENERS_TRIGGER_NEVER + 1,
                "each group looks somewhere");
  return looks[group];
}

/* Whether some definition for the event type may be in the group, as the rules
 * alone tell: it saves a find. */
static inline bool st_listeners_may_be(const st_watcher_index *index,
                                       strata_event_type type,
                                       st_listener_group group) {
  unsigned has = index->prepared ? index->roles[type] : UINT_MAX;
  return (has & st_listeners_role(group)) && (has & st_listeners_look(group));
}

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
