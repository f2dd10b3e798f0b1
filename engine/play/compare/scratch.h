/* scratch.h - what a run holds, set aside while something is tried. */
#ifndef STRATA_SCRATCH_H
#define STRATA_SCRATCH_H

#include "play/execution/run.h"

/* All that a run holds but for what is found again by itself. */
typedef struct st_scratch {
  st_arena arena; /* of the copies */
  st_run run;     /* as it was, pointers and all */
  strata_error error;
  st_event *events;
  st_frame *frames;
  st_batch *batches;
  st_task *tasks;
  st_share *shares;
  st_rider *riders;
  uint64_t *used;
  st_match *matches;
  st_passing *passes;
  int64_t *words; /* of events, then names of frames */
} st_scratch;

/* How much there would be to set aside. */
size_t st_scratch_size(const st_run *run);

/* Set it aside. False if there is no memory, and then there is nothing to be
 * ended. */
bool st_scratch_begin(st_scratch *scratch, st_run *run);

/* Let the run hold that again, as often as one likes. */
void st_scratch_restore(const st_scratch *scratch, st_run *run);

void st_scratch_end(st_scratch *scratch);

#endif
