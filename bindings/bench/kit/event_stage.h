/*
 * bench_events.h - rules of events, and a world of watchers, for the workloads
 * that measure actions.
 */
#ifndef STRATA_BENCH_KIT_EVENT_STAGE_H
#define STRATA_BENCH_KIT_EVENT_STAGE_H

#include "bench/measure/bench_run.h"

#include <strata.h>

/*
 * Kinds: `bump`, quiet, adds its amount to the score of its `who`; `storm` is
 * `count` bumps of one each, whole one after the other; `rise` is the same of
 * amounts 1, 2, and so on; `arrive`, quiet, is a
 * token that is there; `create` is as many of these as its `count` says, at
 * once. Codes: `more` adds one to the amount of a bump of `this`; `doubled`
 * doubles what is created.
 */
typedef struct stb_event_stage {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  strata_attr score;
  strata_event_type storm, rise, create;
  strata_entity player;
  strata_entity *watched_each; /* each is watched for by one */
  uint32_t guard_count;
  strata_entity guarded_by_eight; /* by eight */
  strata_entity unwatched;        /* no one watches for him */
  double clock_ns;
} stb_event_stage;

/* With so many guards; and with so many doublers of the player's. */
stb_event_stage *stb_event_stage_new(stb_run *bench, uint32_t guards,
                                     uint32_t doublers);
void stb_event_stage_free(stb_event_stage *stage);

/* One action: a storm or a rise of `count` bumps of somebody; a creation. */
strata_status stb_event_stage_storm(stb_event_stage *stage, strata_entity who,
                                    uint32_t count);
strata_status stb_event_stage_rise(stb_event_stage *stage, strata_entity who,
                                   uint32_t count);
strata_status stb_event_stage_create(stb_event_stage *stage, uint32_t count);

#endif
