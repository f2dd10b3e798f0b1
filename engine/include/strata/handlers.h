/* strata/handlers.h - handlers and policies of the host; disabled handlers. */
#ifndef STRATA_HANDLERS_H
#define STRATA_HANDLERS_H

#include "strata/decisions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- Handlers and policies -- */

/*
 * A handler is a function of the host for what data cannot state: instruction
 * RUN calls it by the name under which the rules declare it. It is written in
 * straight lines, and asks a player as if the answer were there. Without an
 * answer the call that asks fails with ESUSPEND, the handler returns that, and
 * it is called again from its beginning once there is an answer. So it keeps
 * nothing between two calls but in the world (strata_note), and depends on
 * nothing but what it reads in the world, its event and its variables. A host
 * whose handlers have stacks of their own, as coroutines have, can let them go
 * on instead (strata_call_keep).
 *
 * The place of its instruction determines what it may do:
 *  [a] events may happen (strata_emit), whole before the call returns
 *  [r] it changes its event (strata_event_set) or stops it (strata_event_stop)
 *  [p] its events happen with the others that are collected there: in the parts
 *      of an event type, in TOGETHER, and, for a replacement, in INSTEAD
 *  [d] it writes: all calls that write are allowed, but for actions, commits,
 *      marks and rollback
 * Everywhere it may read the world, its event and variables, bind variables,
 * note, roll, begin or end effects and watchers, and but for [d] ask. Every
 * call on a handler call that has failed, with ESUSPEND or in an event that it
 * emitted, fails with the same status.
 */
typedef struct strata_handler_call strata_handler_call;

/*
 * Do the work of a handler. `call` lives until the function returns.
 *
 * Returns  STRATA_OK, or the status that the action fails with:
 *          strata_call_fail gives the message. ESUSPEND from a call must be
 *          returned
 */
typedef strata_status (*strata_handler_fn)(void *user,
                                           strata_handler_call *call,
                                           strata_handler handler);

/*
 * Let a handler go on that has returned ESUSPEND and was kept
 * (strata_call_keep), now that there is an answer. The world is as it was when
 * the handler returned. The call in which it waits is to be made again: if it
 * asked a player, with the same arguments, and if it let events happen, by
 * strata_emit_go_on. It may wait again: then it returns ESUSPEND again.
 *
 * call    stands for the one that it was called with, and for its place in it
 * kept    as it was given to strata_call_keep
 * Returns as strata_handler_fn does
 */
typedef strata_status (*strata_go_on_fn)(void *user, strata_handler_call *call,
                                         strata_handler handler, void *kept);

/* Free what was kept of a handler that has returned ESUSPEND and never goes on:
 * its action was given up or is executed again, or its world is freed. The
 * function must not call the engine. */
typedef void (*strata_forget_fn)(void *user, void *kept);

/*
 * Answer a decision in place of a player, as it comes up, so that the action
 * goes on. The result is the same as if the host had answered.
 *
 * world     as it stands where the decision comes up; it may be read
 * decision  borrowed
 * answer    as for strata_answer; what it points to must last until the next
 *           call of this function
 * Returns   STRATA_OK; ESUSPEND to leave it open, for the host; any other
 *           status fails the action, as does an answer that is not legal, with
 *           EREFUSED
 */
typedef strata_status (*strata_policy_fn)(void *user, strata_world *world,
                                          const strata_decision *decision,
                                          strata_answer_desc *answer);

/* -- Faults -- */

/* How a handler failed. HOST: it did not; its host has disabled it. The numbers
 * are part of the save format. */
#define STRATA_FAULT_MAP(X)                                                    \
  X(HOST, 0, "host")     /* strata_disable_handler */                          \
  X(ERROR, 1, "error")   /* it failed, or an event that it emitted did */      \
  X(BUDGET, 2, "budget") /* more steps, or more output, than it may have */    \
  X(MEMORY, 3, "memory") /* more memory than it may have */                    \
  X(STACK, 4, "stack")   /* more calls, or handlers, within each other */      \
  X(RETURN, 5, "return") /* it returned a value that has no meaning */         \
  X(LIMIT, 6, "limit")   /* too many events: strata_handler_runner */

