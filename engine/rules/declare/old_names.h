/* old_names.h - renames: saves that contain old names load under the new
 * ones. */
#ifndef STRATA_RULES_DECLARE_OLD_NAMES_H
#define STRATA_RULES_DECLARE_OLD_NAMES_H

#include "rules/declare/builder.h"

/* Add the old names to rules whose columns are assigned already. */
strata_status st_old_names_freeze(strata_builder *builder, strata_rules *rules);

#endif
