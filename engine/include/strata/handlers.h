/* strata/handlers.h - handlers, policies, and handlers that are disabled. */
#ifndef STRATA_HANDLERS_H
#define STRATA_HANDLERS_H

#include "strata/decisions.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What data cannot say, deed RUN leaves to a handler: a function of the host's,
 * known by the name under which the rules declare it. It says all that it does
 * in straight lines, and asks as if the answer were there. If it is not, the
 * call that asks fails with ESUSPEND, the handler returns that, and it is run
 * again from its beginning once there is an answer. So it keeps nothing between
 * two calls but in the world (strata_note), and what it does depends on nothing
 * but what it reads there, its event and its names.
 *
 * Where its deed stands says what it may do:
 *  [a] events may happen (strata_emit), whole before the call returns
 *  [r] it changes its event (strata_event_set) or stops it (strata_event_stop)
 *  [p] what it emits happens with what else is collected there: in the parts of
 *      a kind, in TOGETHER, and, for a replacement, in INSTEAD
 *  [d] it writes: all calls that write are free, but for actions, commits,
 *      marks and rollback
 * Everywhere it may read the world, its event and names, bind names, note,
 * roll, begin or end effects and watchers, and but for [d] ask. A call on a run
 * that has failed, with ESUSPEND or in something that happened, fails with that
 * again.
 */
typedef struct strata_handler_call
    strata_handler_call; /* for as long as the handler runs */

/* An event in flight: a number that means something in its run alone. */
typedef uint32_t strata_event;

/*
 * Do what a handler does.
 *
 * Returns  STRATA_OK, or what the action fails with: strata_call_fail says it
 * in words. ESUSPEND from a call must be returned
 */
typedef strata_status (*strata_handler_fn)(void *user, strata_handler_call *run,
                                           strata_handler handler);

/*
 * Answer a decision in place of a player, when it is met, so that the action
 * goes on. What comes of it is the same as if the host had answered.
 *
 * world     as it stands where the decision is met; it may be read
 * decision  borrowed
 * answer    what strata_answer would be given; what it points to must last
 *           until the next call of this function
 * Returns   STRATA_OK; ESUSPEND to leave it open, for the host; all else fails
 *           the action, as does an answer that is not legal, with EREFUSED
 */
typedef strata_status (*strata_policy_fn)(void *user, strata_world *world,
                                          const strata_decision *decision,
                                          strata_answer_desc *answer);

/* What became of a handler that fails; HOST: nothing, its host has disabled it.
 * The numbers are part of the save format. */
#define STRATA_FAULT_MAP(X)                                                    \
  X(HOST, 0, "host")   /* strata_disable_handler */                            \
  X(ERROR, 1, "error") /* it failed, or what it let happen did */              \
  X(BUDGET, 2,                                                                 \
    "budget") /* it took more steps, or printed more, than it may */           \
  X(MEMORY, 3, "memory") /* more memory than it may */                         \
  X(STACK, 4, "stack")   /* more calls, or handlers, within each other */      \
  X(RETURN, 5, "return") /* it returned what means nothing */                  \
  X(LIMIT, 6, "limit")   /* too much happened: strata_handler_runner */

typedef enum strata_fault_kind {
#define X(name, value, text) STRATA_FAULT_##name = value,
  STRATA_FAULT_MAP(X)
#undef X
      STRATA_FAULT_KINDS
} strata_fault_kind;

/* A handler that is disabled: deeds that would run it do nothing, and the log
 * says so (SKIPPED). `text` says in several lines what has failed, where, in
 * which event, and what had happened before; it has no control characters but
 * newlines. It is not state: NULL in a world that did not see it happen. */
typedef struct strata_fault {
  strata_handler handler;
  strata_watcher_def
      code; /* what ran it, or 0: a kind of event, a check, the host */
  strata_fault_kind kind;
  uint64_t action; /* in which it was, or before which: 1 for the first */
  const char *text;
} strata_fault;

/*
 * Be told that a handler has failed and is disabled, while the action begins
 * anew without it; for a line on a terminal. It may do nothing to the world.
 *
 * fault  borrowed
 */
typedef void (*strata_fault_fn)(void *user, strata_world *world,
                                const strata_fault *fault);

/* Who runs actions of a world. */
typedef struct strata_handler_runner {
  strata_handler_fn handle; /* NULL: no handler can be run */
  void *handle_user;
  strata_policy_fn decide; /* NULL: all decisions are left open */
  void *decide_user;
  uint64_t event_limit;  /* how many events one action may have; 0: 2^20 */
  strata_fault_fn fault; /* NULL: nobody is told */
  void *fault_user;
  /* What becomes of an action in which a handler fails. False: it begins anew
   * with its answers and without the handler, which is disabled from then on
   * (strata_fault). True: the action fails. Without memory it always fails. */
  bool strict;
} strata_handler_runner;

/**
 * Say who runs the actions of a world. Of a fork that is made anew it is the
 * same, one that is given keeps its own; a loaded world has none.
 *
 * runner   copied; NULL: nobody
 * Errors   EOPEN while an action runs, though not while a decision is open
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_set_handler_runner(
    strata_world *world, const strata_handler_runner *runner);

/**
 * Disable a handler: whatever would run it passes it over, until it is enabled
 * again. That is state: it is hashed, saved, copied, and taken back by undo. A
 * world in which this was done before an action, with what strata_disabled_get
 * says of a handler that failed in it, is the same after the action.
 *
 * fault    borrowed; action and text are not read
 * Errors   EINVAL if it is NULL or has no such kind; ENOENT for an unknown
 *          handler or code; EOPEN; ENOMEM. One that is disabled stays so
 * Cost     O(handlers that are disabled)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_disable_handler(strata_world *world, const strata_fault *fault);

/**
 * Let a handler run again: what was known of its fault is forgotten.
 *
 * Errors   ENOENT for an unknown handler; EOPEN; ENOMEM. One that is not
 *          disabled stays so
 * Cost     O(handlers that are disabled)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_enable_handler(strata_world *world, strata_handler handler);

/** How many handlers are disabled. Cost O(1). */
STRATA_API uint32_t strata_disabled_count(const strata_world *world);

/**
 * The n-th handler that is disabled, from 0, in the order in which they were.
 *
 * out      its text lives until a handler fails again, or the world is freed
 * Errors   EINVAL if out is NULL; ENOENT past the last
 * Cost     O(faults of this world)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_disabled_get(strata_world *world, uint32_t n, strata_fault *out);

#ifdef __cplusplus
}
#endif

#endif
