/* check.h - state-based actions, and how a game goes on: frozen with the rules.
 */
#ifndef STRATA_CHECK_H
#define STRATA_CHECK_H

#include "rules/model/kind.h"

#define ST_CHECK_KEYS 2 /* attributes that groups are equal in */

/* A state-based action (704). */
struct st_check {
  const char *name;                   /* of the names table */
  const strata_expr *who;             /* a predicate; whom it is about */
  strata_attr keep_by[ST_CHECK_KEYS]; /* one of each group is kept (704.5j) */
  uint32_t keep_count;                /* 0: nobody is */
  bool keep_newest;                   /* nobody is asked which */
  st_routine deeds;                   /* for each of them, who is `it` */
  strata_attr *resets; /* go back to their default when all was looked
                          at */
  uint32_t reset_count;
};

/* Whose turn it is, the stack, and the like. */
struct st_play {
  bool declared;                  /* else all else is 0 */
  st_routine frame;               /* without deeds: for its names */
  const strata_expr *turn_player; /* a predicate or a reference; NULL:
                                     nobody has a turn */
  strata_attr next_player;        /* of a player, who comes next; or 0 */
  strata_zone stack;              /* or 0 */
  strata_event_kind on_loop, resolved, triggered; /* or 0 */
  strata_clock log_clock;                         /* or 0 */
  bool always_ask;
};

static inline const st_check *st_check_get(const strata_rules *rules,
                                           uint32_t check) {
  assert(check - 1u < rules->names[STRATA_KIND_CHECK].count);
  return &rules->checks[check - 1];
}

#endif
