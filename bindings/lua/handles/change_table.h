/* change_table.h - the keys of a table whose values are operations. */
#ifndef STRATA_LUA_HANDLES_CHANGE_TABLE_H
#define STRATA_LUA_HANDLES_CHANGE_TABLE_H

#include "lua/core/state.h"
#include "lua/handles/op_words.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <strata.h>

enum { STL_PARTS_MAX = 64 };

typedef struct stl_changes {
  lua_State *L;
  const stl_rules *rules;
  const char *where; /* "world:effect", for messages */
  int table;
  size_t count;
  strata_attr attrs[STL_PARTS_MAX]; /* ascending; 0 for `copy` */
} stl_changes;

typedef struct stl_change {
  strata_attr attr;
  const char *name; /* of the attribute, or "copy" */
  const stl_op *op;
  strata_layer layer;
} stl_change;

/** The layer named at `index`. Raises with "where: what". `what` may be NULL.
 */
strata_layer stl_read_layer(lua_State *L, int index, const stl_rules *rules,
                            const char *where, const char *what);

/** Note the key if its value, at the top, makes it an attribute to be changed,
 * or it is `copy`; false if it is neither. Raises for an unknown attribute. */
bool stl_change_add_key(stl_changes *changes, const char *key);

/** Raise: the key, with its value at the top, is neither one of `words` nor an
 * attribute that is changed. `what` such a word is called: "option". */
int stl_change_raise_key(const stl_changes *changes, const char *key,
                         const char *what, const char *const *words);

/** Call `visit` for each operation of the keys that were noted, by the
 * attributes' ids and never in the order of Lua's keys, so that the same table
 * gives the same parts. The operand is at the top while it runs. */
void stl_change_each(stl_changes *changes, void *user,
                     void (*visit)(void *user, const stl_change *change));

#endif
