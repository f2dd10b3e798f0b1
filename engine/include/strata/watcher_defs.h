/* strata/watcher_defs.h - watchers, handlers, state-based actions and the order
 * of play. */
#ifndef STRATA_WATCHER_DEFS_H
#define STRATA_WATCHER_DEFS_H

#include "strata/event_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- Watchers -- */

/* A watcher listens to events: a trigger, a replacement, a prevention and so
 * on. Its definition is declared here; abilities and laws have watchers, and
 * instructions start them. */
#define STRATA_ROLE_MAP(X)                                                     \
  X(REPLACE, 0, "replace") /* something else happens instead (614) */          \
  X(PREVENT, 1, "prevent") /* less of it happens (615) */                      \
  X(CANT, 2, "cant")       /* it cannot happen (614.17) */                     \
  X(TRIGGER, 3, "trigger") /* an ability triggers (603) */                     \
  X(STATE, 4, "state")     /* a trigger on a state, without event (603.8) */   \
  /* what triggers does once more, or `amount` times (603.2d); its parameters  \
   * source and controller (REF), if it has them, are the source of the        \
   * trigger and that one's controller */                                      \
  X(MORE, 5, "more")                                                           \
  X(NEVER, 6, "never")   /* as MORE: nothing triggers */                       \
  X(UNTIL, 7, "until")   /* a duration that an event ends (610.3) */           \
  X(HANDLE, 8, "handle") /* a handler of a chain: see strata_phase_desc */     \
  /* what a player may do: see strata_legal_actions */                         \
  X(ACTION, 9, "action")

typedef enum strata_watcher_role {
#define X(name, value, text) STRATA_ROLE_##name = value,
  STRATA_ROLE_MAP(X)
#undef X
} strata_watcher_role;

/** A role in words: "trigger"; "unknown" for none. O(1). */
STRATA_API const char *strata_watcher_role_text(strata_watcher_role role);

/* A condition on an entity that the event names. */
typedef struct strata_event_test {
  const char *field;     /* REF */
  const char *predicate; /* `it` is the entity in the field */
} strata_event_test;

typedef struct strata_watcher_desc {
  const char *name; /* as a definition's: "classic:soul_warden.1" */
  strata_watcher_role role;
  const char *event; /* an event type or alias; STATE, ACTION: NULL */
  const char *rank;  /* REPLACE: its class; NULL: after all classes */
  const strata_field_desc *names; /* its parameters, which the instruction that
                                     starts it gives: "$target" */
  size_t name_count;
  const strata_event_test *tests; /* all must hold */
  size_t test_count;
  const char *when;    /* a predicate on the event, `this` and parameters;
                          STATE: must be given; ACTION: when it may be done */
  const char *only_if; /* TRIGGER, STATE: the intervening if (603.4) */
  const char *amount;  /* PREVENT: so much; MORE: so often; NULL: all; once */
  const char *const *zones; /* in which its ability functions; none: all */
  size_t zone_count;
  const strata_instruction *program;
  size_t instruction_count;
  uint32_t uses;      /* at most so often in all; 0: no limit, but for a TRIGGER
                         that is started without ticks: once (603.7b) */
  uint32_t per_clock; /* and so often between two ticks of `clock` */
  const char *clock;
  bool batch;      /* once for all events that happen at once; PREVENT: its THEN
                      runs once, with the sum of what it has prevented */
  bool look_back;  /* it looks back though its event type does not (603.10) */
  bool optional;   /* its player may decline it */
  bool own;        /* of the entering object itself: acts while it enters
                      (614.12) */
  bool as_is;      /* CANT: tests the entering object as it is, not as it would
                      be */
  bool prevention; /* CANT: its event can happen, but cannot be prevented:
                      preventions apply to it and prevent nothing (615.12) */
  bool immediate;  /* does not wait on a stack */
  bool again;      /* may apply to one event more than once (903.9b) */
  bool always_ask; /* its order is asked for even where it makes no difference*/
  bool counts_done; /* of a trigger with `clock`: the limit counts how often its
                       program was done, that is not declined by its player, and
                       not how often it triggered (603.2i); at the limit it
                       triggers no more */
  /* HANDLE: the handler is called in this phase of its event type. `event` is
   * the event that walks the chain; `this` is the owner of the chain (of the
   * common chain: the cause), $you its player. Its parameters are its storage:
   * they are kept for each owner of a chain that it is in, as its program
   * leaves them. */
  const char *phase;
  int32_t place;   /* its rank: see STRATA_RANK_MEDIUM */
  bool everywhere; /* it is printed in the common chain */
  /* ACTION: a player does it with an object, which is `this`: with the object
   * that has the ability, or, of a law, with each that `subject` holds for, or
   * with none. $you is the player. The program first announces: instructions
   * CHOOSE with STRATA_INSTRUCTION_TARGET or STRATA_INSTRUCTION_ANNOUNCED. Then
   * it pays, to the end of its first `paid` instructions: each event that they
   * emit must happen, or something else in its place, or it cannot be done.
   * Then it does the rest; `stacked`: it is put on the stack after it was paid,
   * and does the rest as it resolves (601.2, 602.2). */
  const char *actor; /* who may do it: a predicate on `it`, a player; NULL: the
                        controller of `this`. A law must have it */
  const char *subject; /* of a law: a predicate on `it`; NULL: no object */
  size_t paid;
  const char *pays; /* it may be done amid a PAY of this event type, to have
                       something to pay with (605.3); not `stacked`. NULL: no */
  bool stacked;
  bool unlisted; /* the list of legal actions leaves it out, as where its host
                    keeps what it costs, and may give it parameters */
} strata_watcher_desc;

