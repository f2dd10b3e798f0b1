/* strata/legal.h - what a player may do now. */
#ifndef STRATA_LEGAL_H
#define STRATA_LEGAL_H

#include "strata/decisions.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Rules declare what players may do: watchers with STRATA_ROLE_ACTION, which
 * abilities and laws have. The list of a player's legal actions is the rules:
 * each action that it names can be done by strata_act, and strata_act refuses
 * every other with EREFUSED and the reason, but for those that are unlisted
 * (strata_watcher_desc). Three things are not followed to their end: of a
 * number that is announced the 256 least are tried; a cost counts as one that
 * can be paid if a question comes up while it is paid; and so does an action of
 * which 4,096 ways to announce it have come to nothing. A PAY is exact as long
 * as what one object gives does not hang on the use of another; of an object 64
 * yields are looked at, and 65,536 ways to combine those of several units.
 *
 * An action may have more to announce: targets, modes, numbers. Then it names a
 * tree, which strata_legal_choice_next walks one choice at a time. What is not
 * given to strata_act is asked as a decision.
 */

typedef struct strata_legal_action {
  strata_watcher_def action;
  strata_entity subject; /* the object with which it is done; 0: none */
} strata_legal_action;

/**
 * List what a player may do now, however it is announced.
 *
 * player   an entity that is alive
 * out      the list lives until the next call on this world: first actions of
 *          laws, in the order of the rules and of their objects' slots; then
 *          those of objects in the order of their timestamps
 * count    its length
 * Errors   EOPEN while a decision is open; ESTALE; EINVAL if `out` or `count`
 *          is NULL; ENOMEM; the status with which an expression fails
 * Cost     O(1) if the state has not changed since the last call for the same
 *          player; else O(actions * objects that have them), and of an action
 *          with a cost that of paying it and taking that back, for the ways to
 *          announce it until one can be paid
 * Rule     117.1, 601.2, 602.2
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_legal_actions(strata_world *world, strata_entity player,
                     const strata_legal_action **out, size_t *count);

/* A choice that an action announces. */
typedef struct strata_legal_choice {
  const char *name; /* by which it is given to strata_act, as long as the rules
                       live; NULL: nothing is left to announce */
  strata_decision_purpose purpose;
  const strata_option *options; /* with which the action can be done */
  size_t option_count;
  int64_t least, most; /* of NUMBER: the number, of which not each need be one
                          that can be paid; else how many options */
} strata_legal_choice;

/**
 * What an action announces next, after what is given.
 *
 * desc     borrowed: an action's `watcher_def`, `source`, `you`, and those of
 *          its choices that are `given`; `settling` does not count
 * out      its options live until the next call on this world
 * Errors   EREFUSED if the action cannot be done so, and the message says why;
 *          EINVAL if `desc` is no action of a player; else those of
 *          strata_legal_actions and strata_act
 * Cost     that of paying its cost for the ways to announce the rest
 * Rule     601.2b-c
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_legal_choice_next(
    strata_world *world, const strata_act_desc *desc, strata_legal_choice *out);

#ifdef __cplusplus
}
#endif

#endif
