/*
 * command_table.h - the commands of a session: lines that begin with ':' or
 * '?'.
 */
#ifndef STRATA_CLI_COMMANDS_COMMAND_TABLE_H
#define STRATA_CLI_COMMANDS_COMMAND_TABLE_H

#include "cli/commands/request.h"

#include <stddef.h>

/* Carry out one line; `line` begins with ':' or '?'. */
stc_answer stc_command_run(const stc_command_session *session, const char *line,
                           size_t size);

/* Print the line of the command with a name, which is without its colon; false
 * if no command has it. */
bool stc_command_print_usage(const char *name);

/* The n-th command's name with its colon, NULL past the end. */
const char *stc_command_name(size_t n);

#endif
