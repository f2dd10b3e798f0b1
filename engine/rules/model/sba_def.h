/* check.h - state-based actions, and how a game goes on: frozen with the rules.
 */
#ifndef STRATA_RULES_MODEL_SBA_DEF_H
#define STRATA_RULES_MODEL_SBA_DEF_H

#include "rules/model/event_type.h"

#define ST_SBA_KEEP_KEYS 2 /* attributes that groups are equal in */

/* A state-based action (704). */
struct st_sba {
  const char *name;           /* of the names table */
  const strata_expr *subject; /* a predicate; whom it is about */
  strata_attr
      keep_by[ST_SBA_KEEP_KEYS]; /* one of each group is kept (704.5j) */
  uint32_t keep_count;           /* 0: nobody is */
  bool keep_newest;              /* nobody is asked which */
  st_program program;            /* for each of them, who is `it` */
  strata_attr *resets;           /* go back to their default when all was looked
                                    at */
  uint32_t reset_count;
};

/* Whose turn it is, the stack, and the like. */
struct st_play_rules {
  bool declared;                  /* else all else is 0 */
  st_program variables_program;   /* without deeds: for its names */
  const strata_expr *turn_player; /* a predicate or a reference; NULL:
                                     nobody has a turn */
  strata_attr next_player;        /* of a player, who comes next; or 0 */
  strata_zone stack;              /* or 0 */
  strata_event_type on_loop, resolved, triggered; /* or 0 */
  strata_clock log_clock;                         /* or 0 */
  bool always_ask;
};

static inline const st_sba *st_sba_get(const strata_rules *rules,
                                       uint32_t check) {
  assert(check - 1u < rules->names[STRATA_NAME_SBA].count);
  return &rules->sbas[check - 1];
}

#endif
