/* operand_compile.h - what an instruction names. */
#ifndef STRATA_RULES_COMPILE_OPERAND_COMPILE_H
#define STRATA_RULES_COMPILE_OPERAND_COMPILE_H

#include "rules/compile/program_scope.h"

/* One level of deeds. */
typedef struct st_instruction_block {
  st_program_scope scope;
  st_program_site stage;
  const char *error_title; /* ", does 2, inner": a number comes behind it */
  bool has_it;             /* somebody is `it` */
} st_instruction_block;

/* It may go on until a clock has ticked. */
static inline bool st_instruction_takes_clock(strata_instruction_op op) {
  return op == STRATA_DO_WATCH || op == STRATA_DO_HOOK || op == STRATA_DO_BEGIN;
}

static inline bool st_field_is_engine_written(const strata_rules *rules,
                                              strata_field field) {
  return field == rules->common_fields.effect ||
         field == rules->common_fields.prevented ||
         field == rules->common_fields.became;
}

strata_status st_operands_check(const st_instruction_block *l,
                                const strata_instruction *declared,
                                const st_instruction_form *form);

strata_status st_operand_compile_what(const st_instruction_block *l,
                                      const strata_instruction *declared,
                                      st_referent object, st_instruction *out);

/* Whom a deed is about: a predicate, of which all are `it` in turn, or a ref.
 */
strata_status st_operand_compile_who(const st_instruction_block *l,
                                     const strata_instruction *declared,
                                     st_instruction *out);

#endif
