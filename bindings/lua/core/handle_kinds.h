/* handle_kinds.h - kinds of userdata, told apart by their metatables. */
#ifndef STRATA_LUA_CORE_HANDLE_KINDS_H
#define STRATA_LUA_CORE_HANDLE_KINDS_H

#include <lauxlib.h>

/*
 * Kinds of userdata and of tables. Each has a locked metatable in the registry,
 * under the address of its place in stl_handle_keys, which scripts cannot have;
 * a comparison of names would cost more at each call.
 */
typedef enum stl_handle_kind {
  STL_HANDLE_RULES, /* the first three are boxes that point to an object */
  STL_HANDLE_WORLD,
  STL_HANDLE_COMPILED_EXPR,
  STL_HANDLE_ENTITY,
  STL_HANDLE_BASE_VALUES, /* `card.base` */
  STL_HANDLE_EFFECT,
  STL_HANDLE_MARK,
  STL_HANDLE_OP,
  STL_HANDLE_EXPR,
  STL_HANDLE_EACH,             /* the word `each` */
  STL_HANDLE_FRAME,            /* the words `event` and `named` */
  STL_HANDLE_PREDICATE_ENTITY, /* the `it` and `this` of a predicate */
  STL_HANDLE_HANDLER_CTX,      /* `ctx`, the argument of a handler */
  STL_HANDLE_EVENT,            /* an event of a running handler */
  STL_HANDLE_FROZEN_TABLE,     /* a read-only table of a handler */
  STL_HANDLE_DUMMY,            /* the argument of a handler under check */
  STL_HANDLE_SET,              /* table: the value of a set */
  STL_HANDLE_ABILITIES, /* table: the value of an attribute of type abilities */
  STL_HANDLE_EXPLANATION, /* table: an explanation */
  STL_HANDLE_DECISION,    /* table: a decision */
  STL_HANDLE_DECISIONS,   /* table: the list of open decisions */
  STL_HANDLE_HISTORY,     /* the history of a world */
  STL_HANDLE_KIND_COUNT
} stl_handle_kind;

extern const char stl_handle_keys[STL_HANDLE_KIND_COUNT];

/** Register a kind: `meta` holds the functions of its metatable, which is left
 * at the top for more fields. */
void stl_handle_kind_new(lua_State *L, stl_handle_kind kind, const char *name,
                         const luaL_Reg *meta);

/** Give the value at the top the metatable of a kind. */
void stl_handle_kind_set(lua_State *L, stl_handle_kind kind);

/** Push a userdata of a kind that points to an object; `object` may be NULL. */
void **stl_handle_push_box(lua_State *L, stl_handle_kind kind, void *object);

/** The value at `index` if it is of this kind, NULL if it is not: the object
 * that a box points to, the userdata, or any non-NULL pointer for a table. */
void *stl_handle_test(lua_State *L, int index, stl_handle_kind kind);

/** As stl_handle_test, but raises an error that names the argument in place of
 * NULL. */
void *stl_handle_check(lua_State *L, int index, stl_handle_kind kind);

#endif
