/* branch.h - what comes of each option of a choice, by trying. */
#ifndef STRATA_PLAY_COMPARE_TRY_OPTIONS_H
#define STRATA_PLAY_COMPARE_TRY_OPTIONS_H

#include "play/execution/execution.h"

/* A choice whose options can be tried. */
typedef struct st_try_choice {
  uint32_t option_count; /* options */
  size_t stop_at_tasks;  /* each is followed until there are no more tasks */
  strata_entity player;  /* who chooses, and will see what comes of it */
  /* Make the choice, by st_decisions_try_option; NULL: the task on top does. */
  strata_status (*choose)(st_execution *run, void *user);
  void *user;
} st_try_choice;

/* More than these are not tried in every order, or not at all. */
#define ST_TRY_MOST_ORDERS  24
#define ST_TRY_MOST_OPTIONS 16

/* Bytes of a text about one, with its NUL. */
#define ST_TRY_OUTCOME_SIZE 240

typedef enum st_try_result {
  ST_TRY_SAME,   /* all come to the same in meaning */
  ST_TRY_DIFFER, /* two do not */
  ST_TRY_UNKNOWN /* one has met a decision of another kind, chance, a
                         handler, something hidden from the player, or more than
                         a trial may take; or there are too many */
} st_try_result;

/*
 * Follow every option, with every further choice that comes of it, and take all
 * of that back. `outcomes`, of `count`, get what comes of each, in words, in
 * the arena; NULL where that is not known, or not for the player to know.
 *
 * The state and the run are what they were, but that nobody has looked yet who
 * could be applied. ENOMEM. Cost: so many times what follows.
 */
strata_status st_try_options(st_execution *run, const st_try_choice *choice,
                             st_try_result *out, const char **outcomes);

#endif
