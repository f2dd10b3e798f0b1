/*
 * command_forks.h - the commands that keep moments of a world and return to
 * them.
 */
#ifndef STRATA_CLI_COMMANDS_COMMAND_FORKS_H
#define STRATA_CLI_COMMANDS_COMMAND_FORKS_H

#include "cli/commands/request.h"

stc_answer stc_command_fork(const stc_request *r);
stc_answer stc_command_diff(const stc_request *r);
stc_answer stc_command_back(const stc_request *r);
stc_answer stc_command_try(const stc_request *r);

#endif
