/*
 * event_type.c - questions about event types.
 */
#include "rules/model/event_type.h"

bool st_instruction_moves_affected(const st_event_type *kind,
                                   const st_instruction *deed) {
  if (deed->op != STRATA_DO_MOVE || kind->affected_index == ST_NO_FIELD_INDEX) {
    return false;
  }
  const st_expr_node *node = &deed->who->nodes[0];
  return deed->who->node_count == 1 && node->op == ST_EXPR_FIELD &&
         node->index == kind->fields[kind->affected_index];
}

void st_program_add_emitted_rw(const strata_rules *rules,
                               const st_program *program, st_rw_mask *touch) {
  for (uint32_t i = 0; i < program->instruction_count; i++) {
    const st_instruction *deed = &program->instructions[i];
    if (deed->op != STRATA_DO_EMIT) continue;
    const st_rw_mask *more = &st_event_type_get(rules, deed->what)->rw_mask;
    touch->reads |= more->reads;
    touch->writes |= more->writes;
  }
}

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
