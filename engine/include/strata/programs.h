/* strata/programs.h - instructions, of which the programs of event types,
 * watchers and state-based actions are made. */
#ifndef STRATA_PROGRAMS_H
#define STRATA_PROGRAMS_H

#include "strata/abilities.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A program is a list of instructions. Rules hold programs as data, and
 * strata_act runs them.
 *
 * Expressions of event types, watchers and programs know more names than
 * others: "event.amount" is a field of the event in question, "$x" a variable
 * that an instruction before has bound. Every event has the fields "by" (REF:
 * the player who makes it), "cause" (REF: the object that does), "effect"
 * (FLAG: an effect makes it), "prevented" (INT: how much of it was) and
 * "became" (REF: the new object that the affected one has become; also for
 * look-back triggers). Every program has the variables "$you" (REF: the player
 * whose program it is) and "$i" (INT: the number of the event among those of
 * an EMIT, from 1). A variable whose instruction was skipped is 0, false, or
 * none.
 *
 * Where an instruction may stand:
 *  [a] in programs of triggers, state triggers and ends of durations, and in
 *      THEN
 *  [h] in programs of handlers of chains (those of the phase "do" have [d])
 *  [r] in programs of replacements and preventions, and in self-replacements
 *  [p] among the parts of an event type, in TOGETHER and INSTEAD
 *  [d] in the program that performs an event
 * Append only: numbers are part of the ABI.
 */