/**
 * Declare the definition of a watcher: abilities and laws have it
 * (strata_ability_desc.watchers), or instructions start it.
 *
 * watcher  borrowed; see strata_watcher_desc
 * Errors   EINVAL for a malformed name, a role that takes no program or needs
 *          one, a field that the role does not have; EEXIST; ENOMEM. Texts and
 *          instructions are checked by strata_builder_freeze
 * Cost     O(its texts)
 * Rule     603, 614-616
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_watcher(
    strata_builder *builder, const strata_watcher_desc *watcher);

/**
 * Declare a handler: a function of the host that instruction RUN calls by its
 * name (strata_handler_fn).
 *
 * name     as a definition's
 * body     a hash of what it does, for the hash of the rules; 0: unknown
 * Errors   EINVAL for a malformed name; EEXIST; ENOMEM
 * Cost     O(handlers)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_handler(
    strata_builder *builder, const char *name, uint64_t body);

/* -- State-based actions -- */

typedef struct strata_sba_desc {
  const char *name; /* as a definition's */
  const char *who;  /* the entities that it applies to: a predicate on `it` */
  /* At most two attributes; NULL: none. Of entities that are equal in them one
   * is kept, which their controller chooses (704.5j), and the action applies to
   * the others: to none where there is but one. INT, FLAG, REF or SYM. */
  const char *keep_by[2];
  bool keep_newest; /* the newest is kept, and no player is asked (704.5z) */
  /* [p], done for each of these entities, which is `it`. All that all
   * state-based actions do happens at once; events of the same type to the same
   * entity by several of them are one event (704.7). */
  const strata_instruction *program;
  size_t instruction_count;
  /* Attributes that tell what has happened since state-based actions were last
   * checked (704.5b, 704.5h): after each check all their base values are the
   * default again. INT, FLAG, REF or SYM. */
  const char *const *resets;
  size_t reset_count;
} strata_sba_desc;

/**
 * Declare a state-based action: a program that is done, whenever an action
 * settles, for all entities in some state.
 *
 * sba      borrowed; see strata_sba_desc
 * Errors   EINVAL for a malformed name, without a predicate or a program;
 *          EEXIST; ENOMEM. Texts and instructions are checked by
 *          strata_builder_freeze
 * Cost     O(its texts)
 * Rule     704
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_builder_sba(strata_builder *builder, const strata_sba_desc *sba);

/* -- The order of play -- */

/* What happens to an action in which a handler of the rules fails: one of an
 * event type, a state-based action, a law, or the chain of all entities. What
 * handlers of cards do that fail, strata_handler_runner tells. */
