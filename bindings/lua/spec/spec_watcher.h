/* spec_watcher.h - read the watchers of strata.rules. */
#ifndef STRATA_LUA_SPEC_SPEC_WATCHER_H
#define STRATA_LUA_SPEC_SPEC_WATCHER_H

#include "lua/spec/spec_reader.h"

/** Declare what the section `codes` of the specification holds. */
void stl_spec_watchers(stl_spec *s);

#endif
