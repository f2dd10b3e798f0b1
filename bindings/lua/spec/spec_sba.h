/* spec_sba.h - read the state-based actions of strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_SBA_H
#define STRATA_LUA_SPEC_SPEC_SBA_H

#include "lua/spec/spec_reader.h"

/** Declare what the section `checks` of the specification holds. */
void stl_spec_sbas(stl_spec *s);

#endif