typedef enum strata_fault_kind {
#define X(name, value, text) STRATA_FAULT_##name = value,
  STRATA_FAULT_MAP(X)
#undef X
      STRATA_FAULT_KINDS
} strata_fault_kind;

/** A kind of fault in words: "budget"; "unknown" for none. O(1). */
STRATA_API const char *strata_fault_kind_text(strata_fault_kind kind);

/* A disabled handler: instructions that would call it do nothing, and the log
 * has a row for that (SKIPPED). `text` has several lines: what has failed,
 * where, in which event, and what had happened before; it has no control
 * characters but newlines. It is not state: NULL in a world that did not see it
 * happen. */
typedef struct strata_fault {
  strata_handler handler;
  strata_watcher_def watcher_def; /* the watcher whose program called it, or 0:
                                     an event type, a state-based action, the
                                     host */
  strata_fault_kind kind;
  uint64_t
      action; /* in which it was disabled, or before which: 1 for the first*/
  const char *text;
} strata_fault;

/*
 * Be told that a handler has failed and is disabled, while the action begins
 * anew without it; for a line on a terminal. The function must not write to the
 * world.
 *
 * fault  borrowed
 */
typedef void (*strata_fault_fn)(void *user, strata_world *world,
                                const strata_fault *fault);

/* -- The handler runner -- */

/* The functions of the host that actions of a world call. */
typedef struct strata_handler_runner {
  strata_handler_fn handle; /* NULL: there are no handlers */
  void *handle_user;
  strata_policy_fn decide; /* NULL: all decisions are left open */
  void *decide_user;
  uint64_t event_limit;  /* how many events one action may have; 0: 2^20 */
  strata_fault_fn fault; /* may be NULL */
  void *fault_user;
  /* False: an action in which a handler of a card fails begins anew with its
   * answers and without the handler, which is disabled from then on
   * (strata_fault), and its outcome is PARTLY. For handlers of the rules the
   * rules say what happens (strata_on_fault). True: the action fails, whatever
   * handler it is. It always fails for lack of memory. */
  bool strict;
  /* Both get handle_user. NULL: a handler that has waited for an answer is
   * called again, with all of its action. */
  strata_go_on_fn go_on;
  strata_forget_fn forget;
} strata_handler_runner;

/**
 * Set the functions that actions of a world call. A fork that is made anew has
 * the same, one that is given keeps its own; a loaded world has none. What the
 * former ones have kept of handlers that wait is forgotten.
 *
 * runner   copied; NULL: none
 * Errors   EOPEN while an action runs, though not while a decision is open
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_set_handler_runner(
    strata_world *world, const strata_handler_runner *runner);

/* -- Disabled handlers -- */

/**
 * Disable a handler: instructions that would call it skip it, until it is
 * enabled again. That is state: it is hashed, saved, copied, and taken back by
 * undo. A world in which a handler is disabled before an action, by the fault
 * that strata_disabled_get tells of a handler that failed in that action, is
 * the same after the action.
 *
 * fault    borrowed; action and text are not read
 * Errors   EINVAL if it is NULL or has no such kind; ENOENT for an unknown
 *          handler or watcher; EOPEN; ENOMEM. A handler that is disabled
 *          already stays so, and that is no error
 * Cost     O(handlers that are disabled)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_disable_handler(strata_world *world, const strata_fault *fault);

/**
 * Enable a handler again and forget its fault.
 *
 * Errors   ENOENT for an unknown handler; EOPEN; ENOMEM. A handler that is not
 *          disabled stays so, and that is no error
 * Cost     O(handlers that are disabled)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_enable_handler(strata_world *world, strata_handler handler);

/** How many handlers are disabled. Cost O(1). */
STRATA_API uint32_t strata_disabled_count(const strata_world *world);

/**
 * Describe the n-th disabled handler, from 0, in the order in which they were
 * disabled.
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
