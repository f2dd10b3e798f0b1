/*
 * bench_world.c - memory that is counted, rules and worlds to measure, and
 * the end of a run that cannot go on.
 */
#include "bench.h"
#include "text.h"

#include <stdlib.h>

void *stc_heap_alloc(void *user, void *ptr, size_t old_size, size_t size) {
  stc_heap *heap = user;
  if (size == 0) {
    heap->live_bytes -= old_size;
    free(ptr);
    return NULL;
  }
  if (!heap->paused) heap->calls++;
  void *fresh = realloc(ptr, size);
  if (fresh) heap->live_bytes += size - old_size;
  return fresh;
}

static void stop(const char *what, const char *why) {
  (void)fflush(stdout);
  stc_print(stderr, "strata bench: %s: %s\n", what, why);
  (void)fflush(stderr);
  _Exit(1);
}

void stc_must(strata_status status, const char *what) {
  if (status != STRATA_OK) stop(what, strata_status_text(status));
}

void *stc_must_alloc(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) stop("bench", "out of memory");
  return memory;
}

void stc_expect(stc_bench_run *bench, bool right, const char *what) {
  if (right) return;
  bench->wrong++;
  stc_print(stderr, "strata bench: %s: WRONG RESULT: %s\n", bench->workload,
            what);
}

void stc_expect_no_leak(stc_bench_run *bench) {
  bench->workload = "memory";
  stc_expect(bench, bench->heap.live_bytes == 0, "bytes left over");
}

strata_world_config stc_bench_config(stc_bench_run *bench) {
  return (strata_world_config){.alloc = stc_heap_alloc,
                               .alloc_user = &bench->heap};
}

strata_rules *stc_bench_rules(stc_bench_run *bench) {
  static const char *const names[] = {"a", "b", "c", "d"};
  strata_builder *builder = NULL;
  strata_rules *rules = NULL;
  stc_must(strata_builder_new(stc_heap_alloc, &bench->heap, &builder), "rules");
  stc_must(strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP),
           "layers");
  for (size_t i = 0; i < 4; i++) {
    const strata_attribute attribute = {.name = names[i], .type = STRATA_INT};
    stc_must(strata_builder_attribute(builder, &attribute), names[i]);
  }
  stc_must(strata_builder_freeze(builder, &rules), "freeze");
  strata_builder_free(builder);
  return rules;
}

strata_world *stc_bench_world(stc_bench_run *bench, const strata_rules *rules) {
  const strata_world_config config = stc_bench_config(bench);
  strata_world *world = NULL;
  stc_must(strata_world_new(rules, &config, &world), "world");
  return world;
}

double stc_bench_bytes(const strata_world *world) {
  strata_stats stats;
  strata_world_stats(world, &stats);
  return (double)stats.state_bytes + (double)stats.cache_bytes;
}

strata_entity stc_bench_spawn(strata_world *world) {
  strata_entity entity = 0;
  stc_must(strata_spawn(world, &entity), "spawn");
  return entity;
}

strata_effect stc_bench_add(strata_world *world, strata_entity entity,
                            strata_attr attr, const stc_step *step) {
  const strata_part part = {
      .attr = attr, .layer = step->layer, .op = step->op, .value = step->value};
  const strata_effect_desc desc = {
      .targets = &entity, .target_count = 1, .parts = &part, .part_count = 1};
  strata_effect effect = {0};
  stc_must(strata_effect_add(world, &desc, &effect), "effect");
  return effect;
}
