/* trigger_count.h - how often a trigger triggers on one event: once, more
 * often, or never. */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_COUNT_H
#define STRATA_PLAY_EVENTS_TRIGGER_COUNT_H

#include "play/execution/event.h"
#include "play/execution/execution.h"
#include "play/index/listeners.h"
#include "play/index/watcher_buckets.h"
#include "play/index/watcher_id.h"

/* An event whose triggers are being matched, and the watchers that multiply or
 * block them. */
typedef struct st_trigger_hearing {
  st_execution *exec;
  uint32_t batch;
  uint32_t event; /* 0: none, for state triggers */
  bool looks_back;
  bool is_quiet;        /* the log does not tell of the event */
  bool has_multipliers; /* the multipliers and blockers were looked up */
  size_t multipliers_start,
      blockers_start; /* places in the items of st_listeners */
  size_t blockers_end;
} st_trigger_hearing;

static inline const st_watcher_def *
st_trigger_def(const st_execution *exec, const st_watcher_candidate *watcher) {
  return st_watcher_def_get(exec->rules, watcher->watcher_def);
}

/* Whether it is known that no watcher multiplies or blocks triggers of the
 * event. */
static inline bool st_trigger_count_is_unmodified(const st_trigger_hearing *h) {
  return h->has_multipliers && h->multipliers_start == h->blockers_end;
}

/* Note it where the rules have no such watcher for the event. Call it after a
 * find. */
static inline void st_trigger_count_find_unmodified(st_trigger_hearing *h) {
  h->has_multipliers = !st_watcher_index_may_have(
      &h->exec->index, st_event_get(h->exec, h->event)->type,
      ST_WATCHER_INDEX_ROLE(MORE) | ST_WATCHER_INDEX_ROLE(NEVER));
}

/* Find the watchers of a listener group that may match the event
 * (st_listeners_find). */
strata_status st_trigger_count_listen(const st_trigger_hearing *h,
                                      st_listener_group group);

/* Add to *count how often a trigger triggers additionally (603.2d). Started
 * triggers are not multiplied, and one that triggers once a batch is multiplied
 * once. A blocker sets *count to 0. */
strata_status st_trigger_count_modify(st_trigger_hearing *h,
                                      const st_watcher_candidate *trigger,
                                      uint32_t *count);
uint32_t st_trigger_count_add(uint32_t count, int64_t more);

/* Count a use of a watcher against its limits. */
strata_status st_trigger_count_record_use(st_execution *exec,
                                          const st_watcher_candidate *watcher);

/* The triggers that trigger once a batch (603.2c) and have done so. */
strata_status st_trigger_count_add_once(const st_trigger_hearing *h,
                                        const st_watcher_id *id);
bool st_trigger_count_has_once(const st_trigger_hearing *h,
                               const st_watcher_id *id);

#endif
