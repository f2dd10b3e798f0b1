/*
 * event_stage.h - rules of events, and a world of replacements that watch them,
 * for the workloads that measure actions.
 */
#ifndef STRATA_BENCH_KIT_EVENT_STAGE_H
#define STRATA_BENCH_KIT_EVENT_STAGE_H

#include "bench/measure/bench_run.h"

#include <strata.h>

/*
 * Event types: `bump`, quiet, adds its amount to the score of its `who`;
 * `storm` performs `count` bumps of one, each to its end before the next;
 * `rise` the same with amounts 1, 2, and so on; `arrive`, quiet, is a token
 * that enters; `create` performs `count` of these at once. Watcher definitions:
 * `more` adds one to the amount of a bump of `this`; `doubled` doubles the
 * count of a create.
 */
typedef struct stb_event_stage {
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  strata_attr score;
  strata_event_type storm, rise, create;
  strata_entity player;
  strata_entity *watched_each; /* each is watched by one guard */
  uint32_t guard_count;
  strata_entity guarded_by_eight; /* watched by eight guards */
  strata_entity unwatched;        /* watched by none */
} stb_event_stage;

/* Declare `bump`, which can happen only if `can` holds; NULL: always. */
void stb_event_stage_add_bump(strata_builder *b, const char *can);

/* A stage with a number of guards, and of doublers that the player controls. */
stb_event_stage *stb_event_stage_new(stb_run *bench, uint32_t guards,
                                     uint32_t doublers);

/* One action: a storm or a rise of `count` bumps of `who`; a create of `count`
 * tokens. */
strata_status stb_event_stage_storm(stb_event_stage *stage, strata_entity who,
                                    uint32_t count);
strata_status stb_event_stage_rise(stb_event_stage *stage, strata_entity who,
                                   uint32_t count);
strata_status stb_event_stage_create(stb_event_stage *stage, uint32_t count);

#endif
