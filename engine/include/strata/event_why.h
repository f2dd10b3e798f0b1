/* strata/event_why.h - why an event happened, or did not. */
#ifndef STRATA_EVENT_WHY_H
#define STRATA_EVENT_WHY_H

#include "strata/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The log tells what happened; an explanation of an event tells how it came
 * about. The action is run again, on a copy of the state that it began with,
 * with the answers that were given, and keeps a trace. So the world must have
 * been told to remember its actions (strata_remember); an explanation does not
 * change it.
 */

/* What a row of an explanation tells. Append only: the numbers are part of the
 * ABI. */
#define STRATA_EVENT_WHY_MAP(X)                                                \
  X(PART, 0, "part of") /* the event was contained in this one (616.1g) */     \
  X(PROPOSED, 1, "proposed") /* its maker, and its fields at first; `row`: the \
                                RESOLVED that made it */                       \
  X(DECIDED, 2, "decided")   /* `who` chose */                                 \
  X(LEFT_OUT, 3, "not asked") /* a choice that made no difference */           \
  X(SELF, 4, "changed")       /* by its own maker (616.1a) */                  \
  X(REPLACED, 5, "replaced")                                                   \
  X(PREVENTED, 6, "prevented")                                                 \
  X(DECLINED, 7, "declined")  /* `who` declined it */                          \
  X(PASSED, 8, "passed over") /* its share is nothing (615.7) */               \
  X(BECAME, 9, "became")      /* an event that took its place */               \
  X(REFUSED, 10, "cannot")    /* it cannot happen (614.17) */                  \
  X(DROPPED, 11, "nothing")   /* it is no event (614.7a) */                    \
  X(HAPPENED, 12, "happened")                                                  \
  X(CONTAINED, 13, "contains")                                                 \
  X(TRIGGERED, 14, "triggered")                                                \
  X(HANDLED, 15, "ran")     /* a handler */                                    \
  X(VERDICT, 16, "why not") /* of strata_explain_why_not */

typedef enum strata_event_why_step {
#define X(name, value, text) STRATA_EVENT_WHY_##name = value,
  STRATA_EVENT_WHY_MAP(X)
#undef X
} strata_event_why_step;

/* Why a watcher did nothing about an event: the first of these that holds.
 * Append only. */
#define STRATA_VERDICT_MAP(X)                                                  \
  X(DONE, 0, "it did")             /* it did act */                            \
  X(KIND, 1, "kind")               /* it listens to another event type */      \
  X(ABSENT, 2, "absent")           /* its source was not there */              \
  X(ZONE, 3, "zone")               /* it does not function in that zone */     \
  X(LOST, 4, "lost")               /* its source did not have the ability */   \
  X(LOOKS_AFTER, 5, "looks after") /* it was there only before (603.10) */     \
  X(LOOKS_BACK, 6, "looks back")   /* it was there only after (603.10) */      \
  X(CONDITION, 7, "condition")     /* its condition did not hold */            \
  X(ONLY_IF, 8, "only if")         /* its intervening if, as it happened */    \
  X(LIMIT, 9, "limit")             /* it was used as often as it may be */     \
  X(ONCE, 10, "once")              /* once for simultaneous events (603.2c) */ \
  X(AGAIN, 11, "again")            /* it had been applied to it (614.5) */     \
  X(UNPREVENTABLE, 12, "unpreventable") /* (615.12) */                         \
  X(REFUSED, 13, "cannot")    /* the event could not happen (614.17) */        \
  X(DROPPED, 14, "nothing")   /* it was no event (614.7a) */                   \
  X(CLASS, 15, "class")       /* one of a lower class came first (616.1) */    \
  X(OTHER, 16, "other")       /* another one came first, by choice */          \
  X(REPLACED, 17, "replaced") /* the event did not happen as such */           \
  X(DECLINED, 18, "declined") /* its player declined it */                     \
  X(SHARE, 19, "share")       /* its share was nothing (615.7) */              \
  X(NEVER, 20, "never")       /* a watcher NEVER keeps it from triggering */   \
  X(RESOLVED_IF, 21, "resolved if") /* its intervening if, as it resolved */   \
  X(TARGETS, 22, "targets")         /* none was legal (608.2b, 603.3d) */      \
  X(NOT_MET, 23, "not met")         /* the event was past before it was asked */

typedef enum strata_verdict {
#define X(name, value, text) STRATA_VERDICT_##name = value,
  STRATA_VERDICT_MAP(X)
#undef X
} strata_verdict;

/** A step in words: "replaced"; "unknown" for none. O(1). */
STRATA_API const char *strata_event_why_step_text(strata_event_why_step step);

