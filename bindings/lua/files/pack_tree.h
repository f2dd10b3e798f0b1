/*
 * pack_tree.h - the files of a pack as a list sorted by name.
 *
 * A tree needs no Lua and no file system: pack_archive.c fills it from an
 * archive, pack_files.c from a folder, and pack_hash.c hashes it. The structs
 * are in <strata/pack_files.h>.
 */
#ifndef STRATA_LUA_FILES_PACK_TREE_H
#define STRATA_LUA_FILES_PACK_TREE_H

#include <strata/pack_files.h>

/** Sort the files by the bytes of their names. Every function below expects a
 * sorted tree, but for stl_tree_add. */
void stl_tree_sort(stl_tree *tree);

/** Whether a name lies below a folder; every name lies below "". */
bool stl_tree_name_is_below(const char *name, const char *folder);

/** Whether some file lies below a folder; "" is the pack's own folder. */
bool stl_tree_has_folder(const stl_tree *tree, const char *folder);

/** Why a name does not mean the same file on every machine, NULL if it does: it
 * must be relative, stay inside the pack and be plain ASCII. File systems
 * disagree about case and about letters with several spellings. */
const char *stl_tree_name_fault(const char *name, size_t size);

/** False for files that editors, systems and version control leave behind:
 * names with a part that begins with a dot, backups, and the like. Such files
 * are not read, not hashed and not packed. */
bool stl_tree_name_is_content(const char *name);

/** Check that names are unambiguous: no two are equal or differ only in case,
 * and no file has the name of a folder. Each name has passed
 * stl_tree_name_fault. `where` is the folder or archive, for messages. Returns
 * false and writes the message if the check fails. */
bool stl_tree_check(const stl_tree *tree, const char *where,
                    stl_message *message);

/** Append a file. The tree owns `bytes`, which may be NULL, also on failure.
 * Returns false and writes the message if there is no memory or the tree would
 * exceed a limit. */
bool stl_tree_add(stl_tree *tree, const char *where, stl_file file,
                  stl_message *message);

#endif
