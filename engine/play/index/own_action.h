/* own_action.h - whether an object has an action of a player now. */
#ifndef STRATA_PLAY_INDEX_OWN_ACTION_H
#define STRATA_PLAY_INDEX_OWN_ACTION_H

#include "play/index/watcher_index.h"

/* An action that an ability of an object lets a player do. */
typedef struct st_own_action {
  strata_entity controller; /* of the object; 0: it does not have the action */
  uint32_t text;            /* as st_watcher_candidate.text */
} st_own_action;

/* Find the action among the abilities that an object has now, where they
 * function. Those that the list of legal actions leaves out are in no index, so
 * it is found here. Cost O(abilities of the object). */
strata_status st_own_action_find(st_watcher_index *index, strata_entity self,
                                 strata_watcher_def def, st_own_action *out);

#endif
