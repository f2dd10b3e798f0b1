/* weigh.h - how often something triggers: once, more often, or never. */
#ifndef STRATA_PLAY_EVENTS_TRIGGER_COUNT_H
#define STRATA_PLAY_EVENTS_TRIGGER_COUNT_H

#include "play/execution/execution.h"
#include "play/index/watcher_id.h"

/* What is said of one event by those who watch. */
typedef struct st_trigger_hearing {
  st_execution *run;
  uint32_t batch;
  uint32_t event; /* or 0 */
  bool looks_back;
  bool has_multipliers; /* MORE and NEVER were looked for */
  size_t multipliers_start,
      blockers_start; /* where they begin, in what was heard */
  size_t blockers_end;
} st_trigger_hearing;

/* It is known that nobody says anything of triggers of its event. */
static inline bool st_trigger_count_is_unmodified(const st_trigger_hearing *h) {
  return h->has_multipliers && h->multipliers_start == h->blockers_end;
}

/* Those of such ears who may be meant by its event, as st_listeners_find. */
strata_status st_trigger_count_listen(const st_trigger_hearing *h,
                                      st_listener_group ears);

/* Add to *count how often a trigger does more (603.2d), which is said of no
 * trigger that was started, and once only of one that is once a batch; 0 if
 * somebody says that it never does. */
strata_status st_trigger_count_modify(st_trigger_hearing *h,
                                      const st_watcher_candidate *trigger,
                                      uint32_t *count);
uint32_t st_trigger_count_add(uint32_t count, int64_t more);

/* Somebody was used, which nobody who watches sees. */
strata_status st_trigger_count_record_use(st_execution *run,
                                          const st_watcher_candidate *found);

/* Who was set off by the batch, and is so once (603.2c). */
strata_status st_trigger_count_add_once(const st_trigger_hearing *h,
                                        const st_watcher_id *id);
bool st_trigger_count_has_once(const st_trigger_hearing *h,
                               const st_watcher_id *id);

#endif