#define STRATA_ON_FAULT_MAP(X)                                                 \
  /* the action fails, and the world is as it was */                           \
  X(STOP, 0, "stop")                                                           \
  /* the handler is disabled, and the action begins anew without it */         \
  X(DISABLE, 1, "disable")

typedef enum strata_on_fault {
#define X(name, value, text) STRATA_ON_FAULT_##name = value,
  STRATA_ON_FAULT_MAP(X)
#undef X
} strata_on_fault;

/** What happens to such an action in words: "stop"; "unknown" for none. O(1).
 */
STRATA_API const char *strata_on_fault_text(strata_on_fault on_fault);

/* How long a row of the log stays in the state, where handlers and all else of
 * the rules that can read it (strata_log_get) find it. Expressions and programs
 * read no rows. Rows leave as an action ends, never those of that action: so a
 * host has read each of them, or keeps those that leave (strata_keep_log). */
#define STRATA_LOG_LASTS_MAP(X)                                                \
  /* as long as the world */                                                   \
  X(GAME, 0, "game")                                                           \
  /* until an action ends after the next tick of `log_clock` */                \
  X(TICK, 1, "tick")                                                           \
  /* until the next action ends */                                             \
  X(ACTION, 2, "action")

typedef enum strata_log_lasts {
#define X(name, value, text) STRATA_LOG_LASTS_##name = value,
  STRATA_LOG_LASTS_MAP(X)
#undef X
} strata_log_lasts;

/** How long rows of the log stay in words: "tick"; "unknown" for none. O(1). */
STRATA_API const char *strata_log_lasts_text(strata_log_lasts log_lasts);

/* Whose turn it is, the stack and the like. NULL: there is no such thing. */
typedef struct strata_play_rules_desc {
  const char *turn_player; /* whose turn it is: a predicate on `it`, or a REF.
                              Where several players must decide, or have
                              triggered abilities, they go in turn order
                              (101.4) */
  const char *next_player; /* a REF attribute of players: the next one */
  const char *stack; /* a shared zone, on which triggered abilities are put. In
                        rules without one they are done right away */
  const char *resolved;  /* an event type that happens to a card, or any object
                            with a definition, that was on the stack and still
                            is when it has been done (608.2n); without one it
                            stays. An ability ceases to exist by itself */
  const char *on_loop;   /* an event type that happens where an action goes
                            round in a circle (104.4b), and ends it; without
                            one the action fails with ELOOP */
  const char *log_clock; /* the clock whose ticks begin and end turns, for
                            questions about the past */
  bool always_ask; /* orders are asked for even where they make no difference,
                      with an option for each of several equal triggers */
  const char *triggered; /* an event type that happens whenever abilities have
                            triggered, if any watcher listens to it: to the
                            source of the ability, `by` that one's player, its
                            amount the number of times. Abilities that trigger
                            on it are put above all else on the stack, and cause
                            no such event themselves (603.3b) */
  strata_on_fault on_fault;   /* of handlers of the rules that fail; part of the
                                 hash */
  strata_log_lasts log_lasts; /* how long rows of the log stay; TICK needs a
                                 `log_clock` */
  const char *ends; /* an event type that ends the game: when it has happened,
                       with all that happens at the same time, nothing more is
                       performed, in its action or in another one (104.1) */
  const char *targeted; /* an event type that happens to what becomes a target,
                           as it is announced or put on the stack: its cause is
                           the source of the ability, `by` that one's player
                           (601.2c, 115.1) */
  const char *starts;   /* an event type that begins the game, once: when it has
                           happened, and all that it caused, the course of the
                           game begins, the affected entity first (course.h) */
  const char *acting;   /* a FLAG attribute of players, unlayered, that the
                           engine writes: who may act in the open period */
  const char *concedes; /* an event type that happens to a player who concedes
                           (104.3a): see strata_concede */
} strata_play_rules_desc;

/**
 * Declare the order of play: whose turn it is, what the stack is, and the like.
 *
 * play     borrowed; see strata_play_rules_desc
 * Errors   EINVAL for `next_player` without `turn_player`, `resolved` without
 *          a stack, or no such `on_fault`; EEXIST if it was declared before;
 *          ENOMEM. Names are looked up by strata_builder_freeze
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
