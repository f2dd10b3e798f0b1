/* strata/log.h - the log, and observers of it. */
#ifndef STRATA_LOG_H
#define STRATA_LOG_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a row of the log tells. Append only: the numbers are part of saves.
 * LEFT_OUT is a choice that makes no difference, so no player was asked: its
 * fields are those of DECIDED, with the option that was taken. HANDLED is of a
 * handler that was called, with the owner of its chain (source); PASSED of
 * strata_walk_chain, with the handler that has stopped the event; SKIPPED of a
 * disabled handler, with its object (source) and the watcher that would have
 * called it; ACTED of what a player does (STRATA_ROLE_ACTION): who, with which
 * object (source). */
#define STRATA_LOG_MAP(X)                                                      \
  X(HAPPENED, 0, "happened")                                                   \
  X(REPLACED, 1, "replaced")                                                   \
  X(PREVENTED, 2, "prevented")                                                 \
  X(REFUSED, 3, "cannot")                                                      \
  X(DROPPED, 4, "nothing")                                                     \
  X(TRIGGERED, 5, "triggered")                                                 \
  X(PLACED, 6, "placed")                                                       \
  X(RESOLVED, 7, "resolved")                                                   \
  X(DECIDED, 8, "decided")                                                     \
  X(LEFT_OUT, 9, "not asked")                                                  \
  X(HANDLED, 10, "handled")                                                    \
  X(MISSED, 11, "missed")                                                      \
  X(PASSED, 12, "passed")                                                      \
  X(SKIPPED, 13, "skipped")                                                    \
  X(ACTED, 14, "acted")

typedef enum strata_log_kind {
#define X(name, value, text) STRATA_LOG_##name = value,
  STRATA_LOG_MAP(X)
#undef X
} strata_log_kind;

/** A kind of rows in words: "happened"; "unknown" for none. O(1). */
STRATA_API const char *strata_log_kind_text(strata_log_kind kind);

typedef struct strata_log_row {
  uint64_t number; /* from 1, in order, never given twice */
  uint64_t action; /* in which it happened: 1 for the first */
  uint64_t parent; /* row of the event that contains it, perhaps forgotten; 0:
                      none */
  strata_log_kind what;
  strata_event_type event_type;   /* 0: of no event */
  strata_watcher_def watcher_def; /* 0: of no watcher */
  strata_entity who, source; /* its affected, its cause, perhaps gone; or 0 */
  uint32_t count;            /* so many equal ones, one after the other */
  /* All fields of its event type, in their order. DECIDED, by `who`: "purpose"
   * (INT), then for each option that was chosen "option" (INT), "chosen" (its
   * value, if it has one) and "amount" (INT, of DIVIDE and ALLOCATE); NUMBER:
   * "amount" alone. */
  const strata_named_value *fields;
  size_t field_count;
} strata_log_row;

/** The number of the row after a number (0: the first that is kept), 0 past the
 * last. Cost O(1), O(log(rows)) with strata_keep_log. */
STRATA_API uint64_t strata_log_next(const strata_world *world, uint64_t after);

/**
 * Read a row of the log.
 *
 * out      its fields live until the next call on this world, their names as
 *          long as the rules
 * Errors   ENOENT for a number that was is gone, or is yet to come; ENOMEM
 * Cost     O(fields^2)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_log_get(strata_world *world,
                                                          uint64_t number,
                                                          strata_log_row *out);

/**
 * Forget all rows before a number. Later rows are numbered as if they were
 * there.
 *
 * before   UINT64_MAX: all
 * Errors   EOPEN; ENOMEM
 * Cost     O(rows that go)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_log_forget(strata_world *world, uint64_t before);

/**
 * Keep rows that leave the log because no rule can ask for them any more
 * (strata_log_lasts), or stop and drop them. Calls of the host and of observers
 * read them as they read others; handlers do not, so nothing that happens
 * depends on it. They are no part of the state: forks and saves have none, and
 * a state that replaces this one (strata_fork, strata_reload) begins without.
 * What is taken back takes its rows along.
 *
 * keep     whether to keep rows from now on; false drops those that are kept.
 *          At the beginning a world keeps none
 * Cost     O(1); then O(its fields) for each row that leaves
 * Since    0.4
 */
STRATA_API void strata_keep_log(strata_world *world, bool keep);

/* -- Observers -- */

/*
 * Be told of a row of the log. The world is as it is when the function is
 * called; it may be read, and cannot be changed.
 *
 * row       lives until the function returns. A row that is MISSED with count 0
 *           is in no log: the row of its number and all later ones that were
 *           told did not happen after all, since their action was taken back,
 *           and the rows that follow come in their place
 */
typedef void (*strata_observer_fn)(void *user, strata_world *world,
                                   const strata_log_row *row);

/**
 * Add an observer: a function that is told of every row of the log from now on,
 * each once, in order. It is called when an action is done, or stops at a
 * decision, with all rows of the action so far. Rows that are written again
 * when the action is run again are not told again. Neither forks nor saves have
 * observers.
 *
 * Errors   EINVAL for no function, or one that is added with this user already;
 *          EOPEN while an action runs or an observer is called
 * Cost     O(observers)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_subscribe(strata_world *world, strata_observer_fn observer, void *user);

/**
 * Remove an observer.
 *
 * Errors   ENOENT if it is not added with this user; EOPEN while an action runs
 *          or an observer is called
 * Cost     O(observers)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_unsubscribe(
    strata_world *world, strata_observer_fn observer, void *user);

#ifdef __cplusplus
}
#endif

#endif
