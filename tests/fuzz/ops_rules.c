/* ops_rules.c - checks the parts of rules that a game does not change. */
#include "ops.h"

#include <string.h>

static const char *look_at_names(const strata_rules *rules,
                                 strata_name_kind kind, uint64_t *trace) {
  uint32_t count = strata_rules_count(rules, kind);
  for (uint32_t id = 1; id <= count; id++) {
    const char *name = strata_rules_name(rules, kind, id);
    if (!name) return "an id without a name";
    if (strata_rules_find(rules, kind, name) != id) return "a name is lost";
    const char *near = strata_rules_nearest(rules, kind, name);
    if (!near || strcmp(near, name) != 0) return "a name is not its nearest";
    *trace = kit_fold_text(*trace, name);
  }
  if (strata_name_kind_text(kind)[0] == '\0')
    return "a kind that is not called";
  if (strata_rules_name(rules, kind, 0) ||
      strata_rules_name(rules, kind, count + 1)) {
    return "a name without an id";
  }
  return NULL;
}

static const char *look_at_attributes(const strata_rules *rules,
                                      uint64_t *trace) {
  uint32_t count = strata_rules_count(rules, STRATA_NAME_ATTRIBUTE);
  for (strata_attr a = 1; a <= count; a++) {
    strata_attribute info = {.type = STRATA_INT};
    if (strata_rules_attribute(rules, a, &info)) return "a lost attribute";
    *trace = kit_fold_text(*trace, info.name);
    *trace = kit_fold_number(*trace, (uint64_t)info.type);
    *trace = kit_fold_number(*trace, (uint64_t)info.default_value);
    *trace = kit_fold_number(*trace, (uint64_t)info.min);
    *trace = kit_fold_number(*trace, (uint64_t)info.max);
    *trace = kit_fold_number(*trace, info.unlayered);
    for (uint32_t n = 0; n < info.symbol_count; n++) {
      strata_symbol s = strata_rules_domain(rules, a, n);
      if (!s) return "a domain shorter than its size";
      *trace = kit_fold_number(*trace, s);
    }
    if (strata_rules_domain(rules, a, (uint32_t)info.symbol_count)) {
      return "a domain longer than its size";
    }
  }
  strata_attribute info = {.type = STRATA_INT};
  strata_status s = strata_rules_attribute(rules, count + 1, &info);
  return s == STRATA_ENOENT ? NULL : "an attribute too many";
}

static const char *look_at_zones(const strata_rules *rules, uint64_t *trace) {
  uint32_t count = strata_rules_count(rules, STRATA_NAME_ZONE);
  strata_zone_desc zone = {.name = NULL};
  for (strata_zone id = 1; id <= count; id++) {
    if (strata_rules_zone(rules, id, &zone)) return "a lost zone";
    *trace = kit_fold_text(*trace, zone.name);
    *trace = kit_fold_number(*trace, zone.shared);
  }
  strata_status s = strata_rules_zone(rules, count + 1, &zone);
  return s == STRATA_ENOENT ? NULL : "a zone too many";
}

static const char *look_at_abilities(const strata_rules *rules,
                                     uint64_t *trace) {
  uint32_t count = strata_rules_count(rules, STRATA_NAME_ABILITY);
  strata_ability_info info = {.name = NULL};
  for (uint32_t id = 1; id <= count; id++) {
    const char *name = strata_rules_name(rules, STRATA_NAME_ABILITY, id);
    strata_symbol s = strata_rules_find(rules, STRATA_NAME_SYMBOL, name);
    if (strata_rules_ability(rules, s, &info)) return "a lost ability";
    if (strcmp(info.name, name) != 0) return "another ability";
    *trace = kit_fold_text(*trace, info.text);
    *trace = kit_fold_number(*trace, (uint64_t)info.kind);
    if (strata_rules_ability_watcher(rules, s, UINT32_MAX) != 0) {
      return "a watcher too many";
    }
  }
  strata_status s = strata_rules_ability(rules, 0, &info);
  return s == STRATA_ENOENT ? NULL : "an ability of no name";
}

/* A definition is called by its own name; a symbol that calls it calls one. */
static const char *look_at_called(const strata_rules *rules) {
  uint32_t count = strata_rules_count(rules, STRATA_NAME_DEFINITION);
  for (strata_definition id = 1; id <= count; id++) {
    const char *name = strata_rules_name(rules, STRATA_NAME_DEFINITION, id);
    if (strata_rules_called(rules, name) != id) return "a name calls another";
    strata_symbol s = strata_rules_symbol_calling(rules, name);
    if (!s) continue;
    const char *symbol = strata_rules_name(rules, STRATA_NAME_SYMBOL, s);
    if (!symbol || !strata_rules_called(rules, symbol)) {
      return "a symbol that calls nothing";
    }
  }
  static const char nothing[] = "no definition: at all";
  if (strata_rules_called(rules, nothing) ||
      strata_rules_symbol_calling(rules, nothing)) {
    return "nothing is called";
  }
  return NULL;
}

static const char *look_at_builder(void) {
  strata_builder *b = NULL;
  if (strata_builder_new(NULL, NULL, &b)) return NULL;
  strata_rules *rules = NULL;
  const char *law = NULL;
  if (strata_builder_freeze(b, &rules) != STRATA_EINVAL) {
    law = "rules without layers";
  } else if (strata_builder_error(b)[0] == '\0') {
    law = "a builder that says nothing";
  } else if (strata_builder_rename(b, STRATA_NAME_FIELD, "a", "b") !=
             STRATA_EINVAL) {
    law = "a field of another name";
  }
  strata_rules_free(rules);
  strata_builder_free(b);
  return law;
}

const char *ops_look_at_rules(const strata_rules *rules, uint64_t *trace) {
  static const strata_name_kind kinds[] = {
      STRATA_NAME_ATTRIBUTE, STRATA_NAME_SYMBOL,     STRATA_NAME_LAYER,
      STRATA_NAME_CLOCK,     STRATA_NAME_GROUP,      STRATA_NAME_ZONE,
      STRATA_NAME_ABILITY,   STRATA_NAME_DEFINITION, STRATA_NAME_PREDICATE};
  const char *law = NULL;
  *trace = kit_fold_number(*trace, strata_rules_hash(rules));
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !law; i++) {
    bool any = kinds[i] == STRATA_NAME_LAYER && strata_rules_is_numbered(rules);
    if (!any) law = look_at_names(rules, kinds[i], trace);
  }
  if (!law) law = look_at_attributes(rules, trace);
  if (!law) law = look_at_zones(rules, trace);
  if (!law) law = look_at_abilities(rules, trace);
  if (!law) law = look_at_called(rules);
  if (!law) law = look_at_builder();
  if (strcmp(strata_whose_text(STRATA_WHOSE_EACH), "each") != 0 ||
      strcmp(strata_acting_order_text(STRATA_ACTING_AT_ONCE), "at once") != 0) {
    return "a text of periods";
  }
  if (strcmp(strata_on_fault_text(STRATA_ON_FAULT_DISABLE), "disable") != 0 ||
      strcmp(strata_on_fault_text((strata_on_fault)2), "unknown") != 0) {
    law = "a fault of other words";
  }
  if (strcmp(strata_log_lasts_text(STRATA_LOG_LASTS_TICK), "tick") != 0 ||
      strcmp(strata_log_lasts_text((strata_log_lasts)3), "unknown") != 0) {
    law = "a log of other words";
  }
  if (strata_version() != STRATA_VERSION) law = "another version";
  for (int s = 0; s < 12; s++) {
    *trace = kit_fold_text(*trace, strata_status_text((strata_status)s));
  }
  return law;
}
