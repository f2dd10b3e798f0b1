/* sorting.h - a stable sort of lists, at a cost that counts as steps. */
#ifndef STRATA_LUA_CORE_SORTING_H
#define STRATA_LUA_CORE_SORTING_H

#include <lua.h>

enum { STL_SORT_FEW_MAX = 16 };

/** Sort the first `count` items of the array at `index` stably. `compare` is
 * the index of a function that tells whether its first argument comes before
 * its second, or 0: then numbers come before strings, and both ascend. May
 * raise. */
void stl_sort_list(lua_State *L, int index, lua_Integer count, int compare);

/** Push sorted copies of the `count` texts on the stack from index `first`, at
 * most STL_SORT_FEW_MAX, so that few keys need no list. Charges the same steps
 * as stl_sort_list. */
void stl_sort_push_few(lua_State *L, int first, int count);

#endif
