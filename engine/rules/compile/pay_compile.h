/* pay_compile.h - checks a PAY: what there is to pay with, what is needed, and
 * the events that spend. */
#ifndef STRATA_RULES_COMPILE_PAY_COMPILE_H
#define STRATA_RULES_COMPILE_PAY_COMPILE_H

#include "rules/compile/compiler.h"
#include "rules/model/program.h"

/* Check the PAY at index `at` of a program, with all that is in it. Its events
 * say of whom how many of what kind are spent. STRATA_EINVAL: what is wrong.
 * Cost: O(instructions in it ^ 2). */
strata_status st_pay_check(const st_compiler *compiler,
                           const st_program *program, uint32_t at);

#endif
