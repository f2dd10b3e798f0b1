/* spec_course.h - read the periods of a game from strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_COURSE_H
#define STRATA_LUA_SPEC_SPEC_COURSE_H

#include "lua/spec/spec_reader.h"

/** Declare what the section `course` of the specification holds. */
void stl_spec_course(stl_spec *s);

#endif
