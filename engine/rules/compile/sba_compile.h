/* sba_compile.h - the compiler of state-based actions and of the rules of
 * play. */
#ifndef STRATA_RULES_COMPILE_SBA_COMPILE_H
#define STRATA_RULES_COMPILE_SBA_COMPILE_H

#include "rules/declare/builder.h"

/* Compile them; the rules must have event types and watcher definitions.
 * Errors: those of strata_builder_freeze. */
strata_status st_sba_compile_all(strata_builder *builder, strata_rules *rules);

#endif
