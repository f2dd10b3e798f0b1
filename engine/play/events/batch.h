/* batch.h - events that happen at the same time, stage by stage. */
#ifndef STRATA_PLAY_EVENTS_BATCH_H
#define STRATA_PLAY_EVENTS_BATCH_H

#include "play/execution/execution.h"

typedef enum st_batch_stage {
  ST_BATCH_FILL,        /* programs fill it */
  ST_BATCH_MERGE,       /* equal results are summed (702.15) */
  ST_BATCH_CHECK_PHASE, /* handlers of the phases that check */
  /* events that cannot happen are dropped; the others are replaced and
   * prevented (614-616) */
  ST_BATCH_REPLACE,
  ST_BATCH_EARLY_PHASES, /* handlers of the other phases before "do" */
  /* the events that each one contains happen, or become results */
  ST_BATCH_CONTAIN,
  ST_BATCH_WAIT_FOR_PARENT, /* results wait for their events */
  /* match triggers that look back (603.10), save the rows of leaving objects
   * (704.8) */
  ST_BATCH_LOOK_BACK,
  ST_BATCH_PERFORM,      /* each event runs the program of its type */
  ST_BATCH_RESULTS,      /* perform the results */
  ST_BATCH_UPDATE_WORLD, /* spent watchers and expired effects end */
  /* durations that lasted until these events end (610.3) */
  ST_BATCH_END_DURATIONS,
  /* match all other triggers (603); those that use no stack act */
  ST_BATCH_TRIGGER,
  ST_BATCH_LATE_PHASES, /* handlers of the phases after "do" */
  /* additional effects of replacement and prevention (615.5) */
  ST_BATCH_FOLLOW_UPS
} st_batch_stage;

/* Push the task of a batch: its events happen after all tasks above are done.
 * False if there is no memory. */
bool st_batch_begin(st_execution *exec, uint32_t batch);

/* The same for a batch that tasks above have still to fill. */
bool st_batch_begin_filling(st_execution *exec, uint32_t batch);

/* One step of the task on top, which is a batch. */
strata_status st_batch_step(st_execution *exec);

#endif
