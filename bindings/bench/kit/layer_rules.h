/*
 * layer_rules.h - building rules with named layers and static abilities.
 */
#ifndef STRATA_BENCH_KIT_LAYER_RULES_H
#define STRATA_BENCH_KIT_LAYER_RULES_H

#include "bench/measure/bench_run.h"

#include <stddef.h>
#include <stdint.h>
#include <strata.h>

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

#endif
