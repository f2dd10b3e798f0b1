/* program_compile.h - compiles the instructions of an ability, an event type or
 * a law, which are its program, for the interpreter. */
#ifndef STRATA_RULES_COMPILE_PROGRAM_COMPILE_H
#define STRATA_RULES_COMPILE_PROGRAM_COMPILE_H

#include "rules/compile/program_scope.h"

/* Compile instructions into the scope's program, which st_program_scope_init
 * has begun. `title` is their name in messages, for example "does". */
strata_status st_program_compile(st_program_scope *scope, st_program_site site,
                                 const char *title,
                                 const strata_instruction *instructions,
                                 size_t count);

#endif
