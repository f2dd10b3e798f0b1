/* spec_ability.h - read the abilities and laws of strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_ABILITY_H
#define STRATA_LUA_SPEC_SPEC_ABILITY_H

#include "lua/spec/spec_reader.h"

/** Declare the abilities again whose names are in the array at `list`. */
void stl_spec_revise_abilities(stl_spec *s, int list);

/** Declare what the section `abilities` of the specification holds. */
void stl_spec_abilities(stl_spec *s);

/** Declare what the section `laws` of the specification holds. */
void stl_spec_laws(stl_spec *s);

#endif
