/* spec_event.h - read the event types of strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_EVENT_H
#define STRATA_LUA_SPEC_SPEC_EVENT_H

#include "lua/spec/spec_reader.h"

/** Declare what the section `events` of the specification holds. */
void stl_spec_events(stl_spec *s);

#endif
