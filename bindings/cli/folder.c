/*
 * folder.c - what is in a folder. The order of a directory is an accident of
 * the file system; everything here is sorted.
 */
#include "folder.h"

#include "paths.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDER_DEPTH_MAX = 8 };

bool stc_is_script(const char *name) {
  const size_t size = strlen(name);
  return size > 4 && strcmp(name + size - 4, ".lua") == 0;
}

void stc_names_free(stc_names *names) {
  for (size_t i = 0; i < names->count; i++) {
    free(names->at[i]);
  }
  free(names->at);
  *names = (stc_names){0};
}

static bool reserve(stc_names *names) {
  if (names->count < names->capacity) return true;
  const size_t more = names->capacity == 0 ? 16 : names->capacity * 2;
  char **at = realloc(names->at, more * sizeof *at);
  if (at == NULL) return false;
  names->at = at;
  names->capacity = more;
  return true;
}

bool stc_names_add(stc_names *names, const char *name) {
  if (!reserve(names)) return false;
  char *copy = strdup(name);
  if (copy == NULL) return false;
  names->at[names->count++] = copy;
  return true;
}

static int compare(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

bool stc_folder_read(const char *path, stc_names *out) {
  stc_names names = {0};
  bool is_complete = true;
  DIR *folder = opendir(path);
  if (folder == NULL) return false;
  for (;;) {
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): this program has one thread */
    const struct dirent *entry = readdir(folder);
    if (entry == NULL) break;
    if (entry->d_name[0] == '.') continue;
    is_complete = stc_names_add(&names, entry->d_name) && is_complete;
  }
  (void)closedir(folder);
  if (!is_complete) {
    stc_names_free(&names);
    return false;
  }
  if (names.count > 0) qsort(names.at, names.count, sizeof *names.at, compare);
  *out = names;
  return true;
}

static bool collect(const char *path, int depth, stc_names *out) {
  stc_names names;
  if (depth == FOLDER_DEPTH_MAX) return true;
  if (!stc_folder_read(path, &names)) return false;
  bool is_complete = true;
  for (size_t i = 0; i < names.count && is_complete; i++) {
    stc_path entry = {""};
    is_complete =
        stc_path_set(&entry, path) && stc_path_join(&entry, names.at[i]);
    if (!is_complete) break;
    if (stc_is_folder(entry.at)) {
      is_complete = collect(entry.at, depth + 1, out);
    } else if (stc_is_script(names.at[i])) {
      is_complete = stc_names_add(out, entry.at);
    }
  }
  stc_names_free(&names);
  return is_complete;
}

bool stc_folder_scripts(const char *path, stc_names *out) {
  stc_names found = {0};
  if (!collect(path, 0, &found)) {
    stc_names_free(&found);
    return false;
  }
  *out = found;
  return true;
}
