/* sba_def.h - state-based actions and the rules of play, frozen with the
 * rules. */
#ifndef STRATA_RULES_MODEL_SBA_DEF_H
#define STRATA_RULES_MODEL_SBA_DEF_H

#include "rules/model/event_type.h"

#define ST_SBA_KEEP_KEYS 2 /* the most attributes that form groups */

/* A state-based action (704). */
struct st_sba {
  const char *name;           /* owned by the names table */
  const strata_expr *subject; /* a predicate: the entities that it acts on */
  strata_attr keep_by[ST_SBA_KEEP_KEYS]; /* of entities equal in these
                                            attributes, one is kept (704.5j) */
  uint32_t keep_count;                   /* 0: none is kept */
  bool keep_newest;    /* the newest is kept, without a choice (704.5z) */
  st_program program;  /* runs for each of them as `it` */
  strata_attr *resets; /* attributes whose base values return to the default
                          when all state-based actions were checked */
  uint32_t reset_count;
};

/* The rules of play: whose turn it is, the stack and its events. */
struct st_play_rules {
  bool declared;                /* if false, all other fields are 0 */
  st_program variables_program; /* a program without instructions: the scope of
                                   turn_player */
  const strata_expr
      *turn_player;        /* a predicate or a ref; NULL: there are no turns */
  strata_attr next_player; /* an attribute of players, the next player; or 0 */
  strata_zone stack;       /* or 0 */
  strata_event_type on_loop, resolved, triggered, ends, targeted,
      starts;                 /* or 0 */
  strata_attr acting;         /* a FLAG attribute, or 0 */
  strata_period first_period; /* the first of the game itself, or 0 */
  strata_clock log_clock;     /* or 0 */
  bool always_ask;
  strata_on_fault on_fault;
  strata_log_lasts log_lasts;
};

static inline const st_sba *st_sba_get(const strata_rules *rules, uint32_t id) {
  assert(id - 1u < rules->names[STRATA_NAME_SBA].count);
  return &rules->sbas[id - 1];
}

#endif
