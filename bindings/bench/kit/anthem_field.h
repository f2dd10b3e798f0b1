/*
 * anthem_field.h - creatures of 8 types and 16 players, and anthems, which are
 * open effects on those of one type and player: 128 signatures.
 *
 * All of one type and player are equal, unless they are to be distinct: then
 * each has a mark of its own, and some anthems ask for it.
 */
#ifndef STRATA_BENCH_KIT_ANTHEM_FIELD_H
#define STRATA_BENCH_KIT_ANTHEM_FIELD_H

#include "bench/measure/baseline_columns.h"
#include "bench/measure/bench_run.h"

#include <strata.h>

enum { STB_FIELD_TYPES = 8, STB_FIELD_PLAYERS = 16 };

typedef struct stb_anthem_field_desc {
  uint32_t creatures, anthems;
  bool distinct;
} stb_anthem_field_desc;

typedef struct stb_anthem_field {
  stb_anthem_field_desc desc;
  stb_run *bench;
  strata_rules *rules;
  strata_world *world;
  strata_attr types, controller, mark, power_attr, toughness_attr;
  strata_symbol symbols[STB_FIELD_TYPES];
  strata_definition definitions[STB_FIELD_TYPES]; /* of tokens */
  strata_entity players[STB_FIELD_PLAYERS];
  strata_expr
      *subjects[STB_CLASSES]; /* of anthems without a condition on the mark */
  strata_entity *creatures;
  int64_t *got_power, *got_toughness; /* what the engine gave last */
  stb_anthem *anthems;
  stb_herd herd;
  stb_signature classes[STB_CLASSES];
  int64_t *power, *toughness; /* the baseline's */
  int64_t *out;               /* ... and its results */
  uint32_t turn;
} stb_anthem_field;

stb_herd stb_herd_new(stb_run *bench, size_t count);

stb_anthem_field *stb_anthem_field_new(stb_run *bench,
                                       const stb_anthem_field_desc *desc);

/* The type and player of a class, or of the n-th creature. */
static inline uint32_t stb_anthem_field_type(uint32_t n) {
  return n % STB_FIELD_TYPES;
}
static inline uint32_t stb_anthem_field_player(uint32_t n) {
  return n / STB_FIELD_TYPES % STB_FIELD_PLAYERS;
}

/* An anthem on all of a class. */
stb_anthem stb_anthem_field_anthem(uint32_t class);
strata_status stb_anthem_field_add(stb_anthem_field *f,
                                   const strata_expr *subject,
                                   strata_effect *out);

strata_status stb_anthem_field_set_player(stb_anthem_field *f,
                                          strata_entity entity,
                                          uint32_t player);

/* Read power and toughness of all creatures, each by one call. */
unsigned stb_anthem_field_read(stb_anthem_field *f);

/* Check powers and toughnesses: each must be what adding each anthem to each
 * creature gives, one at a time. */
void stb_anthem_field_check(stb_anthem_field *f, const int64_t *power,
                            const int64_t *toughness, const char *what);

#endif
