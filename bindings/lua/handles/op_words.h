/* op_words.h - the words for operations: add, set, borrow. */
#ifndef STRATA_LUA_HANDLES_OP_WORDS_H
#define STRATA_LUA_HANDLES_OP_WORDS_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>
#include <strata.h>

typedef struct stl_op {
  strata_op op;
  strata_rounding rounding;
  int64_t divisor;
  strata_ability_kind kind; /* which abilities borrow copies; KEYWORD: all */
  bool locked;              /* the operand is computed once */
} stl_op;

/* User values of an op: 1 = operand; of substitute an array of both words;
 * 2 = layer or nil. */
enum { STL_OP_OPERAND = 1, STL_OP_LAYER };

/** Create the metatables of this file's userdata, and add its functions to the
 * table of the Lua module `strata`, which is on top of the stack. May raise. */
void stl_open_op(lua_State *L);

/** The word for an operation. */
const char *stl_op_name(strata_op op);

/** The operation of a word, -1 if there is none. */
int stl_op_find(const char *name);

/** The word for an operation that is nearest to `name` by spelling, NULL if
 * none is near. */
const char *stl_op_nearest(const char *name);

/** Whether the word stands for another operation if the attribute is of type
 * abilities. */
bool stl_op_is_of_abilities(const char *name);

/** Push an operation whose operand is at index `operand`, 0 for none. */
void stl_push_op(lua_State *L, const stl_op *op, int operand);

/** The names of the kinds of abilities, by their numbers, NULL at the end. */
extern const char *const stl_ability_kinds[];

#endif
