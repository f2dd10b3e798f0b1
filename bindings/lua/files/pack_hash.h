/* pack_hash.h - the hash that names the content of a pack. */
#ifndef STRATA_LUA_FILES_PACK_HASH_H
#define STRATA_LUA_FILES_PACK_HASH_H

#include "lua/files/pack_tree.h"

/* 64 digits and the NUL. */
typedef struct stl_hash_text {
  char text[65];
} stl_hash_text;

/** The hash of a sorted tree. Never change what it is made of: saves name packs
 * by it. Cost O(bytes). */
stl_hash_text stl_pack_hash(const stl_tree *tree);

#endif
