/*
 * api_rules.c - the public functions that read frozen rules.
 *
 * Rules are immutable: nothing here writes, so any number of threads may call
 * it on the same rules.
 */
#include "rules/catalog/called_names.h"
#include "rules/compile/rules_image.h"
#include "rules/model/clause.h"
#include "rules/model/event_type.h"
#include "rules/model/watcher_def.h"

void strata_rules_free(strata_rules *rules) {
  st_rules_free(rules);
}

strata_status strata_rules_image(const strata_rules *rules, void *buffer,
                                 size_t capacity, size_t *size) {
  return st_rules_image(rules, buffer, capacity, size);
}

strata_status strata_rules_from_image_for(uint32_t version,
                                          const strata_image_desc *desc,
                                          strata_rules **out,
                                          strata_error *error) {
  return st_rules_from_image(version, desc, out, error);
}

uint64_t strata_rules_hash(const strata_rules *rules) {
  return rules->hash;
}

uint32_t strata_rules_count(const strata_rules *rules, strata_name_kind kind) {
  return st_rules_count(rules, kind);
}

uint32_t strata_rules_find(const strata_rules *rules, strata_name_kind kind,
                           const char *name) {
  return st_rules_find_name(rules, kind, name);
}

const char *strata_rules_name(const strata_rules *rules, strata_name_kind kind,
                              uint32_t id) {
  return st_rules_name(rules, kind, id);
}

strata_definition strata_rules_called(const strata_rules *rules,
                                      const char *word) {
  strata_definition second;
  return st_definition_called(rules, word, &second);
}

strata_symbol strata_rules_symbol_calling(const strata_rules *rules,
                                          const char *word) {
  return st_symbol_calling(rules, word);
}

const char *strata_rules_nearest(const strata_rules *rules,
                                 strata_name_kind kind, const char *name) {
  return st_rules_nearest(rules, kind, name);
}

strata_status strata_rules_layer(const strata_rules *rules, const char *name,
                                 strata_layer *out) {
  if (!name || !out) return STRATA_EINVAL;
  strata_layer layer;
  if (!st_layer_find(rules, name, &layer)) return STRATA_ENOENT;
  *out = layer;
  return STRATA_OK;
}

bool strata_rules_is_numbered(const strata_rules *rules) {
  return rules->numbered_layers;
}

strata_status strata_rules_attribute(const strata_rules *rules,
                                     strata_attr attr, strata_attribute *out) {
  const st_attr *a = st_attr_of(rules, attr);
  if (!a) return STRATA_ENOENT;
  if (!out) return STRATA_EINVAL;
  *out = (strata_attribute){
      .name = a->name,
      .type = a->type,
      .default_value = a->default_value,
      .min = a->ranged ? a->min : 0,
      .max = a->ranged ? a->max : 0,
      .symbol_count = a->domain_count,
      .unlayered = !a->layered,
      .copiable = a->copiable,
      .kept = a->kept,
      .stamps = a->stamps,
      .open = a->open,
      .counter = a->counter,
      .kind = strata_rules_name(rules, STRATA_NAME_SYMBOL, a->counter_symbol)};
  return STRATA_OK;
}

strata_symbol strata_rules_domain(const strata_rules *rules, strata_attr attr,
                                  uint32_t n) {
  return st_attr_domain_symbol(rules, attr, n);
}

strata_status strata_rules_zone(const strata_rules *rules, uint32_t zone,
                                strata_zone_desc *out) {
  if (zone - 1 >= strata_rules_count(rules, STRATA_NAME_ZONE)) {
    return STRATA_ENOENT;
  }
  if (!out) return STRATA_EINVAL;
  const st_zone *z = &rules->zones[zone - 1];
  *out = (strata_zone_desc){.name = z->name,
                            .shared = z->shared,
                            .ordered = z->ordered,
                            .hidden = z->hidden};
  return STRATA_OK;
}

/* NULL if the symbol is that of no ability. */
static const st_ability *find_ability(const strata_rules *rules,
                                      strata_symbol ability) {
  const char *name = strata_rules_name(rules, STRATA_NAME_SYMBOL, ability);
  uint32_t id = strata_rules_find(rules, STRATA_NAME_ABILITY, name);
  if (id == 0) return NULL;
  const st_ability *found = &rules->abilities[id - 1];
  assert(found->symbol == ability);
  return found;
}

