/* spec_object.h - read the zones and definitions of strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_OBJECT_H
#define STRATA_LUA_SPEC_SPEC_OBJECT_H

#include "lua/spec/spec_reader.h"

/** Declare the definitions again whose names are in the array at `list`. */

void stl_spec_revise_definitions(stl_spec *s, int list);

/** Declare what the section `zones` of the specification holds. */
void stl_spec_zones(stl_spec *s);

/** Raise if the section `chains`, which is read with the definitions, has
 * another name than theirs. */
void stl_spec_chains(stl_spec *s);

/** Declare what the section `definitions` of the specification holds. */
void stl_spec_definitions(stl_spec *s);

#endif
