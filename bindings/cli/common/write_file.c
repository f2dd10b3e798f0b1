/*
 * write_file.c - writing a file as a whole, or not at all.
 */
#include "cli/common/write_file.h"

#include "cli/common/paths.h"
#include "cli/common/safe_text.h"

#include <stdio.h>
#include <string.h>

stc_exit stc_write_file(const char *command, const char *path,
                        const void *bytes, size_t size) {
  stc_path beside;
  if (!stc_path_set(&beside, path) ||
      strlen(path) + sizeof ".tmp" > STC_PATH_MAX) {
    stc_print(stderr, "%s: too long a path '%s'\n", command, path);
    return STC_EXIT_USAGE;
  }
  memcpy(beside.at + strlen(path), ".tmp", sizeof ".tmp");
  FILE *file = fopen(beside.at, "wb");
  bool is_written = file != NULL && fwrite(bytes, 1, size, file) == size;
  if (file != NULL) is_written = fclose(file) == 0 && is_written;
  if (is_written && rename(beside.at, path) == 0) return STC_EXIT_OK;
  if (file != NULL) (void)remove(beside.at);
  stc_print(stderr, "%s: cannot write '%s'\n", command, path);
  return STC_EXIT_SCRIPT;
}
