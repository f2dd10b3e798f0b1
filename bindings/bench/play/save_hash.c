/*
 * save_hash.c - save_hash: saving beside a plain copy of as many bytes;
 * loading; and a write with the incremental hash beside the least that any
 * incremental hash does.
 */
#include "bench/kit/card_world.h"
#include "bench/kit/workloads.h"
#include "bench/measure/baseline.h"
#include "bench/measure/bench_rows.h"
#include "bench/measure/bench_run.h"
#include "bench/measure/bench_world.h"
#include "bench/measure/plain_values.h"
#include "bench/measure/sampling.h"

#include <strata.h>
#include <string.h>

enum { SAVE_WRITES = 200 };

typedef struct save_scene {
  stb_card_world *board;
  strata_world_config config;
  strata_world *loaded;
  size_t size;
  uint8_t *bytes, *copy;
  int64_t *words; /* the hash baseline's state */
  stb_write writes[SAVE_WRITES];
  uint64_t hash;
  uint32_t turn;
} save_scene;

static save_scene *saving_new(stb_run *bench, size_t size) {
  save_scene *s = stb_alloc(bench, 1, sizeof *s);
  stb_random dice = {size};
  s->board = stb_card_world_new(bench, size);
  s->config = stb_world_config(bench);
  s->size = s->board->save_bytes;
  s->bytes = stb_alloc(bench, s->size, 1);
  s->copy = stb_alloc(bench, s->size, 1);
  s->words = stb_alloc(bench, s->board->count, sizeof *s->words);
  for (size_t i = 0; i < SAVE_WRITES; i++) {
    s->writes[i].offset = stb_random_below(&dice, s->board->count);
    s->writes[i].value = (int64_t)stb_random_below(&dice, 1000);
  }
  return s;
}

static unsigned engine_save(void *context) {
  save_scene *s = context;
  size_t size = 0;
  const strata_status status =
      strata_save(s->board->world, s->bytes, s->size, &size);
  stb_touch_memory(s->bytes);
  return (unsigned)status;
}

static unsigned engine_load(void *context) {
  save_scene *s = context;
  return (unsigned)strata_load(s->board->rules, &s->config, s->bytes, s->size,
                               &s->loaded, NULL);
}

static unsigned free_loaded(void *context) {
  save_scene *s = context;
  strata_world_free(s->loaded);
  return STRATA_OK;
}

static unsigned base_copy(void *context) {
  save_scene *s = context;
  memcpy(s->copy, s->bytes, s->size);
  stb_touch_memory(s->copy);
  return STRATA_OK;
}

static unsigned engine_hash(void *context) {
  save_scene *s = context;
  const stb_card_world *b = s->board;
  unsigned failed = 0;
  s->turn++;
  for (size_t n = 0; n < SAVE_WRITES; n++) {
    const stb_write *write = &s->writes[n];
    failed |=
        (unsigned)strata_set_base_int(b->world, b->entities[write->offset],
                                      b->ints[1], write->value + s->turn % 2);
    stb_use_value((int64_t)strata_hash(b->world));
  }
  return failed;
}

static unsigned commit_writes(void *context) {
  const save_scene *s = context;
  return (unsigned)strata_commit(s->board->world);
}

static unsigned base_hash(void *context) {
  save_scene *s = context;
  s->hash = stb_base_hash_writes(s->words, s->writes, SAVE_WRITES, s->hash);
  return STRATA_OK;
}

/* A loaded world has the same hash, the same bytes and the right values. */
static void check_save(stb_run *bench, save_scene *s) {
  const stb_card_world *b = s->board;
  size_t size = 0;
  stb_must((strata_status)engine_save(s), "save");
  stb_must((strata_status)engine_load(s), "load");
  strata_world *loaded = s->loaded;
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
  const size_t kib = s->size / 1024;
  stb_case what = {.name = stb_text(bench, "save, %zu KiB", kib),
                   .unit = "save",
                   .subject = {.act = engine_save},
                   .baseline = {.act = base_copy},
                   .context = s,
                   .beside = "memcpy of the save",
                   .goal = STB_GOAL_RATIO,
                   .limit = 6,
                   .decides = true,
                   .series = &series[0],
                   .size = (double)s->size,
                   .whole = true};
  (void)stb_measure(bench, &what);
  what.name = stb_text(bench, "load, %zu KiB", kib);
  what.unit = "load";
  what.subject = (stb_work){.act = engine_load, .back = free_loaded};
  what.limit = 5;
  what.decides = false;
  what.series = &series[1];
  (void)stb_measure(bench, &what);
  check_save(bench, s);
  (void)stb_measure(
      bench,
      &(stb_case){.name = stb_text(bench, "write and hash, %zu KiB", kib),
                  .unit = "write",
                  .subject = {.act = engine_hash, .back = commit_writes},
                  .baseline = {.act = base_hash},
                  .context = s,
                  .beside = "write with a sum of mixes",
                  .subject_per = SAVE_WRITES});
  stb_release(bench);
}

void stb_workload_save_hash(stb_run *bench) {
  stb_series series[2] = {{0}, {0}};
  const size_t kib = 1024;
  for (size_t size = 64 * kib; size <= 1024 * kib; size *= 4) {
    if (bench->quick && size > 256 * kib) break;
    size_case_save(bench, size, series);
  }
}
