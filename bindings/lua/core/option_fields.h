/* option_fields.h - read the fields of a table of options; name the word meant.
 */
#ifndef STRATA_LUA_CORE_OPTION_FIELDS_H
#define STRATA_LUA_CORE_OPTION_FIELDS_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

/** Push the message "where: expected x, got y" for the value at `index`. */
void stl_push_mismatch(lua_State *L, const char *where, const char *expected,
                       int index);

/** Raise an error for a boolean where an expression is expected, which says
 * what to write in place of `and`, `or`, `not` and `==`. */
int stl_raise_boolean_expr(lua_State *L, const char *where);

/** Read an integer field of the table at `index`. Returns false if it is nil;
 * raises if it is no integer. */
bool stl_field_integer(lua_State *L, int index, const char *where,
                       const char *name, int64_t *out);

/** Read a boolean field of the table at `index`, false if it is nil. Raises if
 * it is no boolean. */
bool stl_field_boolean(lua_State *L, int index, const char *where,
                       const char *name);

/** The text at `index`, which is the value of field `name`, or of the thing
 * called `where` if `name` is NULL. Raises if it is no string. */
const char *stl_field_text(lua_State *L, int index, const char *where,
                           const char *name);

/** The word of the list nearest to `word` by spelling, NULL if none is near.
 * NULL ends the list. */
const char *stl_nearest_word(const char *word, const char *const *words);

/** Push the words of a list as "one, two and three". */
void stl_push_words(lua_State *L, const char *const *words);

/** Raise an error for an unknown word: `what` is the kind of word ("option").
 * The message names the nearest word of the list, or all of them. */
int stl_raise_unknown_word(lua_State *L, const char *where, const char *what,
                           const char *word, const char *const *words);

/** Read a field of the table on top that is one of the words of the list: its
 * place there, 0 if it is nil. Raises if it is no string, or another one. */
int stl_field_word(lua_State *L, const char *where, const char *name,
                   const char *const *words);

/** Raise unless each key of the table at `index` is a word of the list, or a
 * place from 1 to `listed` of its list part. */
void stl_check_fields(lua_State *L, int index, const char *where,
                      const char *what, const char *const *words,
                      lua_Integer listed);

/* What else a list must be. */
typedef enum stl_list_kind {
  STL_LIST_OF_ANY,    /* an item may stand in it twice */
  STL_LIST_OF_UNEQUAL /* no item may */
} stl_list_kind;

/** Push what is wrong with the table at `index` as a list ("it has a field
 * 'x'", "item 2 is missing", "'elf' stands twice") and return true; false, and
 * nothing is pushed, if its keys are 1, 2 and so on without a hole. Cost O(n).
 */
bool stl_push_list_flaw(lua_State *L, int index, stl_list_kind kind);

/** The length of the table at `index`. Raises if it is no such list. */
lua_Integer stl_check_list(lua_State *L, int index, const char *where,
                           stl_list_kind kind);

/** Raise if an item of the list at `index` stands in it twice, from place
 * `first` on. Cost O(n). */
void stl_check_unequal(lua_State *L, int index, const char *where,
                       lua_Integer first);

#endif
