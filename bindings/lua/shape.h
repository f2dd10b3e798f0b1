/* shape.h - what a table says, as a text by which it is found again. */
#ifndef STL_SHAPE_H
#define STL_SHAPE_H

#include <lua.h>

/** host.shape(word, given): a text of bytes that is the same for the same word
 * with tables that say the same. Tables without a metatable are looked into;
 * of all else that is no number, text or boolean the address stands for it, so
 * whoever keeps a shape keeps what it is of. Nil for what has no short shape:
 * other keys than those of a list and names, more than a few names, much text,
 * tables in tables in tables in tables. Cost O(n log n) in the keys. */
int stl_shape(lua_State *L);

#endif
