/* strata/programs.h - what deeds are, of which programs are made. */
#ifndef STRATA_PROGRAMS_H
#define STRATA_PROGRAMS_H

#include "strata/abilities.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What a deed does. Where one may stand: [a] in what triggers, states and ends
 * of durations do, and in THEN; [h] in what handlers of chains do (those of the
 * phase "do" have [d]); [r] in what replacements and preventions do,
 * and self-replacements; [p] among the parts of a kind, in TOGETHER and
 * INSTEAD; [d] in what performing a kind does. Append only: numbers are part of
 * the ABI.
 */
#define STRATA_INSTRUCTION_MAP(X)                                              \
  X(EMIT, 0, "emit")         /* a p: an event of kind `what`; with `who` one   \
                                for each, who is `it`. Arguments: fields. `as` \
                                is the REF of what came of it. Inner: [r] on   \
                                it, its self-replacements (614.15) */          \
  X(TOGETHER, 1, "together") /* a: the inner events at once */                 \
  X(WHEN, 2, "when")         /* a r p d: the inner deeds if `when` holds */    \
  X(EACH, 3, "each")         /* a r p d: the inner deeds for each of `who` in  \
                                turn, who is `it` */                           \
  X(CHOOSE, 4, "choose")     /* a r: ask for `as`. `what`: NULL a REF, one of  \
                                `who`; "may" a FLAG; "number" an INT; "word" a \
                                SYM out of argument `of`. Options: by (REF),   \
                                least, most (INT) */                           \
  X(LET, 5, "let")           /* a r p d: `as` is the argument */               \
  X(RUN, 6, "run")           /* a r p d: the handler `what`; arguments: names  \
                                that it finds bound */                         \
  X(STOP, 7, "stop")         /* a r p d: no more of this program */            \
  X(CHANGE, 8, "change")     /* r: field `what` becomes the argument */        \
  X(INSTEAD, 9, "instead")   /* r: the inner events take its place */          \
  X(NOTHING, 10, "nothing")  /* r: it does not happen */                       \
  X(PREVENT, 11, "prevent")  /* r, of preventions: so much less; without an    \
                                argument as much as the watcher says */        \
  X(THEN, 12, "then")        /* r: the inner deeds right after it happened */  \
  X(SET, 13, "set")          /* d: the base value `what` of each of `who`      \
                                becomes the argument */                        \
  X(ADD, 14, "add")          /* d: the base number `what` of each of `who`     \
                                becomes so much more */                        \
  X(MOVE, 15, "move")        /* d: each of `who` to zone `what`, or to that    \
                                which option `to` (SYM) names. Options: player \
                                (REF), position (INT), same (FLAG: it stays    \
                                the same object), counters (FLAG: they stay on \
                                it). `as`: REF */                              \
  X(SPAWN, 16, "spawn")      /* d: `times` entities of definition `what`, of   \
                                that which option `of` (SYM) names, or copies  \
                                of `who`. `as`: REF */                         \
  X(REMOVE, 17, "remove")    /* d: each of `who` ceases to exist */            \
  X(STAMP, 18, "stamp")      /* d: each of `who` gets a new timestamp */       \
  X(TICK, 19, "tick")        /* d: the clock `what` ticks */                   \
  X(WATCH, 20, "watch")      /* a r d: start a watcher of code `what`.         \
                                Arguments: its names, and options source, you  \
                                (REF), left, ticks (INT); with `ticks` until   \
                                `clock` has ticked so often */                 \
  X(NOTE, 21, "note")        /* a r d: remember the argument as `what` on each \
                                of `who` */                                    \
  X(FORGET, 22, "forget")    /* a r d: what is remembered as `what` */         \
  X(TRIGGER, 23, "trigger")  /* a: the code `what`, a trigger, triggers now    \
                                (603.12). Arguments: its names */              \
  X(ROLL, 24, "roll")        /* a r: `as` is 1 to the argument, by chance */   \
  X(COUNT, 25, "count")      /* d: so many counters more on each of `who`: of  \
                                the attribute `what`, or of that whose kind    \
                                option `kind` (SYM) is. Option: count (INT) */ \
  X(SHUFFLE, 26, "shuffle")  /* d: zone `what`, or that which option `to`      \
                                (SYM) names, of the player `who` */            \
  X(COPY, 27, "copy")        /* d: each of `who` becomes a copy of whom option \
                                `whom` (REF) names, by an effect in the layer  \
                                `what`; with option `except` (SYM) but for     \
                                what the ability of that name says of `this`,  \
                                in that layer (707.9): constants, of clauses   \
                                whose condition holds for what it is then;     \
                                without `whom` it is that besides */           \
  X(ALSO, 28, "also")        /* r: the inner events are part of it: decided    \
                                with it when all else is, performed right      \
                                behind it; who enters by it is in them who     \
                                that has become (614.16, 616.1g) */            \
  X(TAKE, 29, "take")        /* r, of replacements: `as` is how much of the    \
                                event is this watcher's: what is left of its   \
                                amount, at most the argument and the event's   \
                                amount; so much less is left (614.9, 615.7) */ \
  X(HALT, 30, "halt")        /* h: nobody behind it in the chain is called */  \
  X(DROP, 31, "drop")        /* h: this handler leaves the chain */            \
  X(HOOK, 32, "hook")        /* a r d h: the handler `what` joins the chain of \
                                each of `who`; without `who` that of all.      \
                                Arguments: its names, and option ticks (INT),  \
                                with `clock` as WATCH */                       \
  X(UNHOOK, 33, "unhook")    /* a r d h: the handler `what` leaves it */       \
  X(BEGIN, 34, "begin")      /* a r d h: a continuous effect, called `what`,   \
                                begins on `who`: those whom a predicate finds  \
                                now, but for parts on open attributes, which   \
                                look anew (611.2c); or one. It does what       \
                                `clause` says, which has no subject; operands  \
                                with `capture` are taken now, of each affected \
                                by himself (611.2d). It lasts while `lasts`    \
                                holds (611.2b), and by option ticks (INT) with \
                                `clock` as WATCH; or for good */

