/*
 * event_type.c - questions about event types.
 */
#include "rules/model/event_type.h"

bool st_instruction_moves_affected(const st_event_type *type,
                                   const st_instruction *instruction) {
  if (instruction->op != STRATA_DO_MOVE ||
      type->affected_index == ST_NO_FIELD_INDEX) {
    return false;
  }
  const st_expr_node *node = &instruction->who->nodes[0];
  return instruction->who->node_count == 1 && node->op == ST_EXPR_FIELD &&
         node->index == type->fields[type->affected_index];
}

void st_program_add_emitted_rw(const strata_rules *rules,
                               const st_program *program, st_rw_mask *mask) {
  for (uint32_t i = 0; i < program->instruction_count; i++) {
    const st_instruction *instruction = &program->instructions[i];
    if (instruction->op != STRATA_DO_EMIT) continue;
    const st_rw_mask *more =
        &st_event_type_get(rules, instruction->what)->rw_mask;
    mask->reads |= more->reads;
    mask->writes |= more->writes;
  }
}
