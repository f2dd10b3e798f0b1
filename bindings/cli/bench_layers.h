/*
 * bench_layers.h - what the workloads of the layer system share: rules with
 * named layers and static abilities, and boards of type changers.
 */
#ifndef STC_BENCH_LAYERS_H
#define STC_BENCH_LAYERS_H

#include "bench.h"

/* -- Rules ------------------------------------------------------------------
 */

/* A builder with these layers, in their order. */
strata_builder *stc_layers_begin(stc_bench_run *bench, const char *const *names,
                                 size_t count);

void stc_layers_attribute(strata_builder *builder,
                          const strata_attribute *attribute);

/* Declare an ability with one clause. */
void stc_layers_ability(strata_builder *builder, const char *name,
                        strata_ability_kind kind, const char *subject,
                        const strata_clause_part *parts, size_t count);

/* Freeze, and free the builder. */
strata_rules *stc_layers_end(strata_builder *builder);

/* The id of a name that is there. */
uint32_t stc_layers_id(const strata_rules *rules, strata_name_kind kind,
                       const char *name);

/* Give an entity base abilities. */
void stc_layers_print(strata_world *world, strata_entity entity,
                      strata_attr attr, const strata_symbol *abilities,
                      size_t count);

/* -- Type changers, as plainly as possible ----------------------------------
 */

#define STC_ANY_COST UINT32_MAX

/* "Each permanent of type `need` and of cost `dearest` at most is also of type
 * `gives`", or of that type alone. */
typedef struct stc_changer {
  uint32_t need, gives, dearest;
  bool only;
} stc_changer;

/* A board: for each type a bitmap of the permanents that are of it. */
typedef struct stc_plain {
  uint32_t count, permanents, types, words;
  const stc_changer *changers;
  uint32_t *by_time;       /* changers in the order of timestamps */
  uint64_t *base;          /* `words` of each type */
  uint64_t *masks;         /* of each changer: whom its cost lets through */
  uint64_t *sets, *trial;  /* whom each affects; a board to try on */
  uint64_t *edges, *reach; /* a bitmap of changers for each changer */
  uint32_t *left;          /* those not yet applied, oldest first */
} stc_plain;

/* `costs` has one for each permanent. Bitmaps are empty. */
stc_plain *stc_plain_new(const stc_changer *changers, uint32_t count,
                         uint32_t types, const uint32_t *costs,
                         uint32_t permanents);
void stc_plain_free(stc_plain *plain);

/* Base types, then all changers in an order that is known. */
void stc_plain_known(const stc_plain *plain, const uint32_t *order,
                     uint64_t *planes);

/* The same, the order found as 613.8 says: every pair is tried, before each
 * application anew. */
void stc_plain_tried(const stc_plain *plain, uint64_t *planes, uint32_t *order);

static inline bool stc_plain_has(const stc_plain *plain, const uint64_t *planes,
                                 uint32_t type, uint32_t n) {
  return planes[(size_t)type * plain->words + n / 64] >> (n % 64) & 1;
}

/* -- The same board in the engine -------------------------------------------
 */

typedef struct stc_changers_desc {
  const stc_changer *changers;
  uint32_t count, types, permanents; /* the first `count` have the abilities */
  uint32_t start_types; /* permanent n is of type n modulo this, and costs n
                           modulo `costs` */
  uint32_t costs;
  bool against; /* the last changer has the oldest timestamp */
} stc_changers_desc;

typedef struct stc_changers {
  stc_changers_desc desc;
  strata_rules *rules;
  strata_world *world;
  strata_attr attr; /* types */
  strata_symbol *symbols;
  strata_entity *entities;
  uint32_t turn; /* the last permanent has its type on even ones */
  bool found;    /* what was read last */
  uint32_t sum;  /* how many had the last type */
  stc_plain *plain;
  uint32_t *orders[2];  /* of even and odd turns */
  uint64_t *results[2]; /* what must come out */
  uint64_t *planes;     /* what a baseline made */
  uint32_t *order;      /* ... and found */
} stc_changers;

stc_changers *stc_changers_new(stc_bench_run *bench,
                               const stc_changers_desc *desc);
void stc_changers_free(stc_changers *c);

/* Loops, with a stc_changers as context: one permanent's base type changes,
 * and one value is read, or the last type of all. */
double stc_changers_one(void *context, uint32_t count);
double stc_changers_all(void *context, uint32_t count);

/* Baselines: the same by stc_plain_known, and by stc_plain_tried. */
double stc_changers_known(void *context, uint32_t count);
double stc_changers_known_all(void *context, uint32_t count);
double stc_changers_tried(void *context, uint32_t count);

/* Every type of every permanent, on an even and an odd turn, in the engine and
 * by the baselines, must be what stc_plain_tried says. */
void stc_changers_check(stc_bench_run *bench, stc_changers *c);

#endif
