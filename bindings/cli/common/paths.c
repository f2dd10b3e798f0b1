/*
 * paths.c - where the program, its data and packs are on this machine.
 *
 * Linux tells the file of a program (/proc/self/exe). On other systems argv[0]
 * is used if it has a slash: relative to the working folder at the start.
 */
#include "cli/common/paths.h"

#include <errno.h>
#include <stdlib.h>
#include <strata.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if !defined(STRATA_INSTALL_DATADIR_REL)
#define STRATA_INSTALL_DATADIR_REL "../share/strata"
#endif

bool stc_is_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool stc_is_file(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

bool stc_is_archive(const char *path) {
  const size_t size = strlen(path);
  return size > 4 && strcmp(path + size - 4, ".zip") == 0 && stc_is_file(path);
}

const char *stc_environment(const char *name) {
  /* NOLINTNEXTLINE(concurrency-mt-unsafe): this program has one thread */
  const char *value = getenv(name);
  return value != NULL && value[0] != '\0' ? value : NULL;
}

bool stc_path_set(stc_path *path, const char *text) {
  const size_t size = strlen(text) + 1;
  if (size > STC_PATH_MAX) return false;
  memcpy(path->at, text, size);
  return true;
}

bool stc_path_set_folder(stc_path *path, const char *text) {
  if (!stc_path_set(path, text)) return false;
  size_t size = strlen(path->at);
  while (size > 1 && path->at[size - 1] == '/') {
    path->at[--size] = '\0';
  }
  return true;
}

bool stc_path_join(stc_path *path, const char *name) {
  const size_t size = strlen(path->at);
  const size_t more = strlen(name);
  if (size + more + 2 > STC_PATH_MAX) return false;
  path->at[size] = '/';
  memcpy(path->at + size + 1, name, more + 1);
  return true;
}

static bool has_scripts(const stc_path *folder) {
  stc_path scripts = *folder;
  return stc_path_join(&scripts, "scripts/strata") && stc_is_folder(scripts.at);
}

bool stc_path_of_program(const char *program, stc_path *out) {
  const ssize_t size = readlink("/proc/self/exe", out->at, STC_PATH_MAX - 1);
  if (size > 0) {
    out->at[size] = '\0';
    return true;
  }
  return program != NULL && strchr(program, '/') != NULL &&
         stc_path_set(out, program);
}

static bool installed_data_folder(const char *program, stc_path *out) {
  if (!stc_path_of_program(program, out)) return false;
  char *slash = strrchr(out->at, '/');
  if (slash == NULL) return false;
  *slash = '\0';
  if (!stc_path_join(out, STRATA_INSTALL_DATADIR_REL)) return false;
  char *plain = realpath(out->at, NULL);
  if (plain == NULL) return false;
  const bool fits = stc_path_set(out, plain);
  free(plain);
  return fits && has_scripts(out);
}

bool stc_path_data(const char *program, stc_path *out) {
  const char *given = stc_environment("STRATA_DATADIR");
  if (given != NULL) return stc_path_set(out, given) && has_scripts(out);
  if (installed_data_folder(program, out)) return true;
#if defined(STRATA_BUILD_DATADIR)
  return stc_path_set(out, STRATA_BUILD_DATADIR) && has_scripts(out);
#else
  return false;
#endif
}

bool stc_path_pack(const char *program, const char *pack, stc_path *out) {
  if (stc_is_folder(pack) || stc_is_archive(pack)) {
    return stc_path_set(out, pack);
  }
  if (strchr(pack, '/') != NULL || strcmp(pack, "..") == 0) return false;
  return stc_path_data(program, out) && stc_path_join(out, "cards") &&
         stc_path_join(out, pack) && stc_is_folder(out->at);
}

/* Make a folder and those above it. */
static bool make_parent_folders(stc_path *path) {
  for (char *slash = strchr(path->at + 1, '/'); slash != NULL;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    const bool made = mkdir(path->at, 0700) == 0 || errno == EEXIST;
    *slash = '/';
    if (!made) return false;
  }
  return mkdir(path->at, 0700) == 0 || errno == EEXIST;
}

bool stc_path_history(stc_path *out) {
  const char *state = stc_environment("XDG_STATE_HOME");
  const char *home = stc_environment("HOME");
  if (state != NULL && state[0] == '/') {
    if (!stc_path_set(out, state)) return false;
  } else if (home == NULL || !stc_path_set(out, home) ||
             !stc_path_join(out, ".local/state")) {
    return false;
  }
  return stc_path_join(out, "strata") && make_parent_folders(out) &&
         stc_path_join(out, "history");
}
