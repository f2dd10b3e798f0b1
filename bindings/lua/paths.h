/* paths.h - where a file really is, and which files there are. */
#ifndef STL_PATHS_H
#define STL_PATHS_H

#include <lua.h>
#include <stdbool.h>

/** True if the file exists and is below the folder, links resolved. */
bool stl_path_is_inside(const char *path, const char *folder);

/** True if the path is a file. */
bool stl_path_is_file(const char *path);

/** Push a sorted array of the paths of all scripts in a folder and the folders
 * in it. Raises if it cannot be read. */
void stl_push_scripts(lua_State *L, const char *folder);

#endif
