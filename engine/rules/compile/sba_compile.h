/* enact_check.h - state-based actions and how a game goes on, from words to
 * what is worked with. */
#ifndef STRATA_RULES_COMPILE_SBA_COMPILE_H
#define STRATA_RULES_COMPILE_SBA_COMPILE_H

#include "rules/declare/builder.h"

/* Make them for rules that have kinds of events and codes. Errors: those of
 * strata_builder_freeze. */
strata_status st_sba_compile_all(strata_builder *builder, strata_rules *rules);

#endif
