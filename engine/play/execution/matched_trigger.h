/* matched_trigger.h - a trigger that matched an event, until it is put in its
 * place. */
#ifndef STRATA_PLAY_EXECUTION_MATCHED_TRIGGER_H
#define STRATA_PLAY_EXECUTION_MATCHED_TRIGGER_H

#include "play/index/watcher_id.h"

/* Somebody who is set off by an event, or by how things are. */
typedef struct st_trigger_match {
  strata_watcher_def watcher_def;
  uint32_t event;  /* or 0 */
  uint32_t count;  /* how often; of those who act: how often still */
  bool looks_back; /* see st_frame */
  bool ends_duration,
      acts_at_once; /* of a role that ends; it acts at once, or ends */
  strata_entity self, controller;
  st_watcher_id id; /* of the ability */
  const int64_t
      *given_variables; /* what it was given, by place; in the arena */
} st_trigger_match;

#endif
