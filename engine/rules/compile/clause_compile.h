/* clause_compile.h - the parts of a clause, from words to numbers. */
#ifndef STRATA_RULES_COMPILE_CLAUSE_COMPILE_H
#define STRATA_RULES_COMPILE_CLAUSE_COMPILE_H

#include "rules/compile/compiler.h"

/* How many parts a declared one becomes: a switch is two, a copy of all that
 * is copiable one for each attribute. */
uint32_t st_clause_compiled_part_count(const strata_rules *rules,
                                       const strata_clause_part *part);

/* All parts of a clause, by layer, then as they were written. */
strata_status st_clause_compile_parts(st_compiler *w,
                                      const strata_clause *declared,
                                      st_clause *out);

/* Make them, at `out`, which is zeroed. */
strata_status st_clause_compile_part(st_compiler *w,
                                     const strata_clause_part *part,
                                     st_clause_part *out);

#endif
