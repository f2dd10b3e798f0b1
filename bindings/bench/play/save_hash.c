/*
 * save_hash.c - save_hash: saving beside a plain copy of as many bytes;
 * loading; and a write with the incremental hash beside the least that any
 * incremental hash does.
 */
#include "bench/kit/card_world.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_clock.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/plain_values.h"
#include "bench/measure/sampling.h"

#include <stdio.h>
#include <stdlib.h>
#include <strata.h>
#include <string.h>

enum { SAVE_WRITES = 200 };

typedef struct save_scene {
  stb_card_world *board;
  strata_world_config config;
  size_t size;
  uint8_t *bytes, *copy;
  int64_t *words; /* the hash baseline's state */
  stb_write writes[SAVE_WRITES];
  uint64_t hash;
} save_scene;

static save_scene *saving_new(stb_run *bench, size_t size) {
  save_scene *s = stb_must_alloc(1, sizeof *s);
  stb_random dice = {size};
  s->board = stb_card_world_new(bench, size);
  s->config = stb_world_config(bench);
  s->size = s->board->save_bytes;
  s->bytes = stb_must_alloc(s->size, 1);
  s->copy = stb_must_alloc(s->size, 1);
  s->words = stb_must_alloc(s->board->count, sizeof *s->words);
  for (size_t i = 0; i < SAVE_WRITES; i++) {
    s->writes[i].offset = stb_random_below(&dice, s->board->count);
    s->writes[i].value = (int64_t)stb_random_below(&dice, 1000);
  }
  return s;
}

static void saving_free(save_scene *s) {
  stb_card_world_free(s->board);
  free(s->bytes);
  free(s->copy);
  free(s->words);
  free(s);
}

static double engine_save(void *context, uint32_t count) {
  save_scene *s = context;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    size_t size = 0;
    stb_must(strata_save(s->board->world, s->bytes, s->size, &size), "save");
    stb_touch_memory(s->bytes);
  }
  return stb_clock_now_ns() - start;
}

static double engine_load_save(void *context, uint32_t count) {
  save_scene *s = context;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    strata_world *world = NULL;
    const double start = stb_clock_now_ns();
    stb_must(strata_load(s->board->rules, &s->config, s->bytes, s->size, &world,
                         NULL),
             "load");
    took += stb_clock_now_ns() - start;
    strata_world_free(world);
  }
  return took;
}

static double base_copy(void *context, uint32_t count) {
  save_scene *s = context;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    memcpy(s->copy, s->bytes, s->size);
    stb_touch_memory(s->copy);
  }
  return stb_clock_now_ns() - start;
}

static double engine_hash(void *context, uint32_t count) {
  save_scene *s = context;
  const stb_card_world *b = s->board;
  unsigned failed = 0;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (size_t n = 0; n < SAVE_WRITES; n++) {
      const stb_write *write = &s->writes[n];
      failed |=
          (unsigned)strata_set_base_int(b->world, b->entities[write->offset],
                                        b->ints[1], write->value + i % 2);
      stb_use_value((int64_t)strata_hash(b->world));
    }
  }
  const double took = stb_clock_now_ns() - start;
  stb_must((strata_status)failed, "set");
  stb_must(strata_commit(b->world), "commit");
  return took;
}

static double base_hash(void *context, uint32_t count) {
  save_scene *s = context;
  const double start = stb_clock_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    s->hash = stb_base_hash_writes(s->words, s->writes, SAVE_WRITES, s->hash);
  }
  return stb_clock_now_ns() - start;
}

/* A loaded world has the same hash, the same bytes and the right values. */
static void check_save(stb_run *bench, save_scene *s) {
  const stb_card_world *b = s->board;
  strata_world *loaded = NULL;
  size_t size = 0;
  stb_must(strata_save(b->world, s->bytes, s->size, &size), "save");
  stb_must(strata_load(b->rules, &s->config, s->bytes, size, &loaded, NULL),
           "load");
  stb_expect(bench, strata_hash(loaded) == strata_hash(b->world),
             "the hash of a loaded world");
  stb_must(strata_save(loaded, s->copy, s->size, &size), "save");
  stb_expect(bench, size == s->size && !memcmp(s->copy, s->bytes, size),
             "the save of a loaded world");
  for (uint32_t n = 0; n < b->count; n++) {
    int64_t value = 0;
    stb_must(strata_get_int(loaded, b->entities[n], b->ints[0], &value), "get");
    stb_expect(bench, value == stb_card_world_power(b, n, b->power[n]),
               "a value of a loaded world");
  }
  strata_world_free(loaded);
}

static void size_case_save(stb_run *bench, size_t wanted,
                           stb_series series[2]) {
  save_scene *s = saving_new(bench, wanted);
  char name[64];
  (void)snprintf(name, sizeof name, "save, %zu KiB", s->size / 1024);
  stb_case what = {.name = name,
                   .unit = "save",
                   .subject = engine_save,
                   .baseline = base_copy,
                   .context = s,
                   .beside = "memcpy of the save",
                   .goal = STB_GOAL_RATIO,
                   .limit = 6,
                   .decides = true,
                   .series = &series[0],
                   .size = (double)s->size,
                   .whole = true};
  (void)stb_measure(bench, &what);
  (void)snprintf(name, sizeof name, "load, %zu KiB", s->size / 1024);
  what.unit = "load";
  what.subject = engine_load_save;
  what.limit = 5;
  what.decides = false;
  what.series = &series[1];
  (void)stb_measure(bench, &what);
  check_save(bench, s);
  (void)snprintf(name, sizeof name, "write and hash, %zu KiB", s->size / 1024);
  (void)stb_measure(bench, &(stb_case){.name = name,
                                       .unit = "write",
                                       .subject = engine_hash,
                                       .baseline = base_hash,
                                       .context = s,
                                       .beside = "write with a sum of mixes",
                                       .subject_per = SAVE_WRITES});
  saving_free(s);
}

void stb_workload_save_hash(stb_run *bench) {
  stb_series series[2] = {{0}, {0}};
  const size_t kib = 1024;
  for (size_t size = 64 * kib; size <= 1024 * kib; size *= 4) {
    if (bench->quick && size > 256 * kib) break;
    size_case_save(bench, size, series);
  }
}
