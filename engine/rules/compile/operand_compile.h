/* operand_compile.h - the operands of an instruction: what it names, whom it
 * acts on, and where it is allowed. */
#ifndef STRATA_RULES_COMPILE_OPERAND_COMPILE_H
#define STRATA_RULES_COMPILE_OPERAND_COMPILE_H

#include "rules/compile/program_scope.h"

/* A block: instructions of one nesting level. */
typedef struct st_instruction_block {
  st_program_scope scope;
  st_program_site site;
  const char *error_title; /* for example ", does 2, inner"; a number follows */
  bool has_it;             /* `it` exists */
} st_instruction_block;

/* True for instructions that start something until a clock ticks. */
static inline bool st_instruction_takes_clock(strata_instruction_op op) {
  return op == STRATA_DO_WATCH || op == STRATA_DO_HOOK || op == STRATA_DO_BEGIN;
}

/* True for fields that only the engine sets. */
static inline bool st_field_is_engine_written(const strata_rules *rules,
                                              strata_field field) {
  return field == rules->common_fields.effect ||
         field == rules->common_fields.prevented ||
         field == rules->common_fields.became;
}

/* Check that an instruction is allowed at its site and has the operands that
 * its form takes, and no others. */
strata_status st_operands_check(const st_instruction_block *block,
                                const strata_instruction *declared,
                                const st_instruction_form *form);

/* Compile `what`, which names a thing of the kind `object`. */
strata_status st_operand_compile_what(const st_instruction_block *block,
                                      const strata_instruction *declared,
                                      st_referent referent,
                                      st_instruction *out);

/* Compile `who`: a predicate, each of whose matches becomes `it` in turn, or a
 * ref. */
strata_status st_operand_compile_who(const st_instruction_block *block,
                                     const strata_instruction *declared,
                                     st_instruction *out);

#endif
