/*
 * pack_tree.c - the files of a pack as a list sorted by name.
 *
 * A file system may fold case, compose accents, read a backslash as a slash or
 * "c:" as a drive. So a name that is not plain is refused, not repaired: a pack
 * that loads on one machine loads on all.
 */
#include "lua/files/pack_tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata/pack_files.h>
#include <string.h>

bool stl_message_set(stl_message *message, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  /* Names in it may be anything. */
  for (char *at = message->text; *at != '\0'; at++) {
    if ((unsigned char)*at < 0x20 || *at == 0x7f) *at = '?';
  }
  return false;
}

void stl_tree_free(stl_tree *tree) {
  for (size_t i = 0; i < tree->count; i++) {
    free(tree->files[i].name);
    free(tree->files[i].bytes);
  }
  free(tree->files);
  *tree = (stl_tree){0};
}

static bool tree_has_room(const stl_tree *tree, const char *where,
                          const stl_file *file, stl_message *message) {
  if (tree->count == STL_TREE_FILES_MAX) {
    return stl_message_set(message,
                           "%.300s: more than %d files; split the pack", where,
                           STL_TREE_FILES_MAX);
  }
  if (file->size > STL_TREE_FILE_MAX) {
    return stl_message_set(message, "%.300s: '%.200s' is larger than %d MiB",
                           where, file->name, STL_TREE_FILE_MAX >> 20);
  }
  if (file->size > STL_TREE_TOTAL_MAX - tree->total) {
    return stl_message_set(
        message,
        "%.300s: its files are larger than %d MiB together; split "
        "the pack",
        where, STL_TREE_TOTAL_MAX >> 20);
  }
  return true;
}

static bool grow_tree(stl_tree *tree) {
  if (tree->count < tree->capacity) return true;
  const size_t more = tree->capacity == 0 ? 16 : tree->capacity * 2;
  stl_file *files = realloc(tree->files, more * sizeof *files);
  if (files == NULL) return false;
  tree->files = files;
  tree->capacity = more;
  return true;
}

bool stl_tree_add(stl_tree *tree, const char *where, stl_file file,
                  stl_message *message) {
  if (!tree_has_room(tree, where, &file, message)) {
    free(file.bytes);
    return false;
  }
  const size_t size = strlen(file.name) + 1;
  char *name = grow_tree(tree) ? malloc(size) : NULL;
  if (name == NULL) {
    free(file.bytes);
    return stl_message_set(message, "%.300s: not enough memory", where);
  }
  memcpy(name, file.name, size);
  file.name = name;
  tree->files[tree->count++] = file;
  tree->total += file.size;
  return true;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const stl_file *)a)->name, ((const stl_file *)b)->name);
}

void stl_tree_sort(stl_tree *tree) {
  if (tree->count > 0) {
    qsort(tree->files, tree->count, sizeof *tree->files, compare_names);
  }
}

const stl_file *stl_tree_find(const stl_tree *tree, const char *name) {
  size_t low = 0;
  size_t high = tree->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = strcmp(name, tree->files[middle].name);
    if (order == 0) return &tree->files[middle];
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

bool stl_tree_name_is_below(const char *name, const char *folder) {
  const size_t size = strlen(folder);
  return size == 0 || (strncmp(name, folder, size) == 0 && name[size] == '/');
}

bool stl_tree_has_folder(const stl_tree *tree, const char *folder) {
  for (size_t i = 0; i < tree->count; i++) {
    if (stl_tree_name_is_below(tree->files[i].name, folder)) return true;
  }
  return false;
}

/* -- Names ---------------------------------------------------------------- */

static const char *byte_fault(const char *name, size_t size) {
  for (size_t i = 0; i < size; i++) {
    const unsigned char c = (unsigned char)name[i];
    if (c == '\\') return "has a backslash; write /";
    if (c < 0x20 || c == 0x7f) return "has a control character; rename it";
    if (c > 0x7f) {
      return "has a letter that is not ASCII, and file systems spell it in "
             "several ways; rename it";
    }
    if (strchr(":*?\"<>|", c) != NULL) {
      return "has a character of : * ? \" < > | that not every system allows; "
             "rename it";
    }
  }
  return NULL;
}

static const char *part_fault(const char *part, size_t size) {
  if (size == 0) {
    return "is absolute, or has an empty part; name it from the pack's folder "
           "on";
  }
  if (part[0] == '.' && (size == 1 || (size == 2 && part[1] == '.'))) {
    return "leads out of the pack; name it from the pack's folder on";
  }
  if (part[size - 1] == '.' || part[size - 1] == ' ') {
    return "has a part that ends in a dot or a space, which not every system "
           "allows; rename it";
  }
  return NULL;
}

const char *stl_tree_name_fault(const char *name, size_t size) {
  const char *fault = byte_fault(name, size);
  size_t start = 0;
  int parts = 0;
  if (fault != NULL) return fault;
  if (size > STL_TREE_NAME_MAX) return "is longer than 200 bytes; shorten it";
  for (size_t i = 0; i <= size; i++) {
    if (i < size && name[i] != '/') continue;
    fault = part_fault(name + start, i - start);
    if (fault != NULL) return fault;
    start = i + 1;
    parts++;
  }
  return parts > STL_TREE_DEPTH_MAX + 1
             ? "lies deeper than 8 folders; move it up"
             : NULL;
}

static bool name_ends_in(const char *name, size_t size, const char *end) {
  const size_t length = strlen(end);
  return size > length && memcmp(name + size - length, end, length) == 0;
}

static bool is_left_behind(const char *part, size_t size) {
  static const char *const ends[] = {"~", ".bak", ".orig", ".rej", ".tmp"};
  static const char *const names[] = {"__MACOSX", "Thumbs.db", "desktop.ini"};
  if (part[0] == '.') return true;
  if (size > 1 && part[0] == '#' && part[size - 1] == '#') return true;
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    if (name_ends_in(part, size, ends[i])) return true;
  }
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (strlen(names[i]) == size && memcmp(part, names[i], size) == 0) {
      return true;
    }
  }
  return false;
}

