/*
 * bench_layers.h - what the workloads of the layer system share: rules with
 * named layers and static abilities, and boards of type changers.
 */
#ifndef STC_BENCH_LAYERS_H
#define STC_BENCH_LAYERS_H

#include "bench/play/workloads.h"

/* -- Rules ------------------------------------------------------------------
 */

/* A builder with these layers, in their order. */
strata_builder *stb_layer_rules_begin(stb_run *bench, const char *const *names,
                                      size_t count);

void stb_layer_rules_attribute(strata_builder *builder,
                               const strata_attribute *attribute);

/* Declare an ability with one clause. */
void stb_layer_rules_ability(strata_builder *builder, const char *name,
                             strata_ability_kind kind, const char *subject,
                             const strata_clause_part *parts, size_t count);

/* Freeze, and free the builder. */
strata_rules *stb_layer_rules_end(strata_builder *builder);

/* The id of a name that is there. */
uint32_t stb_rules_id(const strata_rules *rules, strata_name_kind kind,
                      const char *name);

/* Give an entity base abilities. */
void stb_set_base_abilities(strata_world *world, strata_entity entity,
                            strata_attr attr, const strata_symbol *abilities,
                            size_t count);

/* -- Type changers, as plainly as possible ----------------------------------
 */

#define STB_ANY_COST UINT32_MAX

/* "Each permanent of type `need` and of cost `dearest` at most is also of type
 * `gives`", or of that type alone. */
typedef struct stb_changer {
  uint32_t need, gives, dearest;
  bool only;
} stb_changer;

/* A board: for each type a bitmap of the permanents that are of it. */
typedef struct stb_plain_changers {
  uint32_t count, permanents, types, words;
  const stb_changer *changers;
  uint32_t *by_time;       /* changers in the order of timestamps */
  uint64_t *base;          /* `words` of each type */
  uint64_t *masks;         /* of each changer: whom its cost lets through */
  uint64_t *sets, *trial;  /* whom each affects; a board to try on */
  uint64_t *edges, *reach; /* a bitmap of changers for each changer */
  uint32_t *left;          /* those not yet applied, oldest first */
} stb_plain_changers;

/* `costs` has one for each permanent. Bitmaps are empty. */
stb_plain_changers *stb_plain_changers_new(const stb_changer *changers,
                                           uint32_t count, uint32_t types,
                                           const uint32_t *costs,
                                           uint32_t permanents);
void stb_plain_changers_free(stb_plain_changers *plain);

/* Base types, then all changers in an order that is known. */
void stb_plain_apply_known(const stb_plain_changers *plain,
                           const uint32_t *order, uint64_t *planes);

/* The same, the order found as 613.8 says: every pair is tried, before each
 * application anew. */
void stb_plain_apply_tried(const stb_plain_changers *plain, uint64_t *planes,
                           uint32_t *order);

static inline bool stb_plain_changers_has(const stb_plain_changers *plain,
                                          const uint64_t *planes, uint32_t type,
                                          uint32_t n) {
  return planes[(size_t)type * plain->words + n / 64] >> (n % 64) & 1;
}

/* -- The same board in the engine -------------------------------------------
 */

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
  bool found;    /* what was read last */
  uint32_t sum;  /* how many had the last type */
  stb_plain_changers *plain;
  uint32_t *orders[2];  /* of even and odd turns */
  uint64_t *results[2]; /* what must come out */
  uint64_t *planes;     /* what a baseline made */
  uint32_t *order;      /* ... and found */
} stb_type_changers;

stb_type_changers *stb_type_changers_new(stb_run *bench,
                                         const stb_type_changers_desc *desc);
void stb_type_changers_free(stb_type_changers *c);

/* Loops, with a stb_type_changers as context: one permanent's base type
 * changes, and one value is read, or the last type of all. */
double stb_engine_read_one(void *context, uint32_t count);
double stb_engine_read_all(void *context, uint32_t count);

/* Baselines: the same by stb_plain_apply_known, and by stb_plain_apply_tried.
 */
double stb_base_read_known(void *context, uint32_t count);
double stb_base_read_all_known(void *context, uint32_t count);
double stb_base_read_tried(void *context, uint32_t count);

/* Every type of every permanent, on an even and an odd turn, in the engine and
 * by the baselines, must be what stb_plain_apply_tried says. */
void stb_type_changers_check(stb_run *bench, stb_type_changers *c);

#endif
