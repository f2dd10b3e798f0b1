/*
 * bench_events.h - rules of events, and a world of watchers, for the workloads
 * that measure actions.
 */
#ifndef STC_BENCH_EVENTS_H
#define STC_BENCH_EVENTS_H

#include "bench.h"

/*
 * Kinds: `bump`, quiet, adds its amount to the score of its `who`; `storm` is
 * `count` bumps of one each, whole one after the other; `rise` is the same of
 * amounts 1, 2, and so on; `arrive`, quiet, is a
 * token that is there; `create` is as many of these as its `count` says, at
 * once. Codes: `more` adds one to the amount of a bump of `this`; `doubled`
 * doubles what is created.
 */
typedef struct stc_stage {
  stc_bench_run *bench;
  strata_rules *rules;
  strata_world *world;
  strata_attr score;
  strata_event_type storm, rise, create;
  strata_entity player;
  strata_entity *guards; /* each is watched for by one */
  uint32_t guard_count;
  strata_entity warded; /* by eight */
  strata_entity nobody; /* no one watches for him */
  double clock_ns;
} stc_stage;

/* With so many guards; and with so many doublers of the player's. */
stc_stage *stc_stage_new(stc_bench_run *bench, uint32_t guards,
                         uint32_t doublers);
void stc_stage_free(stc_stage *stage);

/* One action: a storm or a rise of `count` bumps of somebody; a creation. */
strata_status stc_stage_storm(stc_stage *stage, strata_entity who,
                              uint32_t count);
strata_status stc_stage_rise(stc_stage *stage, strata_entity who,
                             uint32_t count);
strata_status stc_stage_create(stc_stage *stage, uint32_t count);

#endif
