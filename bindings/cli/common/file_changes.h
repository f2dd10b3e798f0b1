/*
 * file_changes.h - whether files have been edited.
 */
#ifndef STRATA_CLI_COMMON_FILE_CHANGES_H
#define STRATA_CLI_COMMON_FILE_CHANGES_H

#include "cli/common/file_names.h"

#include <stdint.h>

/* A hash of the names, sizes and times of all files of these paths, and of all
 * files below a folder that are not hidden. */
uint64_t stc_changes_hash(const stc_file_names *paths);

/* Wait until the hash differs from `seen` and no longer changes, and store it
 * there. False after Ctrl-C. */
bool stc_changes_wait(const stc_file_names *paths, uint64_t *seen);

#endif
