/* spec_attribute.h - read the attributes of strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_ATTRIBUTE_H
#define STRATA_LUA_SPEC_SPEC_ATTRIBUTE_H

#include "lua/spec/spec_reader.h"

/** Declare what the section `attributes` of the specification holds. */
void stl_spec_attributes(stl_spec *s);

#endif
