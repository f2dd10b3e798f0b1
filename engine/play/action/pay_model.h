/* pay_model.h - whether needs can be met by what there is and what sources
 * give. */
#ifndef STRATA_PLAY_ACTION_PAY_MODEL_H
#define STRATA_PLAY_ACTION_PAY_MODEL_H

#include "rules/model/program.h"

/* So many steps of a search; beyond that the needs count as not met. */
#define ST_PAY_MOST_STEPS 65536

/* So many units, of which each must be of one of some kinds. */
typedef struct st_pay_need {
  uint32_t kinds; /* as bits */
  int64_t count;
} st_pay_need;

/* So often one of several ways is taken, each of which adds to a need. */
typedef struct st_pay_either {
  int64_t count;
  const uint8_t *needs; /* of each way, its need */
  const int64_t *units; /* of each way, how many units that takes each time */
  uint32_t way_count;
} st_pay_either;

/* What gives one of several yields, or nothing. A yield is a number of units of
 * each kind, which is negative where it takes some. */
typedef struct st_pay_source {
  const int64_t *yields; /* one behind the other */
  uint32_t yield_count;
  bool is_used; /* it gives one of them */
} st_pay_source;

typedef struct st_pay_model {
  uint32_t kind_count, need_count, either_count, source_count;
  const st_pay_need *needs;
  const st_pay_either *eithers;
  const int64_t *pool; /* units of each kind */
  const st_pay_source *sources;
} st_pay_model;

/*
 * Whether each unit that is needed can get a unit of its own, from the pool and
 * of one yield of each source, with the ways of all eithers taken somehow.
 * Exact, but for searches that are too long.
 *
 * scratch  room for a number of each source
 * Cost     O(2^needs * yields * kinds) where every source gives one unit, or
 *          the same each time, and nothing is either; else that for each step
 * of the search
 */
bool st_pay_model_can(const st_pay_model *model, uint32_t *scratch);

/* Whether needs take all of some units, each for a need of its own; no ways are
 * left to take. Cost O(2^needs * kinds). */
bool st_pay_model_takes_all(const st_pay_model *model, const int64_t *units);

#endif
