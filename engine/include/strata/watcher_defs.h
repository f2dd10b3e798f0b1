/* strata/watcher_defs.h - declare watchers, handlers, state-based actions and
 * how a game goes on. */
#ifndef STRATA_WATCHER_DEFS_H
#define STRATA_WATCHER_DEFS_H

#include "strata/event_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Events: what happens in a game, happens as an event of a declared kind, and
 * watchers say what they do about it. All of it is declared here as data: texts
 * of expressions and deeds. Rules hold it, and strata_act runs it.
 *
 * Expressions of events and watchers can say more than others: "event.amount"
 * is a field of the event in question, "$x" what a deed before has bound. Every
 * event has the fields "by" (REF: the player who makes it), "cause" (REF: the
 * object that does), "effect" (FLAG: an effect makes it), "prevented" (INT: how
 * much of it was) and "became" (REF: who came of it, as the new object that its
 * affected is since; for look-back triggers, too). Every program has "$you"
 * (REF: whose it is) and "$i" (INT: which of several an EMIT is at, from 1). A
 * name whose deed was passed by is 0, false, or nobody.
 */
#define STRATA_ROLE_MAP(X)                                                         \
  X(REPLACE, 0, "replace") /* something else happens instead (614) */              \
  X(PREVENT, 1, "prevent") /* less of it happens (615) */                          \
  X(CANT, 2, "cant")       /* it cannot happen (614.17) */                         \
  X(TRIGGER, 3, "trigger") /* an ability triggers (603) */                         \
  X(STATE, 4, "state")     /* likewise, by how things are: no event (603.8) */     \
  X(MORE, 5,                                                                       \
    "more")            /* what triggers does once more, or `amount` (603.2d);      \
                          its   names source and controller (REF), if it has them, \
                          are   whose trigger it is, and whose that one is */      \
  X(NEVER, 6, "never") /* likewise: nothing triggers */                            \
  X(UNTIL, 7, "until") /* a duration that an event ends (610.3) */                 \
  X(HANDLE, 8, "handle") /* a handler of a chain: see strata_phase_desc */

typedef enum strata_watcher_role {
#define X(name, value, text) STRATA_ROLE_##name = value,
  STRATA_ROLE_MAP(X)
#undef X
} strata_watcher_role;

/**
 * Declare a handler: something that deeds run and whoever runs actions knows by
 * its name.
 *
 * name     as a definition's
 * body     a hash of what it does, for the hash of the rules; 0: unknown
 * Errors   EINVAL for a malformed name; EEXIST; ENOMEM
 * Cost     O(handlers)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_handler(
    strata_builder *builder, const char *name, uint64_t body);

/* What is asked of somebody whom an event names. */
typedef struct strata_event_test {
  const char *field;     /* REF */
  const char *predicate; /* `it` is whom the field names */
} strata_event_test;

typedef struct strata_watcher_desc {
  const char *name; /* as a definition's: "classic:soul_warden.1" */
  strata_watcher_role role;
  const char *event; /* a kind or alias; STATE: NULL */
  const char *rank;  /* REPLACE: its class; NULL: the last of all */
  const strata_field_desc *names; /* what whoever starts it gives: "$target" */
  size_t name_count;
  const strata_event_test *tests; /* all must hold */
  size_t test_count;
  const char *when; /* a predicate on the event, `this` and names; STATE: must
                       be given */
  const char *only_if; /* TRIGGER, STATE: the intervening if (603.4) */
  const char *amount;  /* PREVENT: so much; MORE: so often; NULL: all; once */
  const char *const *zones; /* where its ability functions; none: everywhere */
  size_t zone_count;
  const strata_instruction *deeds;
  size_t deed_count;
  uint32_t uses;      /* at most so often in all; 0: no limit */
  uint32_t per_clock; /* and so often between two ticks of `clock` */
  const char *clock;
  bool batch;      /* once for all events that happen at once; PREVENT: its
                      THEN is, with what it has prevented in all */
  bool look_back;  /* also where its kind does not (603.10) */
  bool optional;   /* its player may let it be */
  bool own;        /* of what enters itself: acts while it enters (614.12) */
  bool as_is;      /* CANT: asks what enters as it is, not as it would be */
  bool immediate;  /* does not wait on a stack */
  bool again;      /* not only once for an event (903.9b) */
  bool always_ask; /* its order is asked for even where it makes no difference*/
  bool counts_done; /* of what triggers and is on `clock`: not how often it
                       triggers is limited, but how often it is done, if its
                       player does not let it be (603.2i); it triggers no more
                       once it was */
  /* HANDLE: it is called in this phase of its kind, with `event` being what
   * passes, `this` whose chain it is in (of the chain of all: the cause), $you
   * its player. Its names are its store: they are kept for each owner whose
   * chain it is in, with what its program leaves in them. */
  const char *phase;
  int32_t place;   /* its rank: see STRATA_RANK_MEDIUM */
  bool everywhere; /* it is printed in the chain of all */
} strata_watcher_desc;

