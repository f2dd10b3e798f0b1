/* definition_compile.h - the compiler of definitions. */
#ifndef STRATA_RULES_COMPILE_DEFINITION_COMPILE_H
#define STRATA_RULES_COMPILE_DEFINITION_COMPILE_H

#include "rules/declare/builder.h"
#include "rules/expr/expr_intern.h"

/* Compile all declared definitions. Abilities and watcher definitions must
 * exist in the rules. */
strata_status st_definition_compile_all(strata_builder *builder,
                                        st_expr_intern *interned,
                                        strata_rules *rules);

#endif
