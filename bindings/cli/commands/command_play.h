/*
 * command_play.h - the commands by which players act: what they may do, doing
 * it, and answering what is asked.
 */
#ifndef STRATA_CLI_COMMANDS_COMMAND_PLAY_H
#define STRATA_CLI_COMMANDS_COMMAND_PLAY_H

#include "cli/commands/request.h"

stc_answer stc_command_legal(const stc_request *r);
stc_answer stc_command_take(const stc_request *r);
stc_answer stc_command_answer(const stc_request *r);

#endif
