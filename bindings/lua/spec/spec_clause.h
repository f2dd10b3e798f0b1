/* spec_clause.h - read one clause: who is changed, and how. */
#ifndef STRATA_LUA_SPEC_SPEC_CLAUSE_H
#define STRATA_LUA_SPEC_SPEC_CLAUSE_H

#include "lua/spec/spec_reader.h"

#include <stdbool.h>
#include <strata.h>

/** Read the clause on top of the stack; it describes an effect that an
 * instruction starts.
 * `where` begins with "strata.rules". The result lives until the rules are
 * frozen. */
const strata_clause *stl_spec_clause(stl_spec *s, const char *where);

/** Read the table of a clause, which is at the top; `fields` are the keys that
 * it may have, `begins` tells whether an instruction begins the effect.
 * `where` begins with "strata.rules". The result lives until the rules are
 * frozen. */
strata_clause stl_spec_read_clause(stl_spec *s, const char *where,
                                   const char *const *fields, bool begins);

#endif
