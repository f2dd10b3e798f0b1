/* pack_archive.h - a pack in one zip file: read into a tree, written from one.
 */
#ifndef STRATA_LUA_FILES_PACK_ARCHIVE_H
#define STRATA_LUA_FILES_PACK_ARCHIVE_H

#include <strata/pack_files.h>

/** Read an archive that may come from anybody: each name and size is checked
 * before a byte is unpacked, and no more is unpacked than a pack may hold. A
 * single folder around all files is removed from the names. `where` is the path
 * of the archive, for messages. Returns false and writes the message, which
 * names the entry and what to do, on failure. */
bool stl_archive_read(const void *bytes, size_t size, const char *where,
                      stl_tree *out, stl_message *message);

#endif
