/*
 * paths.h - where the program, its data and packs are on this machine.
 */
#ifndef STRATA_CLI_COMMON_PATHS_H
#define STRATA_CLI_COMMON_PATHS_H

#include <stdbool.h>

enum { STC_PATH_MAX = 4096 };

typedef struct stc_path {
  char at[STC_PATH_MAX];
} stc_path;

/* The folder that holds scripts/ and cards/: STRATA_DATADIR, else the folder
 * that was installed beside the program. `program` is argv[0]. */
bool stc_path_data(const char *program, stc_path *out);

/* The file of this program; `program` is argv[0]. */
bool stc_path_of_program(const char *program, stc_path *out);

/* A pack's folder: of a path, else of a name in cards/ of the data folder. */
bool stc_path_pack(const char *program, const char *pack, stc_path *out);

/* The file with the REPL's history; its folder is made. */
bool stc_path_history(stc_path *out);

/* False if the text is too long. */
bool stc_path_set(stc_path *path, const char *text);

/* As stc_path_set, without slashes at the end. */
bool stc_path_set_folder(stc_path *path, const char *text);

/* Append "/name"; false, and `path` as it was, if that is too long. */
bool stc_path_join(stc_path *path, const char *name);

bool stc_is_folder(const char *path);
bool stc_is_file(const char *path);

/* True of a file "x.zip". */
bool stc_is_archive(const char *path);

/* A variable of the environment, NULL if it is not set or empty. */
const char *stc_environment(const char *name);

#endif
