/*
 * spec_freeze.h - from the table of strata.rules to frozen rules.
 *
 * spec_freeze.c reads layers, symbols, clocks and groups itself and calls the
 * other modules of this room, one for each section of the table: attributes,
 * zones and definitions (spec_object), abilities and laws, events, watchers,
 * state-based actions, default layers, old names, predicates.
 */
#ifndef STRATA_LUA_SPEC_SPEC_FREEZE_H
#define STRATA_LUA_SPEC_SPEC_FREEZE_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/**
 * Freeze what the table at `table` declares. Raises with the name of the field.
 *
 * known  NULL to declare names alone: abilities without clauses, no laws and no
 *        definitions; else the rules of these names, which tell how to read the
 *        rest
 * rules  get the functions of predicates; they hold the builder, so that the
 *        names are read once
 */
void stl_spec_freeze(lua_State *L, int table, const stl_rules *known,
                     stl_rules *rules, strata_rules **out);

/** Freeze the builder that `rules` has kept once more. Of the table at `table`
 * only the abilities and definitions are read whose names are in the two
 * arrays at `lists`; everything else is as in `known`. Raises as
 * stl_spec_freeze. */
void stl_spec_revise(lua_State *L, int table, const int lists[2],
                     const stl_rules *known, stl_rules *rules,
                     strata_rules **out);

#endif
