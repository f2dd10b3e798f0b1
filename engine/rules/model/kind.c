/*
 * kind.c - kinds of events: what is asked of them.
 */
#include "rules/model/kind.h"

uint32_t strata_rules_field_type(const strata_rules *rules,
                                 strata_field field) {
  size_t count = rules->names[STRATA_KIND_FIELD].count;
  return field - 1u < count ? rules->field_types[field - 1] : 0;
}

strata_event_kind strata_rules_event_of(const strata_rules *rules,
                                        strata_event_kind kind) {
  size_t count = rules->names[STRATA_KIND_EVENT].count;
  return kind - 1u < count ? rules->kinds[kind - 1].of : 0;
}

strata_field strata_rules_event_field(const strata_rules *rules,
                                      strata_event_kind kind, uint32_t n) {
  strata_event_kind of = strata_rules_event_of(rules, kind);
  if (of == 0 || n >= rules->kinds[of - 1].field_count) return 0;
  return rules->kinds[of - 1].fields[n];
}
