/*
 * pack_tree.h - the files of a pack, wherever they come from: sorted by name,
 * with names that mean the same on every machine.
 *
 * No Lua here, and no file system: pack_archive.c fills a tree from an archive,
 * pack_files.c from a folder, pack_hash.c says what is in it.
 */
#ifndef STRATA_LUA_FILES_PACK_TREE_H
#define STRATA_LUA_FILES_PACK_TREE_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)

#define STL_PRINTF(n, first) __attribute__((format(printf, n, first)))

#else

#define STL_PRINTF(n, first)

#endif

/* What is wrong, where, and what to do; cut if it does not fit. */
typedef struct stl_message {
  char text[1024];
} stl_message;

/* What a pack may be at most; more is refused, by a folder and an archive. The
 * bytes are those of the files, however small an archive packs them. */
enum {
  STL_TREE_FILES_MAX = 20000,
  STL_TREE_DEPTH_MAX = 8, /* folders in folders */
  STL_TREE_NAME_MAX = 200,
  STL_TREE_FILE_MAX = 16 * 1024 * 1024,
  STL_TREE_TOTAL_MAX = 64 * 1024 * 1024
};

typedef struct stl_file {
  char *name; /* "cards/elf.lua", from the pack's folder on */
  unsigned char *bytes;
  size_t size;
} stl_file;

/* All zero is an empty one. */
typedef struct stl_tree {
  stl_file *files;
  size_t count, capacity;
  size_t total; /* bytes of all files */
} stl_tree;

void stl_tree_free(stl_tree *tree);

/** Sort by the bytes of names; before anything below. */
void stl_tree_sort(stl_tree *tree);

/** The file of a name, NULL if there is none. */
const stl_file *stl_tree_find(const stl_tree *tree, const char *name);

/** True if the name lies below a folder; all do below "". */
bool stl_tree_name_is_below(const char *name, const char *folder);

/** True if some file is below a folder; "" is the pack's own. */
bool stl_tree_has_folder(const stl_tree *tree, const char *folder);

/** What keeps a name from being one on every machine, NULL if nothing: no way
 * out of the pack, nothing absolute, plain ASCII. File systems disagree about
 * case and about other letters, which have several spellings. */
const char *stl_tree_name_fault(const char *name, size_t size);

/** False for what editors, systems and version control leave behind: names
 * with a part that begins with a dot, backups, and the like. It is not read,
 * not hashed, not packed. */
bool stl_tree_name_is_content(const char *name);

/** True, or what is wrong is said: two names that are one, or one but for
 * case; a file and a folder of one name. All names are without fault; `where`
 * is the tree's folder or archive. */
bool stl_tree_check(const stl_tree *tree, const char *where,
                    stl_message *message);

/** Append a file; `bytes` is the tree's from now on, also on failure, and may
 * be NULL. False, and it is said, if there is no memory or it is too much. */
bool stl_tree_add(stl_tree *tree, const char *where, stl_file file,
                  stl_message *message);

/** Fill a message. Always false. */
STL_PRINTF(2, 3)
bool stl_message_set(stl_message *message, const char *format, ...);

#endif
