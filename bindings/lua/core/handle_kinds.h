/* handle_kinds.h - kinds of userdata, told apart by their metatables. */
#ifndef STRATA_LUA_CORE_HANDLE_KINDS_H
#define STRATA_LUA_CORE_HANDLE_KINDS_H

#include <lauxlib.h>

/* Kinds of userdata (and one kind of table): each has a locked metatable in
 * the registry, under the address of its place in stl_handle_keys. */
typedef enum stl_handle_kind {
  STL_HANDLE_RULES, /* these three point to an object */
  STL_HANDLE_WORLD,
  STL_HANDLE_COMPILED_EXPR,
  STL_HANDLE_ENTITY,
  STL_HANDLE_BASE_VALUES, /* what `card.base` gives */
  STL_HANDLE_EFFECT,
  STL_HANDLE_MARK,
  STL_HANDLE_OP,
  STL_HANDLE_EXPR,
  STL_HANDLE_EACH,             /* the word `each` */
  STL_HANDLE_FRAME,            /* the words `event` and `named` */
  STL_HANDLE_PREDICATE_ENTITY, /* an entity, as a predicate sees it */
  STL_HANDLE_HANDLER_CTX,      /* what a handler is given */
  STL_HANDLE_EVENT,            /* an event in flight */
  STL_HANDLE_FROZEN_TABLE,     /* a table that a handler has from outside */
  STL_HANDLE_DUMMY,            /* what a handler is given that is tried */
  STL_HANDLE_SET,              /* table: the value of a set */
  STL_HANDLE_ABILITIES, /* table: the value of an attribute of type abilities */
  STL_HANDLE_EXPLANATION, /* table: an explanation */
  STL_HANDLE_DECISION,    /* table: a decision */
  STL_HANDLE_DECISIONS,   /* table: the list of these that are open */
  STL_HANDLE_KIND_COUNT
} stl_handle_kind;

extern const char stl_handle_keys[STL_HANDLE_KIND_COUNT];

/** Register a kind: `meta` are the metatable's fields; its metatable is left
 * on the stack for more. */
void stl_handle_kind_new(lua_State *L, stl_handle_kind kind, const char *name,
                         const luaL_Reg *meta);

/** Give the value on the top the metatable of a kind. */
void stl_handle_kind_set(lua_State *L, stl_handle_kind kind);

/** Push a userdata of the kind that points to `object`, which may be NULL. */
void **stl_handle_push_box(lua_State *L, stl_handle_kind kind, void *object);

/** The object, the userdata or, of a table kind, any non-NULL, if the value is
 * of that kind. */
void *stl_handle_test(lua_State *L, int index, stl_handle_kind kind);

/** As stl_handle_test, but raises an error that names the argument. */
void *stl_handle_check(lua_State *L, int index, stl_handle_kind kind);

#endif
