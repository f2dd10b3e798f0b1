/* player_action.h - actions of players: who may do them and when, what they
 * announce, what they cost, and what they do. */
#ifndef STRATA_PLAY_ACTION_PLAYER_ACTION_H
#define STRATA_PLAY_ACTION_PLAYER_ACTION_H

#include "play/action/action_request.h"
#include "play/execution/execution.h"

/*
 * An action is the program of a watcher definition with role ACTION, done by a
 * player with one object or with none (601.2, 602.2). It runs in a frame whose
 * `this` is the object: first it announces, then it pays, then it does the
 * rest, at once or as an object of the stack resolves.
 */
typedef struct st_player_action {
  strata_watcher_def def;
  strata_entity subject; /* 0: none */
  strata_entity player;
} st_player_action;

/* Make a frame of an action; 0 if there is no memory. */
uint32_t st_player_action_frame(st_execution *exec,
                                const st_player_action *action);

/* Bind the parameters, which the host of an unlisted action gives. */
void st_player_action_bind_parameters(st_execution *exec, uint32_t frame,
                                      const st_action_request *request);

/* Check that a law or the object has the action now, that the player may do it
 * with this object, and that its condition holds. *why is NULL if so, else the
 * reason, a static text. */
strata_status st_player_action_check(st_execution *exec, uint32_t frame,
                                     const st_player_action *action,
                                     const char **why);

/* Whether a player may do an action at all: its actor, or the controller of the
 * object that has it. */
strata_status st_player_action_may(st_execution *exec, uint32_t frame,
                                   const st_player_action *action,
                                   strata_entity controller, bool *out);

/* Announce choice `at` of an action as its request gives it; a choice that is
 * not to be made now is bound to none. *open: it is to be made, and is not
 * given. EREFUSED if it cannot be what is given, or is not to be made but given
 * as something else than no object. */
strata_status st_player_action_announce(st_execution *exec, uint32_t frame,
                                        const st_action_request *request,
                                        uint32_t at, bool *open);

/* Begin the action of a request as it resolves: what it gives is taken without
 * asking who may do it and when, or whether its cost can be paid; its costs are
 * paid then, and illegal targets drop out (608.2b). */
strata_status st_player_action_resolve(st_execution *exec,
                                       const st_action_request *request);

/* Begin the action of a request: check it, announce it and push the tasks that
 * pay it and do it. EREFUSED with the reason in exec->error if it cannot be
 * done. */
strata_status st_player_action_begin(st_execution *exec,
                                     const st_action_request *request);

/* Log that an action is done; and push the tasks that pay for it and do it. */
strata_status st_player_action_log(st_execution *exec, uint32_t frame,
                                   strata_watcher_def def);
strata_status st_player_action_push(st_execution *exec, uint32_t frame,
                                    strata_watcher_def def);

/* The task that announces is on top: announce its next choice, so that an
 * answer goes on with the one behind it; behind the last, the action is logged
 * and its cost begins. */
strata_status st_player_action_step_announcing(st_execution *exec);

/* The task of an action is on top: it was paid, or was not. */
strata_status st_player_action_step(st_execution *exec);

/* Fail because an action cannot be done. Returns EREFUSED, or ENOMEM. */
strata_status st_player_action_refuse(st_execution *exec,
                                      strata_watcher_def def, const char *why,
                                      const char *name, const char *rest);

#endif
