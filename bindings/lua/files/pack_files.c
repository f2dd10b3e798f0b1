/*
 * pack_files.c - where the files of packs are: in folders and in archives.
 *
 * An archive is read whole when a file in it is first asked for, and kept;
 * later calls only compare the time and size of its file. This is the one
 * module of the binding that uses POSIX.
 */
/* POSIX says what it is called.
 * NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,readability-*) */
#define _XOPEN_SOURCE 700

#include "lua/files/pack_files.h"

#include "lua/files/pack_archive.h"
#include "lua/files/pack_tree.h"

#include <dirent.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/pack_files.h>
#include <string.h>
#include <sys/stat.h>

typedef struct open_archive {
  char *path;
  struct stat about; /* of the file that was read */
  bool is_given;     /* it is no file: a host gave its bytes */
  stl_tree tree;
} open_archive;

struct stl_files {
  open_archive *archives;
  size_t count;
};

stl_files *stl_files_new(void) {
  return calloc(1, sizeof(stl_files));
}

void stl_files_free(stl_files *files) {
  if (files == NULL) return;
  for (size_t i = 0; i < files->count; i++) {
    free(files->archives[i].path);
    stl_tree_free(&files->archives[i].tree);
  }
  free(files->archives);
  free(files);
}

/* -- Of a Lua state ------------------------------------------------------- */

/* Registry: the userdata that holds the state's files. */
static const char files_key = 0;

static int close_files(lua_State *L) {
  stl_files **box = lua_touserdata(L, 1);
  stl_files_free(*box);
  *box = NULL;
  return 0;
}

stl_files *stl_files_get(lua_State *L) {
  luaL_checkstack(L, LUA_MINSTACK, "files");
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &files_key) != LUA_TUSERDATA) {
    lua_pop(L, 1);
    stl_files **made = lua_newuserdatauv(L, sizeof *made, 0);
    *made = NULL;
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, close_files);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    *made = stl_files_new();
    if (*made == NULL) luaL_error(L, "not enough memory");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &files_key);
  }
  stl_files *files = *(stl_files **)lua_touserdata(L, -1);
  lua_pop(L, 1);
  return files;
}

/* -- Archives ------------------------------------------------------------- */

