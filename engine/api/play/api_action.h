/* api_action.h - events from the descriptions that hosts and handlers give. */
#ifndef STRATA_API_PLAY_API_ACTION_H
#define STRATA_API_PLAY_API_ACTION_H

#include "api/world/api_world.h"
#include "play/action/action_request.h"

/* Refuse a description that is no event, or names an event type that these
 * rules do not have. */
strata_status st_act_check_event_desc(strata_world *world, const char *call,
                                      const strata_act_desc *desc);

/* Write the words of an event that was checked to `words`, as many zeroes as
 * its event type has fields. While an action runs, a ref may name an entity
 * that is gone. */
strata_status st_act_fill_event_words(strata_world *world, const char *call,
                                      const strata_act_desc *desc,
                                      int64_t *words);

/* Make the request of a player's action, for a call that only looks at it. */
strata_status st_act_fill_player_action(strata_world *world, const char *call,
                                        const strata_act_desc *desc,
                                        st_action_request *out);

/* Run an action in which an event walks along the chain of one phase of its
 * event type. */
strata_status st_act_walk_chain(strata_world *world,
                                const strata_act_desc *event, uint32_t phase,
                                bool whole, bool *open);

/* Run an action whose request is checked; see strata_act. */
strata_status st_act_run(strata_world *world, const char *name,
                         const st_action_request *request,
                         strata_outcome *outcome);

/* Let a player concede while an action is open. */
strata_status st_act_concede(strata_world *world, strata_entity player,
                             strata_outcome *outcome);

/* The outcome of the action that has just ended, or is open. */
strata_outcome st_act_outcome(const strata_world *world, bool open);

#endif
