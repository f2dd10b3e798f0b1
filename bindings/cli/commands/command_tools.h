/*
 * command_tools.h - the commands for authors of cards: timing, watching, tests,
 * checks.
 */
#ifndef STRATA_CLI_COMMANDS_COMMAND_TOOLS_H
#define STRATA_CLI_COMMANDS_COMMAND_TOOLS_H

#include "cli/commands/request.h"

stc_answer stc_command_time(const stc_request *r);
stc_answer stc_command_watch(const stc_request *r);
stc_answer stc_command_test(const stc_request *r);
stc_answer stc_command_check(const stc_request *r);
stc_answer stc_command_trace(const stc_request *r);

#endif
