/* paths.h - where a file really is. */
#ifndef STL_PATHS_H
#define STL_PATHS_H

#include <stdbool.h>

/** True if the file exists and is below the folder, links resolved. */
bool stl_path_is_inside(const char *path, const char *folder);

#endif
