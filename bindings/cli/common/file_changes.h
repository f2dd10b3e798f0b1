/*
 * changes.h - whether somebody has edited files.
 */
#ifndef STRATA_CLI_COMMON_FILE_CHANGES_H
#define STRATA_CLI_COMMON_FILE_CHANGES_H

#include "cli/common/file_names.h"

#include <stdint.h>

/* Stands for the names, sizes and times of all files of these paths; of a
 * folder for all below it that is not hidden. */
uint64_t stc_changes_hash(const stc_file_names *paths);

/* Wait until the files are not as they were when `seen` was looked at, and
 * nobody is at work on them any more. False after Ctrl-C. */
bool stc_changes_wait(const stc_file_names *paths, uint64_t *seen);

#endif
