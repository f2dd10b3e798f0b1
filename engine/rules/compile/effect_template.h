/* effect_template.h - the compiler of BEGIN: effects that programs start. */
#ifndef STRATA_RULES_COMPILE_EFFECT_TEMPLATE_H
#define STRATA_RULES_COMPILE_EFFECT_TEMPLATE_H

#include "rules/compile/program_scope.h"

/* Compile the effect of a BEGIN into the program, which has room for it; *out
 * is its index + 1. */
strata_status st_effect_template_compile(const st_program_scope *scope,
                                         const strata_instruction *declared,
                                         uint32_t *out);

#endif
