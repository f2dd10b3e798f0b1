/* table_shape.h - tables compared and found again by what they hold. */
#ifndef STRATA_LUA_INSPECT_TABLE_SHAPE_H
#define STRATA_LUA_INSPECT_TABLE_SHAPE_H

#include <lua.h>

/** host.shape(word, given): a text of bytes that is the same for the same word
 * with tables that say the same. Tables without a metatable are looked into;
 * of all else that is no number, text or boolean the address stands for it, so
 * whoever keeps a shape keeps what it is of. Nil for what has no short shape:
 * other keys than those of a list and names, more than a few names, much text,
 * tables in tables in tables in tables. Cost O(n log n) in the keys. */
int stl_host_table_shape(lua_State *L);

/** host.named(t): a new table of those of its fields that have a name, with
 * room for one more. Cost O(n). */
int stl_host_named_fields(lua_State *L);

/** host.copied(t, without, room): a new table of its fields, but for those
 * whose keys `without` has; no metatable comes along. There is room for so many
 * from the start: counting thousands takes as long as copying them. Cost O(n).
 */
int stl_host_copy_fields(lua_State *L);

/** host.differing(before, after): three lists of names, in no order: those of
 * which the two have other values, those that only `after` has, and those that
 * only `before` has. A value is another one if it is not the same by rawequal;
 * keys that are no texts are not looked at. Cost O(n). */
int stl_host_table_differences(lua_State *L);

/** host.same(a, b): whether two values say the same: tables without metatables
 * are looked into, and operations and expressions. Of all else only one and the
 * same is the same, a function too. Cost O(what is looked into). */
int stl_host_same_value(lua_State *L);

#endif
