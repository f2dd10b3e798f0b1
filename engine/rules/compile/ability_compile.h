/* enact.h - abilities, definitions and laws, compiled. */
#ifndef STRATA_RULES_COMPILE_ABILITY_COMPILE_H
#define STRATA_RULES_COMPILE_ABILITY_COMPILE_H

#include "rules/declare/builder.h"

/* Compile all that was declared into the rules, whose names, attributes,
 * layers and zones must be there. On failure some of it may be: the caller
 * frees the rules. */
strata_status st_ability_compile_all(strata_builder *builder,
                                     strata_rules *rules);

#endif
