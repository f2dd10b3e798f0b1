/* argument_compile.h - the arguments of an instruction. */
#ifndef STRATA_RULES_COMPILE_ARGUMENT_COMPILE_H
#define STRATA_RULES_COMPILE_ARGUMENT_COMPILE_H

#include "rules/compile/operand_compile.h"

strata_status st_arguments_compile(const st_instruction_block *l,
                                   const strata_instruction *declared,
                                   const st_instruction_form *form,
                                   const st_instruction *deed);

const char *st_arguments_error_text(const st_program *p,
                                    const st_instruction *deed);

#endif