static bool is_disk_folder(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_disk_file(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Read a whole file; NULL, and it is said, if that cannot be. */
static unsigned char *read_whole(const char *path, size_t most, size_t *size,
                                 stl_message *message) {
  struct stat about;
  FILE *file = fopen(path, "rbe");
  if (file == NULL || fstat(fileno(file), &about) != 0) {
    if (file != NULL) (void)fclose(file);
    (void)stl_message_set(message, "%.300s: cannot be opened", path);
    return NULL;
  }
  const bool fits = about.st_size >= 0 && (uintmax_t)about.st_size <= most;
  unsigned char *bytes = fits ? malloc((size_t)about.st_size + 1) : NULL;
  *size = bytes != NULL ? fread(bytes, 1, (size_t)about.st_size, file) : 0;
  const bool is_read = bytes != NULL && *size == (size_t)about.st_size;
  (void)fclose(file);
  if (is_read) return bytes;
  free(bytes);
  (void)stl_message_set(message, "%.300s: %s", path,
                        !fits           ? "too large for a pack; split it"
                        : bytes == NULL ? "not enough memory"
                                        : "cannot be read");
  return NULL;
}

static bool is_same_file(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
         a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
         a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* The place of a path's archive, which may be new and still empty; NULL if
 * there is no memory. */
static open_archive *archive_slot_of(stl_files *files, const char *path) {
  for (size_t i = 0; i < files->count; i++) {
    if (strcmp(files->archives[i].path, path) == 0) return &files->archives[i];
  }
  open_archive *more =
      realloc(files->archives, (files->count + 1) * sizeof *files->archives);
  if (more == NULL) return NULL;
  files->archives = more;
  char *copy = strdup(path);
  if (copy == NULL) return NULL;
  more[files->count] = (open_archive){.path = copy};
  return &more[files->count++];
}

/* The archive of this name whose bytes a host gave; NULL if there is none. */
static open_archive *given_archive(const stl_files *files, const char *path) {
  for (size_t i = 0; i < files->count; i++) {
    open_archive *a = &files->archives[i];
    if (a->is_given && strcmp(a->path, path) == 0) return a;
  }
  return NULL;
}

bool stl_files_add_archive(stl_files *files, const char *path,
                           const void *bytes, size_t size,
                           stl_message *message) {
  const size_t length = strlen(path);
  if (length < 4 || strcmp(path + length - 4, ".zip") != 0) {
    return stl_message_set(
        message, "%.300s: call a pack in memory by a name that ends in .zip",
        path);
  }
  stl_tree tree = {0};
  if (!stl_archive_read(bytes, size, path, &tree, message)) return false;
  open_archive *a = archive_slot_of(files, path);
  if (a == NULL) {
    stl_tree_free(&tree);
    return stl_message_set(message, "%.300s: not enough memory", path);
  }
  stl_tree_free(&a->tree);
  a->tree = tree;
  a->is_given = true;
  return true;
}

/* The tree of an archive; NULL, and it is said, if it is refused. */
static const stl_tree *archive_tree_of(stl_files *files, const char *path,
                                       stl_message *message) {
  struct stat about;
  const open_archive *given = given_archive(files, path);
  if (given != NULL) return &given->tree;
  open_archive *a =
      stat(path, &about) == 0 ? archive_slot_of(files, path) : NULL;
  if (a == NULL) {
    (void)stl_message_set(message, "%.300s: cannot be read", path);
    return NULL;
  }
  if (is_same_file(&about, &a->about)) return &a->tree;
  size_t size = 0;
  unsigned char *bytes = read_whole(path, STL_TREE_TOTAL_MAX, &size, message);
  stl_tree tree = {0};
  const bool is_fine =
      bytes != NULL && stl_archive_read(bytes, size, path, &tree, message);
  free(bytes);
  stl_tree_free(&a->tree);
  a->tree = tree;
  a->about = is_fine ? about : (struct stat){.st_ino = 0};
  return is_fine ? &a->tree : NULL;
}

/* -- Paths ---------------------------------------------------------------- */

/* A path taken apart where it enters an archive. */
typedef struct archive_route {
  char archive[PATH_MAX];
  const char *inner; /* behind the slash; "" is the archive itself */
} archive_route;

/* Does the path lead to an archive or into one? */
static bool split_archive_path(const stl_files *files, const char *path,
                               archive_route *r) {
  for (const char *at = strstr(path, ".zip"); at != NULL;
       at = strstr(at + 1, ".zip")) {
    const size_t size = (size_t)(at - path) + 4;
    if ((path[size] != '\0' && path[size] != '/') || size >= PATH_MAX) continue;
    memcpy(r->archive, path, size);
    r->archive[size] = '\0';
    if (given_archive(files, r->archive) == NULL && !is_disk_file(r->archive)) {
      continue;
    }
    r->inner = path + size + strspn(path + size, "/");
    return true;
  }
  return false;
}

stl_path_kind stl_files_path_kind(stl_files *files, const char *path) {
  archive_route r;
  stl_message message;
  if (!split_archive_path(files, path, &r)) {
    if (is_disk_folder(path)) return STL_PATH_FOLDER;
    return is_disk_file(path) ? STL_PATH_FILE : STL_PATH_NOTHING;
  }
  if (r.inner[0] == '\0') return STL_PATH_FOLDER;
  const stl_tree *tree = archive_tree_of(files, r.archive, &message);
  if (tree == NULL) return STL_PATH_NOTHING;
  if (stl_tree_find(tree, r.inner) != NULL) return STL_PATH_FILE;
  return stl_tree_has_folder(tree, r.inner) ? STL_PATH_FOLDER
                                            : STL_PATH_NOTHING;
}

static bool is_really_inside(const char *path, const char *folder) {
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

/* An archive has no links, and no name in it leads up. */
bool stl_files_is_inside(stl_files *files, const char *path,
                         const char *folder) {
  archive_route r;
  if (!split_archive_path(files, path, &r)) {
    return is_really_inside(path, folder);
  }
  return stl_tree_name_is_below(path, folder) &&
         stl_files_path_kind(files, path) == STL_PATH_FILE;
}

bool stl_files_find_archived(stl_files *files, const char *path, stl_file *out,
                             bool *is_archived, stl_message *message) {
  archive_route r;
  *is_archived = split_archive_path(files, path, &r);
  if (!*is_archived) return false;
  const stl_tree *tree = archive_tree_of(files, r.archive, message);
  if (tree == NULL) return false;
  const stl_file *file = stl_tree_find(tree, r.inner);
  if (file == NULL) {
    return stl_message_set(
        message, "%.900s: there is no such file in the archive", path);
  }
  *out = *file;
  return true;
}

/* -- Folders -------------------------------------------------------------- */

static bool is_script(const char *name) {
  const size_t size = strlen(name);
  return size > 4 && strcmp(name + size - 4, ".lua") == 0;
}

/* A folder that is walked. */
typedef struct folder_walk {
  const char *root;
  bool is_pack; /* all content and its bytes, checked; else names of scripts */
  stl_tree *tree;
  stl_message *message;
  char path[PATH_MAX]; /* of what is looked at */
  size_t root_size;
} folder_walk;

static const char *inner_name(const folder_walk *w) {
  return w->path + w->root_size + 1;
}

/* Append "/name"; false if that is too long. */
static bool append_walk_name(folder_walk *w, size_t size, const char *name) {
  const int more = snprintf(w->path + size, sizeof w->path - size, "/%s", name);
  return more >= 0 && (size_t)more < sizeof w->path - size;
}

static bool add_walk_file(folder_walk *w) {
  const char *name = inner_name(w);
  stl_file file = {.name = w->path + w->root_size + 1};
  if (w->is_pack) {
    file.bytes = read_whole(w->path, STL_TREE_FILE_MAX, &file.size, w->message);
    if (file.bytes == NULL) return false;
  } else if (!is_script(name)) {
    return true;
  }
  return stl_tree_add(w->tree, w->root, file, w->message);
}

/* What is not content, or no script where only these count, is left out. */
static bool check_walk_entry(const folder_walk *w) {
  const char *name = inner_name(w);
  if (!w->is_pack) return true;
  const char *fault = stl_tree_name_fault(name, strlen(name));
  if (fault != NULL) {
    return stl_message_set(w->message, "%.300s: '%.200s' %s", w->root, name,
                           fault);
  }
  struct stat about;
  const bool is_plain = lstat(w->path, &about) == 0 && !S_ISLNK(about.st_mode);
  if (is_plain || is_really_inside(w->path, w->root)) return true;
  return stl_message_set(
      w->message,
      "%.300s: '%.200s' is a link out of the pack, or to nothing; "
      "put the file there",
      w->root, name);
}

static bool walk_folder(folder_walk *w, size_t size, int depth);

static bool walk_entry(folder_walk *w, size_t size, int depth,
                       const char *name) {
  if (!append_walk_name(w, size, name)) {
    return stl_message_set(w->message, "%.300s: '%.200s' has too long a path",
                           w->root, name);
  }
  if (!stl_tree_name_is_content(name)) return true;
  if (!check_walk_entry(w)) return false;
  if (is_disk_folder(w->path)) {
    return depth == STL_TREE_DEPTH_MAX ||
           walk_folder(w, strlen(w->path), depth + 1);
  }
  if (is_disk_file(w->path)) return add_walk_file(w);
  return !w->is_pack ||
         stl_message_set(
             w->message,
             "%.300s: '%.200s' is a device or the like; a pack has files "
             "and folders only",
             w->root, inner_name(w));
}

static bool walk_folder(folder_walk *w, size_t size, int depth) {
  w->path[size] = '\0';
  DIR *folder = opendir(w->path);
  bool is_fine = true;
  if (folder == NULL) {
    return stl_message_set(w->message, "%.900s: cannot be read", w->path);
  }
  while (is_fine) {
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): a folder is read by one thread */
    const struct dirent *entry = readdir(folder);
    if (entry == NULL) break;
    is_fine = walk_entry(w, size, depth, entry->d_name);
  }
  (void)closedir(folder);
  return is_fine;
}

static bool walk_root(folder_walk *w) {
  w->root_size = strlen(w->root);
  if (w->root_size >= sizeof w->path) {
    return stl_message_set(w->message, "%.300s: too long a path", w->root);
  }
  memcpy(w->path, w->root, w->root_size);
  if (walk_folder(w, w->root_size, 0) &&
      (!w->is_pack || stl_tree_check(w->tree, w->root, w->message))) {
    stl_tree_sort(w->tree);
    return true;
  }
  stl_tree_free(w->tree);
  return false;
}

/* -- Lists ---------------------------------------------------------------- */

/* Add what lies in the archive to the tree: names of scripts, or content. */
static bool copy_entry(const folder_walk *w, const stl_file *from,
                       size_t skipped) {
  stl_file file = {.name = from->name + skipped};
  if (!w->is_pack) {
    return !is_script(file.name) ||
           stl_tree_add(w->tree, w->root, file, w->message);
  }
  file.bytes = malloc(from->size + 1);
  if (file.bytes == NULL) {
    return stl_message_set(w->message, "%.300s: not enough memory", w->root);
  }
  memcpy(file.bytes, from->bytes, from->size);
  file.size = from->size;
  return stl_tree_add(w->tree, w->root, file, w->message);
}

static bool list_archive(stl_files *files, const archive_route *r,
                         folder_walk *w) {
  const stl_tree *tree = archive_tree_of(files, r->archive, w->message);
  if (tree == NULL) return false;
  const size_t size = strlen(r->inner);
  bool is_fine = stl_tree_has_folder(tree, r->inner) || size == 0 ||
                 stl_message_set(w->message, "%.900s: cannot be read", w->root);
  for (size_t i = 0; i < tree->count && is_fine; i++) {
    if (!stl_tree_name_is_below(tree->files[i].name, r->inner)) continue;
    is_fine = copy_entry(w, &tree->files[i], size > 0 ? size + 1 : 0);
  }
  if (!is_fine) stl_tree_free(w->tree);
  return is_fine;
}

static bool list_files(stl_files *files, const char *folder, bool is_pack,
                       stl_tree *out, stl_message *message) {
  archive_route r;
  *out = (stl_tree){0};
  folder_walk w = {
      .root = folder, .is_pack = is_pack, .tree = out, .message = message};
  return split_archive_path(files, folder, &r) ? list_archive(files, &r, &w)
                                               : walk_root(&w);
}

bool stl_files_scripts(stl_files *files, const char *folder, stl_tree *out,
                       stl_message *message) {
  return list_files(files, folder, false, out, message);
}

bool stl_files_content(stl_files *files, const char *pack, stl_tree *out,
                       stl_message *message) {
  return list_files(files, pack, true, out, message);
}

static int free_tree(lua_State *L) {
  stl_tree_free(lua_touserdata(L, 1));
  return 0;
}

/* Push an empty tree that is freed also if an error passes by. */
static stl_tree *push_tree(lua_State *L) {
  stl_tree *tree = lua_newuserdatauv(L, sizeof *tree, 0);
  *tree = (stl_tree){0};
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, free_tree);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  return tree;
}

/* Lists what a folder holds; false and a message if it cannot. */
typedef bool (*folder_lister)(stl_files *files, const char *folder,
                              stl_tree *out, stl_message *message);

/* Push a new table, and above it the tree that a function lists. */
static stl_tree *push_listed(lua_State *L, const char *folder,
                             folder_lister list) {
  stl_message message;
  luaL_checkstack(L, LUA_MINSTACK, "a folder");
  lua_newtable(L);
  stl_tree *tree = push_tree(L);
  if (!list(stl_files_get(L), folder, tree, &message)) {
    luaL_error(L, "%s", message.text);
  }
  return tree;
}

void stl_push_scripts(lua_State *L, const char *folder) {
  stl_tree *tree = push_listed(L, folder, stl_files_scripts);
  for (size_t i = 0; i < tree->count; i++) {
    lua_pushfstring(L, "%s/%s", folder, tree->files[i].name);
    lua_rawseti(L, -3, (lua_Integer)i + 1);
  }
  stl_tree_free(tree);
  lua_pop(L, 1);
}

/* -- Packs ---------------------------------------------------------------- */

/* Add an entry of a folder by its name as a pack, if it is one. */
static bool add_pack_name(stl_files *files, const char *folder,
                          const char *entry, stl_tree *out,
                          stl_message *message) {
  char path[4096];
  char name[STL_TREE_NAME_MAX + 1];
  const size_t size = strlen(entry);
  const bool is_archive = size > 4 && strcmp(entry + size - 4, ".zip") == 0;
  const int length =
      snprintf(path, sizeof path, "%s/%s/pack.lua", folder, entry);
  if (entry[0] == '.' || size >= sizeof name || length < 0 ||
      (size_t)length >= sizeof path ||
      stl_files_path_kind(files, path) != STL_PATH_FILE) {
    return true;
  }
  (void)snprintf(name, sizeof name, "%.*s", (int)(size - (is_archive ? 4 : 0)),
                 entry);
  return stl_tree_add(out, folder, (stl_file){.name = name}, message);
}

static bool list_packs(stl_files *files, const char *folder, stl_tree *out,
                       stl_message *message) {
  DIR *entries = opendir(folder);
  bool is_fine = true;
  while (entries != NULL && is_fine) {
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): a folder is read by one thread */
    const struct dirent *entry = readdir(entries);
    if (entry == NULL) break;
    is_fine = add_pack_name(files, folder, entry->d_name, out, message);
  }
  if (entries != NULL) (void)closedir(entries);
  stl_tree_sort(out);
  return is_fine;
}

void stl_push_packs(lua_State *L, const char *folder) {
  stl_tree *tree = push_listed(L, folder, list_packs);
  lua_Integer count = 0;
  for (size_t i = 0; i < tree->count; i++) {
    const char *name = tree->files[i].name;
    if (i > 0 && strcmp(name, tree->files[i - 1].name) == 0) continue;
    lua_pushstring(L, name);
    lua_rawseti(L, -3, ++count);
  }
  stl_tree_free(tree);
  lua_pop(L, 1);
}
