/* branch.h - what comes of each option of a choice, by trying. */
#ifndef STRATA_BRANCH_H
#define STRATA_BRANCH_H

#include "play/execution/run.h"

/* A choice whose options can be tried. */
typedef struct st_branches {
  uint32_t count;       /* options */
  size_t tasks;         /* each is followed until there are no more tasks */
  strata_entity player; /* who chooses, and will see what comes of it */
  /* Make the choice, by st_run_try; NULL: the task on top does. */
  strata_status (*begin)(st_run *run, void *user);
  void *user;
} st_branches;

/* More than these are not tried in every order, or not at all. */
#define ST_BRANCH_ORDERS 24
#define ST_BRANCH_MOST   16

/* Bytes of a text about one, with its NUL. */
#define ST_BRANCH_TEXT 240

typedef enum st_branching {
  ST_BRANCHES_SAME,   /* all come to the same in meaning */
  ST_BRANCHES_DIFFER, /* two do not */
  ST_BRANCHES_UNKNOWN /* one has met a decision of another kind, chance, a
                         handler, something hidden from the player, or more than
                         a trial may take; or there are too many */
} st_branching;

/*
 * Follow every option, with every further choice that comes of it, and take all
 * of that back. `outcomes`, of `count`, get what comes of each, in words, in
 * the arena; NULL where that is not known, or not for the player to know.
 *
 * The state and the run are what they were, but that nobody has looked yet who
 * could be applied. ENOMEM. Cost: so many times what follows.
 */
strata_status st_branch_try(st_run *run, const st_branches *branches,
                            st_branching *out, const char **outcomes);

#endif
