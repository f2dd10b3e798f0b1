/* sorting.h - a stable sort of lists, at a cost that counts as steps. */
#ifndef STRATA_LUA_CORE_SORTING_H
#define STRATA_LUA_CORE_SORTING_H

#include <lua.h>

enum { STL_SORT_FEW_MAX = 16 };

/** Sort the array at `index` (its first `count` items) stably; `compare` is
 * the index of a function that says whether the first of two comes before the
 * second, or 0 for numbers before strings, both ascending. May raise. */
void stl_sort_list(lua_State *L, int index, lua_Integer count, int compare);

/** Push copies of the `count` texts that are on the stack from `first` on, at
 * most STL_SORT_FEW_MAX, in their order: for who wants no list. Takes the same
 * steps. */
void stl_sort_push_few(lua_State *L, int first, int count);

#endif
