/* change.h - what a table changes: its keys whose values are operations. Those
 * of world:effect{...} and of the clauses of strata.rules{...} read alike. */
#ifndef STL_CHANGE_H
#define STL_CHANGE_H

#include "lua/core/state.h"

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
