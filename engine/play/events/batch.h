/* batch.h - events that happen at the same time, stage by stage. */
#ifndef STRATA_PLAY_EVENTS_BATCH_H
#define STRATA_PLAY_EVENTS_BATCH_H

#include "play/execution/execution.h"

typedef enum st_batch_stage {
  ST_BATCH_FILL,        /* it was being filled */
  ST_BATCH_MERGE,       /* results that are one are summed (702.15) */
  ST_BATCH_CHECK_PHASE, /* their phase "check" is passed */
  ST_BATCH_REPLACE, /* what is no event or cannot happen goes; the others are
                       replaced and prevented (614-616) */
  ST_BATCH_EARLY_PHASES,    /* and so are the others before "do" */
  ST_BATCH_CONTAIN,         /* what they contain happens, or is made ready */
  ST_BATCH_WAIT_FOR_PARENT, /* results wait for those that they are of */
  ST_BATCH_LOOK_BACK, /* who looks back does (603.10), and rows are taken of all
                    who leave (704.8) */
  ST_BATCH_PERFORM,   /* each does what its kind says */
  ST_BATCH_RESULTS,   /* and so do their results */
  ST_BATCH_UPDATE_WORLD,  /* the world settles down to it */
  ST_BATCH_END_DURATIONS, /* durations end that lasted until then (610.3) */
  ST_BATCH_TRIGGER, /* all others have triggered (603); who waits for no stack
                   acts */
  ST_BATCH_LATE_PHASES, /* phases after "do" are passed */
  ST_BATCH_FOLLOW_UPS /* what replacements and preventions do besides (615.5) */
} st_batch_stage;

/* Let the events of a batch happen, when all tasks above are done. */
bool st_batch_begin(st_execution *run, uint32_t batch);

/* The same of a batch that is still to be filled by tasks above. */
bool st_batch_begin_filling(st_execution *run, uint32_t batch);

/* A piece of the task on top, which is of a batch. */
strata_status st_batch_step(st_execution *run);

#endif
