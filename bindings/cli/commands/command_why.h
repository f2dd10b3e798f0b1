/*
 * command_why.h - the commands that explain values and events.
 */
#ifndef STRATA_CLI_COMMANDS_COMMAND_WHY_H
#define STRATA_CLI_COMMANDS_COMMAND_WHY_H

#include "cli/commands/request.h"

stc_answer stc_command_why(const stc_request *r);
stc_answer stc_command_why_not(const stc_request *r);

#endif