typedef enum strata_instruction_op {
#define X(name, value, text) STRATA_DO_##name = value,
  STRATA_INSTRUCTION_MAP(X)
#undef X
} strata_instruction_op;

/* Flags of CHOOSE, of HOOK and UNHOOK, and of BEGIN. */
enum {
  STRATA_INSTRUCTION_HIDDEN = 1,  /* others see it once all who choose now have:
                              those  of hidden choices right behind it are asked
                              at the  same time, unless they hang on it */
  STRATA_INSTRUCTION_ORDERED = 2, /* the order of what is chosen counts */
  /* Of what triggers: it is chosen as its ability is put on the stack, a REF as
   * a target, a SYM as a mode (603.3d, 601.2b-c). Such deeds come first in a
   * program. Where one that must be chosen has no option, the ability is put
   * nowhere. Option `least` 0: a target may be left out. */
  STRATA_INSTRUCTION_TARGET = 4,
  /* Of HOOK and UNHOOK: it is no mistake if the handler is there already, or is
   * not there. */
  STRATA_INSTRUCTION_TRY = 8,
  /* Of BEGIN: it ends when its source leaves; of no source it does not begin.
   */
  STRATA_INSTRUCTION_WHILE_SOURCE = 16
};

typedef struct strata_argument {
  const char *name;         /* a field, an option, a name; NULL: the argument of
                               a deed that has just one */
  const char *value;        /* an expression of its type */
  const char *const *names; /* in place of it, symbols: SET of a SET; `of` of
                               CHOOSE */
  size_t name_count;
} strata_argument;

typedef struct strata_instruction {
  strata_instruction_op op;
  const char *what;
  const char *who;   /* a predicate on `it`, or a REF */
  const char *when;  /* any deed: only if this holds */
  const char *times; /* EMIT, SPAWN: so many; NULL: one */
  const char *as;    /* the name that it binds */
  const char *clock; /* WATCH, HOOK, BEGIN */
  const char *lasts; /* BEGIN: a predicate on nobody; NULL: whatever happens */
  const strata_clause *clause; /* BEGIN */
  const strata_argument *arguments;
  size_t argument_count;
  const struct strata_instruction *inner; /* nested at most 16 deep */
  size_t inner_count;
  uint32_t flags;
} strata_instruction;

#ifdef __cplusplus
}
#endif

#endif
