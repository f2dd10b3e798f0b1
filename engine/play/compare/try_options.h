/* try_options.h - the results of all options of a choice, found by trying each
 * one. */
#ifndef STRATA_PLAY_COMPARE_TRY_OPTIONS_H
#define STRATA_PLAY_COMPARE_TRY_OPTIONS_H

#include "play/execution/execution.h"

/* A choice whose options can be tried. */
typedef struct st_try_choice {
  uint32_t option_count;
  /* an attempt ends when no more than so many tasks are left */
  size_t stop_at_tasks;
  strata_entity player; /* the player who chooses and will see the outcomes */
  /* Make the choice, by st_decisions_try_option. NULL: the task on top makes
   * it. */
  strata_status (*choose)(st_execution *exec, void *user);
  void *user;
} st_try_choice;

/* Limits: of a choice with more orders, or more options, nothing is tried. */
#define ST_TRY_MOST_ORDERS  24
#define ST_TRY_MOST_OPTIONS 16

/* Size of the text of one outcome, with its NUL. */
#define ST_TRY_OUTCOME_SIZE 240

typedef enum st_try_result {
  ST_TRY_SAME,   /* all results are equal (state_equal.h) */
  ST_TRY_DIFFER, /* two results differ */
  /* an attempt met an unrelated decision, chance, a handler, hidden information
   * or a limit; or there are too many options */
  ST_TRY_UNKNOWN
} st_try_result;

/*
 * Try every option, with every further choice that follows from it, and roll
 * all of that back. `outcomes` has `count` texts: what each option leads to, in
 * the arena of the execution; NULL where that is not known, or the player may
 * not know it.
 *
 * The state and the execution are afterwards what they were, but the
 * replacement candidates have to be collected again. ENOMEM. Cost: the number
 * of paths times the cost of what follows the choice.
 */
strata_status st_try_options(st_execution *exec, const st_try_choice *choice,
                             st_try_result *out, const char **outcomes);

#endif
