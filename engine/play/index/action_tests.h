/* action_tests.h - what an action of players asks of the object and the player,
 * as predicates. */
#ifndef STRATA_PLAY_INDEX_ACTION_TESTS_H
#define STRATA_PLAY_INDEX_ACTION_TESTS_H

#include "play/index/action_reads.h"

/*
 * Of an action that is near (action_reads.h), the object and the player tell
 * everything. So what it asks can be put as predicates in which `it` is the
 * object and `outer` the player, which are asked of 64 objects at once and
 * need neither a frame nor a payment that is taken back.
 */
typedef struct st_action_tests {
  /* The subject, the condition, and who may do it if that hangs on the object;
   * NULL: it cannot be put so. The caller owns both. */
  strata_expr *conditions;
  /* That the cost can be paid, as long as no watcher watches for an event of
   * it; NULL with `has_cost`: always. */
  strata_expr *cost;
  bool has_cost; /* whether it can be paid can be put so */
} st_action_tests;

/* The tests of an action that reads what `reads` says. Errors: ENOMEM. */
strata_status st_action_tests_of(const strata_rules *rules,
                                 const st_watcher_def *def,
                                 const st_action_reads *reads, st_mem *mem,
                                 st_action_tests *out);

#endif
