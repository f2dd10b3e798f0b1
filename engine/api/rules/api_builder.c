/*
 * api_builder.c - the public functions by which rules are declared.
 *
 * A builder is not shared between threads and holds no world, so each of these
 * only calls the function of rules/declare or rules/compile that does the work.
 */
#include "rules/compile/freeze.h"

strata_status strata_builder_new_for(uint32_t version, strata_alloc_fn alloc,
                                     void *user, strata_builder **out,
                                     strata_error *error) {
  return st_builder_new(version, alloc, user, out, error);
}

void strata_builder_free(strata_builder *builder) {
  st_builder_free(builder);
}

const char *strata_builder_error(const strata_builder *builder) {
  return st_builder_error(builder);
}

strata_status strata_builder_attribute(strata_builder *builder,
                                       const strata_attribute *attribute) {
  return st_builder_attribute(builder, attribute);
}

strata_status strata_builder_symbol(strata_builder *builder,
                                    const char *attribute, const char *symbol) {
  return st_builder_symbol(builder, attribute, symbol);
}

strata_status strata_builder_layer(strata_builder *builder, const char *name,
                                   int32_t position, strata_order order) {
  return st_builder_layer(builder, name, position, order);
}

strata_status strata_builder_copiable_after(strata_builder *builder,
                                            const char *layer) {
  return st_builder_copiable_after(builder, layer);
}

strata_status strata_builder_face_down(strata_builder *builder,
                                       const char *flag,
                                       const char *looks_under) {
  return st_builder_face_down(builder, flag, looks_under);
}

strata_status strata_builder_numbered_layers(strata_builder *builder,
                                             strata_order order) {
  return st_builder_numbered_layers(builder, order);
}

strata_status strata_builder_clock(strata_builder *builder, const char *name) {
  return st_builder_clock(builder, name);
}

strata_status strata_builder_stacking_group(strata_builder *builder,
                                            const char *name,
                                            strata_stacking stacking,
                                            uint32_t limit) {
  return st_builder_stacking_group(builder, name, stacking, limit);
}

strata_status strata_builder_zone(strata_builder *builder,
                                  const strata_zone_desc *zone) {
  return st_builder_zone(builder, zone);
}

strata_status strata_builder_ability(strata_builder *builder,
                                     const strata_ability_desc *ability) {
  return st_builder_ability(builder, ability);
}

strata_status
strata_builder_revise_ability(strata_builder *builder,
                              const strata_ability_desc *ability) {
  return st_builder_revise_ability(builder, ability);
}

strata_status
strata_builder_definition(strata_builder *builder,
                          const strata_definition_desc *definition) {
  return st_builder_definition(builder, definition);
}

strata_status
strata_builder_revise_definition(strata_builder *builder,
                                 const strata_definition_desc *definition) {
  return st_builder_revise_definition(builder, definition);
}

strata_status strata_builder_law(strata_builder *builder,
                                 const strata_law_desc *law) {
  return st_builder_law(builder, law);
}

strata_status strata_builder_predicate(strata_builder *builder,
                                       const strata_predicate_desc *predicate) {
  return st_builder_predicate(builder, predicate);
}

strata_status strata_builder_event_type(strata_builder *builder,
                                        const strata_event_type_desc *event) {
  return st_builder_event_type(builder, event);
}

strata_status strata_builder_replacement_class(strata_builder *builder,
                                               const char *name) {
  return st_builder_replacement_class(builder, name);
}

strata_status strata_builder_watcher(strata_builder *builder,
                                     const strata_watcher_desc *watcher) {
  return st_builder_watcher(builder, watcher);
}

strata_status strata_builder_handler(strata_builder *builder, const char *name,
                                     uint64_t body) {
  return st_builder_handler(builder, name, body);
}

strata_status strata_builder_sba(strata_builder *builder,
                                 const strata_sba_desc *sba) {
  return st_builder_sba(builder, sba);
}

strata_status strata_builder_play_rules(strata_builder *builder,
                                        const strata_play_rules_desc *play) {
  return st_builder_play_rules(builder, play);
}

strata_status strata_builder_period(strata_builder *builder,
                                    const strata_period_desc *period) {
  return st_builder_period(builder, period);
}

strata_status strata_builder_rename(strata_builder *builder,
                                    strata_name_kind kind, const char *old,
                                    const char *now) {
  return st_builder_rename(builder, kind, old, now);
}

strata_status strata_builder_freeze(strata_builder *builder,
                                    strata_rules **out) {
  return st_builder_freeze(builder, out);
}
