/* pack_archive.h - a pack in one zip file: read into a tree, written from one.
 */
#ifndef STRATA_LUA_FILES_PACK_ARCHIVE_H
#define STRATA_LUA_FILES_PACK_ARCHIVE_H

#include "lua/files/pack_tree.h"

#include <stdbool.h>
#include <stddef.h>

/** Read an archive of strangers: every name and size is checked before a byte
 * is unpacked, and no more is unpacked than a pack may be. One folder around
 * all files is taken off. `where` is its path, for messages. False, and what is
 * wrong, in which entry, and what to do is said. */
bool stl_archive_read(const void *bytes, size_t size, const char *where,
                      stl_tree *out, stl_message *message);

/** Write the files of a sorted tree: stored, in the order of their names, with
 * one time and one mode for all, so that equal trees give equal bytes. `out` is
 * owned: free it. */
bool stl_archive_write(const stl_tree *tree, const char *where,
                       unsigned char **out, size_t *size, stl_message *message);

#endif
