/* checkpoint.h - an execution, saved before an attempt and restored after it.
 */
#ifndef STRATA_PLAY_COMPARE_CHECKPOINT_H
#define STRATA_PLAY_COMPARE_CHECKPOINT_H

#include "play/execution/event.h"
#include "play/execution/execution.h"
#include "play/execution/frame.h"
#include "play/execution/matched_trigger.h"
#include "play/execution/prevention.h"
#include "play/execution/task.h"
#include "play/perform/chain_walk.h"
#include "play/perform/follow_up.h"

/* A saved execution. Caches that the execution can fill again are left out. */
typedef struct st_checkpoint {
  st_arena arena;     /* of the copies */
  st_execution saved; /* shallow: counts, numbers and pointers */
  strata_error error;
  st_event *events;
  st_frame *frames;
  st_batch *batches;
  st_task *tasks;
  st_prevention_share *shares;
  st_follow_up *follow_ups;
  uint64_t *used;
  st_trigger_match *matches;
  st_chain_walk *walks;
  int64_t *words; /* of all events, then variables of all frames */
} st_checkpoint;

/* How many events, frames and batches a checkpoint of the execution would copy.
 * Callers compare it with a limit before they save. */
size_t st_checkpoint_size(const st_execution *exec);

/* Save the execution. False if there is no memory; then there is nothing to
 * free. */
bool st_checkpoint_save(st_checkpoint *checkpoint, st_execution *exec);

/* Restore the saved execution. A checkpoint can be restored many times. */
void st_checkpoint_restore(const st_checkpoint *checkpoint, st_execution *exec);

void st_checkpoint_fini(st_checkpoint *checkpoint);

#endif
