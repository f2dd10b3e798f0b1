/* freeze.h - make rules of what a builder has collected. */
#ifndef STRATA_RULES_COMPILE_FREEZE_H
#define STRATA_RULES_COMPILE_FREEZE_H

#include "rules/declare/builder.h"

/* As strata_builder_freeze. */
strata_status st_builder_freeze(strata_builder *builder, strata_rules **out);

#endif
