/* scratch.h - what a run holds, set aside while something is tried. */
#ifndef STRATA_PLAY_COMPARE_CHECKPOINT_H
#define STRATA_PLAY_COMPARE_CHECKPOINT_H

#include "play/execution/event.h"
#include "play/execution/execution.h"
#include "play/execution/frame.h"
#include "play/execution/matched_trigger.h"
#include "play/execution/prevention.h"
#include "play/execution/task.h"
#include "play/perform/follow_up.h"
#include "play/perform/handler_chain.h"

/* All that a run holds but for what is found again by itself. */
typedef struct st_checkpoint {
  st_arena arena;     /* of the copies */
  st_execution saved; /* as it was, pointers and all */
  strata_error error;
  st_event *events;
  st_frame *frames;
  st_batch *batches;
  st_task *tasks;
  st_prevention_share *shares;
  st_follow_up *riders;
  uint64_t *used;
  st_trigger_match *matches;
  st_chain_walk *passes;
  int64_t *words; /* of events, then names of frames */
} st_checkpoint;

/* How much there would be to set aside. */
size_t st_checkpoint_size(const st_execution *run);

/* Set it aside. False if there is no memory, and then there is nothing to be
 * ended. */
bool st_checkpoint_save(st_checkpoint *scratch, st_execution *run);

/* Let the run hold that again, as often as one likes. */
void st_checkpoint_restore(const st_checkpoint *scratch, st_execution *run);

void st_checkpoint_fini(st_checkpoint *scratch);

#endif
