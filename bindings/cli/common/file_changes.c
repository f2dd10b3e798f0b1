/*
 * file_changes.c - whether files have been edited.
 *
 * Files are polled: that works on every system, and a pack has few files.
 * Editors write a file in pieces, or under another name first: a change counts
 * only when two polls in a row see the same.
 */
#include "cli/common/file_changes.h"

#include "cli/common/paths.h"
#include "cli/common/vm_host.h"

#include <sys/stat.h>
#include <time.h>

enum { CHANGES_DEPTH_MAX = 8, PAUSE_MS = 100 };

static uint64_t mix_hash(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static uint64_t mix_text_hash(uint64_t hash, const char *text) {
  for (; *text != '\0'; text++) {
    hash = mix_hash(hash, (unsigned char)*text);
  }
  return hash;
}

static uint64_t hash_path(uint64_t hash, const char *path, int depth) {
  struct stat about;
  hash = mix_text_hash(hash, path);
  if (stat(path, &about) != 0) return mix_hash(hash, 0);
  if (!S_ISDIR(about.st_mode)) {
    hash = mix_hash(hash, (uint64_t)about.st_size);
    hash = mix_hash(hash, (uint64_t)about.st_mtim.tv_sec);
    return mix_hash(hash, (uint64_t)about.st_mtim.tv_nsec);
  }
  stc_file_names names;
  if (depth == CHANGES_DEPTH_MAX || !stc_file_names_of_folder(path, &names)) {
    return hash;
  }
  for (size_t i = 0; i < names.count; i++) {
    stc_path entry = {""};
    if (stc_path_set(&entry, path) && stc_path_join(&entry, names.at[i])) {
      hash = hash_path(hash, entry.at, depth + 1);
    }
  }
  stc_file_names_free(&names);
  return hash;
}

uint64_t stc_changes_hash(const stc_file_names *paths) {
  uint64_t hash = 1;
  for (size_t i = 0; i < paths->count; i++) {
    hash = hash_path(hash, paths->at[i], 0);
  }
  return hash;
}

/* False after Ctrl-C. */
static bool pause_or_interrupt(void) {
  const struct timespec time = {.tv_nsec = PAUSE_MS * 1000000L};
  (void)nanosleep(&time, NULL);
  return !stc_host_take_interrupt();
}

bool stc_changes_wait(const stc_file_names *paths, uint64_t *seen) {
  uint64_t before = *seen;
  for (;;) {
    if (!pause_or_interrupt()) return false;
    const uint64_t now = stc_changes_hash(paths);
    if (now == before && now != *seen) {
      *seen = now;
      return true;
    }
    before = now;
  }
}
