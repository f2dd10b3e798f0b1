/*
 * write_file.c - writing a file as a whole, or not at all.
 *
 * The bytes first go into a new file beside the target. It is opened only if
 * its name is free, as a link under that name would lead the bytes elsewhere.
 */
#include "cli/common/write_file.h"

#include "cli/common/paths.h"
#include "cli/common/safe_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FRESH_NAMES = 100, FRESH_NAME_SIZE = 16 };

/* Open a new file; the process's umask says who may read and write it. */
static FILE *open_new(const char *path) {
  const mode_t mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
  const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) return NULL;
  FILE *opened = fdopen(file, "wb");
  if (opened == NULL) {
    const int reason = errno;
    (void)close(file);
    (void)unlink(path);
    errno = reason;
  }
  return opened;
}

/* Open a file beside `path` under a name that was free, and put it into
 * `beside`; NULL if there is none. */
static FILE *open_beside(const char *path, stc_path *beside) {
  char *end = beside->at + strlen(path);
  FILE *file = NULL;
  for (int i = 0; i < FRESH_NAMES && file == NULL; i++) {
    (void)snprintf(end, FRESH_NAME_SIZE, ".%d.tmp", i);
    errno = 0;
    file = open_new(beside->at);
    if (file == NULL && errno != EEXIST) break;
  }
  return file;
}

stc_exit stc_write_file(const char *command, const char *path,
                        const void *bytes, size_t size) {
  stc_path beside;
  if (!stc_path_set(&beside, path) ||
      strlen(path) + FRESH_NAME_SIZE > STC_PATH_MAX) {
    stc_print(stderr, "%s: too long a path '%s'\n", command, path);
    return STC_EXIT_USAGE;
  }
  FILE *file = open_beside(path, &beside);
  bool is_written = file != NULL && fwrite(bytes, 1, size, file) == size;
  if (file != NULL) is_written = fclose(file) == 0 && is_written;
  if (is_written && rename(beside.at, path) == 0) return STC_EXIT_OK;
  if (file != NULL) (void)remove(beside.at);
  stc_print(stderr, "%s: cannot write '%s'\n", command, path);
  return STC_EXIT_SCRIPT;
}