/** A verdict in words: "condition"; "unknown" for none. O(1). */
STRATA_API const char *strata_verdict_text(strata_verdict verdict);

typedef struct strata_event_why strata_event_why;

/* A field of an event, before and after a change. The texts are what a person
 * reads: an entity has the name that it had when the action ended, which only
 * the action that was run again can tell. They live as long as the
 * explanation. */
typedef struct strata_field_change {
  const char *name;
  strata_value before, after;
  const char *before_text; /* "" where `before` is empty */
  const char *after_text;
  bool names_maker; /* "by", "cause" or "effect": who made the event, which the
                       name of a row tells as well */
} strata_field_change;

/* The event that is explained. */
typedef struct strata_explained_event {
  strata_event_type event_type;
  uint64_t row;    /* of the log, the one that was asked about */
  uint64_t action; /* that the event was of */
} strata_explained_event;

typedef struct strata_event_why_row {
  strata_event_why_step step;
  strata_verdict verdict;         /* of VERDICT */
  uint64_t row;                   /* of the log, 0: none */
  strata_event_type event_type;   /* of the event that it is about; 0: none */
  strata_watcher_def watcher_def; /* the watcher that did it; 0: none */
  strata_entity source, who; /* the watcher's source; the player who decided, or
                                the affected entity */
  const char *name;          /* source and watcher in words, or "" */
  const char *says;          /* more about it, or "" */
  const strata_field_change
      *fields; /* PROPOSED, HAPPENED, BECAME, CONTAINED, PART:
             all that are not 0, `before` is empty; SELF,
             REPLACED, PREVENTED: those that it changed */
  size_t field_count;
} strata_event_why_row;

/**
 * Let a world remember the states that its newest actions began with, and the
 * answers, so that their events can be explained.
 *
 * actions  how many, at most 65536; 0: none, as in a new world, a fork and a
 *          loaded world
 * Errors   ERANGE; EOPEN while an action runs; ENOMEM
 * Cost     from now on a copy of the state for each action
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_remember(strata_world *world,
                                                           uint32_t actions);

/**
 * Let a world remember what another one of the same rules remembers, for a host
 * that goes on with a copy in place of a world: a fork remembers nothing.
 *
 * Errors   EINVAL for a world of other rules, and for the same world; EOPEN
 *          while an action runs; ENOMEM
 * Cost     a copy of each remembered state
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_remember_as(strata_world *world, const strata_world *other);

/**
 * Explain an event: how it was proposed, what was decided, what replaced and
 * prevented it, in order and with the fields that changed, what became of it,
 * and what it set off.
 *
 * row      of the log, one that tells of an event
 * out      owned: free it with strata_event_why_free, before the world
 * Errors   ENOENT for a row that is forgotten, yet to come or of no event;
 *          EREFUSED if its action is not remembered, or goes otherwise now than
 *          it did (handlers, rules): the message says which; ENOMEM
 * Cost     a copy of the state, and the action
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_explain_event(strata_world *world, uint64_t row, strata_event_why **out);

/**
 * Explain why a watcher did nothing about an event: the first of its conditions
 * that failed, with the values as they were.
 *
 * row      as for strata_explain_event; 0: the newest event of the type that
 *          the watcher listens to
 * watcher  a trigger, replacement, prevention, a "cannot"
 * source   the object that has it; of a card the object that it was then; 0:
 *          any object that has it
 * out      its last row is a VERDICT; owned, as for strata_explain_event
 * Errors   as strata_explain_event; ENOENT for no such watcher; EINVAL for a
 *          watcher that listens to no event; ESTALE for a source that never
 *          was
 * Cost     as strata_explain_event, three times; O(log) for row 0
 * Rule     603.2, 603.4, 603.10, 614.5, 614.17, 615.12, 616.1
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_explain_why_not(
    strata_world *world, uint64_t row, strata_watcher_def watcher,
    strata_entity source, strata_event_why **out);

/** Free an explanation. NULL is allowed. Cost O(rows). */
STRATA_API void strata_event_why_free(strata_event_why *why);

/** Number of rows. Cost O(1). */
STRATA_API size_t strata_event_why_count(const strata_event_why *why);

/** The n-th row (from 0); NULL past the end. It lives as long as the
 * explanation. Cost O(1). */
STRATA_API const strata_event_why_row *
strata_event_why_get(const strata_event_why *why, size_t n);

/** The event that is explained. It lives as long as the explanation. Cost O(1).
 */
STRATA_API const strata_explained_event *
strata_event_why_event(const strata_event_why *why);

#ifdef __cplusplus
}
#endif

#endif
