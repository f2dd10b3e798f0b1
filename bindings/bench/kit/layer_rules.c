/*
 * layer_rules.c - building rules with static abilities, without a script.
 */
#include "bench/kit/layer_rules.h"

#include "bench/measure/bench_world.h"

strata_builder *stb_layer_rules_begin(stb_run *bench,
                                      const stb_layer_rules *desc) {
  strata_builder *builder = NULL;
  stb_must(strata_builder_new(stb_heap_alloc, &bench->heap, &builder), "rules");
  if (desc->layer_count == 0) {
    stb_must(strata_builder_numbered_layers(builder, STRATA_BY_TIMESTAMP),
             "layers");
  }
  for (size_t i = 0; i < desc->layer_count; i++) {
    stb_must(strata_builder_layer(builder, desc->layers[i], (int32_t)i,
                                  STRATA_BY_TIMESTAMP),
             desc->layers[i]);
  }
  for (size_t i = 0; i < desc->attribute_count; i++) {
    stb_must(strata_builder_attribute(builder, &desc->attributes[i]),
             desc->attributes[i].name);
  }
  return builder;
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

void stb_layer_rules_definition(strata_builder *builder, const char *name,
                                const strata_default *defaults, size_t count) {
  const strata_definition_desc desc = {
      .name = name, .defaults = defaults, .default_count = count};
  stb_must(strata_builder_definition(builder, &desc), name);
}

strata_rules *stb_layer_rules_end(stb_run *bench, strata_builder *builder) {
  strata_rules *rules = NULL;
  const strata_status status = strata_builder_freeze(builder, &rules);
  stb_must(status, strata_builder_error(builder));
  strata_builder_free(builder);
  return stb_keep_rules(bench, rules);
}

strata_rules *stb_numbered_rules(stb_run *bench) {
  static const strata_attribute attributes[] = {
      {.name = "a", .type = STRATA_INT},
      {.name = "b", .type = STRATA_INT},
      {.name = "c", .type = STRATA_INT},
      {.name = "d", .type = STRATA_INT}};
  const stb_layer_rules desc = {.attributes = attributes, .attribute_count = 4};
  return stb_layer_rules_end(bench, stb_layer_rules_begin(bench, &desc));
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
