/* sorting.h - a stable sort of lists, at a cost that counts as steps. */
#ifndef STRATA_LUA_CORE_SORTING_H
#define STRATA_LUA_CORE_SORTING_H

#include <lua.h>
#include <stdbool.h>

enum { STL_SORT_FEW_MAX = 16 };

/** Sort the first `count` items of the array at `index` stably. `compare` is
 * the index of a function that tells whether its first argument comes before
 * its second, or 0: then numbers come before strings, and both ascend. May
 * raise. */
void stl_sort_list(lua_State *L, int index, lua_Integer count, int compare);

/** Sort the first `count` items of the array at `index`, which are keys of a
 * table in the order in which Lua gives them. Charges by the keys alone, where
 * stl_sort_list charges less for what is in order. May raise. */
void stl_sort_keys(lua_State *L, int index, lua_Integer count);

/** Push sorted copies of the `count` texts on the stack from index `first`, at
 * most STL_SORT_FEW_MAX, so that few keys need no list. Charges the same steps
 * as stl_sort_keys. */
void stl_sort_push_few(lua_State *L, int first, int count);

/** The type of the keys of the table at `table` that are neither names nor
 * places of its list of `listed` items; of several the least, as Lua's order
 * hangs on addresses. LUA_TNONE if there are none. Charges one step a key. */
int stl_odd_key_type(lua_State *L, int table, lua_Integer listed);

/** Push the keys of the table at `table` that are texts, in their order, and
 * return how many: of several wrong ones the same is told in each process,
 * where Lua's order hangs on a hash seed. Raises for any other key, in the name
 * of `where`; with `takes_one` the key 1 is passed over. Charges as
 * stl_sort_keys. */
int stl_push_sorted_names(lua_State *L, int table, bool takes_one,
                          const char *where);

#endif