#define STRATA_INSTRUCTION_MAP(X)                                              \
  /* [a p] An event of type `what`; with `who` one for each of these entities, \
   * which is `it`. Arguments: fields. `as` is the REF of the object that came \
   * of it. Inner: [r] on it, its self-replacements (614.15). */               \
  X(EMIT, 0, "emit")                                                           \
  /* [a] The inner events at once. */                                          \
  X(TOGETHER, 1, "together")                                                   \
  /* [a r p d] The inner instructions if `when` holds. */                      \
  X(WHEN, 2, "when")                                                           \
  /* [a r p d] The inner instructions for each of `who` in turn, which is      \
   * `it`. */                                                                  \
  X(EACH, 3, "each")                                                           \
  /* [a r] Ask for `as`. `what`: NULL a REF, one of `who`; "may" a FLAG;       \
   * "number" an INT; "word" a SYM out of argument `of`. Options: by (REF);    \
   * least, most (INT) of a number; least 0: of a REF or SYM none may be       \
   * chosen, and `as` is then none. */                                         \
  X(CHOOSE, 4, "choose")                                                       \
  /* [a r p d] `as` is the argument. */                                        \
  X(LET, 5, "let")                                                             \
  /* [a r p d] The handler `what`; arguments: variables that it finds bound.   \
   */                                                                          \
  X(RUN, 6, "run")                                                             \
  /* [a r p d] The program ends here. */                                       \
  X(STOP, 7, "stop")                                                           \
  /* [r] Field `what` becomes the argument. */                                 \
  X(CHANGE, 8, "change")                                                       \
  /* [r] The inner events take its place. */                                   \
  X(INSTEAD, 9, "instead")                                                     \
  /* [r] The event does not happen. */                                         \
  X(NOTHING, 10, "nothing")                                                    \
  /* [r], of preventions: the event is less by the argument; without one by    \
   * the amount of the watcher. */                                             \
  X(PREVENT, 11, "prevent")                                                    \
  /* [r] The inner instructions right after the event happened. */             \
  X(THEN, 12, "then")                                                          \
  /* [d] The base value `what` of each of `who` becomes the argument. */       \
  X(SET, 13, "set")                                                            \
  /* [d] The base number `what` of each of `who` grows by the argument. */     \
  X(ADD, 14, "add")                                                            \
  /* [d] Each of `who` moves to zone `what`, or to the zone that option `to`   \
   * (SYM) names. Options: player (REF), position (INT), same (FLAG: it stays  \
   * the same object), counters (FLAG: they stay on it). `as`: REF. */         \
  X(MOVE, 15, "move")                                                          \
  /* [d] `times` entities of definition `what`, of the definition that option  \
   * `of` (SYM) names, or copies of `who`. `as`: REF. */                       \
  X(SPAWN, 16, "spawn")                                                        \
  /* [d] Each of `who` ceases to exist. */                                     \
  X(REMOVE, 17, "remove")                                                      \
  /* [d] Each of `who` gets a new timestamp. */                                \
  X(STAMP, 18, "stamp")                                                        \
  /* [d] The clock `what` ticks. */                                            \
  X(TICK, 19, "tick")                                                          \
  /* [a r d] Start a watcher of definition `what`. Arguments: its parameters,  \
   * and options source, you (REF), left, ticks (INT); with `ticks` until      \
   * `clock` has ticked so often. */                                           \
  X(WATCH, 20, "watch")                                                        \
  /* [a r d] Remember the argument as `what` on each of `who`. */              \
  X(NOTE, 21, "note")                                                          \
  /* [a r d] Forget what is remembered as `what`. */                           \
  X(FORGET, 22, "forget")                                                      \
  /* [a] The watcher `what`, a trigger, triggers now (603.12). Arguments: its  \
   * parameters. */                                                            \
  X(TRIGGER, 23, "trigger")                                                    \
  /* [a r] `as` is a random number from 1 to the argument. */                  \
  X(ROLL, 24, "roll")                                                          \
  /* [d] So many counters more on each of `who`: of the attribute `what`, or   \
   * of the attribute whose kind option `kind` (SYM) is. Option: count (INT).  \
   */                                                                          \
  X(COUNT, 25, "count")                                                        \
  /* [d] Shuffle zone `what`, or the zone that option `to` (SYM) names, of the \
   * player `who`. */                                                          \
  X(SHUFFLE, 26, "shuffle")                                                    \
  /* [d] Each of `who` becomes a copy of the entity in option `whom` (REF), by \
   * an effect in the layer `what`. With option `except` (SYM) the ability of  \
   * that name states exceptions about `this` in that layer (707.9):           \
   * constants, of clauses whose condition holds for what it is then. Without  \
   * `whom` the effect has these alone. */                                     \
  X(COPY, 27, "copy")                                                          \
  /* [r] The inner events are part of the event: decided with it when all else \
   * is, performed right behind it; an entity that enters by it is in them as  \
   * the object that it has become (614.16, 616.1g). */                        \
  X(ALSO, 28, "also")                                                          \
  /* [r], of replacements: `as` is how much of the event is this watcher's:    \
   * what is left of its amount, at most the argument and the event's amount;  \
   * so much less is left (614.9, 615.7). */                                   \
  X(TAKE, 29, "take")                                                          \
  /* [h] No handler behind this one in the chain is called. */                 \
  X(HALT, 30, "halt")                                                          \
  /* [h] This handler leaves the chain. */                                     \
  X(DROP, 31, "drop")                                                          \
  /* [a r d h] The handler `what` joins the chain of each of `who`; without    \
   * `who` the common chain. Arguments: its parameters, and option ticks       \
   * (INT), with `clock` as WATCH. */                                          \
  X(HOOK, 32, "hook")                                                          \
  /* [a r d h] The handler `what` leaves that chain. */                        \
  X(UNHOOK, 33, "unhook")                                                      \
  /* [a r d h] A continuous effect, called `what`, begins on `who`: one        \
   * entity; or all that a predicate holds for now, but for parts on open      \
   * attributes, which select anew (611.2c). `clause`, without a subject, is   \
   * what it does; operands with `capture` are computed now, for each affected \
   * entity by itself (611.2d). It lasts while `lasts` holds (611.2b), and by  \
   * option ticks (INT) with `clock` as WATCH; or for good. */                 \
  X(BEGIN, 34, "begin")                                                        \
  /* [d] Each of `who` acts no more in the period that is open, until it is    \
   * its turn to act again; nothing for one who does not act. See course.h. */ \
  X(PASS, 35, "pass")                                                          \
  /* [d] The period `what` is added behind the next end of the period that     \
   * option `after` (SYM) names, or behind its own; what was added last comes  \
   * first. Option: player (REF), whose it is; without it, it is the next      \
   * player's, or that of the period around it, as it is declared. */          \
  X(ADD_PERIOD, 36, "add_period")                                              \
  /* [a r h] Player `by` (REF; $you) pays what the inner NEEDs say, with what  \
   * the inner HAVEs say that there is, and what actions give whose `pays` is  \
   * `what`. For each kind that is spent an event `what` is emitted: its       \
   * affected entity is the player, its amount how many, and its only field of \
   * type SYM the kind. In the cost of an ACTION it is paid by who does that,  \
   * or the action cannot be done. Elsewhere it is paid if it can be; with     \
   * `least` (INT) 0 the player may leave it; and `as` is the FLAG whether it  \
   * was paid. See payment.h. */                                               \
  X(PAY, 37, "pay")                                                            \
  /* In PAY: there are `count` (INT, where the player is `it`) of the kind     \
   * that option `of` names. With `what` this kind is spent by that event,     \
   * which need not say the kind, and never pays where any will do. */         \
  X(HAVE, 38, "have")                                                          \
  /* In PAY: `count` (INT) are needed, each of one of the kinds in `of`;       \
   * without `of` any kind will do. With inner NEEDs each of them is met in    \
   * one of these ways, which the player chooses (107.4e, 107.4f). */          \
  X(NEED, 39, "need")                                                          \
  /* [a] Each of `who` is assigned to one of the entities that option `to`     \
   * (FLAG) holds for, or to none. Player `by` (REF) is asked about one        \
   * after the other, and offered only what can be completed. Then the         \
   * inner events happen at once for each pair, where `it` is the assigner     \
   * and `as` the place. Restrictions are obeyed: can (FLAG, of `it` and       \
   * `as`); each (INT, of `it`), to so many places at most, without it one;    \
   * company (INT), only with so many others; least, most (INT, where `it`     \
   * is the place), so many if any, and at most; in_all (INT), so many         \
   * assigners at most. Requirements are counted, and as many are fulfilled    \
   * as can be (508.1d, 509.1c): must (INT, of `it`), that it is assigned;     \
   * must_to (INT, of `it` and `as`), to this place; needed (INT, where        \
   * `it` is the place), that anybody is. At most 64 assigners and 32          \
   * places. */                                                                \
  X(ASSIGN, 40, "assign")                                                      \
  /* [a] Player `by` (REF) chooses other targets for each of `who` that is on  \
   * the stack (115.7). `what`: NULL all of its targets change, or none if one \
   * cannot (115.7a); "one" of them changes (115.7b); "any" of them may        \
   * (115.7d). Only what is legal together at the end is offered (115.7e), and \
   * never the object itself (115.5). What was no target of it becomes one. */ \
  X(RETARGET, 41, "retarget")                                                  \
  /* [d] Each of `who` is shown to option player (REF), to nobody if that is   \
   * none; without it to all players. Who is shown it knows its face until it  \
   * moves or its zone is shuffled (seats.h). */                               \
  X(DISCLOSE, 42, "disclose")

