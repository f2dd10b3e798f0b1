/*
 * command_history.h - the commands for the steps of a session's world.
 */
#ifndef STRATA_CLI_COMMANDS_COMMAND_HISTORY_H
#define STRATA_CLI_COMMANDS_COMMAND_HISTORY_H

#include "cli/commands/request.h"

stc_answer stc_command_undo(const stc_request *r);
stc_answer stc_command_redo(const stc_request *r);
stc_answer stc_command_goto(const stc_request *r);
stc_answer stc_command_branch(const stc_request *r);
stc_answer stc_command_branches(const stc_request *r);
stc_answer stc_command_autosave(const stc_request *r);

#endif
