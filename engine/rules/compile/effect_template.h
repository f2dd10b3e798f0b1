/* beginning.h - effects that deeds begin, from words to data. */
#ifndef STRATA_RULES_COMPILE_EFFECT_TEMPLATE_H
#define STRATA_RULES_COMPILE_EFFECT_TEMPLATE_H

#include "rules/compile/program_scope.h"

/* The beginning of a BEGIN, of whose program there is room for it; *out: which
 * one it is, from 1. */
strata_status st_effect_template_compile(const st_program_scope *c,
                                         const strata_instruction *declared,
                                         uint32_t *out);

#endif
