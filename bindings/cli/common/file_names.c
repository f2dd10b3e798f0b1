/*
 * file_names.c - lists of file names; new files.
 *
 * The order of a directory is an accident of the file system: every list is
 * sorted by bytes.
 */
#include "cli/common/file_names.h"

#include "cli/common/paths.h"
#include "cli/common/safe_text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool stc_is_script(const char *name) {
  const size_t size = strlen(name);
  return size > 4 && strcmp(name + size - 4, ".lua") == 0;
}

void stc_file_names_free(stc_file_names *names) {
  for (size_t i = 0; i < names->count; i++) {
    free(names->at[i]);
  }
  free(names->at);
  *names = (stc_file_names){0};
}

static bool grow_file_names(stc_file_names *names) {
  if (names->count < names->capacity) return true;
  const size_t more = names->capacity == 0 ? 16 : names->capacity * 2;
  char **at = realloc(names->at, more * sizeof *at);
  if (at == NULL) return false;
  names->at = at;
  names->capacity = more;
  return true;
}

bool stc_file_names_add(stc_file_names *names, const char *name) {
  if (!grow_file_names(names)) return false;
  char *copy = strdup(name);
  if (copy == NULL) return false;
  names->at[names->count++] = copy;
  return true;
}

static int compare_file_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

bool stc_file_names_of_folder(const char *path, stc_file_names *out) {
  stc_file_names names = {0};
  bool is_complete = true;
  DIR *folder = opendir(path);
  if (folder == NULL) return false;
  for (;;) {
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): this program has one thread */
    const struct dirent *entry = readdir(folder);
    if (entry == NULL) break;
    if (entry->d_name[0] == '.') continue;
    is_complete = stc_file_names_add(&names, entry->d_name) && is_complete;
  }
  (void)closedir(folder);
  if (!is_complete) {
    stc_file_names_free(&names);
    return false;
  }
  if (names.count > 0) {
    qsort(names.at, names.count, sizeof *names.at, compare_file_names);
  }
  *out = names;
  return true;
}

bool stc_file_names_of_scripts(stl_files *files, const char *path,
                               stc_file_names *out) {
  stl_tree tree;
  stl_message message;
  bool is_complete = true;
  if (!stl_files_scripts(files, path, &tree, &message)) {
    stc_print(stderr, "strata: %s\n", message.text);
    return false;
  }
  for (size_t i = 0; i < tree.count && is_complete; i++) {
    stc_path script = {""};
    is_complete = stc_path_set(&script, path) &&
                  stc_path_join(&script, tree.files[i].name) &&
                  stc_file_names_add(out, script.at);
  }
  stl_tree_free(&tree);
  return is_complete;
}

bool stc_pack_is_readable(stl_files *files, const char *pack) {
  stl_tree tree;
  stl_message message;
  if (!stl_files_content(files, pack, &tree, &message)) {
    stc_print(stderr, "strata: %s\n", message.text);
    return false;
  }
  stl_tree_free(&tree);
  return true;
}

/* Make all folders on the way to a path, and itself if it ends in a slash. */
static bool make_folders_of(const char *path) {
  stc_path folder;
  if (!stc_path_set(&folder, path)) return false;
  for (char *slash = strchr(folder.at + 1, '/'); slash != NULL;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    const bool is_there = mkdir(folder.at, 0777) == 0 || errno == EEXIST;
    *slash = '/';
    if (!is_there) return false;
  }
  return true;
}

bool stc_write_new_file(const char *path, const char *text) {
  const size_t length = strlen(path);
  if (length == 0 || !make_folders_of(path)) return false;
  if (path[length - 1] == '/') return true;
  FILE *file =
      fopen(path, "wbx"); /* x: fail if another program made it meanwhile */
  if (file == NULL) return false;
  const size_t size = strlen(text);
  const bool is_written = fwrite(text, 1, size, file) == size;
  return fclose(file) == 0 && is_written;
}
