/*
 * layer_rules.c - building rules with named layers and static abilities,
 * without a script.
 */
#include "bench/kit/layer_rules.h"

#include "bench/measure/bench_world.h"

strata_builder *stb_layer_rules_begin(stb_run *bench, const char *const *names,
                                      size_t count) {
  strata_builder *builder = NULL;
  stb_must(strata_builder_new(stb_heap_alloc, &bench->heap, &builder), "rules");
  for (size_t i = 0; i < count; i++) {
    stb_must(strata_builder_layer(builder, names[i], (int32_t)i,
                                  STRATA_BY_TIMESTAMP),
             names[i]);
  }
  return builder;
}

void stb_layer_rules_attribute(strata_builder *builder,
                               const strata_attribute *attribute) {
  stb_must(strata_builder_attribute(builder, attribute), attribute->name);
}

void stb_layer_rules_ability(strata_builder *builder, const char *name,
                             strata_ability_kind kind, const char *subject,
                             const strata_clause_part *parts, size_t count) {
  const strata_clause clause = {
      .subject = subject, .parts = parts, .part_count = count};
  const strata_ability_desc ability = {.name = name,
                                       .kind = kind,
                                       .clauses = &clause,
                                       .clause_count = count != 0};
  stb_must(strata_builder_ability(builder, &ability), name);
}

strata_rules *stb_layer_rules_end(strata_builder *builder) {
  strata_rules *rules = NULL;
  const strata_status status = strata_builder_freeze(builder, &rules);
  stb_must(status, strata_builder_error(builder));
  strata_builder_free(builder);
  return rules;
}

uint32_t stb_rules_id(const strata_rules *rules, strata_name_kind kind,
                      const char *name) {
  const uint32_t id = strata_rules_find(rules, kind, name);
  stb_must(id != 0 ? STRATA_OK : STRATA_ENOENT, name);
  return id;
}

void stb_set_base_abilities(strata_world *world, strata_entity entity,
                            strata_attr attr, const strata_symbol *abilities,
                            size_t count) {
  const strata_value value = {
      .type = STRATA_ABILITIES, .symbols = abilities, .symbol_count = count};
  stb_must(strata_set_base(world, entity, attr, &value), "abilities");
}
