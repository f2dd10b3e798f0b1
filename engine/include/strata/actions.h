/* strata/actions.h - actions, and events that only pass along a chain. */
#ifndef STRATA_ACTIONS_H
#define STRATA_ACTIONS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What happens in a game happens by actions. One runs from its beginning until
 * nothing is left to be done, or until somebody must decide. Then all that it
 * did is taken back, and what it is, the decision, and the answers so far are
 * part of the world instead: of its hash, its saves and its forks. The answer
 * runs it again from its beginning. So no script and no stack waits anywhere,
 * and what is asked of a player can be saved, copied and taken back.
 *
 * While a decision is open, all calls that write fail with EOPEN, but for
 * strata_answer, strata_retract and strata_cancel. Reading, marks, rollback,
 * forks and saves are free: a rollback to a mark from before the action takes
 * the open decision with it.
 *
 * While an action runs, a handler, a policy or a view may read the world, and
 * what they may write is said where they are declared; all else that writes
 * fails with EOPEN too.
 */

/* What comes after all that an action does, until nothing is left of it. Append
 * only: the numbers are part of saves. */
typedef enum strata_settle_mode {
  STRATA_SETTLE_ALL = 0,    /* state-based actions; what has triggered is put on
                               the stack; and the stack is resolved (704.3,
                               603.3b, 608) */
  STRATA_SETTLE_NONE = 1,   /* nothing: what has triggered waits */
  STRATA_SETTLE_CHECKS = 2, /* state-based actions; what has triggered waits */
  STRATA_SETTLE_PLACE = 3   /* likewise, and what has triggered is put on the
                               stack, where it waits for players to respond */
} strata_settle_mode;

/* What an action is: an event, the deeds of a code, or to let the topmost
 * object of the stack resolve; one of the three. */
typedef struct strata_act_desc {
  strata_event_type event; /* not an alias */
  strata_watcher_def code; /* a TRIGGER, STATE or UNTIL */
  bool resolve;            /* nothing else is given then */
  strata_entity source; /* whose it is: `this` of a code, the field "cause" of
                           an event; perhaps gone (113.7a); 0: nobody's */
  strata_entity you;    /* who acts: "$you", the field "by"; 0: nobody */
  const strata_named_value *given; /* fields of the event, names that the code
                                is given; all others are 0 or nobody */
  size_t given_count;
  strata_settle_mode settling;
} strata_act_desc;

typedef enum strata_outcome {
  STRATA_DONE = 0,  /* all of it has happened */
  STRATA_DECIDE = 1 /* nothing has happened; a decision is open */
} strata_outcome;

/**
 * Do an action: whole, or not at all, or up to a decision.
 *
 * desc     borrowed; see strata_act_desc
 * outcome  may be NULL: strata_decision_count tells too
 * Errors   EOPEN while a decision is open; EINVAL unless it names one event or
 *          code that can be acted, or what can be resolved; ENOENT for an
 *          unknown id, field, name or symbol, a handler that nobody runs, or if
 *          nothing is on the stack; ETYPE for a value that is not of its
 *          field's type; ESTALE; ERANGE for a value outside of its attribute, a
 *          position outside of its zone; ELIMIT if it goes on and on; ELOOP
 *          if it goes round in a circle in which nobody decides and nothing is
 *          rolled: the text names the codes and cards that form it, and rules
 *          may say what happens instead (`on_loop`); what a handler or policy
 *          fails with; ENOMEM
 * Cost     what it does, and at a decision the same to take it back; where
 *          several replacements or triggers could come first, what follows in
 *          each of at most 24 orders
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_act(
    strata_world *world, const strata_act_desc *desc, strata_outcome *outcome);

typedef struct strata_walk_desc {
  strata_act_desc event; /* `code` and `resolve` are not for it */
  const char *phase;     /* of its kind */
  bool whole;            /* whoever stops it, all are called */
} strata_walk_desc;

/* What came of it. */
typedef struct strata_walk_result {
  strata_outcome outcome;     /* DECIDE: nothing of the rest is known yet */
  uint32_t called;            /* so many handlers */
  bool stopped;               /* one has stopped it */
  bool until;                 /* the `until` of the phase holds */
  strata_watcher_def stopper; /* who has stopped it, or 0 */
  uint64_t row; /* of the log: PASSED, with the event's fields as they
                   were left */
} strata_walk_result;

/**
 * Let an event pass along a chain, and not happen: what the handlers of one
 * phase make of it is an action, which happens whole or not at all.
 *
 * desc     borrowed; see strata_walk_desc
 * out      may be NULL
 * Errors   those of strata_act; ENOENT for a phase that its kind does not have
 * Cost     O(n log n) of its chain, and what the handlers do
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_walk_chain(
    strata_world *world, const strata_walk_desc *desc, strata_walk_result *out);

/**
 * Seed the world's generator, from which all chance comes: equal seeds, equal
 * games, on every machine. A new world has seed 0.
 *
 * Errors   EOPEN; ENOMEM
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_seed(strata_world *world,
                                                       uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
