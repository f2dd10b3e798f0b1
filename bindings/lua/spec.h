/* spec.h - from the table given to strata.rules to frozen rules. */
#ifndef STL_SPEC_H
#define STL_SPEC_H

#include "state.h"

/** Freeze what the table at `table` declares. Raises with the field's name. */
void stl_spec_freeze(lua_State *L, int table, strata_rules **out);

/** Fill the default layers of new rules from the table at `table`. */
void stl_spec_layers(lua_State *L, int table, stl_rules *rules);

#endif