typedef enum strata_instruction_op {
#define X(name, value, text) STRATA_DO_##name = value,
  STRATA_INSTRUCTION_MAP(X)
#undef X
} strata_instruction_op;

/** An instruction's operation in words: "emit"; "unknown" for none. O(1). */
STRATA_API const char *strata_instruction_op_text(strata_instruction_op op);

/* Flags of CHOOSE, of HOOK and UNHOOK, of BEGIN, of SPAWN, and of ASSIGN. */
enum {
  /* CHOOSE: other players see the choice only when all who choose now have
   * chosen. Hidden choices right behind it are asked at the same time, unless
   * they depend on it. */
  STRATA_INSTRUCTION_HIDDEN = 1,
  /* CHOOSE: the order of what is chosen counts. */
  STRATA_INSTRUCTION_ORDERED = 2,
  /* CHOOSE of a trigger: it is chosen as its ability is put on the stack, a REF
   * as a target, a SYM as a mode (603.3d, 601.2b-c). Such instructions come
   * first in a program. Where one that must be chosen has no option, the
   * ability is not put on the stack. Option `least` 0: a target may be left
   * out. */
  STRATA_INSTRUCTION_TARGET = 4,
  /* HOOK and UNHOOK: it is no error if the handler is there already, or is not
   * there. */
  STRATA_INSTRUCTION_TRY = 8,
  /* BEGIN: the effect ends when its source leaves; without a source it does not
   * begin. */
  STRATA_INSTRUCTION_WHILE_SOURCE = 16,
  /* SPAWN with option `of`: its word names a definition, by the definition's
   * own name or by a SYM that it alone gives to its entities; a word that names
   * none fails the action. Without this flag only the definition's own name
   * counts, and an entity without a definition is made of any other word. */
  STRATA_INSTRUCTION_NAMED = 32,
  /* CHOOSE of an ACTION: it is announced before the action is paid, as one with
   * STRATA_INSTRUCTION_TARGET, but is no target: an object to pay with, a
   * number (601.2b). */
  STRATA_INSTRUCTION_ANNOUNCED = 64,
  /* ASSIGN: the whole assignment is one answer. Each option is a pair: its
   * value the assigner, its text "to #3:1", the place. An answer that is not
   * legal is refused, and the message says why: which restriction it does not
   * obey, or how many requirements it fulfils of how many, with an example. */
  STRATA_INSTRUCTION_AT_ONCE = 128
};

typedef struct strata_argument {
  const char *name;         /* a field, an option, a parameter; NULL: the
                               argument of an instruction that has just one */
  const char *value;        /* an expression of its type */
  const char *const *names; /* in place of it, symbols: SET of a SET; `of` of
                               CHOOSE, HAVE and NEED */
  size_t name_count;
} strata_argument;

typedef struct strata_instruction {
  strata_instruction_op op;
  const char *what;
  const char *who;   /* a predicate on `it`, or a REF */
  const char *when;  /* any instruction: it is skipped unless this holds */
  const char *times; /* EMIT, SPAWN: so many; NULL: one */
  const char *as;    /* the variable that it binds */
  const char *clock; /* WATCH, HOOK, BEGIN */
  const char *lasts; /* BEGIN: a predicate without `it`; NULL: always holds */
  const strata_clause *clause; /* BEGIN */
  const strata_argument *arguments;
  size_t argument_count;
  const struct strata_instruction *inner; /* nested at most 16 deep */
  size_t inner_count;
  uint32_t flags;
} strata_instruction;

/* A field of events, or a parameter of a watcher. */
typedef struct strata_field_desc {
  const char *name; /* as an attribute's; any word will do */
  strata_type type; /* INT, FLAG, REF or SYM; a field has the same type in all
                       event types */
} strata_field_desc;

#ifdef __cplusplus
}
#endif

#endif
