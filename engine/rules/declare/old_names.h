/* rename.h - names that things had before: what state says by them is found
 * under the present ones. */
#ifndef STRATA_RULES_DECLARE_OLD_NAMES_H
#define STRATA_RULES_DECLARE_OLD_NAMES_H

#include "rules/declare/builder.h"

/* Let the names of rules whose columns are made be found by the old ones too.
 */
strata_status st_old_names_freeze(strata_builder *builder, strata_rules *rules);

#endif
