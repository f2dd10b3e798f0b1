/*
 * pack_files.h - where the files of packs are: in folders, and in archives.
 *
 * A path may lead into an archive as into a folder: "packs/mine.zip/pack.lua".
 * An archive that is inside of another is a file like others.
 */
#ifndef STRATA_LUA_FILES_PACK_FILES_H
#define STRATA_LUA_FILES_PACK_FILES_H

#include "lua/files/pack_tree.h"

#include <lua.h>
#include <stdbool.h>

/** The archives that have been read; each is read again when its file is
 * another. For one thread. */
typedef struct stl_files stl_files;

typedef enum stl_path_kind {
  STL_PATH_NOTHING,
  STL_PATH_FILE,
  STL_PATH_FOLDER
} stl_path_kind;

/** NULL if there is no memory. */
stl_files *stl_files_new(void);
void stl_files_free(stl_files *files);

/** Those of a Lua state, which frees them. May raise. */
stl_files *stl_files_get(lua_State *L);

/** What is at a path. An archive is a folder, also a damaged one. */
stl_path_kind stl_files_path_kind(stl_files *files, const char *path);

/** True if the path is a file below the folder, and no link leads out. */
bool stl_files_is_inside(stl_files *files, const char *path,
                         const char *folder);

/** A file in an archive: true, and `out` is what it has, until the next call.
 * False with `is_archived` if the path leads into an archive that has no such
 * file or is refused, and it is said; without, if it leads to no archive. */
bool stl_files_find_archived(stl_files *files, const char *path, stl_file *out,
                             bool *is_archived, stl_message *message);

/** The names of all scripts below a folder, from there on; without bytes.
 * False, and why is said. `out` is owned: stl_tree_free. */
bool stl_files_scripts(stl_files *files, const char *folder, stl_tree *out,
                       stl_message *message);

/** All that is content below a pack's folder or in its archive, with its bytes,
 * names checked, sorted. False, and why is said. `out` is owned. */
bool stl_files_content(stl_files *files, const char *pack, stl_tree *out,
                       stl_message *message);

/** Push a sorted array of the names of all packs in a folder: of folders and
 * archives that have a manifest, without ".zip". It is empty if the folder
 * cannot be read. May raise. */
void stl_push_packs(lua_State *L, const char *folder);

/** Push a sorted array of the paths of all scripts in a folder and the folders
 * in it. Raises if it cannot be read. */
void stl_push_scripts(lua_State *L, const char *folder);

#endif
