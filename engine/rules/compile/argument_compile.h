/* argument_compile.h - the arguments of an instruction: values, options,
 * fields and variables. */
#ifndef STRATA_RULES_COMPILE_ARGUMENT_COMPILE_H
#define STRATA_RULES_COMPILE_ARGUMENT_COMPILE_H

#include "rules/compile/operand_compile.h"

/* Compile all arguments of an instruction; the program has room for them. */
strata_status st_arguments_compile(const st_instruction_block *block,
                                   const strata_instruction *declared,
                                   const st_instruction_form *form,
                                   const st_instruction *instruction);

/* What is wrong with the combination of operands and options of a compiled
 * instruction, NULL if nothing is. */
const char *st_arguments_error_text(const st_program *program,
                                    const st_instruction *instruction);

#endif
