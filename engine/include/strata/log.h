/* strata/log.h - the log, and who is told of it. */
#ifndef STRATA_LOG_H
#define STRATA_LOG_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a row of the log says. Append only: the numbers are part of saves.
 * LEFT_OUT is a choice that makes no difference, so nobody was asked: fields as
 * of DECIDED, and which option was taken. HANDLED is of a handler that was
 * called, and whose chain it is in (source); PASSED of strata_walk_chain, and
 * who has stopped it; SKIPPED of a handler that is disabled: of whom (source),
 * and what would have run it. */
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
  X(SKIPPED, 13, "skipped")

typedef enum strata_log_kind {
#define X(name, value, text) STRATA_LOG_##name = value,
  STRATA_LOG_MAP(X)
#undef X
} strata_log_kind;

typedef struct strata_log_row {
  uint64_t number; /* from 1, in order, never given twice */
  uint64_t action; /* in which it happened: 1 for the first */
  uint64_t parent; /* row of the event that contains it, perhaps forgotten; 0:
                      none */
  strata_log_kind what;
  strata_event_type kind;    /* 0: of no event */
  strata_watcher_def code;   /* of what watcher; 0: of none */
  strata_entity who, source; /* its affected, its cause, perhaps gone; or 0 */
  uint32_t count;            /* so many equal ones, one after the other */
  const strata_named_value *fields; /* all of its kind, in their order. DECIDED,
                                 by `who`: "purpose" (INT), then for each option
                                 that was chosen "option" (INT), "chosen" (its
                                 value, if it has one) and "amount" (INT, of
                                 DIVIDE and ALLOCATE); NUMBER: "amount" alone */
  size_t field_count;
} strata_log_row;

/** The number of the row after a number (0: the first that is kept), 0 past the
 * last. Cost O(1). */
STRATA_API uint64_t strata_log_next(const strata_world *world, uint64_t after);

/**
 * Read a row of the log.
 *
 * out      its fields live until the next call on this world, their names as
 *          long as the rules
 * Errors   ENOENT for a number that was forgotten, or is yet to come; ENOMEM
 * Cost     O(fields^2)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_log_get(strata_world *world,
                                                          uint64_t number,
                                                          strata_log_row *out);

/**
 * Let all rows before a number go. Numbers go on as if they were there.
 *
 * before   UINT64_MAX: all
 * Errors   EOPEN; ENOMEM
 * Cost     O(rows that go)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_log_forget(strata_world *world, uint64_t before);

/*
 * Be told of a row. The world is as it is when the row is told, may be read,
 * and cannot be changed.
 *
 * row       lives until the function returns. One that is MISSED with count 0
 *           is in no log: it says that the row of its number and all later ones
 *           that were told did not happen after all, since what they were of
 *           was taken back, and that what is told next comes in their place
 */
typedef void (*strata_observer_fn)(void *user, strata_world *world,
                                   const strata_log_row *row);

/**
 * Tell a function of every row of the log from now on, each once, in order:
 * when an action is done, or stops at a decision, of all that has happened in
 * it so far. What happens again when it is run again is not told again. Neither
 * forks nor saves have views.
 *
 * Errors   EINVAL for no function, or one that is told with this user already;
 *          EOPEN while an action runs or a view is told
 * Cost     O(views)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_subscribe(strata_world *world, strata_observer_fn view, void *user);

/**
 * Tell a function no more.
 *
 * Errors   ENOENT if it is not told with this user; EOPEN while an action runs
 *          or a view is told
 * Cost     O(views)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_unsubscribe(strata_world *world, strata_observer_fn view, void *user);

#ifdef __cplusplus
}
#endif

#endif
