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

/** The layer that the value at `index` names. Raises with "where: what";
 * `what` may be NULL. */
strata_layer stl_read_layer(lua_State *L, int index, const stl_rules *rules,
                            const char *where, const char *what);

/** Record the key if it is `copy`, or an attribute whose value, at the top, is
 * an operation. Returns false if it is neither. Raises for an unknown
 * attribute. */
bool stl_change_add_key(stl_changes *changes, const char *key);

/** Raise an error for a key, whose value is at the top, that is neither one of
 * `words` nor a changed attribute. `what` is the kind of the words: "option".
 */
int stl_change_raise_key(const stl_changes *changes, const char *key,
                         const char *what, const char *const *words);

/** Call `visit` for each operation of the recorded keys, in the order of
 * attribute ids and never in the order of Lua keys, so that equal tables give
 * equal parts. The operand is at the top during the call. */
void stl_change_each(stl_changes *changes, void *user,
                     void (*visit)(void *user, const stl_change *change));

#endif
