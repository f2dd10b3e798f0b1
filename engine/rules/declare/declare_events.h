/* declare_events.h - declared programs: what all declarations that contain one
 * share. */
#ifndef STRATA_RULES_DECLARE_DECLARE_EVENTS_H
#define STRATA_RULES_DECLARE_DECLARE_EVENTS_H

#include "rules/declare/declared_copy.h"
#include "rules/model/program.h"

/* Copy the instructions of a program, nested at most ST_PROGRAM_DEPTH deep;
 * NULL while measuring. */
const strata_instruction *
st_declared_copy_program(st_declared_copy *p,
                         const strata_instruction *instructions, size_t count);

/* Refuse instructions that are wrong whatever their texts mean. */
strata_status st_builder_check_program(strata_builder *builder,
                                       const char *what, const char *name,
                                       const strata_instruction *instructions,
                                       size_t count);

#endif