strata_status strata_rules_ability(const strata_rules *rules,
                                   strata_symbol ability,
                                   strata_ability_info *out) {
  const st_ability *found = find_ability(rules, ability);
  if (found == NULL) return STRATA_ENOENT;
  if (!out) return STRATA_EINVAL;
  const char *name = strata_rules_name(rules, STRATA_NAME_SYMBOL, ability);
  *out = (strata_ability_info){.name = name,
                               .text = found->text,
                               .kind = found->kind,
                               .clause_count = found->clause_count};
  return STRATA_OK;
}

/* What is given to the program of a watcher by name. */
static uint32_t parameter_count(const st_watcher_def *def) {
  bool announces = def->role == STRATA_ROLE_ACTION;
  return def->program.parameter_count +
         (announces ? def->program.on_stack_count : 0);
}

static const st_watcher_def *find_watcher_def(const strata_rules *rules,
                                              strata_watcher_def id) {
  bool is_there = id - 1u < rules->names[STRATA_NAME_WATCHER_DEF].count;
  return is_there ? st_watcher_def_get(rules, id) : NULL;
}

strata_status strata_rules_watcher_def(const strata_rules *rules,
                                       strata_watcher_def watcher,
                                       strata_watcher_def_info *out) {
  const st_watcher_def *def = find_watcher_def(rules, watcher);
  if (!def) return STRATA_ENOENT;
  if (!out) return STRATA_EINVAL;
  *out = (strata_watcher_def_info){.name = def->name,
                                   .role = def->role,
                                   .event = def->event_type,
                                   .parameter_count = parameter_count(def),
                                   .optional = def->optional,
                                   .immediate = def->immediate,
                                   .stacked = def->stacked};
  return STRATA_OK;
}

strata_status strata_rules_watcher_parameter(const strata_rules *rules,
                                             strata_watcher_def watcher,
                                             size_t n, strata_field_desc *out) {
  const st_watcher_def *def = find_watcher_def(rules, watcher);
  if (!def || n >= parameter_count(def)) return STRATA_ENOENT;
  if (!out) return STRATA_EINVAL;
  const st_program *program = &def->program;
  size_t place = ST_VARIABLE_FIRST_OWN + n;
  if (n >= program->parameter_count) {
    const st_instruction *choice =
        &program->instructions[n - program->parameter_count];
    place = choice->bound_variable - 1u;
  }
  const st_expr_variable *variable = &program->variables.variables[place];
  *out = (strata_field_desc){.name = variable->text, .type = variable->type};
  return STRATA_OK;
}

strata_field strata_rules_event_type_affected(const strata_rules *rules,
                                              strata_event_type type) {
  strata_event_type of = strata_rules_event_type_of(rules, type);
  if (of == 0) return 0;
  const st_event_type *found = &rules->event_types[of - 1];
  bool is_there = found->affected_index != ST_NO_FIELD_INDEX;
  return is_there ? found->fields[found->affected_index] : 0;
}

strata_watcher_def strata_rules_ability_watcher(const strata_rules *rules,
                                                strata_symbol ability,
                                                uint32_t n) {
  const st_ability *found = find_ability(rules, ability);
  if (found == NULL || n >= found->watcher_def_count) return 0;
  return found->watcher_defs[n];
}

uint32_t strata_rules_field_type(const strata_rules *rules,
                                 strata_field field) {
  size_t count = rules->names[STRATA_NAME_FIELD].count;
  return field - 1u < count ? rules->field_types[field - 1] : 0;
}

strata_event_type strata_rules_event_type_of(const strata_rules *rules,
                                             strata_event_type type) {
  size_t count = rules->names[STRATA_NAME_EVENT_TYPE].count;
  return type - 1u < count ? rules->event_types[type - 1].unaliased : 0;
}

strata_field strata_rules_event_type_field(const strata_rules *rules,
                                           strata_event_type type, uint32_t n) {
  strata_event_type of = strata_rules_event_type_of(rules, type);
  if (of == 0 || n >= rules->event_types[of - 1].field_count) return 0;
  return rules->event_types[of - 1].fields[n];
}
