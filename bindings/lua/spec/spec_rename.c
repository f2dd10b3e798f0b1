/*
 * spec_rename.c - read the old names of strata.rules.
 *
 * renames = { attributes = { might = "power" } }: by kind, the old name first.
 */
#include "lua/spec/spec_rename.h"

#include "lua/spec/spec_reader.h"

#include <lauxlib.h>
#include <strata.h>
#include <string.h>

/* Kinds as rules:names has them. A field of an event keeps its name. */
static const struct {
  const char *name;
  strata_name_kind kind;
  bool is_late; /* not among names alone but behind: see stl_spec_freeze */
} renamed_kinds[] = {{"attributes", STRATA_NAME_ATTRIBUTE, false},
                     {"symbols", STRATA_NAME_SYMBOL, false},
                     {"layers", STRATA_NAME_LAYER, false},
                     {"clocks", STRATA_NAME_CLOCK, false},
                     {"groups", STRATA_NAME_GROUP, false},
                     {"zones", STRATA_NAME_ZONE, false},
                     {"abilities", STRATA_NAME_ABILITY, false},
                     {"definitions", STRATA_NAME_DEFINITION, true},
                     {"predicates", STRATA_NAME_PREDICATE, false},
                     {"events", STRATA_NAME_EVENT_TYPE, true},
                     {"codes", STRATA_NAME_WATCHER_DEF, true},
                     {"handlers", STRATA_NAME_HANDLER, true},
                     {"checks", STRATA_NAME_SBA, true},
                     {"periods", STRATA_NAME_PERIOD, true}};
enum { RENAMED_KIND_COUNT = sizeof renamed_kinds / sizeof renamed_kinds[0] };

static void add_rename(stl_spec *s, const char *old, void *user) {
  const strata_name_kind kind = *(const strata_name_kind *)user;
  if (lua_type(s->L, -1) != LUA_TSTRING) {
    luaL_error(s->L, "strata.rules: renames: '%s': expected a name, got %s",
               old, luaL_typename(s->L, -1));
  }
  const char *now = lua_tostring(s->L, -1);
  stl_spec_raise_status(s, strata_builder_rename(s->builder, kind, old, now),
                        "renames");
}

static void add_renames_of_kind(stl_spec *s, const char *name, void *user) {
  (void)user;
  size_t i = 0;
  while (i < RENAMED_KIND_COUNT && strcmp(renamed_kinds[i].name, name) != 0) {
    i++;
  }
  if (i == RENAMED_KIND_COUNT || !lua_istable(s->L, -1)) {
    luaL_error(s->L,
               "strata.rules: renames: expected tables of names by kind, such "
               "as attributes, not '%s'",
               name);
    return;
  }
  if ((s->known != NULL) != renamed_kinds[i].is_late) return;
  strata_name_kind kind = renamed_kinds[i].kind;
  stl_spec_each(s, "renames", 0, add_rename, &kind);
}

void stl_spec_renames(stl_spec *s) {
  if (!stl_spec_section(s, "renames")) return;
  stl_spec_each(s, "renames", 0, add_renames_of_kind, NULL);
  lua_pop(s->L, 1);
}
