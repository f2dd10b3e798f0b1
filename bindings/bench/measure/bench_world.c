/*
 * bench_world.c - worlds whose memory is counted, and checks of results.
 */
#include "bench/measure/bench_world.h"

#include "cli/common/safe_text.h"

#include <stdlib.h>

void *stb_heap_alloc(void *user, void *ptr, size_t old_size, size_t size) {
  stb_heap *heap = user;
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

static void stop_program(const char *what, const char *why) {
  (void)fflush(stdout);
  stc_print(stderr, "strata bench: %s: %s\n", what, why);
  (void)fflush(stderr);
  _Exit(1);
}

void stb_must(strata_status status, const char *what) {
  if (status != STRATA_OK) stop_program(what, strata_status_text(status));
}

void *stb_must_alloc(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) stop_program("bench", "out of memory");
  return memory;
}

void stb_expect(stb_run *bench, bool right, const char *what) {
  if (right) return;
  bench->wrong++;
  stc_print(stderr, "strata bench: %s: WRONG RESULT: %s\n", bench->workload,
            what);
}

void stb_expect_no_leak(stb_run *bench) {
  bench->workload = "memory";
  stb_expect(bench, bench->heap.live_bytes == 0, "bytes left over");
}

strata_world_config stb_world_config(stb_run *bench) {
  return (strata_world_config){.alloc = stb_heap_alloc,
                               .alloc_user = &bench->heap};
}

strata_rules *stb_numbered_rules(stb_run *bench) {
  static const char *const names[] = {"a", "b", "c", "d"};
  strata_builder *builder = NULL;
  strata_rules *rules = NULL;
  stb_must(strata_builder_new(stb_heap_alloc, &bench->heap, &builder), "rules");
  stb_must(strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP),
           "layers");
  for (size_t i = 0; i < 4; i++) {
    const strata_attribute attribute = {.name = names[i], .type = STRATA_INT};
    stb_must(strata_builder_attribute(builder, &attribute), names[i]);
  }
  stb_must(strata_builder_freeze(builder, &rules), "freeze");
  strata_builder_free(builder);
  return rules;
}

strata_world *stb_world_new(stb_run *bench, const strata_rules *rules) {
  const strata_world_config config = stb_world_config(bench);
  strata_world *world = NULL;
  stb_must(strata_world_new(rules, &config, &world), "world");
  return world;
}

double stb_world_bytes(const strata_world *world) {
  strata_stats stats;
  strata_world_stats(world, &stats);
  return (double)stats.state_bytes + (double)stats.cache_bytes;
}

strata_entity stb_spawn(strata_world *world) {
  strata_entity entity = 0;
  stb_must(strata_spawn(world, &entity), "spawn");
  return entity;
}

strata_effect stb_add_effect(strata_world *world, strata_entity entity,
                             strata_attr attr, const stb_step *step) {
  const strata_part part = {
      .attr = attr, .layer = step->layer, .op = step->op, .value = step->value};
  const strata_effect_desc desc = {
      .targets = &entity, .target_count = 1, .parts = &part, .part_count = 1};
  strata_effect effect = {0};
  stb_must(strata_effect_add(world, &desc, &effect), "effect");
  return effect;
}
