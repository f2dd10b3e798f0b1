/*
 * spec_freeze.h - from the table given to strata.rules to frozen rules.
 *
 * spec_freeze.c walks the table and reads layers, symbols, clocks and groups;
 * spec_attribute.c attributes, spec_object.c zones and definitions,
 * spec_ability.c abilities and laws, spec_event.c kinds of events,
 * spec_watcher.c deeds and what watchers say, spec_sba.c state-based actions,
 * spec_layer.c default layers, spec_rename.c old names, predicates.c
 * predicates.
 */
#ifndef STRATA_LUA_SPEC_SPEC_FREEZE_H
#define STRATA_LUA_SPEC_SPEC_FREEZE_H

#include "lua/core/state.h"

#include <lua.h>
#include <strata.h>

/**
 * Freeze what the table at `table` declares. Raises with the field's name.
 *
 * known  NULL for names alone: abilities without their clauses, no laws and
 *        no definitions; else rules of these names, by which the rest is read
 * rules  whose functions predicates will be
 *        They have the builder: what says the names is read once
 */
void stl_spec_freeze(lua_State *L, int table, const stl_rules *known,
                     stl_rules *rules, strata_rules **out);

/** Freeze the builder that `rules` has kept again: of the table at `table` only
 * the abilities and definitions are read that the lists of their names at
 * `lists` say. All other names, and what they mean, are those that `known` has.
 * Raises as stl_spec_freeze. */
void stl_spec_revise(lua_State *L, int table, const int lists[2],
                     const stl_rules *known, stl_rules *rules,
                     strata_rules **out);

#endif
