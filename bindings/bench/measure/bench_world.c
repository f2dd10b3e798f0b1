/*
 * bench_world.c - worlds whose memory is counted, and checks of results.
 */
#include "bench/measure/bench_world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

strata_world_config stb_world_config(stb_run *bench) {
  return (strata_world_config){.alloc = stb_heap_alloc,
                               .alloc_user = &bench->heap};
}

/* -- What a case keeps -- */

/* One of these, or the memory behind it. */
struct stb_kept {
  struct stb_kept *older;
  strata_rules *rules;
  strata_world *world;
  strata_expr *expr;
  max_align_t memory[];
};

static struct stb_kept *keep_entry(stb_run *bench, size_t size) {
  struct stb_kept *entry = calloc(1, sizeof *entry + size);
  if (!entry) stop_program("bench", "out of memory");
  entry->older = bench->kept;
  return bench->kept = entry;
}

void *stb_alloc(stb_run *bench, size_t count, size_t size) {
  return keep_entry(bench, count * size)->memory;
}

const char *stb_text(stb_run *bench, const char *format, ...) {
  char text[160];
  va_list values;
  va_start(values, format);
  (void)vsnprintf(text, sizeof text, format, values);
  va_end(values);
  const size_t size = strlen(text) + 1;
  return memcpy(stb_alloc(bench, size, 1), text, size);
}

strata_expr *stb_parse(stb_run *bench, const strata_rules *rules,
                       const char *text) {
  struct stb_kept *entry = keep_entry(bench, 0);
  stb_must(strata_expr_parse(rules, text, &entry->expr, NULL), text);
  return entry->expr;
}

strata_rules *stb_keep_rules(stb_run *bench, strata_rules *rules) {
  return keep_entry(bench, 0)->rules = rules;
}

strata_world *stb_world_new(stb_run *bench, const strata_rules *rules) {
  const strata_world_config config = stb_world_config(bench);
  struct stb_kept *entry = keep_entry(bench, 0);
  stb_must(strata_world_new(rules, &config, &entry->world), "world");
  return entry->world;
}

void stb_release(stb_run *bench) {
  while (bench->kept) {
    struct stb_kept *entry = bench->kept;
    bench->kept = entry->older;
    strata_expr_free(entry->expr);
    strata_world_free(entry->world);
    strata_rules_free(entry->rules);
    free(entry);
  }
}

/* -- Results -- */

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

strata_status stb_set_ref(strata_world *world, strata_entity entity,
                          strata_attr attr, strata_entity ref) {
  const strata_value value = {.type = STRATA_REF, .ref = ref};
  return strata_set_base(world, entity, attr, &value);
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
