/*
 * bench_save.c - save_hash: saving beside a plain copy of as many bytes,
 * loading, and a write with the hash that is kept up to date beside the
 * least that any incremental hash does.
 */
#include "baseline.h"
#include "bench_board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRITES = 200 };

typedef struct saving {
  stc_board *board;
  strata_world_config config;
  size_t size;
  uint8_t *bytes, *copy;
  int64_t *words; /* the hash baseline's state */
  stc_write writes[WRITES];
  uint64_t hash;
} saving;

static saving *saving_new(stc_bench_run *bench, size_t size) {
  saving *s = stc_must_alloc(1, sizeof *s);
  stc_dice dice = {size};
  s->board = stc_board_new(bench, size);
  s->config = stc_bench_config(bench);
  s->size = s->board->save_bytes;
  s->bytes = stc_must_alloc(s->size, 1);
  s->copy = stc_must_alloc(s->size, 1);
  s->words = stc_must_alloc(s->board->count, sizeof *s->words);
  for (size_t i = 0; i < WRITES; i++) {
    s->writes[i].offset = stc_below(&dice, s->board->count);
    s->writes[i].value = (int64_t)stc_below(&dice, 1000);
  }
  return s;
}

static void saving_free(saving *s) {
  stc_board_free(s->board);
  free(s->bytes);
  free(s->copy);
  free(s->words);
  free(s);
}

static double engine_save(void *context, uint32_t count) {
  saving *s = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    size_t size = 0;
    stc_must(strata_save(s->board->world, s->bytes, s->size, &size), "save");
    stc_touch(s->bytes);
  }
  return stc_now_ns() - start;
}

static double engine_load(void *context, uint32_t count) {
  saving *s = context;
  double took = 0;
  for (uint32_t i = 0; i < count; i++) {
    strata_world *world = NULL;
    const double start = stc_now_ns();
    stc_must(strata_load(s->board->rules, &s->config, s->bytes, s->size, &world,
                         NULL),
             "load");
    took += stc_now_ns() - start;
    strata_world_free(world);
  }
  return took;
}

static double base_copy(void *context, uint32_t count) {
  saving *s = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    memcpy(s->copy, s->bytes, s->size);
    stc_touch(s->copy);
  }
  return stc_now_ns() - start;
}

static double engine_hash(void *context, uint32_t count) {
  saving *s = context;
  const stc_board *b = s->board;
  unsigned failed = 0;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    for (size_t n = 0; n < WRITES; n++) {
      const stc_write *write = &s->writes[n];
      failed |=
          (unsigned)strata_set_base_int(b->world, b->entities[write->offset],
                                        b->ints[1], write->value + i % 2);
      stc_use((int64_t)strata_hash(b->world));
    }
  }
  const double took = stc_now_ns() - start;
  stc_must((strata_status)failed, "set");
  stc_must(strata_commit(b->world), "commit");
  return took;
}

static double base_hash(void *context, uint32_t count) {
  saving *s = context;
  const double start = stc_now_ns();
  for (uint32_t i = 0; i < count; i++) {
    s->hash = stc_base_hash(s->words, s->writes, WRITES, s->hash);
  }
  return stc_now_ns() - start;
}

/* A loaded world has the same hash, the same bytes and the right values. */
static void check(stc_bench_run *bench, saving *s) {
  const stc_board *b = s->board;
  strata_world *loaded = NULL;
  size_t size = 0;
  stc_must(strata_save(b->world, s->bytes, s->size, &size), "save");
  stc_must(strata_load(b->rules, &s->config, s->bytes, size, &loaded, NULL),
           "load");
  stc_expect(bench, strata_hash(loaded) == strata_hash(b->world),
             "the hash of a loaded world");
  stc_must(strata_save(loaded, s->copy, s->size, &size), "save");
  stc_expect(bench, size == s->size && !memcmp(s->copy, s->bytes, size),
             "the save of a loaded world");
  for (uint32_t n = 0; n < b->count; n++) {
    int64_t value = 0;
    stc_must(strata_get_int(loaded, b->entities[n], b->ints[0], &value), "get");
    stc_expect(bench, value == stc_board_power(b, n, b->power[n]),
               "a value of a loaded world");
  }
  strata_world_free(loaded);
}

static void size_case(stc_bench_run *bench, size_t wanted,
                      stc_series series[2]) {
  saving *s = saving_new(bench, wanted);
  char name[64];
  (void)snprintf(name, sizeof name, "save, %zu KiB", s->size / 1024);
  stc_case what = {.name = name,
                   .unit = "save",
                   .subject = engine_save,
                   .baseline = base_copy,
                   .context = s,
                   .beside = "memcpy of the save",
                   .goal = STC_GOAL_RATIO,
                   .limit = 6,
                   .decides = true,
                   .series = &series[0],
                   .size = (double)s->size,
                   .whole = true};
  (void)stc_measure(bench, &what);
  (void)snprintf(name, sizeof name, "load, %zu KiB", s->size / 1024);
  what.unit = "load";
  what.subject = engine_load;
  what.limit = 5;
  what.decides = false;
  what.series = &series[1];
  (void)stc_measure(bench, &what);
  check(bench, s);
  (void)snprintf(name, sizeof name, "write and hash, %zu KiB", s->size / 1024);
  (void)stc_measure(bench, &(stc_case){.name = name,
                                       .unit = "write",
                                       .subject = engine_hash,
                                       .baseline = base_hash,
                                       .context = s,
                                       .beside = "write with a sum of mixes",
                                       .subject_per = WRITES});
  saving_free(s);
}

void stc_bench_save(stc_bench_run *bench) {
  stc_series series[2] = {{0}, {0}};
  const size_t kib = 1024;
  for (size_t size = 64 * kib; size <= 1024 * kib; size *= 4) {
    if (bench->quick && size > 256 * kib) break;
    size_case(bench, size, series);
  }
}
