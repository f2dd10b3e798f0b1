/* strata/course.h - the course of a game: rounds, turns, phases and steps. */
#ifndef STRATA_COURSE_H
#define STRATA_COURSE_H

#include "strata/actions.h"
#include "strata/programs.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A game has periods: rounds, turns, phases, steps. Rules declare them as a
 * tree. The periods of the game itself follow one another, again and again,
 * from the event that begins the game (strata_play_rules_desc.starts) to the
 * one that ends it. A period that has inner periods consists of these, in the
 * order of their declarations; in one without, players act.
 *
 * Which periods are open, and whose they are, is state of the world: of its
 * hash, its saves and its forks. A period begins and ends by events, as all
 * else in a game does: one whose first event does not happen, because it cannot
 * or because something replaces it, is skipped (614.10). The instruction
 * ADD_PERIOD adds one (500.7).
 *
 * Who may act has the attribute strata_play_rules_desc.acting, which the engine
 * writes and the conditions of actions read. The instruction PASS takes it
 * away. When nobody may act any more the course goes on, as the last thing of
 * the action that settles in the mode ALL, until a period comes in which
 * somebody may act.
 */

/* Whose a period is: who is `$you` in its programs. */
#define STRATA_WHOSE_MAP(X)                                                    \
  X(OUTER, 0, "outer") /* whose the period around it is; at first nobody's */  \
  /* each time the next player's, in the order of next_player; at first of the \
   * player to whom the event happens that begins the game (500.1) */          \
  X(NEXT, 1, "next")                                                           \
  /* it comes once for each player that `who` selects as the first one begins, \
   * in turn order */                                                          \
  X(EACH, 2, "each")

typedef enum strata_whose {
#define X(name, value, text) STRATA_WHOSE_##name = value,
  STRATA_WHOSE_MAP(X)
#undef X
} strata_whose;

/** Whose a period is, in words: "next"; "unknown" for none. O(1). */
STRATA_API const char *strata_whose_text(strata_whose whose);

/* In which order players act. */
#define STRATA_ACTING_MAP(X)                                                   \
  /* one after another in turn order; who has passed acts no more */           \
  X(IN_TURN, 0, "in turn")                                                     \
  X(AT_ONCE, 1, "at once") /* all at the same time, each until it passes */    \
  /* one after another, round and round. When all have passed in actions that  \
   * follow each other, the topmost object of the stack resolves, and they     \
   * begin anew; the period ends if there is none (117.3-117.4). Meanwhile     \
   * nothing else resolves the stack. */                                       \
  X(IN_SUCCESSION, 2, "in succession")

typedef enum strata_acting_order {
#define X(name, value, text) STRATA_ACTING_##name = value,
  STRATA_ACTING_MAP(X)
#undef X
} strata_acting_order;

/** An order of acting in words: "in turn"; "unknown" for none. O(1). */
STRATA_API const char *strata_acting_order_text(strata_acting_order order);

/* A period. NULL: there is no such thing. */
typedef struct strata_period_desc {
  const char *name;
  const char *within; /* the period around it, which is declared before; NULL:
                         it is a period of the game itself */
  strata_whose whose;
  const char *who;   /* of EACH: a predicate */
  const char *when;  /* it is left out unless this holds as it would begin */
  const char *again; /* while this holds as it has ended, it comes again */
  /* Who acts in it: a predicate on `it`, asked as it begins and, except for AT
   * ONCE, whenever somebody has passed. Only of a period without inner periods.
   */
  const char *acts;
  strata_acting_order order;
  /* Events [p] as it begins, and as it has ended; $you is whose it is. */
  const strata_instruction *begins, *ends;
  size_t begins_count, ends_count;
} strata_period_desc;

/**
 * Declare a period of the game.
 *
 * period   borrowed; see strata_period_desc
 * Errors   EINVAL for a malformed name, EACH without `who`, `who` without EACH,
 *          an order of acting without `acts`, periods more than 12 deep; ENOENT
 *          for an unknown `within`; EEXIST; ENOMEM. Texts and instructions are
 *          checked by strata_builder_freeze, which also refuses `acts` without
 *          an attribute `acting` or of a period with inner ones, and NEXT
 *          without an attribute `next_player` or inside of another NEXT
 * Cost     O(its texts)
 * Rule     500, 117
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_builder_period(
    strata_builder *builder, const strata_period_desc *period);

/* A period that is open. */
typedef struct strata_open_period {
  strata_period period;
  strata_entity player; /* whose it is; 0: nobody's */
} strata_open_period;

/* The most periods that are open at once. */
#define STRATA_MOST_OPEN_PERIODS 12

/**
 * Which periods are open, from the outermost to the innermost.
 *
 * out      at least STRATA_MOST_OPEN_PERIODS of them
 * returns  how many are written; 0 before the game has begun, and between two
 *          periods while an action settles
 * Cost     O(1)
 * Rule     500.1
 * Since    0.4
 */
STRATA_API size_t strata_course(const strata_world *world,
                                strata_open_period *out);

/**
 * Let the course of the game go on as if all who may act had passed: the
 * topmost object of the stack resolves where players act in succession, or the
 * innermost period ends and one period begins. An action of its own, which may
 * ask for decisions.
 *
 * outcome  may be NULL
 * Errors   EREFUSED before the game has begun and after its end; else those of
 *          strata_act
 * Cost     that of the events, and of what settles after each
 * Rule     500.2
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_advance(strata_world *world, strata_outcome *outcome);

/**
 * Begin a period of the course, and leave out the periods that would come
 * before it. First the periods end that are open inside of the one around it.
 * Behind it the course goes on in the order of the rules. So a
 * host begins in the middle of a turn, lets a step come once more, or ends a
 * turn. What is on the stack stays there. An action of its own, which may ask
 * for decisions. If its own event does not happen, the next one begins.
 *
 * period   one of the game itself, or inside of one that is open
 * outcome  may be NULL
 * Errors   EINVAL for no period of the rules; EREFUSED if the one around it is
 *          not open; else those of strata_advance
 * Cost     that of strata_advance
 * Rule     724.1
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_advance_into(
    strata_world *world, strata_period period, strata_outcome *outcome);

#ifdef __cplusplus
}
#endif

#endif
