/* compose.h - programs, from words to data. */
#ifndef STRATA_RULES_COMPILE_PROGRAM_COMPILE_H
#define STRATA_RULES_COMPILE_PROGRAM_COMPILE_H

#include "rules/compile/program_scope.h"

/* Compile the deeds into the program, which was begun for them. `title` is what
 * messages call them: "does". */
strata_status st_program_compile(st_program_scope *c, st_program_site stage,
                                 const char *title,
                                 const strata_instruction *deeds, size_t count);

#endif
