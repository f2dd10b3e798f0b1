/* strata/decisions.h - decisions and answers. */
#ifndef STRATA_DECISIONS_H
#define STRATA_DECISIONS_H

#include "strata/actions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a decision is for. Append only: the numbers are part of saves. */
#define STRATA_PURPOSE_MAP(X)                                                  \
  X(REPLACE, 0, "replace")               /* which replacement applies (616) */ \
  X(ORDER_TRIGGERS, 1, "order triggers") /* 603.3b */                          \
  X(ORDER_STAMPS, 2, "order timestamps") /* 613.7m */                          \
  X(TARGET, 3, "target")                                                       \
  X(MODE, 4, "mode")                                                           \
  X(MAY, 5, "may")       /* option 0: yes, option 1: no */                     \
  X(CHOOSE, 6, "choose") /* some of the options */                             \
  X(DIVIDE, 7, "divide") /* an amount for each option, in all `total` */       \
  X(ORDER, 8, "order")                                                         \
  X(NUMBER, 9, "number")      /* a number, no options */                       \
  X(ALLOCATE, 10, "allocate") /* as DIVIDE: prevention (615.7) */              \
  X(KEEP, 11, "keep")         /* 704.5j */                                     \
  X(CONCEDE, 12, "concede")   /* never asked: who has conceded (104.3a) */

typedef enum strata_decision_purpose {
#define X(name, value, text) STRATA_PURPOSE_##name = value,
  STRATA_PURPOSE_MAP(X)
#undef X
} strata_decision_purpose;

/** A purpose in words: "may"; "unknown" for none. O(1). */
STRATA_API const char *
strata_decision_purpose_text(strata_decision_purpose purpose);

typedef struct strata_option {
  strata_value value;  /* of type 0 if the option is only a text */
  const char *text;    /* to be shown; NULL: the value is enough */
  const char *outcome; /* the consequence in words: of a replacement the event
                          that would happen; NULL: not known, or hidden from the
                          player who decides */
} strata_option;

/*
 * A decision. The answer to NUMBER is a number from `least` to `most`; to
 * DIVIDE and ALLOCATE an amount for each option, each from `least` to `most`,
 * in all `total`; to all others `least` to `most` of the options, none twice.
 */
typedef struct strata_decision {
  uint32_t id; /* among those of its action, from 1: for the answer */
  strata_decision_purpose purpose;
  strata_entity who, source; /* the player who decides; the object that asks. 0:
                                none */
  const char *prompt;        /* NULL: none */
  const strata_option *options;
  size_t option_count;
  int64_t least, most, total;
  bool ordered; /* the order in which options are named counts */
  bool hidden;  /* other players must not see the answer before all are in */
  bool firm;    /* something was rolled or revealed right before it: earlier
                   answers can not be taken back, nor can the action */
  bool missed;  /* it was answered, but the rules have changed since, and the
                   decision differs from the one that was answered: it is asked
                   anew */
} strata_decision;

/** How many decisions are open, 0 if no action waits. Cost O(decisions of the
 * action). */
STRATA_API size_t strata_decision_count(const strata_world *world);

/**
 * Describe an open decision.
 *
 * n        from 0, below strata_decision_count
 * out      its options and texts live until a decision of this world is
 *          answered or taken back, the action is cancelled, the world is rolled
 *          back or freed; no other call touches them, nor does an answer that
 *          is refused
 * Errors   ENOENT if there is no such decision; ENOMEM
 * Cost     O(options + texts) of all that are open, for the first of them; then
 *          O(decisions of the action)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_decision_get(strata_world *world, size_t n, strata_decision *out);

typedef struct strata_answer_desc {
  uint32_t decision; /* its id; 0: the first that is open */
  strata_entity who; /* the player who answers: must be the one who decides; 0:
                        is not checked */
  const uint32_t *options; /* which, from 0; NULL: none are named */
  const int64_t *amounts;  /* NUMBER: the number; DIVIDE, ALLOCATE: an amount
                              for each option, or for those that are named, the
                              others getting 0; of all other purposes NULL */
  size_t count;
} strata_answer_desc;

/**
 * Answer an open decision. If none is left open the action goes on where it
 * waits, or is run again with all answers; the result is the same. On failure
 * the decision is open as before.
 *
 * answer   borrowed
 * outcome  may be NULL
 * Errors   EREFUSED for an answer that is not legal, and the message says why,
 *          or if no decision is open; ECORRUPT for an action that these rules
 *          do not have; else those of strata_act, but for EOPEN
 * Cost     that of what follows from the answer; if anything but the open
 *          decisions and figures was asked for since the question, also O(cells
 *          that the action has written so far); that of the whole action where
 *          it is run again: in a fork, after a load, a rollback, strata_retract
 *          or a fault, and where a handler waits that cannot go on
 *          (strata_call_keep)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_answer(strata_world *world, const strata_answer_desc *answer,
              strata_outcome *outcome);

/**
 * Take the newest answer of the open action back: its decision is open again,
 * and the world is as it was then, hash included.
 *
 * Errors   EREFUSED if no decision is open, none is answered, or something was
 *          rolled or revealed since; else those of strata_answer
 * Cost     that of the action up to there
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_retract(strata_world *world);

/**
 * Give the open action up: the world is as it was before it, hash included.
 *
 * Errors   EREFUSED if no decision is open, or the action has rolled or
 *          revealed something and the rules still have what it needs; ENOMEM
 * Cost     O(options of its decisions)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_cancel(strata_world *world);

/**
 * Let a player concede: the event happens that the rules name for it
 * (strata_play_rules_desc.concedes), to the player and by the player. While no
 * decision is open this is an action of its own, which settles in the mode ALL.
 *
 * While one is open any player may concede, not only who is asked. The event
 * then happens amid the open action, before the step that asks; nothing is done
 * halfway, and answers that this step has got already are asked for again. The
 * action goes on with all that is left of it, or ends with the game. Who has
 * conceded is asked nothing more in it: what they would have decided gets the
 * legal answer that does least, and the log has a row LEFT_OUT. The concession
 * is kept among the answers, so that running the action again repeats it, and
 * strata_retract takes it back. An action that is still being announced, or
 * that cannot be done without the player, is given up instead, and the
 * concession is an action of its own.
 *
 * player   to whom the event happens; their rules say what becomes of it
 * outcome  may be NULL
 * Errors   EREFUSED if the rules name no event, the player has conceded in the
 *          open action already, or the game has ended; ESTALE; EOPEN on a
 *          peeked world, and for handlers, policies and observers; else those
 *          of strata_act
 * Cost     an action; with an open decision, that of its action up to there,
 *          and that of running it again
 * Rule     104.3a, 800.4
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_concede(
    strata_world *world, strata_entity player, strata_outcome *outcome);

/**
 * Copy a world as it stands amid its open action. What the action has done so
 * far has happened in the copy, which is only for reading: every call that
 * writes fails with EOPEN on it, no decision is open there, and a fork of it is
 * a world like any other. The options of the decision name entities of the
 * copy.
 *
 * into     as for strata_fork
 * out      owned; may be NULL if `into` is given
 * Errors   EREFUSED if no decision is open; those of strata_fork; else those of
 *          strata_answer, and then `into` is as `world` is
 * Cost     a fork, and that of the action up to there
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_peek(strata_world *world,
                                                       strata_world *into,
                                                       strata_world **out);

#ifdef __cplusplus
}
#endif

#endif
