/* legal_actions.h - the actions that a player may do now, and what each of them
 * may announce. */
#ifndef STRATA_PLAY_ACTION_LEGAL_ACTIONS_H
#define STRATA_PLAY_ACTION_LEGAL_ACTIONS_H

#include "play/action/player_action.h"
#include "world/tables/open_decision.h"

/*
 * The list is exact: each action on it can be announced and paid in some way,
 * and every other action is refused. Whether a cost can be paid is found by
 * paying it and rolling that back; where a replacement effect asks a question
 * amid a payment, the cost counts as one that can be paid.
 *
 * All functions here run in an execution that is otherwise idle. They leave the
 * state as it was.
 */

/* Find the actions of a player: first those of laws, then those of objects in
 * the order of their timestamps; those of one law in the order of slots. The
 * list lies in the cache of this player (legal_cache.h). */
strata_status st_legal_actions_find(st_execution *exec, strata_entity player,
                                    const strata_legal_action **out,
                                    size_t *count);

/* Announce what a request gives in a new frame; *at is the first choice that is
 * not given. EREFUSED with the reason in exec->error if the action cannot be
 * done so in any way. */
strata_status st_legal_actions_announce(st_execution *exec,
                                        const st_action_request *request,
                                        uint32_t *frame, uint32_t *at);

/* Why the action of a request cannot be done so in any way: the kind of the
 * reason, and the text in exec->error. NONE: it can. */
strata_status st_legal_actions_why_not(st_execution *exec,
                                       const st_action_request *request,
                                       strata_refusal *out);

/* What an action announces next. */
typedef struct st_legal_choice {
  const char *name; /* NULL: all is announced, or nothing is to be */
  st_new_decision ask;
} st_legal_choice;

/* Announce what a request gives, and find what comes next: `ask` has only
 * options with which the action can be done. EREFUSED with the reason in
 * exec->error if the action cannot be done so. */
strata_status st_legal_actions_choice(st_execution *exec,
                                      const st_action_request *request,
                                      st_legal_choice *out);

#endif