bool stl_tree_name_is_content(const char *name) {
  for (;;) {
    const size_t size = strcspn(name, "/");
    if (is_left_behind(name, size)) return false;
    if (name[size] == '\0') return true;
    name += size + 1;
  }
}

/* -- Names that are one --------------------------------------------------- */

static char fold_case(char c) {
  return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* A file, or one of the folders around one: the first `size` bytes. */
typedef struct tree_place {
  const char *name;
  size_t size;
  bool is_file;
} tree_place;

/* Equal but for case are equal here. */
static int compare_folded(const void *a, const void *b) {
  const tree_place *left = a;
  const tree_place *right = b;
  for (size_t i = 0; i < left->size && i < right->size; i++) {
    const int l = (unsigned char)fold_case(left->name[i]);
    const int r = (unsigned char)fold_case(right->name[i]);
    if (l != r) return l - r;
  }
  if (left->size != right->size) return left->size < right->size ? -1 : 1;
  return 0;
}

/* The same, and then the upper case first, so that messages are the same
 * everywhere; a file before folders. */
static int compare_places(const void *a, const void *b) {
  const tree_place *left = a;
  const tree_place *right = b;
  int order = compare_folded(a, b);
  if (order == 0) order = memcmp(left->name, right->name, left->size);
  return order != 0 ? order : (int)right->is_file - (int)left->is_file;
}

static bool is_clash(const tree_place *a, const tree_place *b,
                     const char *where, stl_message *message) {
  if (memcmp(a->name, b->name, a->size) != 0) {
    return !stl_message_set(
        message,
        "%.300s: '%.*s' and '%.*s' differ only by case, and are "
        "one file where case is folded; rename one",
        where, (int)a->size, a->name, (int)b->size, b->name);
  }
  if (!a->is_file && !b->is_file) return false;
  return !stl_message_set(message, "%.300s: '%.*s' is there twice; remove one",
                          where, (int)a->size, a->name);
}

static size_t list_places(const stl_tree *tree, tree_place *places) {
  size_t count = 0;
  for (size_t i = 0; i < tree->count; i++) {
    const char *name = tree->files[i].name;
    const size_t size = strlen(name);
    for (size_t j = 0; j <= size; j++) {
      if (j < size && name[j] != '/') continue;
      places[count++] = (tree_place){name, j, j == size};
    }
  }
  return count;
}

bool stl_tree_check(const stl_tree *tree, const char *where,
                    stl_message *message) {
  if (tree->count == 0) return true;
  tree_place *places =
      malloc(tree->count * (STL_TREE_DEPTH_MAX + 1) * sizeof *places);
  if (places == NULL) {
    return stl_message_set(message, "%.300s: not enough memory", where);
  }
  const size_t count = list_places(tree, places);
  qsort(places, count, sizeof *places, compare_places);
  bool is_fine = true;
  for (size_t i = 1; i < count && is_fine; i++) {
    is_fine = compare_folded(&places[i - 1], &places[i]) != 0 ||
              !is_clash(&places[i - 1], &places[i], where, message);
  }
  free(places);
  return is_fine;
}
