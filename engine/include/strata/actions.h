/* strata/actions.h - actions, and events that only walk along a chain. */
#ifndef STRATA_ACTIONS_H
#define STRATA_ACTIONS_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Events of a game happen by actions. An action runs from its beginning until
 * nothing is left to be done, or until a player must decide. In the latter case
 * everything that it did is taken back, and the action, the decision and the
 * answers so far are part of the world instead: of its hash, its saves and its
 * forks. The answer runs the action again from its beginning. So no script and
 * no stack waits anywhere, and a decision can be saved, copied and taken back.
 * The world that has asked may go on where it waits instead, with the same
 * result; see STRATA_TUNE_ANSWERS. Then an answer costs what it changes, if
 * nothing but the open decisions was asked for since the question
 * (strata_decision_count, strata_decision_get; strata_world_stats is free, too).
 * The first other call takes the action back, and the answer brings it forward:
 * cost O(what the action has written so far).
 *
 * While a decision is open, all calls that write fail with EOPEN, but for
 * strata_answer, strata_retract and strata_cancel. Reading, marks, rollback,
 * forks and saves are free: a rollback to a mark from before the action takes
 * the open decision with it.
 *
 * While an action runs, a handler, a policy or an observer may read the world.
 * Where each is declared, its comment tells what it may write; every other call
 * that writes fails with EOPEN.
 */

/* What follows an action, until nothing is left of it. Append only: the numbers
 * are part of saves. */
#define STRATA_SETTLE_MAP(X)                                                   \
  /* state-based actions; what has triggered is put on the stack; and the      \
   * stack is resolved (704.3, 603.3b, 608) */                                 \
  X(ALL, 0, "all")                                                             \
  /* nothing: what has triggered waits */                                      \
  X(NONE, 1, "none")                                                           \
  /* state-based actions; what has triggered waits */                          \
  X(CHECKS, 2, "checks")                                                       \
  /* state-based actions; what has triggered is put on the stack, where it     \
   * waits for players to respond */                                           \
  X(PLACE, 3, "place")

typedef enum strata_settle_mode {
#define X(name, value, text) STRATA_SETTLE_##name = value,
  STRATA_SETTLE_MAP(X)
#undef X
} strata_settle_mode;

/** A settle mode in words: "all"; "unknown" for none. O(1). */
STRATA_API const char *strata_settle_mode_text(strata_settle_mode mode);

/* An action: an event, the program of a watcher, or to let the topmost object
 * of the stack resolve; one of the three. */
typedef struct strata_act_desc {
  strata_event_type event;        /* not an alias */
  strata_watcher_def watcher_def; /* a TRIGGER, STATE or UNTIL; or an ACTION,
                                     which `you` does with `source` */
  /* Alone: the top object of the stack resolves. With an ACTION: it was
   * announced before, and is done as it resolves: nobody is asked whether it
   * may be done or what is not given, and illegal targets drop out (608.2b) */
  bool resolve;
  strata_entity source; /* `this` of the watcher, the field "cause" of the
                           event; perhaps gone (113.7a); 0: none */
  strata_entity you;    /* the acting player: "$you", the field "by"; 0: none */
  const strata_named_value *given; /* fields of the event, parameters of the
                                      watcher; all others are 0 or none. Of an
                                      ACTION what it announces; of the others
                                      the player is asked */
  size_t given_count;
  strata_settle_mode settling;
} strata_act_desc;

#define STRATA_OUTCOME_MAP(X)                                                  \
  X(DONE, 0, "done")     /* all of it has happened */                          \
  X(DECIDE, 1, "decide") /* nothing has happened; a decision is open */        \
  /* it has happened without what handlers would have done that failed, in it  \
   * or before: strata_disabled_get tells which, and the log has a row SKIPPED \
   * for each call that was left out. What the host has disabled is no fault   \
   */                                                                          \
  X(PARTLY, 2, "partly")

typedef enum strata_outcome {
#define X(name, value, text) STRATA_##name = value,
  STRATA_OUTCOME_MAP(X)
#undef X
} strata_outcome;

/** An outcome in words: "done"; "unknown" for none. O(1). */
STRATA_API const char *strata_outcome_text(strata_outcome outcome);

/**
 * Do an action: whole, or not at all, or up to a decision.
 *
 * desc     borrowed; see strata_act_desc
 * outcome  may be NULL: strata_decision_count tells too
 * Errors   EOPEN while a decision is open; EINVAL unless it names one event or
 *          watcher that can be acted, or `resolve`; EREFUSED for an ACTION that
 *          cannot be done now, or not so, and the message says why; EREFUSED
 *          once the game has ended; ENOENT for an unknown id, field, name or
 *          symbol, a handler without a handler runner, or if nothing is on the
 *          stack; ETYPE for a value that is not of its field's type; ESTALE;
 *          ERANGE for a value outside of its attribute, a position outside of
 *          its zone; ELIMIT if it goes on and on; ELOOP if it goes round in a
 *          circle in which no player decides and nothing is rolled: the message
 *          names the watchers and cards that form it, and rules may have an
 *          event for it (`on_loop`); the status with which a policy fails, or a
 *          handler that stops the action (see strata_on_fault); ENOMEM
 * Cost     that of what it does, and at a decision the same to take it back;
 *          where several replacements or triggers could come first, what
 *          follows in each of at most 24 orders
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_act(
    strata_world *world, const strata_act_desc *desc, strata_outcome *outcome);

/* What came of the event of an action. */
typedef struct strata_act_result {
  uint32_t happened;   /* how many events happened: that of the action, or those
                          in its place; 0: none, and for an action that is no
                          event */
  const char *why_not; /* if its event did not happen, why not, in words that
                          stay valid; else NULL */
} strata_act_result;

/**
 * What came of the event that the newest action of this world asked for. An
 * event that could not happen, or that consists of other events of which there
 * were none, is no failure: its action is done, and this call tells.
 *
 * out      written; all 0 before the first action, while a decision is open,
 *          and for an action that was no event
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API void strata_last_action(const strata_world *world,
                                   strata_act_result *out);

/**
 * In which action the game ended, by the event that its rules declare for that
 * (strata_play_rules_desc.ends). A game that has ended has no legal actions,
 * and strata_act refuses all with EREFUSED.
 *
 * returns  the number of the action, from 1, as rows of the log have it; 0: the
 *          game goes on
 * Cost     O(1)
 * Rule     104.1
 * Since    0.4
 */
STRATA_API uint64_t strata_game_end(const strata_world *world);

typedef struct strata_walk_desc {
  strata_act_desc event; /* without `watcher_def` and `resolve` */
  const char *phase;     /* of its event type */
  bool whole;            /* all handlers are called, also after one has stopped
                            the event */
} strata_walk_desc;

typedef struct strata_walk_result {
  strata_outcome outcome;     /* DECIDE: the rest is not known yet; PARTLY:
                                 disabled handlers were left out */
  uint32_t called;            /* number of handlers */
  bool stopped;               /* a handler has stopped it */
  bool until;                 /* the `until` of the phase holds */
  strata_watcher_def stopper; /* the handler that has stopped it, or 0 */
  uint64_t row; /* of the log: PASSED, with the event's fields as the handlers
                   left them */
} strata_walk_result;

/**
 * Let an event walk along a chain without happening. The effects of the
 * handlers of one phase are an action, which happens whole or not at all.
 *
 * desc     borrowed; see strata_walk_desc
 * out      may be NULL
 * Errors   those of strata_act; ENOENT for a phase that its event type does not
 *          have
 * Cost     O(n log n) of its chain, and that of the handlers
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
