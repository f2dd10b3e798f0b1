/* spec_clause.h - read one clause: who is changed, and how. */
#ifndef STRATA_LUA_SPEC_SPEC_CLAUSE_H
#define STRATA_LUA_SPEC_SPEC_CLAUSE_H

#include "lua/spec/spec_reader.h"

#include <stdbool.h>
#include <strata.h>

/** The clause at the top, of an effect that a deed begins: `where` begins with
 * strata.rules. */
const strata_clause *stl_spec_clause(stl_spec *s, const char *where);

/** The table of a clause is at the top. What it consists of stays alive until
 * the rules are frozen. `where` begins with strata.rules. */
strata_clause stl_spec_read_clause(stl_spec *s, const char *where,
                                   const char *const *fields, bool begins);

#endif
