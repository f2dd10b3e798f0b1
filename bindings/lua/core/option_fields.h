/* option_fields.h - read the fields of a table of options; name the word meant.
 */
#ifndef STRATA_LUA_CORE_OPTION_FIELDS_H
#define STRATA_LUA_CORE_OPTION_FIELDS_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

/** Push "where: expected x, got y" for the value at `index`. */
void stl_push_mismatch(lua_State *L, const char *where, const char *expected,
                       int index);

/** Raise that a boolean stands where an expression belongs. */
int stl_raise_boolean_expr(lua_State *L, const char *where);

/** Read an integer field of the table at `index`; false if it is nil. */
bool stl_field_integer(lua_State *L, int index, const char *where,
                       const char *name, int64_t *out);

/** Read a boolean field of the table at `index`, false if it is nil. */
bool stl_field_boolean(lua_State *L, int index, const char *where,
                       const char *name);

/** Read the value at the top, which is field `name` of something, as text. */
const char *stl_field_text(lua_State *L, int index, const char *where,
                           const char *name);

/** The word nearest to `name` by spelling, NULL if none is near. */
const char *stl_nearest_word(const char *name, const char *const *words);

/** Push "one, two and three". */
void stl_push_words(lua_State *L, const char *const *words);

/** Raise: no field or option (`what`) of this name, and the nearest one. */
int stl_raise_unknown_word(lua_State *L, const char *where, const char *what,
                           const char *name, const char *const *words);

/** Raise unless all keys of the table at `index` are words, or places in its
 * list part, which has `listed` items. */
void stl_check_fields(lua_State *L, int index, const char *where,
                      const char *what, const char *const *words,
                      lua_Integer listed);

#endif
