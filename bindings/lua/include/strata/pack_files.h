/*
 * pack_files.h - the files of packs: in folders, in archives, and their hash.
 *
 * A path may lead into an archive as into a folder: "packs/mine.zip/pack.lua".
 * An archive inside another archive is an ordinary file. Nothing here needs a
 * Lua state, but for stl_files_get.
 */
#ifndef STRATA_PACK_FILES_H
#define STRATA_PACK_FILES_H

#include <strata/lua.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What went wrong, where, and what to do about it. A text that does not fit is
 * cut. */
typedef struct stl_message {
  char text[1024];
} stl_message;

#if defined(__GNUC__)
#define STL_PRINTF(n, first) __attribute__((format(printf, n, first)))
#else
#define STL_PRINTF(n, first)
#endif

/** Write a message as printf does. Returns false, so that a function that fails
 * can return the call. */
STRATA_API STL_PRINTF(2, 3) bool stl_message_set(stl_message *message,
                                                 const char *format, ...);

/* -- Trees ---------------------------------------------------------------- */

/** The limits of a pack, in a folder and in an archive alike. Sizes are those
 * of the files, not of an archive that compresses them. */
enum {
  STL_TREE_FILES_MAX = 20000,
  STL_TREE_DEPTH_MAX = 8, /* folders in folders */
  STL_TREE_NAME_MAX = 200,
  STL_TREE_FILE_MAX = 16 * 1024 * 1024,
  STL_TREE_TOTAL_MAX = 64 * 1024 * 1024
};

typedef struct stl_file {
  char *name; /* relative to the pack's folder: "cards/elf.lua" */
  unsigned char *bytes;
  size_t size;
} stl_file;

/** The files of a pack. A struct of zeros is an empty tree. */
typedef struct stl_tree {
  stl_file *files;
  size_t count, capacity;
  size_t total; /* bytes of all files */
} stl_tree;

/** Free the files of a tree, which is empty afterwards. */
STRATA_API void stl_tree_free(stl_tree *tree);

/** The file of this name in a sorted tree, NULL if there is none. Cost O(log
 * files). */
STRATA_API const stl_file *stl_tree_find(const stl_tree *tree,
                                         const char *name);

/* -- Folders and archives ------------------------------------------------- */

/** A cache of the archives that were read. An archive is read again when its
 * file has changed. One thread at a time may use a cache. */
typedef struct stl_files stl_files;

/** A new cache, NULL if there is no memory. */
STRATA_API stl_files *stl_files_new(void);

/** Free a cache; NULL is allowed. */
STRATA_API void stl_files_free(stl_files *files);

/** The cache of a Lua state, which frees it. May raise. */
STRATA_API stl_files *stl_files_get(lua_State *L);

typedef enum stl_path_kind {
  STL_PATH_NOTHING,
  STL_PATH_FILE,
  STL_PATH_FOLDER
} stl_path_kind;

/** What is at a path. An archive is a folder, also if it is damaged. */
STRATA_API stl_path_kind stl_files_path_kind(stl_files *files,
                                             const char *path);

/** List the scripts below a folder: names relative to it, sorted, without
 * bytes. Returns false and writes the message on failure. `out` is owned: free
 * it with stl_tree_free. */
STRATA_API bool stl_files_scripts(stl_files *files, const char *folder,
                                  stl_tree *out, stl_message *message);

/** Read all files of a pack, a folder or an archive, with checked names and
 * sorted. Returns false and writes the message on failure. `out` is owned: free
 * it with stl_tree_free. */
STRATA_API bool stl_files_content(stl_files *files, const char *pack,
                                  stl_tree *out, stl_message *message);

/** Write a sorted tree as a zip archive: files are stored in the order of their
 * names, with one time and one mode, so that equal trees give equal bytes.
 * Returns false and writes the message on failure. `where` is the path of the
 * archive, for messages. `*out` is owned: free it with free. */
STRATA_API bool stl_archive_write(const stl_tree *tree, const char *where,
                                  unsigned char **out, size_t *size,
                                  stl_message *message);

/* -- Hashes --------------------------------------------------------------- */

/** A SHA-256 hash as 64 hexadecimal digits and a NUL. */
typedef struct stl_hash_text {
  char text[65];
} stl_hash_text;

/** The hash of a sorted tree. Saves name packs by it, so it never changes for
 * the same files. Cost O(bytes). */
STRATA_API stl_hash_text stl_pack_hash(const stl_tree *tree);

#ifdef __cplusplus
}
#endif

#endif
