/*
 * pack_files.h - where the files of packs are: in folders and in archives.
 *
 * Most functions of pack_files.c are public: <strata/pack_files.h>. Those here
 * are for the loaders of the binding.
 */
#ifndef STRATA_LUA_FILES_PACK_FILES_H
#define STRATA_LUA_FILES_PACK_FILES_H

#include <strata/pack_files.h>

/** Whether the path is a file below the folder and no link leads out of it. */
bool stl_files_is_inside(stl_files *files, const char *path,
                         const char *folder);

/** Find a file inside an archive. Returns true and the file, which lives until
 * the next call. Returns false with `*is_archived` true, and writes the
 * message, if the path leads into an archive that has no such file or is
 * refused; with `*is_archived` false if the path leads into no archive. */
bool stl_files_find_archived(stl_files *files, const char *path, stl_file *out,
                             bool *is_archived, stl_message *message);

/** Keep the bytes of an archive, which are copied, as the file at a path that
 * ends in ".zip" and need not be there. Returns false and writes the message on
 * failure. */
bool stl_files_add_archive(stl_files *files, const char *path,
                           const void *bytes, size_t size,
                           stl_message *message);

/** Push a sorted array of the names of the packs in a folder: folders and
 * archives with a manifest, without ".zip". The array is empty if the folder
 * cannot be read. May raise. */
void stl_push_packs(lua_State *L, const char *folder);

/** Push a sorted array of the paths of all scripts below a folder. Raises if
 * the folder cannot be read. */
void stl_push_scripts(lua_State *L, const char *folder);

#endif
