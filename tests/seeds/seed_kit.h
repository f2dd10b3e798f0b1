/* seed_kit.h - a world of one entity, and the values that the tables of the
 * first seeds require. */
#ifndef STRATA_TESTS_SEEDS_SEED_KIT_H
#define STRATA_TESTS_SEEDS_SEED_KIT_H

#include "kit.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { SEED_KEYS = 10 };

/* The seed's ten attribute keys, in its order. */
enum seed_key {
  SEED_NOT_ASSIGNED,
  SEED_POWER,
  SEED_TOUGHNESS,
  SEED_LOYALTY,
  SEED_COLOR,
  SEED_TYPES,
  SEED_SUBTYPES,
  SEED_SUPERTYPES,
  SEED_MANA_VALUE,
  SEED_CONTROLLER
};

typedef struct seed {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity one;
  strata_attr key[SEED_KEYS];
  int told;             /* lines that the log got */
  char line[300];       /* the last of them */
  strata_status status; /* and its status */
} seed;

/* The index-th value of a row of expected.inc; a mutation run changes one. */
int64_t seed_want(const char *row, size_t index);

/* True for the long run: every sequence, not a sample. */
bool seed_is_full(void);

void seed_open(seed *s, const strata_world_config *config);
void seed_close(seed *s); /* checks that nothing leaked */

/* A world config that writes to s->told, s->line and s->status. */
strata_world_config seed_config(seed *s, bool log);

strata_entity seed_spawn(seed *s, int64_t power, int64_t toughness);
void seed_base(seed *s, strata_entity entity, enum seed_key key, int64_t value);
int64_t seed_read(seed *s, strata_entity entity, enum seed_key key);
strata_effect seed_add(seed *s, strata_entity entity, enum seed_key key,
                       strata_op op, int64_t value, strata_layer layer);
void seed_remove(seed *s, strata_effect effect);

/* The effects of row L10, the n-th of four, on power. */
void seed_add_l10(seed *s, strata_entity entity, int n);

/* A value is what the table demands. */
#define SEED_EXPECT(got, row, index)                                           \
  cr_expect(eq(i64, (int64_t)(got), seed_want(row, index)), "%s[%d]", row,     \
            (int)(index))

#endif
