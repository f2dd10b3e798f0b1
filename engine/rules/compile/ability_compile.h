/* ability_compile.h - the compiler of abilities, laws and definitions. */
#ifndef STRATA_RULES_COMPILE_ABILITY_COMPILE_H
#define STRATA_RULES_COMPILE_ABILITY_COMPILE_H

#include "rules/declare/builder.h"

/* Compile all declared abilities, laws and definitions. Names, attributes,
 * layers, zones and events must exist in the rules. On failure the rules are
 * incomplete and the caller frees them. */
strata_status st_ability_compile_all(strata_builder *builder,
                                     strata_rules *rules);

#endif
