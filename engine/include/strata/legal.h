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

/* Why an action cannot be done. */
#define STRATA_REFUSAL_MAP(X)                                                  \
  X(NONE, 0, "none")           /* it can be done */                            \
  X(OVER, 1, "over")           /* the game is over */                          \
  X(PLAYER, 2, "player")       /* it is not this player's to do */             \
  X(OBJECT, 3, "object")       /* it is not done with this object */           \
  X(CONDITION, 4, "condition") /* its condition does not hold */               \
  X(ANNOUNCED, 5, "announced") /* something cannot be announced so */          \
  X(CHOICE, 6, "choice")       /* there is nothing to choose, as no target */  \
  X(COST, 7, "cost")           /* its cost cannot be paid */

typedef enum strata_refusal {
#define X(name, value, text) STRATA_REFUSAL_##name = value,
  STRATA_REFUSAL_MAP(X)
#undef X
} strata_refusal;

/** A refusal in a word: "cost"; "unknown" for none. O(1). */
STRATA_API const char *strata_refusal_text(strata_refusal refusal);

/**
 * Say why an action cannot be done, as strata_act would refuse it; nothing is
 * done.
 *
 * desc     as for strata_legal_choice_next; what is not given may be anything
 * out      NONE: it can be done
 * text     the whole reason, until the next call on this world; NULL if it can
 *          be done. May be NULL itself
 * Errors   EINVAL if `desc` is no action of a player, or `out` is NULL; else
 *          those of strata_legal_actions and strata_act
 * Cost     that of paying its cost for the ways to announce the rest
 * Rule     601.2e, 602.2
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_legal_why_not(strata_world *world, const strata_act_desc *desc,
                     strata_refusal *out, const char **text);

/* How many ways there are to do something. */
typedef struct strata_legal_ways {
  uint64_t count;
  bool at_least; /* there may be more */
} strata_legal_ways;

/**
 * Count the ways to do an action, or all that a player may do: ways that
 * announce different things are different.
 *
 * Choices that nothing later reads, neither a choice nor the cost, multiply
 * what follows. The ways through all others are looked at one by one.
 *
 * desc     as for strata_legal_choice_next; or its `you` alone: all that this
 *          player may do
 * most     so many ways of an action are looked at one by one, and then the
 *          count is "at least"; so it is where more than 256 numbers make a
 *          difference, and beyond 64 bits. 0: 4,096
 * out      the count
 * Errors   as of strata_legal_choice_next; EINVAL if `out` is NULL
 * Cost     that of the list, and of each way that is looked at what it costs to
 *          find its options, and to try its cost where it reads a choice
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_legal_count(strata_world *world, const strata_act_desc *desc,
                   uint64_t most, strata_legal_ways *out);

/* One way to do something. */
typedef struct strata_legal_way {
  strata_watcher_def action; /* 0: nothing can be done */
  strata_entity subject;
  const strata_named_value *given; /* all that it announces, for strata_act */
  size_t given_count;
  bool is_uniform; /* each way was as likely as any other */
} strata_legal_way;

/**
 * Take one of the ways that strata_legal_count counts, by chance, without
 * listing them.
 *
 * If the count is exact, each way is as likely. If it is "at least", an action
 * is taken first, each as likely, and then each choice among those with which
 * the action can be done; then `is_uniform` is false.
 *
 * desc, most  as for strata_legal_count
 * random   the state of the caller's random numbers, which goes on, and the
 *          world stays as it is; NULL: one number of the world's is drawn
 * out      lives until the next call on this world
 * Errors   as of strata_legal_count
 * Cost     twice that of strata_legal_count, and of the choices on the way
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_legal_sample(strata_world *world, const strata_act_desc *desc,
                    uint64_t most, uint64_t *random, strata_legal_way *out);

/**
 * Find which of some entities nothing tells apart: exchanging two of them gives
 * the same position (strata_position_hash), so what can be done with the one
 * can be done with the other, and comes to the same.
 *
 * who      at most 65,536 entities
 * first    gets for each the index of the first in the list that is like it;
 *          its own if none is. What is gone is like nothing else
 * Errors   EINVAL if `who` or `first` is NULL and `count` is not 0, or `count`
 *          is too large; EOPEN within an evaluation; ENOMEM
 * Cost     that of a position hash for each entity and each group whose own
 *          values are the same
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_equal_entities(strata_world *world, const strata_entity *who,
                      size_t count, uint32_t *first);

#ifdef __cplusplus
}
#endif

#endif
