/* table_shape.h - tables compared and found again by what they hold. */
#ifndef STRATA_LUA_INSPECT_TABLE_SHAPE_H
#define STRATA_LUA_INSPECT_TABLE_SHAPE_H

#include <lua.h>

/** lua_CFunction, host.shape(word, given): the shape of a word of a card file
 * with the table that it takes, as a text of bytes. Two shapes are equal if the
 * words and the contents of the tables are. Tables without a metatable are
 * compared by content; all other values, except numbers, texts and booleans,
 * are compared by address. An address may be reused for another value, so a
 * caller that keeps a shape must keep these values alive as long. The result is
 * nil for a table whose keys are not those of a list and names, or which has
 * more than a few names, for a shape of more than 512 bytes, and for tables
 * nested more than four deep. Cost O(n log n) in the keys. */
int stl_host_table_shape(lua_State *L);

/** lua_CFunction, host.named(t): a new table of the fields of t whose keys are
 * strings, with room for one more. Cost O(n). */
int stl_host_named_fields(lua_State *L);

/** lua_CFunction, host.copied(t, without, room): a new table of the fields of
 * t whose keys are not in `without`; it has no metatable. It has room for
 * `room` fields from the start, because counting thousands takes as long as
 * copying them. Cost O(n). */
int stl_host_copy_fields(lua_State *L);

/** lua_CFunction, host.differing(before, after): three lists of names in no
 * order: those with different values, those only in `after`, those only in
 * `before`. Values are compared by rawequal; keys that are not strings are
 * ignored. Cost O(n). */
int stl_host_table_differences(lua_State *L);

/** lua_CFunction, host.same(a, b): whether two values have equal content.
 * Tables without metatables, operations and expressions are compared by
 * content, all other values by identity. Cost O(what is compared). */
int stl_host_same_value(lua_State *L);

#endif
