/*
 * type_changers.h - a board of type changers in the engine, beside
 * plain_changers.h.
 */
#ifndef STRATA_BENCH_KIT_TYPE_CHANGERS_H
#define STRATA_BENCH_KIT_TYPE_CHANGERS_H

#include "bench/kit/plain_changers.h"
#include "bench/measure/bench_run.h"

#include <stdbool.h>
#include <stdint.h>
#include <strata.h>

typedef struct stb_type_changers_desc {
  const stb_changer *changers;
  uint32_t count, types, permanents; /* the first `count` have the abilities */
  uint32_t start_types; /* permanent n is of type n modulo this, and costs n
                           modulo `costs` */
  uint32_t costs;
  bool against; /* the last changer has the oldest timestamp */
} stb_type_changers_desc;

typedef struct stb_type_changers {
  stb_type_changers_desc desc;
  strata_rules *rules;
  strata_world *world;
  strata_attr attr; /* types */
  strata_symbol *symbols;
  strata_entity *entities;
  uint32_t turn; /* the last permanent has its type on even ones */
  bool found;    /* the newest result of reading one value */
  uint32_t sum;  /* the newest number of permanents of the last type */
  stb_plain_changers *plain;
  uint32_t *orders[2];  /* of even and odd turns */
  uint64_t *results[2]; /* the expected types on even and odd turns */
  uint64_t *planes;     /* the result of a baseline */
  uint32_t *order;      /* ... and its order */
} stb_type_changers;

stb_type_changers *stb_type_changers_new(stb_run *bench,
                                         const stb_type_changers_desc *desc);

/* Turns, with a stb_type_changers as context: one permanent's base type
 * changes, and one value is read, or the last type of all. */
unsigned stb_engine_read_one(void *context);
unsigned stb_engine_read_all(void *context);

/* Baselines: the same results by stb_plain_apply_known, and by
 * stb_plain_apply_tried. */
unsigned stb_base_read_known(void *context);
unsigned stb_base_read_all_known(void *context);
unsigned stb_base_read_tried(void *context);

/* Check every type of every permanent, on an even and an odd turn, in the
 * engine and by the baselines, against stb_plain_apply_tried. */
void stb_type_changers_check(stb_run *bench, stb_type_changers *c);

#endif
