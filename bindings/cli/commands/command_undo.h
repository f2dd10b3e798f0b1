/*
 * command_undo.h - the commands that go back to earlier states of a world.
 */
#ifndef STRATA_CLI_COMMANDS_COMMAND_UNDO_H
#define STRATA_CLI_COMMANDS_COMMAND_UNDO_H

#include "cli/commands/request.h"

stc_answer stc_command_undo(const stc_request *r);
stc_answer stc_command_redo(const stc_request *r);
stc_answer stc_command_fork(const stc_request *r);
stc_answer stc_command_diff(const stc_request *r);
stc_answer stc_command_back(const stc_request *r);
stc_answer stc_command_try(const stc_request *r);

#endif
