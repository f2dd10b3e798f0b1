/* spec_rename.h - read the old names of strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_RENAME_H
#define STRATA_LUA_SPEC_SPEC_RENAME_H

#include "lua/spec/spec_reader.h"

/** Declare what the section `renames` of the specification holds. */
void stl_spec_renames(stl_spec *s);

#endif
