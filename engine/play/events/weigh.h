/* weigh.h - how often something triggers: once, more often, or never. */
#ifndef STRATA_WEIGH_H
#define STRATA_WEIGH_H

#include "play/execution/run.h"

/* What is said of one event by those who watch. */
typedef struct st_hearing {
  st_run *run;
  uint32_t batch;
  uint32_t event; /* or 0 */
  bool looks_back;
  bool weighed;       /* MORE and NEVER were looked for */
  size_t more, never; /* where they begin, in what was heard */
  size_t end;
} st_hearing;

/* It is known that nobody says anything of triggers of its event. */
static inline bool st_weigh_is_nothing(const st_hearing *h) {
  return h->weighed && h->more == h->end;
}

/* Those of such ears who may be meant by its event, as st_listen_find. */
strata_status st_weigh_hear(const st_hearing *h, st_ears ears);

/* Add to *count how often a trigger does more (603.2d), which is said of no
 * trigger that was started, and once only of one that is once a batch; 0 if
 * somebody says that it never does. */
strata_status st_weigh(st_hearing *h, const st_found *trigger, uint32_t *count);
uint32_t st_weigh_add(uint32_t count, int64_t more);

/* Somebody was used, which nobody who watches sees. */
strata_status st_weigh_used(st_run *run, const st_found *found);

/* Who was set off by the batch, and is so once (603.2c). */
strata_status st_weigh_done(const st_hearing *h, const st_watch_id *id);
bool st_weigh_is_done(const st_hearing *h, const st_watch_id *id);

#endif
