/* declare_play.h - deeds as they are declared: what all that has some shares.
 */
#ifndef STRATA_RULES_DECLARE_DECLARE_EVENTS_H
#define STRATA_RULES_DECLARE_DECLARE_EVENTS_H

#include "rules/declare/declared_copy.h"
#include "rules/model/program.h"

/* A copy of deeds; NULL while measuring. They nest ST_PROGRAM_DEPTH deep at
 * most.
 */
const strata_instruction *
st_declared_copy_program(st_declared_copy *p, const strata_instruction *deeds,
                         size_t count);

/* Refuse deeds that are wrong whatever they say. */
strata_status st_builder_check_program(strata_builder *builder,
                                       const char *what, const char *name,
                                       const strata_instruction *deeds,
                                       size_t count);

#endif
