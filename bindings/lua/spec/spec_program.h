/* spec_program.h - read programs: lists of instructions. */
#ifndef STRATA_LUA_SPEC_SPEC_PROGRAM_H
#define STRATA_LUA_SPEC_SPEC_PROGRAM_H

#include "lua/spec/spec_reader.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <strata.h>

/** Read the instructions in the list part of the table at the top, from place
 * `first` on. */
const strata_instruction *stl_spec_program(stl_spec *s, const char *where,
                                           lua_Integer first, size_t *count);

/** Whether the value at `index` is a table without a metatable. */
bool stl_spec_is_data_table(lua_State *L, int index);

/** The n-th item of the table at the top if it is a text, else NULL. The text
 * lives in the table. */
const char *stl_spec_text_at(lua_State *L, lua_Integer n);

/** Read the first item of the table at the top, which must be one of the
 * words. Returns its place in the list. */
size_t stl_spec_first_word(stl_spec *s, const char *where, const char *what,
                           const char *wanted, const char *const *words);

#endif
