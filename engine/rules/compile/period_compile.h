/* period_compile.h - compiles the periods of a game. */
#ifndef STRATA_RULES_COMPILE_PERIOD_COMPILE_H
#define STRATA_RULES_COMPILE_PERIOD_COMPILE_H

#include "rules/declare/builder.h"

/* Compile all periods, and link them to a tree. Event types and the rules of
 * play are compiled. */
strata_status st_period_compile_all(strata_builder *builder,
                                    strata_rules *rules);

#endif
