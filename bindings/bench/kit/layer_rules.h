/*
 * layer_rules.h - building rules with static abilities, without a script.
 */
#ifndef STRATA_BENCH_KIT_LAYER_RULES_H
#define STRATA_BENCH_KIT_LAYER_RULES_H

#include "bench/measure/bench_run.h"

#include <stddef.h>
#include <stdint.h>
#include <strata.h>

/* A list and its length, as arguments or initializers. */
#define STB_LIST(items) (items), sizeof(items) / sizeof *(items)

/* Layers in their order, or numbered ones if there are none; attributes. */
typedef struct stb_layer_rules {
  const char *const *layers;
  size_t layer_count;
  const strata_attribute *attributes;
  size_t attribute_count;
} stb_layer_rules;

strata_builder *stb_layer_rules_begin(stb_run *bench,
                                      const stb_layer_rules *desc);

/* Declare an ability with one clause. */
void stb_layer_rules_ability(strata_builder *builder, const char *name,
                             strata_ability_kind kind, const char *subject,
                             const strata_clause_part *parts, size_t count);

/* Declare a definition with these values. */
void stb_layer_rules_definition(strata_builder *builder, const char *name,
                                const strata_default *defaults, size_t count);

/* Freeze, and free the builder; the rules live until stb_release. */
strata_rules *stb_layer_rules_end(stb_run *bench, strata_builder *builder);

/* Rules with numbered layers and the int attributes a, b, c, d. */
strata_rules *stb_numbered_rules(stb_run *bench);

/* The id of a name that is there. */
uint32_t stb_rules_id(const strata_rules *rules, strata_name_kind kind,
                      const char *name);

/* Give an entity base abilities. */
void stb_set_base_abilities(strata_world *world, strata_entity entity,
                            strata_attr attr, const strata_symbol *abilities,
                            size_t count);

#endif
