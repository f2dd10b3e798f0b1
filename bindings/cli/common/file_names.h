/*
 * file_names.h - the files of a folder, in the same order on every machine; new
 * files.
 */
#ifndef STRATA_CLI_COMMON_FILE_NAMES_H
#define STRATA_CLI_COMMON_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <strata/pack_files.h>

typedef struct stc_file_names {
  char **at;
  size_t count, capacity;
} stc_file_names;

/* The names in a folder, sorted by bytes; hidden ones are left out. False if
 * it cannot be read, or there is no memory. */
bool stc_file_names_of_folder(const char *path, stc_file_names *out);

/* Append the paths of all scripts in a folder or an archive and those below
 * it, sorted. False if it cannot be read, which is printed, or there is no
 * memory. */
bool stc_file_names_of_scripts(stl_files *files, const char *path,
                               stc_file_names *out);

/* False if a pack's folder or archive is refused, which is printed. */
bool stc_pack_is_readable(stl_files *files, const char *pack);

/* Write a new file, and the folders on the way to it; of a path that ends in a
 * slash, only those. False if it cannot be written, or is there already. */
bool stc_write_new_file(const char *path, const char *text);

/* Append a copy. False if there is no memory. */
bool stc_file_names_add(stc_file_names *names, const char *name);

void stc_file_names_free(stc_file_names *names);

/* True of "x.lua". */
bool stc_is_script(const char *name);

#endif
