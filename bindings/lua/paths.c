/* paths.c - the one use of POSIX here: links must not lead out of a pack. */
/* POSIX says what it is called.
 * NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,readability-*) */
#define _XOPEN_SOURCE 700

#include "paths.h"

#include <stdlib.h>
#include <string.h>

bool stl_path_is_inside(const char *path, const char *folder) {
  char *real_path = realpath(path, NULL);
  char *real_folder = realpath(folder, NULL);
  bool inside = false;
  if (real_path != NULL && real_folder != NULL) {
    const size_t size = strlen(real_folder);
    const bool root = size == 1;
    inside = strncmp(real_path, real_folder, size) == 0 &&
             (root || real_path[size] == '/');
  }
  free(real_folder);
  free(real_path);
  return inside;
}