/**
 * Declare what a watcher says: abilities have it (strata_ability_desc.codes),
 * laws, or deeds start it.
 *
 * Errors   EINVAL for a malformed name, a role that takes no deeds or wants
 *          some, a field that the role does not have; EEXIST; ENOMEM. What
 *          texts and deeds say is checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     603, 614-616
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_watcher(
    strata_builder *builder, const strata_watcher_desc *code);

/* A state-based action (704). */
typedef struct strata_sba_desc {
  const char *name; /* as a definition's */
  const char *who;  /* whom it is about: a predicate on `it` */
  /* At most two attributes; NULL: none. Of those who are equal in them, one is
   * kept, which their controller chooses (704.5j), and it is about the others:
   * about nobody where there is but one. INT, FLAG, REF or SYM. */
  const char *keep_by[2];
  bool keep_newest; /* and nobody is asked: the newest is kept (704.5z) */
  /* [p], done for each of them, who is `it`. All that all checks find happens
   * at once; what is the same kind of event for the same one by several checks
   * is one event (704.7). */
  const strata_instruction *deeds;
  size_t deed_count;
  /* Attributes of what has happened since the last check (704.5b, 704.5h): when
   * all checks have looked, all base values of them are the default again. INT,
   * FLAG, REF or SYM. */
  const char *const *resets;
  size_t reset_count;
} strata_sba_desc;

/**
 * Declare a state-based action: something that is done, whenever an action
 * settles, about all who are in some state.
 *
 * check    borrowed; see strata_sba_desc
 * Errors   EINVAL for a malformed name, without a predicate or deeds; EEXIST;
 *          ENOMEM. What texts and deeds say is checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     704
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_sba(strata_builder *builder, const strata_sba_desc *check);

/* How a game goes on; NULL: there is no such thing. */
typedef struct strata_play_rules_desc {
  const char *turn_player; /* whose turn it is: a predicate on `it`, or a REF.
                              Where several must decide, or have triggered
                              abilities, they go in turn order (101.4) */
  const char *next_player; /* a REF attribute of players: who comes next */
  const char *stack; /* a shared zone, on which triggered abilities are put. In
                        rules without one they are done right away */
  const char *resolved;  /* a kind of event that happens to a card, or whatever
                            has a definition, that was on the stack, and still
                            is when it has been done (608.2n); without one it
                            stays. An ability ceases to exist by itself */
  const char *on_loop;   /* a kind of event that happens where an action goes
                            round in a circle (104.4b), and ends it; without
                            one the action fails with ELOOP */
  const char *log_clock; /* whose ticks begin and end turns, for what is told of
                            the past */
  bool always_ask; /* orders are asked for even where they make no difference */
  const char *triggered; /* a kind of event that happens whenever abilities have
                            triggered, as far as anybody watches for it: to
                            whose ability it is, `by` that one's player, for its
                            amount as often as it has. What triggers on it is
                            put above all else on the stack, and tells of
                            nothing itself (603.3b) */
} strata_play_rules_desc;

/**
 * Say whose turn it is, what the stack is, and the like.
 *
 * play     borrowed; see strata_play_rules_desc
 * Errors   EINVAL for a next player without one whose turn it is, or `resolved`
 *          without a stack; EEXIST if it was said before; ENOMEM. Names are
 *          looked up by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     101.4, 405, 603.3b
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_play_rules(
    strata_builder *builder, const strata_play_rules_desc *play);

#ifdef __cplusplus
}
#endif

#endif
