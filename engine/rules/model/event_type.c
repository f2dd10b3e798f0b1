/*
 * kind.c - kinds of events: what is asked of them.
 */
#include "rules/model/event_type.h"

uint32_t strata_rules_field_type(const strata_rules *rules,
                                 strata_field field) {
  size_t count = rules->names[STRATA_NAME_FIELD].count;
  return field - 1u < count ? rules->field_types[field - 1] : 0;
}

strata_event_type strata_rules_event_type_of(const strata_rules *rules,
                                             strata_event_type kind) {
  size_t count = rules->names[STRATA_NAME_EVENT_TYPE].count;
  return kind - 1u < count ? rules->event_types[kind - 1].unaliased : 0;
}

strata_field strata_rules_event_type_field(const strata_rules *rules,
                                           strata_event_type kind, uint32_t n) {
  strata_event_type of = strata_rules_event_type_of(rules, kind);
  if (of == 0 || n >= rules->event_types[of - 1].field_count) return 0;
  return rules->event_types[of - 1].fields[n];
}
