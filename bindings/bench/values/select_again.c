/*
 * select_again.c - select_again: three cards of ten thousand are found by a
 * predicate that is asked again, on a world where nothing has changed, and
 * after one card has changed and changed back.
 *
 * The baseline is the engine tuned to keep no sets: it asks all cards.
 */
#include "bench/kit/workloads.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/sampling.h"

#include <strata.h>

enum { CARDS = 10000, FOUND = 3 };

/* A world and its control, which asks all. */
typedef struct select_scene {
  strata_world *world, *scans;
  strata_attr power;
  strata_entity last;
  strata_expr *strong;
} select_scene;

static strata_rules *declare_cards(stb_run *bench) {
  strata_builder *builder;
  strata_rules *rules;
  stb_must(strata_builder_new(stb_heap_alloc, &bench->heap, &builder), "rules");
  stb_must(strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP),
           "layers");
  stb_must(
      strata_builder_attribute(
          builder, &(strata_attribute){.name = "power", .type = STRATA_INT}),
      "power");
  stb_must(strata_builder_freeze(builder, &rules), "rules");
  strata_builder_free(builder);
  return stb_keep_rules(bench, rules);
}

static select_scene open_scene(stb_run *bench) {
  const strata_rules *rules = declare_cards(bench);
  select_scene s = {
      .world = stb_world_new(bench, rules),
      .power = strata_rules_find(rules, STRATA_NAME_ATTRIBUTE, "power"),
      .strong = stb_parse(bench, rules, "power >= 100")};
  for (uint32_t n = 0; n < CARDS; n++) {
    s.last = stb_spawn(s.world);
    const bool is_strong = n % (CARDS / FOUND) == 1;
    stb_must(
        strata_set_base_int(s.world, s.last, s.power, is_strong ? 100 : n % 50),
        "power");
  }
  stb_must(strata_commit(s.world), "commit");
  stb_must(strata_fork(s.world, NULL, &s.scans), "fork");
  stb_must(strata_world_tune(s.scans, STRATA_TUNE_SETS, STRATA_TUNE_NEVER),
           "tune");
  return s;
}

static unsigned select_strong(const select_scene *s, strata_world *world) {
  strata_entity found[FOUND + 2];
  size_t count = 0;
  const strata_status status =
      strata_select(world, s->strong, 0, found, FOUND + 2, &count);
  return (unsigned)status | (count != FOUND);
}

static unsigned change_and_select(const select_scene *s, strata_world *world) {
  strata_entity found[FOUND + 2];
  size_t count = 0;
  unsigned failed =
      (unsigned)strata_set_base_int(world, s->last, s->power, 100);
  failed |=
      (unsigned)strata_select(world, s->strong, 0, found, FOUND + 2, &count);
  failed |= count != FOUND + 1;
  failed |= (unsigned)strata_set_base_int(world, s->last, s->power, 1);
  return failed | (unsigned)strata_commit(world);
}

static unsigned kept(void *context) {
  const select_scene *s = context;
  return select_strong(s, s->world);
}

static unsigned scanned(void *context) {
  const select_scene *s = context;
  return select_strong(s, s->scans);
}

static unsigned kept_changed(void *context) {
  const select_scene *s = context;
  return change_and_select(s, s->world);
}

static unsigned scanned_changed(void *context) {
  const select_scene *s = context;
  return change_and_select(s, s->scans);
}

void stb_workload_select_again(stb_run *bench) {
  select_scene s = open_scene(bench);
  (void)stb_measure(bench, &(stb_case){.name = "3 of 10,000, unchanged",
                                       .unit = "select",
                                       .subject = {.act = kept},
                                       .baseline = {.act = scanned},
                                       .context = &s,
                                       .beside = "all are asked",
                                       .goal = STB_GOAL_RATIO,
                                       .limit = 0.2});
  (void)stb_measure(bench, &(stb_case){.name = "3 of 10,000, one changed",
                                       .unit = "select",
                                       .subject = {.act = kept_changed},
                                       .baseline = {.act = scanned_changed},
                                       .context = &s,
                                       .beside = "all are asked",
                                       .goal = STB_GOAL_RATIO,
                                       .limit = 0.2});
  strata_world_free(s.scans);
}
