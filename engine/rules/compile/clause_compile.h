/* clause_compile.h - the compiler of clauses: from declared parts to parts of
 * the model. */
#ifndef STRATA_RULES_COMPILE_CLAUSE_COMPILE_H
#define STRATA_RULES_COMPILE_CLAUSE_COMPILE_H

#include "rules/compile/compiler.h"

/* How many parts a declared one becomes: a switch becomes two, a copy of
 * everything copiable becomes one for each copiable attribute. */
uint32_t st_clause_compiled_part_count(const strata_rules *rules,
                                       const strata_clause_part *part);

/* Compile all parts of a clause, sorted by layer, then as declared. */
strata_status st_clause_compile_parts(st_compiler *compiler,
                                      const strata_clause *declared,
                                      st_clause *out);

/* Compile one declared part into `out`, which is zeroed and has room for
 * st_clause_compiled_part_count parts. */
strata_status st_clause_compile_part(st_compiler *compiler,
                                     const strata_clause_part *part,
                                     st_clause_part *out);

#endif
