/* period.h - the periods of a game, frozen with the rules: the tree that its
 * course follows. */
#ifndef STRATA_RULES_MODEL_PERIOD_H
#define STRATA_RULES_MODEL_PERIOD_H

#include "rules/model/sba_def.h"

struct st_period {
  const char *name;      /* owned by the names table */
  strata_period within;  /* the period around it; 0: it is one of the game */
  strata_period inner;   /* the first period inside of it, or 0 */
  strata_period sibling; /* the next one in the same period, or 0 */
  uint32_t depth;        /* how many periods are open while it is; from 1 */
  strata_whose whose;
  strata_acting_order order;
  /* predicates and conditions in the scope of `begins`; or NULL */
  const strata_expr *who, *when, *again, *acts;
  st_program begins, ends;
};

static inline const st_period *st_period_get(const strata_rules *rules,
                                             strata_period id) {
  assert(id - 1u < rules->names[STRATA_NAME_PERIOD].count);
  return &rules->periods[id - 1];
}

/* The first period of the game itself; 0: the rules have no periods. */
static inline strata_period st_period_first(const strata_rules *rules) {
  return rules->play->first_period;
}

#endif
