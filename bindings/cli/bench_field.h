/*
 * bench_field.h - creatures of 8 types and 16 players, and anthems, which are
 * open effects on those of one type and player: 128 signatures.
 *
 * All of one type and player are equal, unless they are to be distinct: then
 * each has a mark of its own, and some anthems ask for it.
 */
#ifndef STC_BENCH_FIELD_H
#define STC_BENCH_FIELD_H

#include "baseline_columns.h"
#include "bench.h"

enum { STC_FIELD_TYPES = 8, STC_FIELD_PLAYERS = 16 };

typedef struct stc_field_desc {
  uint32_t creatures, anthems;
  bool distinct;
} stc_field_desc;

typedef struct stc_field {
  stc_field_desc desc;
  stc_bench_run *bench;
  strata_rules *rules;
  strata_world *world;
  strata_attr types, controller, mark, power_attr, toughness_attr;
  strata_symbol symbols[STC_FIELD_TYPES];
  strata_definition definitions[STC_FIELD_TYPES]; /* of tokens */
  strata_entity players[STC_FIELD_PLAYERS];
  strata_expr *subjects[STC_CLASSES]; /* of anthems that ask for no mark */
  strata_entity *creatures;
  int64_t *got_power, *got_toughness; /* what the engine said last */
  stc_anthem *anthems;
  stc_herd herd;
  stc_signature classes[STC_CLASSES];
  int64_t *power, *toughness; /* the baseline's */
  int64_t *out;               /* ... and what it hands out */
  double clock_ns;
  uint32_t turn;
} stc_field;

stc_herd stc_herd_new(size_t count);
void stc_herd_free(stc_herd *herd);

stc_field *stc_field_new(stc_bench_run *bench, const stc_field_desc *desc);
void stc_field_free(stc_field *f);

/* The type and player of a class, or of the n-th creature. */
static inline uint32_t stc_field_type(uint32_t n) {
  return n % STC_FIELD_TYPES;
}
static inline uint32_t stc_field_player(uint32_t n) {
  return n / STC_FIELD_TYPES % STC_FIELD_PLAYERS;
}

/* An anthem on all of a class. */
stc_anthem stc_field_anthem(uint32_t class);
strata_status stc_field_add(stc_field *f, const strata_expr *subject,
                            strata_effect *out);

strata_status stc_field_set_player(stc_field *f, strata_entity entity,
                                   uint32_t player);

/* Read both values of all, each by one call. */
unsigned stc_field_read(stc_field *f);

/* Powers and toughnesses must be what each anthem against each creature comes
 * to, one at a time. */
void stc_field_check(stc_field *f, const int64_t *power,
                     const int64_t *toughness, const char *what);

#endif
