/* api_act.h - events from what hosts and handlers say. */
#ifndef STRATA_API_PLAY_API_ACTION_H
#define STRATA_API_PLAY_API_ACTION_H

#include "api/world/api_world.h"

/* Refuse what is no event, or names none of these rules. */
strata_status st_act_check_event_desc(strata_world *world, const char *call,
                                      const strata_act_desc *desc);

/* The words of an event that was checked, into as many zeroes as its kind has
 * fields. While an action runs, those who are gone will do. */
strata_status st_act_fill_event_words(strata_world *world, const char *call,
                                      const strata_act_desc *desc,
                                      int64_t *words);

/* An action that lets an event pass one phase of its kind. */
strata_status st_act_walk_chain(strata_world *world,
                                const strata_act_desc *event, uint32_t phase,
                                bool whole, bool *open);

#endif
