/*
 * write_file.h - writing a file as a whole, or not at all.
 */
#ifndef STRATA_CLI_COMMON_WRITE_FILE_H
#define STRATA_CLI_COMMON_WRITE_FILE_H

#include "cli/common/cli.h"

#include <stddef.h>

/* Write a file beside its place, and move it there. What is wrong is printed
 * for `command`, as "strata pack". */
stc_exit stc_write_file(const char *command, const char *path,
                        const void *bytes, size_t size);

#endif
